import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Stage, type Scenery } from "./stage.svelte";

/** An element, as far as a stage moves it. */
function element() {
  const classes = new Set<string>();
  const classList = {
    add: (name: string) => classes.add(name),
    remove: (name: string) => classes.delete(name),
    toggle: (name: string, on: boolean) => (on ? classes.add(name) : classes.delete(name)),
  };
  const sizes: Record<string, string> = {};
  return { classes, sizes, classList, style: { transform: "", setProperty: (name: string, value: string) => (sizes[name] = value) } };
}

function stage() {
  const [world, sized] = [element(), element()];
  return { world, sized, stage: new Stage(() => ({ world, sized }) as unknown as Scenery) };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const camera = { x: 10, y: 20, k: 0.52 };

it("shows the camera with everything in its size", () => {
  const { stage: shown, world, sized } = stage();
  shown.draw(camera, [800, 600], false);
  expect([world.style.transform, sized.sizes["--k"], shown.nearness, shown.looks]).toEqual(["translate3d(10px, 20px, 0) scale(0.52)", "0.52", 0.5, { camera, size: [800, 600] }]);
});

it("moves without sizes, frame by frame, and is sharp again when it rests", () => {
  const { stage: shown, world, sized } = stage();
  shown.moves();
  shown.schedule({ ...camera, x: 1 });
  shown.schedule({ ...camera, x: 2 });
  vi.advanceTimersByTime(20);
  expect([world.style.transform, sized.sizes, world.classes.has("moving")]).toEqual(["translate3d(2px, 20px, 0) scale(0.52)", {}, true]);
  shown.rests();
  expect(world.classes.has("moving")).toBe(false);
});

it("rests only when nothing moves it again", () => {
  const { stage: shown } = stage();
  const rest = vi.fn();
  shown.restsSoon(rest);
  vi.advanceTimersByTime(100);
  shown.moves();
  vi.advanceTimersByTime(1000);
  expect(rest).not.toHaveBeenCalled();
  shown.restsSoon(rest);
  vi.advanceTimersByTime(200);
  expect(rest).toHaveBeenCalledOnce();
});

it("nothing is drawn before there is something to draw", () => {
  const shown = new Stage(() => ({ world: undefined, sized: undefined }));
  shown.draw(camera, [800, 600], true);
  expect(shown.looks.size).toEqual([0, 0]);
});
