import { describe, expect, it } from "vitest";
import type { Cell } from "../board/geometry";
import { Keyboard } from "./keyboard";

/** Something that has the focus: what selectors it is found by, and its cell. */
const focused = (selectors: string[] = [], cell?: string) =>
  ({ matches: (asked: string) => selectors.some((own) => asked.split(", ").includes(own)), dataset: { cell } }) as unknown as HTMLElement;

/** A table that notes what keys ask of it. */
function table({ isReading = false, turn = null as number | null, cursor = null as Cell | null, isPlacing = false } = {}) {
  const done: string[] = [];
  const note = (text: string) => () => void done.push(text);
  const play = {
    cells: [[1, 0]] as Cell[],
    cursor,
    laid: null,
    isPlacing,
    takeNumber: (n: number) => n === 1,
    takePass: note("pass"),
    turn: (by?: 1 | -1) => void done.push(`turn ${by}`),
  };
  const replay = { turn, jump: (to: number) => void done.push(`jump ${to}`) };
  const board = { pan: (x: number, y: number) => void done.push(`pan ${x} ${y}`), zoom: note("zoom"), showAll: note("fit"), reveal: note("reveal") };
  const hands = {
    board: () => board,
    isReading: () => isReading,
    putAt: (at: Cell) => void done.push(`put ${at}`),
    confirm: note("confirm"),
    undo: note("undo"),
    hint: note("hint"),
    look: note("look"),
    words: note("words"),
    help: note("help"),
    escape: note("escape"),
  };
  return { keys: new Keyboard(play, replay, hands), done };
}

describe("the keyboard of the table", () => {
  it("lays the tile at the cursor, and confirms where nothing is laid", () => {
    const placing = table({ cursor: [1, 0], isPlacing: true });
    expect(placing.keys.obey({ do: "enter" }, focused())).toBe(true);
    const done = table({ cursor: [1, 0] });
    done.keys.obey({ do: "enter" }, focused());
    const onPlace = table();
    onPlace.keys.obey({ do: "enter" }, focused(["button", "[data-cell]"], "1,0"));
    expect([placing.done, done.done, onPlace.done]).toEqual([["put 1,0"], ["confirm"], ["put 1,0"]]);
  });

  it("leaves Enter to a button and arrows to tabs", () => {
    const { keys, done } = table({ cursor: [1, 0], isPlacing: true });
    expect(keys.obey({ do: "enter" }, focused(["button"]))).toBe(false);
    expect(keys.obey({ do: "walk", direction: "left" }, focused(["[role=tab]"]))).toBe(false);
    expect(keys.obey({ do: "number", n: 7 }, focused()), "nothing has this number").toBe(false);
    expect(done).toEqual([]);
  });

  it("answers nothing while something is read, but moves the board", () => {
    const { keys, done } = table({ isReading: true });
    for (const wish of ["undo", "pass", "hint", "enter"] as const) expect(keys.obey({ do: wish }, focused())).toBe(false);
    expect(keys.obey({ do: "turn", by: 1 }, focused())).toBe(false);
    keys.obey({ do: "pan", direction: "up" }, focused());
    keys.obey({ do: "fit" }, focused());
    expect(done).toEqual(["pan 0 90", "fit"]);
  });

  it("goes through the turns of a replay", () => {
    const { keys, done } = table({ turn: 5 });
    keys.obey({ do: "walk", direction: "right" }, focused());
    keys.obey({ do: "walk", direction: "up" }, focused());
    expect(done).toEqual(["jump 6", "jump 4"]);
  });
});
