// What lies outside of the view is pointed at from the rim: one arrow for each side, to the nearest cell there.
import { TILE, type Camera, type Cell, type Point } from "./geometry";

export type Side = "top" | "right" | "bottom" | "left";
export type Arrow = { side: Side; at: Cell; /** How many cells lie there. */ count: number };

/** The arrows for cells of which nothing is seen. */
export function outside(camera: Camera, [width, height]: Point, cells: readonly Cell[]): Arrow[] {
  const found = new Map<Side, Arrow & { far: number }>();
  const side = TILE * camera.k;
  for (const at of cells) {
    const [left, top] = [at[0] * side + camera.x, at[1] * side + camera.y];
    const beyond: Record<Side, number> = { left: -(left + side), right: left - width, top: -(top + side), bottom: top - height };
    const [where, far] = (Object.entries(beyond) as [Side, number][]).reduce((most, one) => (one[1] > most[1] ? one : most));
    if (far < 0) continue;
    const known = found.get(where);
    const nearest = known && known.far <= far ? known : { side: where, at, far };
    found.set(where, { ...nearest, count: (known?.count ?? 0) + 1 });
  }
  return [...found.values()].map(({ side, at, count }) => ({ side, at, count }));
}
