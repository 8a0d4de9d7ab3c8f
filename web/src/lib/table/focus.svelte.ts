// The focus at the table: whatever had it and is gone, it goes on at what is asked, never at nothing; and a place that has it is told
// by its neighbours and by what would be joined there.
import type { CellFacts } from "../../wire/CellFacts";
import { firstTurn, type Cell } from "../board/geometry";
import type { Play } from "../game/play.svelte";

/** Says what a cell is, as the tile in hand would lie there. */
type Describe = (at: Cell, rotation: number) => Promise<CellFacts | null>;

export class Focus {
  /** Somebody goes by keys. */
  private isUsed = false;
  /** The number of the last place: an answer about one before it comes too late. */
  private place = 0;

  constructor(
    private readonly play: Pick<Play, "isPlacing" | "places" | "handTurn">,
    private readonly describe: Describe,
    private readonly tell: (facts: CellFacts) => void,
  ) {}

  readonly use = (): void => {
    this.isUsed = true;
  };

  /** Keeps the focus, in the component that makes it; `mayBeLost` reads whatever may take away what has it. */
  watch(mayBeLost: () => boolean, home: () => HTMLElement | undefined): void {
    $effect(() => {
      if (!mayBeLost()) return;
      requestAnimationFrame(() => {
        if (this.isUsed && document.activeElement === document.body) home()?.focus({ preventScroll: true });
      });
    });
  }

  /** Something has the focus: the cell of a place, or nothing that is told. */
  async at(cell: string | undefined): Promise<void> {
    const { play } = this;
    const found = cell && play.isPlacing ? play.places?.get(cell) : undefined;
    const place = ++this.place;
    const rotation = found ? firstTurn(found.turns.keys(), play.handTurn) : null;
    if (!found || rotation === null) return;
    const facts = await this.describe(found.at, rotation);
    if (facts && place === this.place) this.tell(facts);
  }
}
