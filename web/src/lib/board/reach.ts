// Where answers are touched: apart from each other by a finger, and in sight if their tile is or lies under the question.
import { toWorld, type Camera, type Point } from "./geometry";
import type { Ghost } from "./landscape";
import { spread } from "./spread";

/** What a finger needs, in pixels. */
const FINGER = 44;
/** From near, answers keep so far apart on the board itself. */
const APART = 34;

/** What is seen of the board: from where, in which size, how much of it under the question, and how near for the size of things. */
export type Seen = { camera: Camera; size: Point; covered: number; nearness: number };

/** `from` is the place that an answer is about. */
export function withinReach(answers: readonly Ghost[], { camera, size, covered, nearness }: Seen): (Ghost & { from: Point })[] {
  const places = answers.map(({ at }) => at);
  const [left, top] = toWorld(camera, [FINGER / 2, FINGER / 2]);
  const [right, bottom] = toWorld(camera, [size[0] - FINGER / 2, size[1] - covered - FINGER / 2]);
  const isSeen = ([x, y]: Point) => x * camera.k + camera.x > 0 && x * camera.k + camera.x < size[0] && y * camera.k + camera.y > 0 && y * camera.k + camera.y < size[1];
  const apart = spread(places, Math.max(APART, FINGER / nearness), right > left && bottom > top ? { left, top, right, bottom } : undefined, (i) => isSeen(places[i] ?? [0, 0]));
  return answers.map((ghost, i) => ({ ...ghost, from: ghost.at, at: apart[i] ?? ghost.at }));
}
