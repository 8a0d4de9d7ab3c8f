// Answers that lie upon each other are moved apart, as little as needed; a line leads from each to its own place.
import type { Box, Point } from "./geometry";

/** More answers than these are not moved: there would be no room, and the camera comes near to them. */
const MOST = 48;
const ROUNDS = 40;

const inside = ([x, y]: Point, box: Box): Point => [Math.max(box.left, Math.min(box.right, x)), Math.max(box.top, Math.min(box.bottom, y))];

/**
 * Where things stand so that every two are at least `gap` apart. Things that share a place go to its sides, in their order.
 * `seen` is what is to be seen: whatever `isKept` there stays in it, or comes to its edge.
 */
export function spread(points: readonly Point[], gap: number, seen?: Box, isKept: (i: number) => boolean = () => true): Point[] {
  const keep = (point: Point, i: number): Point => (seen && isKept(i) ? inside(point, seen) : point);
  const found = points.map(([x, y], i): Point => keep([x, y], i));
  if (found.length > MOST) return found;
  for (let round = 0; round < ROUNDS; round++) {
    let isDone = true;
    for (let i = 0; i < found.length; i++) {
      for (let j = i + 1; j < found.length; j++) {
        const [a, b] = [found[i], found[j]];
        if (!a || !b) continue;
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let far = Math.hypot(dx, dy);
        if (far >= gap - 0.01) continue;
        isDone = false;
        // Exactly above each other: side by side, a little askew, so that three do not stay in one line for ever.
        if (far < 0.01) [dx, dy, far] = [1, 0.17 * (j - i), Math.hypot(1, 0.17 * (j - i))];
        const by = (gap - Math.min(far, gap)) / 2 / far;
        found[i] = keep([a[0] - dx * by, a[1] - dy * by], i);
        found[j] = keep([b[0] + dx * by, b[1] + dy * by], j);
      }
    }
    if (isDone) break;
  }
  return found;
}
