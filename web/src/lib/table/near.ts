// What is shown from near: the places of answers, where there are only a few of them.
import type { OptionView } from "../../wire/OptionView";
import type { PrintedView } from "../../wire/PrintedView";
import type { Question } from "../../wire/Question";
import type { Cell } from "../board/geometry";
import { cornersOf } from "../board/printed";

/** Questions about a few places. */
const NEAR: Readonly<Record<Question["kind"], boolean>> = {
  spring: false,
  draw: false,
  place: false,
  deploy: false,
  robber: false,
  ingot: false,
  magic: false,
  roll: false,
  land: true,
  accompany: true,
  "put-ferry": true,
  "move-ferry": true,
  "score-next": true,
  "keep-farmer": true,
  mark: false,
  rob: false,
  "draw-message": false,
  message: false,
  "message-return": false,
  crop: false,
  "crop-add": false,
  "crop-return": false,
  gingerbread: false,
  plague: false,
  ransom: false,
  "step-dragon": true,
  capture: true,
  exchange: false,
  "move-out": true,
  send: true,
  "move-count": true,
  "last-move": false,
  over: false,
};

/** Whether a question is shown from near. */
export const isNear = (kind: Question["kind"] | null): boolean => kind !== null && NEAR[kind];

/** The cells of answers; those of the whole printed board for an answer that is a part of it. */
export function cellsOf(options: readonly OptionView[], printed: PrintedView | null): Cell[] {
  const whole: Cell[] = printed ? cornersOf(printed) : [];
  return options.flatMap(({ target }) => ("at" in target ? [target.at] : target.on === "part" ? whole : []));
}
