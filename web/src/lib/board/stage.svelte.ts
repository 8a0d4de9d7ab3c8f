// The camera on the screen. What it sees is moved without the framework, so that panning costs one style change for each frame.
import { calm } from "../settings.svelte";
import type { Camera, Point } from "./geometry";

/** Milliseconds without another turn of the wheel after which the board is drawn sharp. */
const SETTLES = 140;

/** What is moved, and in it what is around everything that grows when it is far. Tiles do not: to look at 300 of them again takes longer
    than a frame. */
export type Scenery = { world: HTMLElement | undefined; sized: HTMLElement | undefined };

/** In three dimensions, so that the board is always a layer of its own: to make it one when it begins to move would draw all of it. */
const seenFrom = ({ x, y, k }: Camera): string => `translate3d(${x}px, ${y}px, 0) scale(${k})`;

export class Stage {
  /** How near the camera is, as far as it matters for the size of things. */
  nearness = $state(1);
  /** Where the camera rests, and how much it sees. */
  looks = $state.raw<{ camera: Camera; size: Point }>({ camera: { x: 0, y: 0, k: 1 }, size: [0, 0] });
  private scheduled = 0;
  private settling: ReturnType<typeof setTimeout> | undefined;

  /** Nothing of the scenery is there before it is drawn for the first time. */
  constructor(private readonly scenery: () => Scenery) {}

  /** Shows what the camera sees, with everything in the size that fits; it may glide there. */
  draw(camera: Camera, size: Point, glide: boolean): void {
    const { world, sized } = this.scenery();
    if (!world || !sized) return;
    world.classList.toggle("glide", glide && !calm());
    world.style.transform = seenFrom(camera);
    sized.style.setProperty("--k", String(camera.k));
    this.nearness = Math.max(0.05, Math.round(camera.k * 20) / 20);
    this.looks = { camera, size };
  }

  /** With the next frame, and without a new size of what grows when it is far: that would cost too much for each frame. */
  schedule(camera: Camera): void {
    cancelAnimationFrame(this.scheduled);
    this.scheduled = requestAnimationFrame(() => {
      const { world } = this.scenery();
      world?.classList.remove("glide");
      if (world) world.style.transform = seenFrom(camera);
    });
  }

  /** While it moves the board is not drawn anew for each frame, but enlarged as it is. */
  moves(): void {
    clearTimeout(this.settling);
    this.scenery().world?.classList.add("moving");
  }

  /** It rests: whoever calls draws it sharp. */
  rests(): void {
    cancelAnimationFrame(this.scheduled);
    this.scenery().world?.classList.remove("moving");
  }

  /** It rests if nothing moves it again. The time is counted from when it was seen: a slow machine would else be sharp between two turns
      of the wheel, and late for both. */
  restsSoon(rest: () => void): void {
    requestAnimationFrame(() => {
      clearTimeout(this.settling);
      this.settling = setTimeout(rest, SETTLES);
    });
  }
}
