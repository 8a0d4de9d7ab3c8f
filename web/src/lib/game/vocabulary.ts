// Everything that the server can name has words. The compiler checks it: a missing one is an error here that names it.
import type { further, Topic } from "../../rules/topics";
import type { AwardSource } from "../../wire/AwardSource";
import type { BaseName } from "../../wire/BaseName";
import type { BoxName } from "../../wire/BoxName";
import type { CountedName } from "../../wire/CountedName";
import type { MagicName } from "../../wire/MagicName";
import type { ModuleName } from "../../wire/ModuleName";
import type { PieceName } from "../../wire/PieceName";
import type { ProblemCode } from "../../wire/ProblemCode";
import type { QuarterName } from "../../wire/QuarterName";
import type { Question } from "../../wire/Question";
import type { ReasonCode } from "../../wire/ReasonCode";
import type { SectorName } from "../../wire/SectorName";
import type { PageCode } from "../failure";
import type { Keep } from "../i18n/en/keep";
import type { Key } from "../i18n/index.svelte";

/** Nobody is asked: chance acts, or the game is over. */
type Unasked = "spring" | "draw" | "roll" | "draw-message" | "over";
/** While these are asked the usual words are said to the others. */
type Usual = "place" | "deploy";

/** Codes without a word: nothing on the screen leads to them, because they concern chance or what is not asked. */
type Silent =
  | "allowed"
  | "no-answer"
  | "game-over"
  | "not-asked"
  | "not-in-stack"
  | "tile-of-module"
  | "tile-of-base"
  | "tiles-used-up"
  | "tile-in-box"
  | "start-tile"
  | "river-first"
  | "no-such-number"
  | "river-pile-first"
  | "source-astray"
  | "magic-aside";

/** Some words of a list. */
type Of<List, Words extends List> = Words;
/** Problems that the part which meets them speaks of in its own way, or of which it has nothing to say. */
type SeenTo = Of<ProblemCode | PageCode, "damaged" | "no-push" | "bad-push" | "stopped" | "unreachable">;
/** Problems whose sentence tells what no word of ours could: what is wrong with a text or a wish. */
type Explained = Of<ProblemCode | PageCode, "record" | "setup" | "too-large" | "http">;
/** Problems that nothing on the page leads to. */
type Unmet = Of<ProblemCode, "no-seat" | "no-bot" | "share" | "chat" | "no-hello" | "garbage" | "origin" | "host" | "not-found" | "method">;

/** Modules that are taught with the whole that they are a part of. */
type Parts = Of<ModuleName, "inns-tiles" | "inns-scoring" | "large" | "traders-tiles" | "goods" | "builder" | "pig">;
/** Bases that have the page of the base game. */
type Plain = Of<BaseName, "classic" | "v3">;

/** The words that there are after a prefix, alone or with something more special behind them. */
type Spoken<Prefix extends string, K = Key> = K extends `${Prefix}.${infer Word}.${string}` ? Word : K extends `${Prefix}.${infer Word}` ? Word : never;
type Complete<Word> = [Word] extends [never] ? true : Word;

/** What is called by a name and told in a sentence. */
type Told<Name extends string> = Name | `${Name}.text`;

export const complete: {
  bases: Complete<Exclude<Told<`base.${BaseName}`>, Key>>;
  modules: Complete<Exclude<Told<`module.${ModuleName}`>, Key>>;
  boxes: Complete<Exclude<Told<`box.${BoxName}`>, Key>>;
  pages: Complete<Exclude<BaseName | ModuleName, Plain | Parts | Topic>>;
  chapters: Complete<Exclude<`rules.chapter.${(typeof further)[number]}`, Key>>;
  questions: Complete<Exclude<Question["kind"], Unasked | Spoken<"ask">>>;
  waiting: Complete<Exclude<Question["kind"], Unasked | Usual | Spoken<"wait">>>;
  refusals: Complete<Exclude<ReasonCode, Silent | Spoken<"why">>>;
  problems: Complete<Exclude<ProblemCode | PageCode, SeenTo | Explained | Unmet | Spoken<"problem", Key | Keep>>>;
  counted: Complete<Exclude<CountedName, Spoken<"item">>>;
  sources: Complete<Exclude<AwardSource["source"], Spoken<"source">>>;
  pieces: Complete<Exclude<PieceName, Spoken<"figure">>>;
  sectors: Complete<Exclude<Told<`wheel.${SectorName}`>, Key>>;
  quarters: Complete<Exclude<QuarterName, Spoken<"quarter">>>;
  magic: Complete<Exclude<MagicName, Spoken<"do.magic"> & Spoken<"do.magic-aside">>>;
} = { bases: true, modules: true, boxes: true, pages: true, chapters: true, questions: true, waiting: true, refusals: true, problems: true, counted: true, sources: true, pieces: true, sectors: true, quarters: true, magic: true };
