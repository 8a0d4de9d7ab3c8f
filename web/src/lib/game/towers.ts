// Dragon, fairy and towers as they were, told from the log.
import type { HappeningView } from "../../wire/HappeningView";
import type { TileFigure } from "../../wire/TileFigure";
import type { TowerView } from "../../wire/TowerView";

/** What stands on whole tiles, by figure and by cell. */
export type OnTiles = { neutral: Map<string, TileFigure>; towers: Map<string, TowerView> };

const NEUTRAL: Record<string, string> = { "dragon-put": "dragon", "dragon-moved": "dragon", "fairy-moved": "fairy" };

/** What happened to them. */
export function onTiles({ neutral, towers }: OnTiles, { what, seat, figure, n, at }: HappeningView): void {
  if (!at) return;
  const moved = NEUTRAL[what];
  if (moved) neutral.set(moved, { figure: moved, at, draft: false });
  const place = at.join();
  const tower = towers.get(place);
  if (what === "tower-started" || what === "tower-raised") towers.set(place, { at, height: n ?? 1, finished: false, guard: null, draft: false });
  else if (what === "tower-occupied" && tower && seat !== null && figure) towers.set(place, { ...tower, finished: true, guard: { seat, figure } });
  else if (what === "tower-left" && tower) towers.set(place, { ...tower, guard: null });
}
