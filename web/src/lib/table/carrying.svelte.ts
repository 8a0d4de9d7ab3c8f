// The tile that is carried from the hand to its place.
import type { Cell } from "../board/geometry";
import type { Play } from "../game/play.svelte";

/** The board, as far as something is carried over it. */
export type Ground = {
  cellAt(x: number, y: number): Cell | null;
  tileSize(): number;
};

/** A finger hides what is below it: the tile is held above. */
const HELD = 56;
/** It is as large as those on the board, but never so small or so large that it cannot be seen well. */
const [SMALLEST, LARGEST] = [40, 120];

export class Carrying {
  /** Where the tile is on the screen, and how large. */
  tile = $state.raw<{ x: number; y: number; size: number } | null>(null);

  constructor(
    private readonly play: Pick<Play, "under" | "shade">,
    private readonly board: () => Ground | undefined,
    private readonly put: (at: Cell) => void,
  ) {}

  readonly carry = ({ clientX: x, clientY, pointerType }: Pick<PointerEvent, "clientX" | "clientY" | "pointerType">): void => {
    const board = this.board();
    const y = clientY - (pointerType === "touch" ? HELD : 0);
    this.play.under = board?.cellAt(x, y) ?? null;
    this.tile = { x, y, size: Math.max(SMALLEST, Math.min(LARGEST, board?.tileSize() ?? 84)) };
  };

  /** It is put where it is seen, or goes back to the hand; without an event it was only let go of. */
  readonly drop = (event: unknown): void => {
    const { shade } = this.play;
    this.tile = null;
    this.play.under = null;
    if (event && shade) this.put(shade.at);
  };
}
