import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Spot } from "../board/geometry";
import { Lights } from "./lights.svelte";

const asked: Spot[] = [];
/** A region of two tiles. */
const spotsOf = async (spot: Spot): Promise<Spot[]> => {
  asked.push(spot);
  return [spot, { ...spot, at: [spot.at[0] + 1, spot.at[1]] }];
};
const light = (x: number) => ({ at: [x, 0] as [number, number], segment: 1, colour: "blue" });

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

it("what a lesson speaks of stays lit as a whole region", async () => {
  const lights = new Lights(spotsOf);
  lights.teach([light(0)]);
  await vi.runAllTimersAsync();
  expect(lights.taught).toEqual([{ colour: "blue", stays: true, spots: [{ at: [0, 0], segment: 1 }, { at: [1, 0], segment: 1 }] }]);
});

it("what has become old is not lit any more when its region comes", async () => {
  const lights = new Lights(spotsOf);
  const end = lights.teach([light(0)]);
  end();
  lights.teach([light(5)]);
  await vi.runAllTimersAsync();
  expect(lights.taught.map(({ spots }) => spots[0]?.at)).toEqual([[5, 0]]);
});

it("what an answer would score is asked for when the pointer rests, and only so much of it", async () => {
  const lights = new Lights(spotsOf);
  lights.foresee([light(0)])?.();
  await vi.runAllTimersAsync();
  expect(asked).toEqual([]);
  lights.foresee([0, 1, 2, 3, 4, 5].map(light));
  await vi.runAllTimersAsync();
  expect(lights.foreseen).toHaveLength(4);
  expect(lights.foresee([])).toBeUndefined();
  expect(lights.foreseen).toEqual([]);
});
