// Where arrow keys lead: from cell to cell while a tile is laid, and else to whatever can be chosen on the screen.
import { same, step, type Cell, type Direction } from "../board/geometry";

/** The cell that is next to the cursor, or where a walk begins: beside the tile that was laid, or at the start tile. */
export function nextCell(cells: readonly Cell[], cursor: Cell | null, laid: Cell | null, direction: Direction): Cell | null {
  const here = cursor && cells.some((cell) => same(cell, cursor)) ? cursor : null;
  return here ? step(cells, here, direction) : (step(cells, laid ?? [0, 0], direction) ?? cells[0] ?? null);
}

/** Which of these places is next in a direction; the first one for whoever stands nowhere, and none at the end. */
export function nextPlace(places: readonly Cell[], here: Cell | null, direction: Direction): number | null {
  if (!here) return places.length ? 0 : null;
  const next = step(places, here, direction);
  return next ? places.findIndex((place) => same(place, next)) : null;
}

function middle(found: HTMLElement): Cell {
  const box = found.getBoundingClientRect();
  return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
}

/** Gives the focus to the next thing that can be chosen, wherever it is on the screen. */
export function walkTargets(direction: Direction, from: HTMLElement): void {
  const all = [...document.querySelectorAll<HTMLElement>("[data-target]")].filter((found) => found.checkVisibility?.() ?? true);
  const next = nextPlace(all.map(middle), from.matches("[data-target]") ? middle(from) : null, direction);
  if (next !== null) all[next]?.focus({ preventScroll: true });
}
