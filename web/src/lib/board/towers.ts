// Where things stand that belong to whole tiles: floors and meeples of towers, dragon and fairy.
import { TILE, type Cell, type Point } from "./geometry";

/** How much higher each floor of a tower stands. */
export const RISE = 9;

/** Where a tower stands: on the tower space of its tile. */
export const towerPoint = ([x, y]: Point): Point => [x, y + 3];

/** Where a meeple stands on a tower with so many floors. */
export const guardPoint = ([x, y]: Point, floors: number): Point => [x, y - 2 - floors * RISE];

/** Where dragon and fairy stand: the dragon in the middle, the fairy beside the meeples. */
export function neutralPoint(figure: string, [x, y]: Cell): Point {
  const [dx, dy] = figure === "fairy" ? [80, 26] : [50, 48];
  return [x * TILE + dx, y * TILE + dy];
}

/** The middle of a quarter: half way between its first and its fourth place. */
export function quarterPoint({ spaces }: { spaces: readonly Point[] }): Point {
  const [x, y] = spaces[0] ?? [0, 0];
  return [(x + (spaces[3]?.[0] ?? x)) / 2, y];
}

/** The way of the dragon as a line from tile to tile, the last one included. */
export function flightLine(flight: readonly Cell[], dragon: Cell | null): string {
  const cells = dragon ? [...flight, dragon] : flight;
  return cells.map(([x, y], i) => `${i ? "L" : "M"}${x * TILE + 50} ${y * TILE + 50}`).join("");
}
