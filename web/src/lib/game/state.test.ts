import { describe, expect, it } from "vitest";
import type { OptionView } from "../../wire/OptionView";
import { award, decision, entry, happened, view } from "./sample";
import { bySource, clockNow, momentOf, mySeat, nothing, placing, receive, shownDecision, tileInQuestion } from "./state";

const cell: OptionView = { action: "0,1 r0", target: { on: "cell", at: [0, 1], rotation: 0 } };
const knight: OptionView = { action: "meeple@city:N", target: { on: "segment", at: [0, 1], segment: 0, figure: "meeple" } };


describe("messages", () => {
  it("add chat lines once", () => {
    let known = receive(nothing, { type: "view", view: view() }, 0);
    const line = { seat: 1, name: "Borys", text: "Hi", time: 0 };
    known = receive(known, { type: "chat", number: 2, line }, 0);
    known = receive(known, { type: "chat", number: 2, line }, 0);
    expect(known.view?.chat).toEqual([line]);
  });

  it("tell who is there", () => {
    let known = receive(nothing, { type: "view", view: view() }, 0);
    known = receive(known, { type: "presence", seats: [true, false], watching: 3 }, 0);
    expect(known.view?.seats.map((known) => known.connected)).toEqual([true, false]);
    expect(known.watching).toBe(3);
  });
});

describe("a draft", () => {
  const place = { draft: 1, decision: decision("place", 0, [cell]), answer: cell.action };
  const deploy = { draft: 2, decision: decision("deploy", 0, [knight]), answer: knight.action };

  it("can be answered in another way, also after a reload", () => {
    const laid = view({ draft: 2, draft_of: 0, can_undo: true, answered: [place], decision: deploy.decision });
    expect(placing(laid)).toEqual(place);
    expect(shownDecision(laid)).toEqual({ ...deploy, answer: null });
    const done = view({ draft: 3, draft_of: 0, can_undo: true, must_confirm: true, answered: [place, deploy], decision: decision("draw", null) });
    expect(placing(done)).toEqual(place);
    expect(shownDecision(done)).toEqual(deploy);
    expect(placing(view({ active: 1, decision: decision("place", 1) }))).toBeNull();
  });

  it("is confirmed before the other player at this screen is asked", () => {
    const robber: OptionView = { action: "robber:3", target: { on: "space", space: 3, figure: "robber" } };
    const waits = view({ draft: 3, draft_of: 0, must_confirm: true, answered: [place, deploy], decision: decision("robber", 1, [robber]) });
    expect(shownDecision(waits)).toEqual(deploy);
    expect(mySeat(waits)).toBe(0);
  });

  it("is about the tile that it has laid, or that the decision names", () => {
    const tile = { tile: "base-classic/A", at: [2, 1] as [number, number], rotation: 0, by: 0, turn: 1, draft: false };
    const board = { tiles: [tile], figures: [], ferries: [], tokens: [], dead: [], printed: null, neutral: [], flight: [], towers: [] };
    expect(tileInQuestion(view({ board, decision: decision("land", 0, [], { at: [2, 1] }) }))).toEqual(tile);
    expect(tileInQuestion(view({ board }))).toBeNull();
  });
});

describe("seats", () => {
  it("know whose decision it is", () => {
    expect(mySeat(view())).toBe(0);
    expect(mySeat(view({ decision: decision("place", 1) }))).toBeNull();
    const waits = view({ must_confirm: true, draft_of: 0, active: 1, decision: decision("draw", null) });
    expect(mySeat(waits)).toBe(0);
  });

  it("have clocks that run only for the one who is asked", () => {
    const known = receive(nothing, { type: "view", view: view() }, 1000);
    expect(clockNow(known, 0, 4000)).toBe(7000);
    expect(clockNow(known, 1, 4000)).toBe(10_000);
    expect(clockNow(known, 0, 40_000)).toBe(0);
  });
});

describe("the log", () => {
  it("adds up points by source, the final scoring once", () => {
    const found = bySource(view({ log: [entry(1, { awards: [award(4), award(3, "road")] }), entry(0, { awards: [award(9)] })], final_awards: [award(9)] }));
    expect(found.get("city")).toEqual([13, 0]);
    expect(found.get("road")).toEqual([3, 0]);
  });

  it("counts a ransom for both who pay and get it", () => {
    const paid = happened("ransomed", { seat: 0, other: 1, figure: "meeple", n: 3 });
    expect(bySource(view({ log: [entry(1, { awards: [award(4)], happened: [paid] })] })).get("ransom")).toEqual([-3, 3]);
  });

  it("knows the points of a moment, and claims nothing else", () => {
    const game = view({ history: [[3, 0], [3, 4], [20, 21]] });
    const points = (turn: number) => momentOf(game, turn).seats.map((seat) => seat.points);
    expect([0, 1, 2].map(points)).toEqual([[0, 0], [3, 0], [3, 4]]);
    expect(momentOf(game, 1).seats.every((seat) => seat.supply.length === 0 && seat.projected === null)).toBe(true);
  });
});
