import { describe, expect, it } from "vitest";
import { highlights, ranking, stacks } from "./result";
import { award, entry, seat, view } from "./sample";

const tiles = (count: number) => ({ items: [{ what: "tiles" as const, count, each: 1 }] });

describe("the result", () => {
  it("ranks by points, and equals share a place", () => {
    expect(ranking([10, 30, 30, 5])).toEqual([
      { seat: 1, place: 1 },
      { seat: 2, place: 1 },
      { seat: 0, place: 3 },
      { seat: 3, place: 4 },
    ]);
  });

  it("stacks add up to the points, largest source first, and leave out what was paid", () => {
    const game = view({ log: [entry(1, { awards: [award(4), award(9, "road"), { ...award(3, "road"), seat: 1 }] })], final_awards: [award(2)] });
    const { sources, ofSeat } = stacks(game);
    expect(sources).toEqual(["road", "city"]);
    expect(ofSeat).toEqual([[{ source: "road", points: 9 }, { source: "city", points: 6 }], [{ source: "road", points: 3 }]]);
  });

  it("tells the largest city, the longest road and the best turn", () => {
    const small = { ...award(4), ...tiles(2) };
    const large = { ...award(10), ...tiles(5), seat: 1 };
    const unfinished = { ...award(9), ...tiles(9), when: "final" as const };
    const road = { ...award(6, "road"), ...tiles(6) };
    const log = [entry(1, { awards: [small] }), entry(2, { awards: [large, road, { ...award(5), seat: 1 }] }), entry(0, { awards: [unfinished] })];
    const found = highlights(view({ log, history: [[4, 0], [10, 15], [19, 15]] }));
    expect(found).toEqual([
      { what: "city", award: large },
      { what: "road", award: road },
      { what: "turn", turn: 2, seat: 1, points: 15 },
    ]);
    expect(highlights(view())).toEqual([]);
  });

  it("counts a ransom among the points of a turn, which is paid and no award", () => {
    const found = highlights(view({ log: [entry(1, { awards: [award(4)] }), entry(2, { awards: [{ ...award(3), seat: 1 }] })], history: [[4, 0], [1, 6]] }));
    expect(found).toEqual([{ what: "turn", turn: 2, seat: 1, points: 6 }]);
  });

  it("counts the points of a turn in which the game was stopped, before it ended", () => {
    const seats = [{ ...seat("Anna", true), points: 4 }, { ...seat("Borys", false), points: 9 }];
    const found = highlights(view({ seats, log: [entry(1, { awards: [award(4)] }), entry(2, { awards: [{ ...award(9), seat: 1 }] })], history: [[4, 0]] }));
    expect(found).toEqual([{ what: "turn", turn: 2, seat: 1, points: 9 }]);
  });
});
