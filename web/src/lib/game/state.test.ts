import { describe, expect, it } from "vitest";
import type { Consequence } from "../../wire/Consequence";
import type { OptionView } from "../../wire/OptionView";
import { award, decision, entry, view } from "./sample";
import { bySource, clockNow, grown, momentOf, mySeat, nothing, placing, receive, seen, shownDecision, tileInQuestion } from "./state";

const cell: OptionView = { action: "0,1 r0", what: "place", target: { on: "cell", at: [0, 1], rotation: 0 } };
const knight: OptionView = { action: "meeple@city:N", what: "deploy", target: { on: "segment", at: [0, 1], segment: 0, figure: "meeple" } };

describe("answers that are told together", () => {
  it("are answers of their own, each at its place, with the consequences of the one before or its own", () => {
    const region: Consequence = { what: "region", worth: [3, 6] };
    const other: Consequence = { what: "region", worth: [1, 2] };
    const mage: OptionView = { action: "mage@0,0/road:E", what: "magic", target: { on: "segment", at: [0, 0], segment: 1, figure: "mage" }, brings: [region], also: [["mage@1,0/road:E", [1, 0], 0], ["mage@2,0/city:N", [2, 0], 1, [other]], ["mage@3,0/city:N", [3, 0], 2]] };
    const known = receive(nothing, { type: "view", keep: null, view: view({ decision: decision("magic", 0, [mage, knight]) }) }, 0);
    const { also: _, ...first } = mage;
    const at = (x: number, segment: number): OptionView["target"] => ({ on: "segment", at: [x, 0], segment, figure: "mage" });
    expect(known.view?.decision.options).toEqual([
      first,
      { action: "mage@1,0/road:E", what: "magic", target: at(1, 0), brings: [region] },
      { action: "mage@2,0/city:N", what: "magic", target: at(2, 1), brings: [other] },
      { action: "mage@3,0/city:N", what: "magic", target: at(3, 2), brings: [other] },
      knight,
    ]);
  });
});

describe("messages", () => {
  it("add chat lines once", () => {
    let known = receive(nothing, { type: "view", keep: null, view: view() }, 0);
    const line = { seat: 1, name: "Borys", text: "Hi", time: 0 };
    known = receive(known, { type: "chat", number: 2, line }, 0);
    known = receive(known, { type: "chat", number: 2, line }, 0);
    expect(known.view?.chat).toEqual([line]);
  });

  it("tell who is there", () => {
    let known = receive(nothing, { type: "view", keep: null, view: view() }, 0);
    known = receive(known, { type: "presence", seats: [true, false], watching: 3 }, 0);
    expect(known.view?.seats.map((known) => known.connected)).toEqual([true, false]);
    expect(known.watching).toBe(3);
  });
});

describe("what stays of a view", () => {
  const laid = (turn: number, draft = false) => ({ tile: "base-classic/A", at: [0, turn] as [number, number], rotation: 0, by: 0, turn, draft });
  const board = (...tiles: ReturnType<typeof laid>[]) => ({ tiles, figures: [], ferries: [], tokens: [], dead: [], printed: null, neutral: [], flight: [], towers: [] });
  const keep = { tiles: 1, log: 0, history: 0, discarded: 0, answered: 0, undrawn: true, chat: true, decision: false };
  const place = decision("place", 0, [cell], { tile: "base-classic/A" });
  const before = view({ board: board(laid(0)), log: [entry(1)], undrawn: [{ tile: "base-classic/B", count: 2 }], chat: [{ seat: 0, name: "Anna", text: "Hi", time: 0 }] });
  const answer = { draft: 1, decision: decision("place", 0), answer: cell.action };
  const drafted = grown(before, keep, view({ draft: 2, draft_of: 0, board: board(laid(1, true)), log: [entry(1, { at: [0, 1] })], answered: [answer], decision: decision("deploy", 0, [knight]) }));

  it("is added to, and an answered decision has the options that it was asked with", () => {
    expect(drafted.board.tiles.map(({ turn, draft }) => [turn, draft])).toEqual([[0, false], [1, true]]);
    expect(drafted.log).toEqual([entry(1, { at: [0, 1] })]);
    expect(drafted.answered).toEqual([{ ...answer, decision: place }]);
    expect([drafted.undrawn, drafted.chat]).toEqual([before.undrawn, before.chat]);
    expect(drafted.decision.options).toEqual([knight]);
  });

  it("comes back when a draft is taken back", () => {
    const back = grown(drafted, { ...keep, decision: true }, view({ draft: 1, board: board(), log: [entry(1)], decision: decision("place", 0) }));
    expect([back.decision, back.answered, back.board.tiles]).toEqual([before.decision, [], before.board.tiles]);
  });

  it("is cut where another answer is given", () => {
    const third = grown(drafted, { ...keep, answered: 1 }, view({ draft: 3, draft_of: 0, board: board(laid(1, true)), answered: [{ draft: 2, decision: decision("deploy", 0), answer: "pass" }], decision: decision("draw", null) }));
    expect(third.answered.map(({ draft, decision: { options } }) => [draft, options])).toEqual([[1, [cell]], [2, [knight]]]);
    const other = grown(third, keep, view({ draft: 2, draft_of: 0, board: board(laid(1, true)), answered: [answer], decision: decision("deploy", 0, [cell]) }));
    expect([other.answered, other.decision.options]).toEqual([[{ ...answer, decision: place }], [cell]]);
  });

  it("counts as seen but for the last turn, and not while it is a draft", () => {
    expect([seen(null), seen(view()), seen(view({ log: [entry(1), entry(2)] })), seen(drafted)]).toEqual([0, 0, 1, 0]);
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
    const robber: OptionView = { action: "robber:3", what: "robber", target: { on: "space", space: 3, figure: "robber" } };
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
    const known = receive(nothing, { type: "view", keep: null, view: view() }, 1000);
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
    const paid = { what: "ransomed", seat: 0, other: 1, figure: "meeple", points: 3 } as const;
    expect(bySource(view({ log: [entry(1, { awards: [award(4)], happened: [paid] })] })).get("ransom")).toEqual([-3, 3]);
  });

  it("knows the points of a moment, and claims nothing else", () => {
    const game = view({ history: [[3, 0], [3, 4], [20, 21]] });
    const points = (turn: number) => momentOf(game, turn).seats.map((seat) => seat.points);
    expect([0, 1, 2].map(points)).toEqual([[0, 0], [3, 0], [3, 4]]);
    expect(momentOf(game, 1).seats.every((seat) => seat.supply.length === 0 && seat.projected === null)).toBe(true);
  });
});
