// Words of the analysis of a game, loaded with it.
import type { Message } from "../forms";

export const analysis = {
  "analysis.text": "What every decision cost, what the draws brought, and where something better was to be had. The computer thinks about each decision, on this device.",
  "analysis.paste": "A game as text: paste a record, or choose its file.",
  "analysis.start": "Analyse",
  "analysis.progress": "{n} of {of} decisions",
  "analysis.cancel": "Cancel",
  "analysis.cancelled": "The analysis was cancelled.",
  "analysis.failed": "The analysis failed: {why}",
  "analysis.curve": "Chance of winning",
  "analysis.curve.of": "Chance of winning of {name}, turn by turn",
  "analysis.account": "Luck and skill",
  "analysis.start-worth": "at the start",
  "analysis.luck.many": "luck, and what the others did",
  "analysis.errors": "own errors",
  "analysis.gifts": "errors of the opponent",
  "analysis.result": "result",
  "analysis.law": "Points of lead at the end; start, luck and errors add up to the result.",
  "analysis.list": "Errors, the largest first",
  "analysis.none": "No error worth telling.",
  "analysis.grade.inaccuracy": "inaccuracy",
  "analysis.grade.mistake": "mistake",
  "analysis.grade.blunder": "blunder",
  "analysis.turn": "Turn {n}",
  "analysis.played": "played",
  "analysis.better": "better",
  "analysis.costs": "cost {n} points, {win} % of winning",
  "analysis.open": "Show on the board",
  "analysis.play-on": "Play on from here against the bot",
  "analysis.back": "Back to the analysis",
} as const satisfies Record<string, Message>;

export type AnalysisKey = keyof typeof analysis;
