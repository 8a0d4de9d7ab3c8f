// A printed board as it is drawn, without what is only said of its parts.
import type { PartView } from "../../wire/PartView";
import type { PrintedView } from "../../wire/PrintedView";

export type DrawnPart = Omit<PartView, "rule" | "gives">;
export type DrawnBoard = Omit<PrintedView, "parts"> & { parts: readonly DrawnPart[] };
