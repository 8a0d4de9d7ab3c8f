// Sentences about the game, put together from the catalogue.
import type { ActionName } from "../../wire/ActionName";
import type { AwardSource } from "../../wire/AwardSource";
import type { AwardView } from "../../wire/AwardView";
import type { BaseName } from "../../wire/BaseName";
import type { BoxName } from "../../wire/BoxName";
import type { CircleName } from "../../wire/CircleName";
import type { DecisionView } from "../../wire/DecisionView";
import type { FeatureName } from "../../wire/FeatureName";
import type { GameView } from "../../wire/GameView";
import type { Happening } from "../../wire/Happening";
import type { ItemView } from "../../wire/ItemView";
import type { ModuleName } from "../../wire/ModuleName";
import type { Note } from "../../wire/Note";
import type { OptionView } from "../../wire/OptionView";
import type { PartName } from "../../wire/PartName";
import type { PieceName } from "../../wire/PieceName";
import type { QuarterName } from "../../wire/QuarterName";
import type { Question } from "../../wire/Question";
import type { Reason } from "../../wire/Reason";
import type { Target } from "../../wire/Target";
import type { FailureCode } from "../failure";
import { hasKey, t, word, type Key, type Values } from "../i18n/index.svelte";
import { chosenName } from "../names";
import { lineOf } from "./happenings";
import { nameOf, ownSeat } from "./state";

export const feature = (name: FeatureName | null): string => (name === null ? "" : t(`feature.${name}`));

/** What a figure is where it stands: a meeple gets a profession, which a base may call its own way; others keep their names. */
export function role(view: GameView | null, figure: PieceName, on: FeatureName | null): string {
  const name = t(`figure.${figure}`);
  const profession = firstOf([`role.${view?.base}.${on}`, `role.${on}`], "");
  if (figure === "meeple") return profession || name;
  return figure === "large" && profession ? `${profession} (${name})` : name;
}

export function sum(view: GameView, items: readonly ItemView[]): string {
  return items
    .map((item) => {
      // The points on a message instead of what it says are not counted by anything.
      if (item.what === "messages") return t("item.messages", { n: item.count * item.each });
      const own = `item.${view.base}.${item.what}`;
      const what = t(hasKey(own) ? own : `item.${item.what}`, { n: item.count });
      return item.each === 1 ? what : `${what} × ${item.each}`;
    })
    .join(" + ");
}

/** What points are for, without when they were given. */
export function named(award: AwardSource): string {
  switch (award.source) {
    case "goods":
      return t(`feature.goods.${award.goods}`);
    case "wheel":
      return t(`wheel.${award.sector}`);
    case "crown":
      return `${t("feature.crown")} (${t(`wheel.${award.sector}`)})`;
    case "message":
      return `${t("feature.message")} ${award.message} (${t(`message.${award.message}`)})`;
    default:
      return t(`feature.${award.source}`);
  }
}

export function source(award: AwardView): string {
  const what = named(award);
  if (award.when === "recalled") return t("award.recalled", { what });
  return award.when === "final" && award.at ? t("award.final", { what }) : what;
}

export function award(view: GameView, given: AwardView): string {
  const values = { what: source(given), sum: sum(view, given.items), points: given.points, name: nameOf(view, given.seat) };
  if (given.halved === "witch") return t("award.line.witch", values);
  if (given.halved === "robber") {
    const n = given.items.reduce((all, item) => all + item.count * item.each, 0);
    return t("award.line.robber", { ...values, n, what: given.source === "robbery" ? `${values.what}: ${nameOf(view, given.from)}` : values.what });
  }
  return t("award.line", values);
}

/** A sentence about players. They are called by their names; whoever reads alone at this screen is spoken to, about what is done by them
    and about what is done to them. */
export function told(view: GameView, key: Key, who: { name: number | null; other?: number | null }, values: Values = {}): string {
  const own = ownSeat(view);
  const form = own === null ? "" : who.name === own ? `${key}.you` : who.other === own ? `${key}.of-you` : "";
  return t(hasKey(form) ? form : key, { ...values, name: nameOf(view, who.name), other: nameOf(view, who.other ?? null) });
}

/** The first of these keys that there are words for. */
function firstOf(keys: readonly string[], fallback: string, values?: Values): string {
  const found = keys.find(hasKey);
  return found === undefined ? fallback : t(found, values);
}

const offers = (decision: DecisionView, ...wanted: ActionName[]) => decision.options.some(({ what }) => wanted.includes(what));
const passes = (decision: DecisionView) => offers(decision, "pass");

/** The way in which an answer uses its step of the turn: to place a figure, or to do something instead. */
export const way = ({ what }: OptionView): Way => WAYS[what];
export type Way = "place" | "fairy" | "crown" | "tower-floor" | "guard" | "princess" | "ransom";
const WAYS: Readonly<Record<ActionName, Way>> = {
  place: "place",
  deploy: "place",
  portal: "place",
  "recall-abbot": "place",
  pass: "place",
  fly: "place",
  land: "place",
  accompany: "place",
  ferry: "place",
  ingot: "place",
  magic: "place",
  "magic-aside": "place",
  robber: "place",
  "score-next": "place",
  mark: "place",
  rob: "place",
  "two-points": "place",
  "carry-out": "place",
  "carry-out-on": "place",
  return: "place",
  "return-both": "place",
  "crop-add": "place",
  "crop-return": "place",
  gingerbread: "place",
  crown: "crown",
  "return-guard": "place",
  fairy: "fairy",
  "step-dragon": "place",
  princess: "princess",
  capture: "place",
  floor: "tower-floor",
  guard: "guard",
  exchange: "place",
  ransom: "ransom",
  "move-out": "place",
  send: "place",
  "move-count": "place",
};

/** What else can be done in the deploy step, the most special first. */
function deployWays(decision: DecisionView): string[] {
  const found = {
    princess: offers(decision, "princess"),
    portal: offers(decision, "portal"),
    fly: offers(decision, "fly"),
    tower: offers(decision, "floor", "guard"),
    crown: offers(decision, "crown"),
    fairy: offers(decision, "fairy"),
  };
  return Object.entries(found).flatMap(([name, is]) => (is ? [`deploy.${name}`] : []));
}

/** The figure or the crop circle that a question is about. */
function subject(question: Question): string | null {
  if ("figure" in question) return question.figure;
  return "circle" in question ? question.circle : null;
}

/** The number that a question speaks of. */
function amount(question: Question): number {
  if ("steps" in question) return question.steps;
  return "points" in question ? question.points : 0;
}

/** The names under which a question is in the catalogue, the most special one first. */
function asked(decision: DecisionView): string[] {
  const { kind } = decision;
  const special: string[] = [];
  if (kind === "deploy") special.push(...deployWays(decision));
  if (decision.kind === "place" && decision.branches > 1) special.push("place.branch");
  if (kind === "robber" && passes(decision)) special.push("robber-move");
  if (decision.kind === "magic" && decision.joined) special.push("magic-joined");
  if (offers(decision, "magic-aside")) special.push("magic-aside");
  if (offers(decision, "carry-out-on")) special.push("message.target");
  if (kind === "message-return" && passes(decision)) special.push("message-return-any");
  const about = subject(decision);
  if (about) special.push(`${kind}.${about}`);
  return [...special, kind];
}

/** What a game is called: its box, or its base if it was mixed freely. */
export const gameName = ({ in_box, base }: { in_box: BoxName | null; base: BaseName }): string => (in_box ? t(`box.${in_box}`) : t(`base.${base}`));

/** What a module is called, which a base may call its own way. */
export const moduleName = (base: BaseName | null, id: ModuleName): string => firstOf([`module.${base}.${id}`], t(`module.${id}`));

const QUARTERS: Readonly<Record<QuarterName, true>> = { palace: true, church: true, market: true, smithy: true };
const isQuarter = (part: PartName): part is QuarterName => part in QUARTERS;

/** A part of the printed board, and what it does. */
export const partName = (part: PartName): string => t(isQuarter(part) ? `quarter.${part}` : `wheel.${part}`);
export const partText = (part: PartName): string => t(isQuarter(part) ? `quarter.${part}.text` : `wheel.${part}.text`);

/** What is asked of the player who decides. */
export function question(decision: DecisionView): string {
  const keys = asked(decision).map((name) => `ask.${name}`);
  return firstOf(keys, t("ask.other"), { n: amount(decision) });
}

/** What can be done about it; with a mouse there may be more than tapping. */
export function hint(decision: DecisionView, hasMouse = false): string {
  const keys = asked(decision).flatMap((name) => [...(hasMouse ? [`ask.${name}.mouse`] : []), `ask.${name}.hint`]);
  return firstOf(keys, "");
}

/** What is read before a turn is confirmed: who acts next, or why no figure was asked for. */
export function confirmHint(view: GameView, mine: number): string {
  const { kind, seat } = view.decision;
  if (seat !== null && seat !== mine) return t("ask.confirm.next", { name: nameOf(view, seat) });
  const isLaidOnly = view.answered.every(({ decision }) => decision.kind === "place");
  if (isLaidOnly && !view.seats[mine]?.has_meeple) return t("ask.confirm.none-left");
  return word(`ask.confirm.${kind}`, t("ask.confirm.hint"));
}

/** What the others read meanwhile. */
export function waiting(view: GameView): string {
  // Nobody is asked before the first draw, and whoever is to begin would read that they are waited for.
  if (view.awaits_shares) return t("table.shuffling");
  const { kind, seat } = view.decision;
  const player = view.seats[seat ?? view.active ?? 0];
  const keys = [`wait.${kind}.${subject(view.decision)}`, `wait.${kind}`, player?.bot ? "table.thinking" : "table.waiting"];
  return firstOf(keys, "", { name: player?.name ?? "" });
}

/** The target of an answer that is always chosen in one way. Another one would make a button without words: a page that is worked on stops there. */
function chosenOn<On extends Target["on"]>({ target }: Given, on: On): Extract<Target, { on: On }> | null {
  if (target.on === on) return target as Extract<Target, { on: On }>;
  if (import.meta.env.DEV) throw new Error(`an answer is chosen on a ${target.on} and not on a ${on}`);
  return null;
}

/** An answer with what its words speak of; `on` is the feature of its place. */
type Given = { view: GameView; decision: DecisionView; target: Target; on: FeatureName | null };

const pieceOf = ({ target }: Given): PieceName | null => ("figure" in target ? target.figure : null);
/** The words for a figure, where languages need some for each; others are called by their names. */
const ofFigure = (prefix: string, figure: PieceName | null): string => (figure ? firstOf([`${prefix}.${figure}`], t(`figure.${figure}`)) : "");
function figureOf(it: Given): string {
  const figure = pieceOf(it);
  return figure ? t(`figure.${figure}`) : "";
}
const besideOf = ({ target }: Given): PieceName | null => ("with" in target ? target.with : null);
/** As what a figure stands there. */
function roleOf(it: Given): string {
  const figure = pieceOf(it);
  return figure ? role(it.view, figure, it.on) : "";
}
function standing(it: Given): string {
  const figure = pieceOf(it);
  return firstOf([`option.${it.view.base}.${figure}.${it.on}`, `option.${figure}.${it.on}`], `${roleOf(it)} · ${feature(it.on)}`);
}
/** A figure that is taken away, with who goes with it, and whose it is. */
function taken(it: Given): Values {
  const beside = besideOf(it);
  const name = nameOf(it.view, "seat" in it.target ? it.target.seat : null);
  return { role: it.target.on === "guard" ? t("role.tower") : roleOf(it) + (beside ? ` + ${t(`figure.${beside}`)}` : ""), name };
}
const captive = (it: Given): Values => ({ figure: figureOf(it), name: nameOf(it.view, chosenOn(it, "captive")?.captor ?? null) });
function partOf(it: Given): string {
  const target = chosenOn(it, "part");
  return target ? partName(target.part) : "";
}
const circleOf = ({ decision }: Given): "" | `.${CircleName}` => ("circle" in decision ? `.${decision.circle}` : "");
function comesBack(it: Given): string {
  if (it.decision.kind === "keep-farmer") return t("do.return-farmer");
  const beside = besideOf(it);
  return `${beside ? ofFigure("do.return-both", beside) : t("do.return")}: ${roleOf(it)}`;
}

/** What each answer is called. */
const CALLED: Readonly<Record<ActionName, (it: Given) => string>> = {
  place: () => "",
  deploy: standing,
  portal: standing,
  "recall-abbot": () => t("do.recall"),
  pass: ({ decision }) => firstOf([`do.pass.${decision.kind}.${subject(decision)}`, `do.pass.${decision.kind}`], t("do.pass")),
  fly: (it) => ofFigure("do.fly", pieceOf(it)),
  land: standing,
  accompany: standing,
  ferry: ({ decision }) => t(decision.kind === "move-ferry" ? "do.move-ferry" : "do.put-ferry"),
  ingot: () => t("do.ingot"),
  magic: (it) => `${ofFigure("do.magic", pieceOf(it))} · ${feature(it.on)}`,
  "magic-aside": (it) => ofFigure("do.magic-aside", pieceOf(it)),
  robber: (it) => t("do.robber", { space: chosenOn(it, "space")?.space ?? 0 }),
  "score-next": ({ on }) => t("do.score-next.feature", { feature: feature(on) }),
  mark: (it) => {
    const target = chosenOn(it, "marker");
    return target ? t(`do.mark.${target.marker}`, { space: target.to }) : "";
  },
  rob: (it) => {
    const target = chosenOn(it, "seat");
    if (!target) return "";
    const name = nameOf(it.view, target.seat);
    return target.points === null ? t("do.rob.name", { name }) : t("do.rob", { name, n: target.points });
  },
  "two-points": () => t("do.two-points"),
  "carry-out": () => t("do.carry-out"),
  "carry-out-on": ({ on }) => t("do.target", { feature: feature(on) }),
  return: comesBack,
  "return-both": comesBack,
  "crop-add": (it) => t(`do.crop.add${circleOf(it)}`),
  "crop-return": (it) => t(`do.crop.return${circleOf(it)}`),
  gingerbread: () => t("do.gingerbread"),
  crown: (it) => `${t("do.crown")}: ${partOf(it)}`,
  "return-guard": () => t("do.return-guard"),
  fairy: () => t("do.fairy"),
  "step-dragon": () => t("do.dragon"),
  princess: (it) => t("do.princess", taken(it)),
  capture: (it) => t("do.capture", taken(it)),
  floor: (it) => {
    const height = chosenOn(it, "floor")?.height ?? 1;
    return height > 1 ? t("do.tower.raise", { n: height }) : t("do.tower.start");
  },
  guard: (it) => ofFigure("do.tower.occupy", pieceOf(it)),
  exchange: (it) => t("do.exchange", captive(it)),
  ransom: (it) => t("do.ransom", captive(it)),
  "move-out": standing,
  send: (it) => t("do.send", { quarter: partOf(it), figure: figureOf(it) }),
  "move-count": (it) => t("do.move-count", { quarter: partOf(it) }),
};

/** What an answer is called; `on` is the feature of its place. */
export const option = (view: GameView, decision: DecisionView, { what, target }: OptionView, on: FeatureName | null): string => CALLED[what]({ view, decision, target, on });

/** A line of the log about something that happened. */
export function happening(view: GameView, it: Happening, by: number | null): string {
  const { key, n } = lineOf(it);
  const who = { name: "seat" in it ? it.seat : by, other: "other" in it ? it.other : null };
  return told(view, key, who, {
    n,
    space: "space" in it ? it.space : 0,
    message: it.what === "message-drawn" ? t(`message.${it.message}`) : "",
    sector: "sector" in it ? t(`wheel.${it.sector}`) : "",
    quarter: "quarter" in it ? t(`quarter.${it.quarter}`) : "",
  });
}

/** Why something is refused, in the language of the reader: the most special words that we have for its code. */
export function why({ code, about, rule, message }: Reason): string {
  for (let n = about.length; n >= 0; n -= 1) {
    const key = ["why", code, ...about.slice(0, n)].join(".");
    if (hasKey(key)) return t(key);
  }
  // Without a rule nothing was refused, or the question made no sense.
  return rule ? message : "";
}

export function problem(code: FailureCode, message: string): string {
  return word(`problem.${code}`, t("problem.other", { message }));
}

/** Who sits there; a free seat has no name of its own, whatever language its host speaks. */
export const seatName = (seat: { name: string; taken: boolean }, i: number): string => (seat.taken ? seat.name : (chosenName(seat.name) ?? t("setup.player", { n: i + 1 })));

/** A note of the log. */
export const note = (view: GameView, of: Note): string => told(view, `note.${of.note}`, { name: "seat" in of ? of.seat : null });

/** Who has won. */
export function winner(view: GameView): string {
  if (view.winners.length > 1) return t("end.shared", { names: view.winners.map((seat) => nameOf(view, seat)).join(", ") });
  return told(view, "end.winner", { name: view.winners[0] ?? null });
}

/** What is left on a clock: days and hours from a day on, with short names where there is little room. */
export function timeLeft(ms: number, isShort = false): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours < 24) return minutes(ms);
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  const [one, other] = isShort ? [t("time.days.short", { n: days }), t("time.hours.short", { n: rest })] : [t("time.days", { n: days }), t("time.hours", { n: rest })];
  return rest ? `${one} ${other}` : one;
}

export function minutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
