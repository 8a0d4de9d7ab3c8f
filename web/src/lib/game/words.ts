// Sentences about the game, put together from the catalogue.
import type { AwardView } from "../../wire/AwardView";
import type { GameView } from "../../wire/GameView";
import type { ItemView } from "../../wire/ItemView";
import type { Reason } from "../../wire/Reason";
import { hasKey, t, word } from "../i18n/index.svelte";

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

/** Why something is refused, in the language of the reader: the most special words that we have for its code. */
export function why({ code, about, rule, message }: Reason): string {
  for (let n = about.length; n >= 0; n -= 1) {
    const key = ["why", code, ...about.slice(0, n)].join(".");
    if (hasKey(key)) return t(key);
  }
  // Without a rule nothing was refused, or the question made no sense.
  return rule ? message : "";
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
