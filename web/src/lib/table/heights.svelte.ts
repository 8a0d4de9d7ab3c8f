// How high the parts around the board are, which lie over its edges: what is shown there must not be covered.
import type { Layout } from "../screen.svelte";

/** How far what stands at a height of the page rises over the lower edge of what begins and is so high. */
export const risesOver = (top: number, height: number, other: number): number => Math.max(0, top + height - other);

export class Heights {
  /** The bar keeps its place below the board; what needs more room rises over the edge of the board, which never moves. */
  bar = $state(0);
  /** The part of the page with the board, and what is asked below it. */
  field = $state<HTMLElement>();
  asks = $state<HTMLElement>();
  fieldHeight = $state(0);
  /** Whoever teaches on a small screen stands above the board, not over it, and so do hints: their ghosts lie there. */
  coach = $state(0);
  offer = $state(0);
  /** How far a long question rises over the board. */
  risen = $state(0);

  /** Measures anew whenever something is of another height, in the component that makes it. */
  watch(layout: () => Layout): void {
    $effect(() => {
      const { field, asks } = this;
      const isBelow = this.bar > 0 && this.fieldHeight > 0 && layout() !== "lying";
      this.risen = isBelow && field && asks ? risesOver(field.offsetTop, field.offsetHeight, asks.offsetTop) : 0;
    });
  }

  /** What a small screen gives of the upper edge of the board to whoever teaches, or to an offer to do so with the gap above it. */
  above(isTaught: boolean, isNarrow: boolean): number {
    return isTaught ? this.coach : isNarrow && this.offer ? this.offer + 10 : 0;
  }
}
