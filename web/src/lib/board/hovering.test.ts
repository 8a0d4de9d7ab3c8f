import { expect, it } from "vitest";
import { Hovering } from "./hovering";

function pointer() {
  const heard: unknown[] = [];
  return { heard, hovering: new Hovering({ cell: (at) => heard.push(at), spot: (spot) => heard.push(spot && spot.segment) }) };
}

it("tells a cell and a segment once, however long the pointer moves there", () => {
  const { heard, hovering } = pointer();
  for (const segment of [1, 1, 2]) hovering.at([0, 0], { at: [0, 0], segment });
  hovering.at([1, 0], null);
  expect(heard).toEqual([[0, 0], 1, 2, [1, 0], null]);
});

it("begins anew when the pointer comes back", () => {
  const { heard, hovering } = pointer();
  hovering.at([0, 0], { at: [0, 0], segment: 1 });
  hovering.leave();
  hovering.at([0, 0], { at: [0, 0], segment: 1 });
  expect(heard).toEqual([[0, 0], 1, null, null, [0, 0], 1]);
});
