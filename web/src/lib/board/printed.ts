// A printed board as it is drawn, without what is only said of its parts.
import type { PartView } from "../../wire/PartView";
import type { PrintedView } from "../../wire/PrintedView";
import type { Cell } from "./geometry";

/** The first and the last cell of it. */
export const cornersOf = ({ at: [x, y], cells: [w, h] }: Pick<PrintedView, "at" | "cells">): [Cell, Cell] => [
  [x, y],
  [x + w - 1, y + h - 1],
];

export type DrawnPart = Omit<PartView, "rule" | "gives">;
export type DrawnBoard = Omit<PrintedView, "parts"> & { parts: readonly DrawnPart[] };
