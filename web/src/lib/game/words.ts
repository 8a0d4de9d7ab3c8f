// Sentences about the game, put together from the catalogue.
import type { AwardView } from "../../wire/AwardView";
import type { GameView } from "../../wire/GameView";
import type { ItemView } from "../../wire/ItemView";
import { t, word, type Key } from "../i18n/index.svelte";
import type { Because } from "./state";

export function feature(id: string): string {
  return word(`feature.${id}`, id);
}

export function role(figure: string, on: string): string {
  return figure === "abbot" ? word("figure.abbot", figure) : word(`role.${on}`, word(`figure.${figure}`, figure));
}

export function sum(items: readonly ItemView[]): string {
  return items
    .map((item) => {
      const what = word(`item.${item.what}`, `${item.count} ${item.what}`, { n: item.count });
      return item.each === 1 ? what : `${what} × ${item.each}`;
    })
    .join(" + ");
}

export function source(award: AwardView): string {
  const what = feature(award.source);
  if (award.when === "recalled") return t("award.recalled", { what });
  if (award.when === "final") return t("award.final", { what });
  return what;
}

export function award(view: GameView, given: AwardView): string {
  return t("award.line", {
    what: source(given),
    sum: sum(given.items),
    points: given.points,
    name: view.seats[given.seat]?.name ?? "",
  });
}

/** The refusals of the engine (crates/rules/src/refusal.rs) in the language of the reader. */
const reasons: [RegExp, Key][] = [
  [/a tile lies there already/i, "why.taken"],
  [/no tile lies beside/i, "why.apart"],
  [/the north side does not match/i, "why.side.north"],
  [/the east side does not match/i, "why.side.east"],
  [/the south side does not match/i, "why.side.south"],
  [/the west side does not match/i, "why.side.west"],
  [/looks the same in a smaller rotation/i, "why.canonical"],
  [/must continue the river/i, "why.river"],
  [/two bends in a row/i, "why.river-twice"],
  [/may not flow back/i, "why.river-back"],
  [/is left in the supply/i, "why.none-left"],
  [/of the tile just laid/i, "why.not-laid"],
  [/abbot never stands/i, "why.abbot"],
  [/never stands on a garden/i, "why.garden"],
  [/never stands on/i, "why.wrong"],
  [/a meeple stands on that feature/i, "why.occupied"],
  [/without farmers/i, "why.no-farmers"],
  [/gardens are decoration/i, "why.no-gardens"],
  [/no abbot on the table/i, "why.abbot-out"],
  [/completed in this turn and is scored/i, "why.abbot-complete"],
];

export function why(because: Because): string {
  const found = reasons.find(([pattern]) => pattern.test(because.message));
  // Without a rule nothing was refused, or the question made no sense.
  return found ? t(found[1]) : because.rule ? because.message : "";
}

export function problem(code: string, message: string): string {
  return word(`problem.${code}`, t("problem.other", { message }));
}

/** A note of the log: `word:seat`. */
export function note(view: GameView, text: string): string {
  const [what = "", seat = ""] = text.split(":");
  return word(`note.${what}`, what, { name: view.seats[Number(seat)]?.name ?? "" });
}

export function minutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
