// Where things are: cells, rotations, the camera. Pure, and without any rule of the game.
import type { OptionView } from "../../wire/OptionView";

export type Cell = [number, number];
export type Point = [number, number];
/** A segment, on the tile of a cell. */
export type Spot = { at: Cell; segment: number };

/** World units for each tile. */
export const TILE = 100;

export function key(at: Cell): string {
  return `${at[0]},${at[1]}`;
}

export function same(a: Cell | null | undefined, b: Cell | null | undefined): boolean {
  return !!a && !!b && a[0] === b[0] && a[1] === b[1];
}

/** A point of the unrotated tile as it lies after clockwise quarter turns. */
export function turned([x, y]: Point, rotation: number): Point {
  switch (((rotation % 4) + 4) % 4) {
    case 1:
      return [TILE - y, x];
    case 2:
      return [TILE - x, TILE - y];
    case 3:
      return [y, TILE - x];
    default:
      return [x, y];
  }
}

/** The other way round: from the tile as it lies to its drawing. */
export function unturned(at: Point, rotation: number): Point {
  return turned(at, 4 - (rotation % 4));
}

export type Box = { left: number; top: number; right: number; bottom: number };

/** The cells that hold everything, in cells, right and bottom included. */
export function bounds(cells: readonly Cell[]): Box {
  const box = { left: 0, top: 0, right: 0, bottom: 0 };
  cells.forEach(([x, y], i) => {
    box.left = i ? Math.min(box.left, x) : x;
    box.right = i ? Math.max(box.right, x) : x;
    box.top = i ? Math.min(box.top, y) : y;
    box.bottom = i ? Math.max(box.bottom, y) : y;
  });
  return box;
}

/** Screen = world × k + (x, y). */
export type Camera = { x: number; y: number; k: number };

export const NEAREST = 2.6;
export const FARTHEST = 0.16;

export function fit(box: Box, width: number, height: number, margin = 0.6, nearest = 1.5): Camera {
  const w = (box.right - box.left + 1 + 2 * margin) * TILE;
  const h = (box.bottom - box.top + 1 + 2 * margin) * TILE;
  const k = Math.max(FARTHEST, Math.min(nearest, width / w, height / h));
  const cx = ((box.left + box.right + 1) / 2) * TILE;
  const cy = ((box.top + box.bottom + 1) / 2) * TILE;
  return { x: width / 2 - cx * k, y: height / 2 - cy * k, k };
}

export function zoomAt(camera: Camera, factor: number, at: Point): Camera {
  const k = Math.max(FARTHEST, Math.min(NEAREST, camera.k * factor));
  const f = k / camera.k;
  return { x: at[0] - (at[0] - camera.x) * f, y: at[1] - (at[1] - camera.y) * f, k };
}

export function toWorld(camera: Camera, at: Point): Point {
  return [(at[0] - camera.x) / camera.k, (at[1] - camera.y) / camera.k];
}

export function cellOf(world: Point): Cell {
  return [Math.floor(world[0] / TILE), Math.floor(world[1] / TILE)];
}

/** Whether the camera shows the whole box. */
export function shows(camera: Camera, box: Box, width: number, height: number): boolean {
  return (
    box.left * TILE * camera.k + camera.x >= 0 &&
    box.top * TILE * camera.k + camera.y >= 0 &&
    (box.right + 1) * TILE * camera.k + camera.x <= width &&
    (box.bottom + 1) * TILE * camera.k + camera.y <= height
  );
}

/** Options that are cells, by cell: rotation → option. */
export type Places = Map<string, { at: Cell; turns: Map<number, OptionView> }>;

export function places(options: readonly OptionView[]): Places {
  const found: Places = new Map();
  for (const option of options) {
    if (option.target.on !== "cell") continue;
    const name = key(option.target.at);
    const place = found.get(name) ?? { at: option.target.at, turns: new Map<number, OptionView>() };
    place.turns.set(option.target.rotation, option);
    found.set(name, place);
  }
  return found;
}

/** The listed rotation that is met first when turning clockwise from the wished one. */
export function firstTurn(turns: Iterable<number>, wished: number): number | null {
  const listed = [...turns];
  if (!listed.length) return null;
  return listed.reduce((best, turn) => ((turn - wished + 4) % 4 < (best - wished + 4) % 4 ? turn : best));
}

/** The next listed rotation after the present one; the same if it is the only one. */
export function nextTurn(turns: Iterable<number>, present: number, step: 1 | -1 = 1): number | null {
  const listed = [...turns];
  if (!listed.length) return null;
  const way = (turn: number) => ((turn - present) * step + 8) % 4 || 4;
  return listed.reduce((best, turn) => (way(turn) < way(best) ? turn : best));
}

export type Direction = "up" | "down" | "left" | "right";

/** The cell that an arrow key leads to. */
export function step(cells: readonly Cell[], from: Cell, direction: Direction): Cell | null {
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as Cell;
  let best: Cell | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const along = (cell[0] - from[0]) * dx + (cell[1] - from[1]) * dy;
    const across = Math.abs((cell[0] - from[0]) * dy) + Math.abs((cell[1] - from[1]) * dx);
    if (along <= 0) continue;
    const far = along + 2 * across;
    if (far < least) {
      least = far;
      best = cell;
    }
  }
  return best;
}

/** One road of a lake, offered as an end of its ferry. */
export type Landing = { at: Cell; end: number; n: number };

/** The ends that ferries can be put on, lake by lake, numbered from 1. */
export function landings(options: readonly OptionView[]): Landing[] {
  const found = new Map<string, Landing>();
  const lakes = options.flatMap(({ target }) => (target.on === "ferry" ? [target] : []));
  for (const lake of lakes) {
    const ends = new Set(lakes.filter((other) => same(other.at, lake.at)).flatMap((other) => other.ends));
    for (const end of [...ends].sort((a, b) => a - b)) {
      const name = `${key(lake.at)} ${end}`;
      if (!found.has(name)) found.set(name, { at: lake.at, end, n: found.size + 1 });
    }
  }
  return [...found.values()];
}

/** The option that connects two roads of one lake. */
export function ferryBetween(options: readonly OptionView[], a: Landing, b: Landing): OptionView | null {
  if (!same(a.at, b.at)) return null;
  const is = ({ target }: OptionView) => target.on === "ferry" && same(target.at, a.at) && target.ends.includes(a.end) && target.ends.includes(b.end);
  return a.end === b.end ? null : (options.find(is) ?? null);
}

/** Where the n-th of several figures on one segment stands. */
export function stand(anchors: readonly Point[], n: number, rotation: number): Point {
  const anchor = anchors[n] ?? anchors[0] ?? [TILE / 2, TILE / 2];
  const [x, y] = turned(anchor, rotation);
  const over = n < Math.max(anchors.length, 1) ? 0 : n - anchors.length + 1;
  return [x + over * 13, y + over * 5];
}
