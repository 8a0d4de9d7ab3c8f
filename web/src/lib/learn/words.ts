// Reasons in the language of the reader.
import type { Because } from "../../wire/Because";
import type { Reasons } from "../i18n/en/reasons";
import { decimal, t } from "../i18n/index.svelte";
import type { Say } from "../i18n/own.svelte";
import type { Worth } from "../../wire/engine/Worth";

/** A reason in the words for it; `names` are those of the seats. */
export function because(say: Say<Reasons>, reason: Because, names: readonly string[]): string {
  const feature = reason.feature ? t(`feature.${reason.feature}`).toLocaleLowerCase() : "";
  const figure = reason.figure ? t(`figure.${reason.figure}`) : "";
  const name = reason.seat === undefined ? "" : (names[reason.seat] ?? "");
  return say(`reason.${reason.kind}`, { feature, figure, name, n: reason.count ?? 0 });
}

/** Hundredths of a point as people read them: +4.5, −2.0. */
export function points(hundredths: number): string {
  const text = size(hundredths);
  return Math.abs(hundredths) < 5 ? text : `${hundredths < 0 ? "−" : "+"}${text}`;
}
/** The same without a sign. */
export const size = (hundredths: number): string => decimal(Math.abs(hundredths) / 100);
export const percent = ({ win }: Worth): number => Math.round(win / 100);

export const worthText = (worth: Worth): string => `${t("hints.lead", { n: points(worth.points) })}, ${t("hints.win", { n: percent(worth) })}`;
