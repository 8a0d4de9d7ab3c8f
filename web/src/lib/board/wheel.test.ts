import { expect, it } from "vitest";
import { Notches, zoomOf, type Turned } from "./wheel";

const turned = (deltaY: number, timeStamp = 0, change: Partial<Turned> = {}): Turned => ({ deltaY, deltaMode: 0, ctrlKey: false, timeStamp, ...change });

it("comes nearer upwards and goes away downwards by as much, and never too far at once", () => {
  expect(zoomOf(turned(-100))).toBeGreaterThan(1);
  expect(zoomOf(turned(-100)) * zoomOf(turned(100))).toBeCloseTo(1);
  expect(zoomOf(turned(-5000))).toBe(zoomOf(turned(-160)));
  expect(zoomOf(turned(-4, 0, { deltaMode: 1 }))).toBe(zoomOf(turned(-96)));
  expect(zoomOf(turned(-10, 0, { ctrlKey: true }))).toBeGreaterThan(zoomOf(turned(-10)));
});

it("turns the tile by a quarter for each notch, or for a swipe that comes in small steps", () => {
  const notches = new Notches();
  expect([turned(100), turned(-100, 10)].map((event) => notches.turn(event))).toEqual([1, -1]);
  expect([20, 40, 60].map((time) => notches.turn(turned(20, time)))).toEqual([null, null, 1]);
});

it("forgets what was turned before a pause", () => {
  const notches = new Notches();
  expect([notches.turn(turned(40, 1000)), notches.turn(turned(40, 1300)), notches.turn(turned(40, 1400))]).toEqual([null, null, 1]);
});
