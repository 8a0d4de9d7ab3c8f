// Regions that are lit on the board beside what has just happened: what a lesson speaks of, and what an answer would score.
import type { Spot } from "../board/geometry";
import type { Lit } from "../game/teller.svelte";
import type { Light } from "../learn/lights";

/** A pointer that only passes asks nothing. */
const REST = 120;
/** More regions than these at once say nothing. */
const MOST = 4;

export class Lights {
  taught = $state.raw<Lit[]>([]);
  foreseen = $state.raw<{ spots: Spot[]; colour: string }[]>([]);

  /** `spotsOf` finds the whole region of a segment. */
  constructor(private readonly spotsOf: (spot: Spot) => Promise<Spot[]>) {}

  /** Lights regions in the component that makes it; each for as long as it is named. */
  watch(lesson: () => readonly Light[], answer: () => readonly Light[]): void {
    // A view that says the same of the lesson puts nothing out.
    const spoken = $derived(JSON.stringify(lesson()));
    $effect(() => this.teach(JSON.parse(spoken) as Light[]));
    $effect(() => this.foresee(answer()));
  }

  private found(lights: readonly Light[]): Promise<{ spots: Spot[]; colour: string }[]> {
    return Promise.all(lights.map(async ({ colour, ...spot }) => ({ spots: await this.spotsOf(spot), colour })));
  }

  /** What a step of a lesson speaks of. Ends with what it gives back. */
  teach(lights: readonly Light[]): () => void {
    let isWanted = true;
    void this.found(lights).then((found) => {
      if (isWanted) this.taught = found.map((lit) => ({ ...lit, stays: true }));
    });
    return () => (isWanted = false);
  }

  /** What the answer that is looked at would score. Ends with what it gives back. */
  foresee(lights: readonly Light[]): (() => void) | undefined {
    if (!lights.length) return void (this.foreseen = []);
    let isWanted = true;
    const timer = setTimeout(async () => {
      const found = await this.found(lights.slice(0, MOST));
      if (isWanted) this.foreseen = found;
    }, REST);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }
}
