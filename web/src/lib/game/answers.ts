// What answers are called, and how they are drawn on a button.
import type { DecisionView } from "../../wire/DecisionView";
import type { FeatureName } from "../../wire/FeatureName";
import type { GameView } from "../../wire/GameView";
import type { OptionView } from "../../wire/OptionView";
import type { PieceName } from "../../wire/PieceName";
import { landings, same, type Cell, type Spot } from "../board/geometry";
import { t } from "../i18n/index.svelte";
import { colourOf } from "./figures";
import { nameOf } from "./state";
import * as words from "./words";

/** What is needed to name an answer: the game, the decision, and what lies where. */
export type About = { view: GameView; decision: DecisionView; featureAt: (spot: Spot) => FeatureName | null };

/** The numbers of the two roads of a ferry. */
function roads({ decision }: About, at: Cell, ends: readonly number[]): number[] {
  const all = landings(decision.options);
  return ends.map((end) => all.find((known) => known.end === end && same(known.at, at))?.n ?? 0);
}

/** What an answer is called in full. */
export function longName(about: About, option: OptionView): string {
  const { target } = option;
  if (target.on === "ferry") {
    const [a = 0, b = 0] = roads(about, target.at, target.ends);
    return t("do.ferry", { a, b });
  }
  return words.option(about.view, about.decision, option, "segment" in target ? about.featureAt(target) : null);
}

/** What stands on a small button: the question says the rest. */
export function shortName(about: About, option: OptionView): string {
  const { what, target } = option;
  const { view } = about;
  const role = (spot: { at: Cell; segment: number; figure: PieceName }) => words.role(view, spot.figure, about.featureAt(spot));
  const figure = (kind: PieceName) => t(`figure.${kind}`);
  switch (target.on) {
    case "segment":
      return what === "magic" ? longName(about, option) : role(target);
    case "ferry":
      return roads(about, target.at, target.ends).join(" – ");
    case "region":
      return words.feature(about.featureAt(target));
    case "space":
      return t("table.space", { n: target.space });
    case "captive":
      return `${figure(target.figure)} (${nameOf(view, target.captor)})`;
    case "guard":
      return `${t("role.tower")} (${nameOf(view, target.seat)})`;
    case "seize":
      return `${role(target)} (${nameOf(view, target.seat)})`;
    case "part":
      return what === "move-count" ? longName(about, option) : words.partName(target.part);
    case "figure":
      return what === "recall-abbot" ? longName(about, option) : role(target) + (target.with ? ` + ${figure(target.with)}` : "");
    case "cell":
    case "tile":
    case "floor":
    case "tower":
    case "marker":
    case "seat":
    case "button":
      return longName(about, option);
  }
}

/** Whether the place of an answer says nothing that the question does not say. */
const IS_SHORT: Readonly<Record<OptionView["target"]["on"], boolean>> = {
  cell: false,
  segment: false,
  figure: false,
  region: true,
  tile: false,
  part: false,
  seize: true,
  floor: false,
  tower: false,
  guard: true,
  captive: true,
  ferry: true,
  space: true,
  marker: false,
  seat: false,
  button: false,
};
export const isShort = ({ what, target }: OptionView): boolean => IS_SHORT[target.on] || what === "move-out";

/** A picture for the button of an answer of the player with this colour. */
export function pictureOf({ what, target }: OptionView, own: string, colours: readonly string[]): { kind: PieceName; colour: string | null } | null {
  const colour = (seat: number) => colours[seat] ?? "red";
  switch (target.on) {
    case "segment":
    case "tile":
    case "part":
    case "figure":
      return { kind: target.figure, colour: colourOf(target.figure, own) };
    case "ferry":
      return { kind: "ferry", colour: null };
    case "floor":
      return { kind: "tower-floor", colour: null };
    case "tower":
    case "space":
      return { kind: target.figure, colour: own };
    case "seize":
    case "guard":
    case "captive":
      return { kind: target.figure, colour: colour(target.seat) };
    case "marker":
      return { kind: target.marker, colour: own };
    case "seat":
      return { kind: "meeple", colour: colour(target.seat) };
    case "button":
      return what === "carry-out" ? { kind: "message", colour: null } : null;
    case "region":
    case "cell":
      return null;
  }
}
