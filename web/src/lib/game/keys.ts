// Which key means what at the table.
import type { Direction } from "../board/geometry";

export type Command =
  | { do: "walk" | "pan"; direction: Direction }
  | { do: "number"; n: number }
  | { do: "turn"; by: 1 | -1 }
  | { do: "zoom"; factor: number }
  | { do: "enter" | "escape" | "undo" | "pass" | "look" | "fit" | "help" | "words" | "hint" | "ignore" };

type Key = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "repeat" | "altKey" | "ctrlKey" | "metaKey">;

const ARROWS: Record<string, Direction> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
/** Keys that may be held down. Others are meant once: else Enter would lay the tile and end the turn. */
const REPEATS = /^(Arrow.*|Tab|[+=\-rR])$/;

/** What a key asks for; nothing if it is none of ours, `ignore` if it is only held down. */
export function command(pressed: Key): Command | null {
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey) return null;
  if (pressed.repeat && !REPEATS.test(pressed.key)) return { do: "ignore" };
  const direction = ARROWS[pressed.key];
  if (direction) return { do: pressed.shiftKey ? "pan" : "walk", direction };
  if (/^[1-9]$/.test(pressed.key)) return { do: "number", n: Number(pressed.key) };
  // Letters by their place, so that they work with every alphabet.
  switch (pressed.code) {
    case "KeyU":
      return { do: "undo" };
    case "KeyR":
      return { do: "turn", by: pressed.shiftKey ? -1 : 1 };
    case "KeyP":
      return { do: "pass" };
    case "KeyT":
      return { do: "words" };
    case "KeyV":
      return { do: "look" };
    case "KeyH":
      return { do: "hint" };
  }
  switch (pressed.key) {
    case "Enter":
      return { do: "enter" };
    case "Escape":
      return { do: "escape" };
    case "Backspace":
      return { do: "undo" };
    case "+":
    case "=":
      return { do: "zoom", factor: 1.25 };
    case "-":
      return { do: "zoom", factor: 0.8 };
    case "0":
      return { do: "fit" };
    case "?":
      return { do: "help" };
    default:
      return null;
  }
}
