import { describe, expect, it } from "vitest";
import { byBox, byOpponent, overall, overTime, sources } from "./statistics";
import type { Result } from "./keep";

const game = (id: string, won: boolean, more: Partial<Result> = {}): Result => ({
  id,
  date: 1,
  box: "winter",
  base: "winter",
  modules: [],
  seats: [
    { name: "Anna", bot: null, points: won ? 90 : 60, yours: true },
    { name: "Master", bot: "master", points: 75, yours: false },
  ],
  winners: [won ? 0 : 1],
  sources: { city: 40, road: 10 },
  ...more,
});

describe("statistics", () => {
  const results = [game("a", true), game("b", false), game("c", true, { box: null, base: "classic", luck: 350, errors: -1200, decisions: 40 })];
  it("count games, wins and points", () => {
    expect(overall(results)).toEqual({ name: "", games: 3, wins: 2, points: 80 });
    expect(overall([])).toEqual({ name: "", games: 0, wins: 0, points: 0 });
  });
  it("are told by box and by opponent", () => {
    expect(byBox(results).map(({ name, games, wins }) => [name, games, wins])).toEqual([
      ["winter", 2, 1],
      ["classic", 1, 1],
    ]);
    expect(byOpponent(results)[0]).toMatchObject({ name: "bot:master", games: 3, wins: 2 });
  });
  it("know where points came from", () => {
    expect(sources(results)[0]).toEqual({ source: "city", points: 40 });
  });
  it("tell luck and skill of the games that were analysed", () => {
    expect(overTime(results)).toEqual([{ date: 1, luck: 3.5, rate: 0.3 }]);
  });
});
