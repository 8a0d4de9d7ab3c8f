import { describe, expect, it } from "vitest";
import { command } from "./keys";

const press = (key: string, change: Partial<Parameters<typeof command>[0]> = {}) =>
  command({ key, code: "", shiftKey: false, repeat: false, altKey: false, ctrlKey: false, metaKey: false, ...change });

describe("keys", () => {
  it("mean the same with every alphabet", () => {
    expect(press("r", { code: "KeyR" })).toEqual({ do: "turn", by: 1 });
    expect(press("К", { code: "KeyR", shiftKey: true })).toEqual({ do: "turn", by: -1 });
    expect(press("г", { code: "KeyU" })).toEqual({ do: "undo" });
  });

  it("that are held down act once, except for moving, turning and zooming", () => {
    for (const key of ["Enter", "Backspace", "1", "?", "p"]) expect(press(key, { repeat: true })).toEqual({ do: "ignore" });
    expect(press("ArrowLeft", { repeat: true })).toEqual({ do: "walk", direction: "left" });
    expect(press("+", { repeat: true })).toEqual({ do: "zoom", factor: 1.25 });
  });

  it("of the browser are left to it", () => {
    expect(press("r", { code: "KeyR", ctrlKey: true })).toBeNull();
    expect(press("Tab")).toBeNull();
    expect(press("x")).toBeNull();
  });

  it("with Shift arrows move the board", () => {
    expect(press("ArrowUp", { shiftKey: true })).toEqual({ do: "pan", direction: "up" });
    expect(press("7")).toEqual({ do: "number", n: 7 });
  });
});
