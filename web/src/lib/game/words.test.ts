import { afterEach, describe, expect, it } from "vitest";
import type { AwardSource } from "../../wire/AwardSource";
import type { AwardView } from "../../wire/AwardView";
import type { DecisionView } from "../../wire/DecisionView";
import type { FigureView } from "../../wire/FigureView";
import type { GameView } from "../../wire/GameView";
import type { OptionView } from "../../wire/OptionView";
import type { Question } from "../../wire/Question";
import { reader, type Language } from "../i18n/index.svelte";
import type { News } from "./news";
import { came, decision, seat, view as sample } from "./sample";
import { spoken } from "./voice";
import { award, confirmHint, happening, hint, note, option, question, timeLeft, told, waiting, way, winner } from "./words";

const view = { seats: [{ name: "Anna" }, { name: "Borys" }] } as unknown as GameView;
const pass: OptionView = { action: "pass", what: "pass", target: { on: "button" } };
const about = <Kind extends Question["kind"]>(kind: Kind, change: Partial<Extract<Question, { kind: Kind }>> & { options?: OptionView[] } = {}): DecisionView => ({ ...decision(kind, 0), ...change });

const KINDS: Question["kind"][] = [
  "place", "deploy", "robber", "ingot", "magic", "land", "put-ferry", "move-ferry", "score-next", "keep-farmer", "mark", "rob", "message", "message-return",
];

describe("questions", () => {
  it("has one for every decision", () => {
    for (const kind of KINDS) {
      expect(question(about(kind)), kind).not.toBe("Choose");
      expect(hint(about(kind)), kind).not.toBe("");
    }
    for (const figure of ["builder", "pig"] as const) expect(question(about("accompany", { figure }))).toContain(figure);
    for (const kind of ["crop", "crop-add", "crop-return"] as const)
      for (const circle of ["pitchfork", "club", "shield"] as const) expect(question(about(kind, { circle })), `${kind} ${circle}`).not.toBe("Choose");
  });

  it("tells apart what may be left from what must be done", () => {
    expect(question(about("robber"))).toBe("Where does your robber go?");
    expect(question(about("robber", { options: [pass] }))).toBe("Move your robber?");
    expect(question(about("message-return", { options: [pass] }))).toBe("Take a meeple back?");
    expect(question(about("magic", { joined: true }))).toContain("have met");
    expect(question(about("mark", { points: 1 }))).toBe("1 point: which marker moves?");
  });

  it("names the alternatives of the deploy step", () => {
    const knight: OptionView = { action: "a", what: "deploy", target: { on: "segment", at: [0, 0], segment: 0, figure: "meeple" } };
    const fairy: OptionView = { action: "b", what: "fairy", target: { on: "tile", at: [1, 0], figure: "fairy" } };
    const floor: OptionView = { action: "c", what: "floor", target: { on: "floor", at: [2, 0], height: 3, reach: [] } };
    const seize: OptionView = { action: "d", what: "princess", target: { on: "seize", seat: 1, figure: "meeple", with: "builder", at: [2, 0], segment: 0 } };
    const deploy = (...options: OptionView[]) => about("deploy", { at: [0, 0], options });
    expect(question(deploy(knight, fairy))).toContain("fairy");
    expect(question(deploy(knight, fairy, floor))).toContain("tower");
    expect(question(deploy({ ...knight, what: "portal" }))).toContain("portal");
    expect(question(deploy(knight, seize, floor))).toContain("princess");
    expect([knight, fairy, floor, seize].map(way)).toEqual(["place", "fairy", "tower-floor", "princess"]);
    expect(option(view, about("deploy"), floor, null)).toBe("Add a floor: 3 floors");
    expect(option(view, about("deploy"), seize, "city")).toBe("Send away: knight + builder (Borys)");
    expect(option(view, about("capture"), { ...seize, what: "capture" }, "road")).toBe("Capture: traveller + builder (Borys)");
    const captive: OptionView = { action: "e", what: "ransom", target: { on: "captive", captor: 1, seat: 0, figure: "large" } };
    expect(option(view, about("ransom"), captive, null)).toBe("Ransom for 3 points: large meeple (Borys)");
    expect(option(view, about("exchange"), { ...captive, what: "exchange" }, null)).toBe("Take back: large meeple (Borys)");
    expect(option(view, about("send"), { action: "f", what: "send", target: { on: "part", part: "smithy", figure: "meeple" } }, null)).toBe("Send: Smithy (meeple)");
    expect(question(about("step-dragon", { steps: 1 }))).toBe("Where does the dragon fly? 1 step left");
  });

  it("names what passing means", () => {
    expect(option(view, about("deploy"), pass, null)).toBe("No meeple");
    expect(option(view, about("move-ferry"), pass, null)).toBe("Leave the ferry");
    expect(option(view, about("accompany", { figure: "pig" }), pass, null)).toBe("Without the pig");
    const rob: OptionView = { action: "rob:Borys", what: "rob", target: { on: "seat", seat: 1, points: 5 } };
    expect(option(view, about("rob"), rob, null)).toBe("Borys: 5 points for you");
  });
});

describe("awards", () => {
  type Given = Partial<Omit<AwardView, "source">>;
  const given = (change: Given = {}, source: AwardSource = { source: "road" }): AwardView => ({
    seat: 0, when: "completed", points: 3, items: [{ what: "tiles", count: 5, each: 1 }], halved: null, at: [0, 0], segment: 0, rules: [], ...change, ...source,
  });

  it("say why they are halved, whom they were robbed of, and what the mage adds", () => {
    expect(award(view, given({ halved: "witch" }))).toBe("Road, 5 tiles, halved by the witch = 3 → Anna");
    const robbed = given({ halved: "robber", at: null, segment: null, items: [{ what: "robbed", count: 5, each: 1 }] }, { source: "robbery", from: 1 });
    expect(award(view, robbed)).toBe("Robbery: Borys, half of 5 points = 3 → Anna");
    const mage = given({ points: 6, items: [{ what: "tiles", count: 3, each: 1 }, { what: "mage", count: 3, each: 1 }] });
    expect(award(view, mage)).toBe("Road, 3 tiles + mage: 3 tiles = 6 → Anna");
    expect(award(view, given({ points: 2, items: [{ what: "messages", count: 1, each: 2 }] }, { source: "message", message: 4 }))).toBe("Message 4 (Take one more turn), 2 points instead = 2 → Anna");
    expect(award(view, given({ when: "final", at: null, points: 10, items: [{ what: "goods", count: 1, each: 10 }] }, { source: "goods", goods: "wheat" }))).toBe("Most wheat, 1 majority × 10 = 10 → Anna");
  });
});

describe("the log", () => {
  it("tells who did it and what it was", () => {
    const drawn = { what: "message-drawn", seat: 1, message: 4 } as const;
    expect(happening(view, drawn, 0)).toBe("Borys draws a message: Take one more turn");
    expect(happening(view, { what: "goods-taken", seat: 0, goods: "wine", count: 2 }, 1)).toBe("Anna takes 2 wine tokens");
    expect(happening(view, { what: "ferry-put", at: [0, 0], ends: [0, 1] }, 1)).toBe("Borys places a ferry");
    expect(happening(view, { what: "pig-moved", sector: "taxes", steps: 3 }, 0)).toBe("The pig moves 3 sectors: Taxes");
  });
});

describe("who reads alone at a screen", () => {
  const speak = (language: Language) => reader.choose(language, false);
  const called = (name: string) => ({ ...view, seats: [seat(name, true), seat("Borys", false)] });
  const entry = { seat: 0, turn: 1 } as News["entry"];
  const placed = (by: number): News => ({ what: "placed", entry: { ...entry, seat: by }, at: [2, -1] });
  afterEach(() => speak("en"));

  it("is spoken to in three languages, also by the name that a lesson gives", async () => {
    const says: Record<Language, string[]> = {
      en: ["You lay a tile at column 2, row -1.", "Borys lays a tile at column 2, row -1.", "You win", "You take 2 wine tokens", "Borys captures a meeple of yours", "You resign", "Your turn."],
      uk: ["Ви викладаєте плитку: стовпець 2, рядок -1.", "Borys викладає плитку: стовпець 2, рядок -1.", "Ви перемогли", "Ви отримуєте 2 жетони вина", "Borys бере в полон вашого підданця", "Ви здаєте партію", "Ваш хід."],
      ru: ["Вы выкладываете квадрат: столбец 2, ряд -1.", "Borys выкладывает квадрат: столбец 2, ряд -1.", "Вы победили", "Вы получаете 2 жетона вина", "Borys берёт в плен вашего подданного", "Вы сдаёте партию", "Ваш ход."],
    };
    for (const [language, name] of [["en", "You"], ["uk", "Ви"], ["ru", "Anna"]] as const) {
      await speak(language);
      const now = called(name);
      expect([
        spoken(now, placed(0)),
        spoken(now, placed(1)),
        winner({ ...now, winners: [0] }),
        happening(now, { what: "goods-taken", seat: 0, goods: "wine", count: 2 }, 1),
        happening(now, { what: "captured", seat: 1, other: 0, figure: "meeple", at: [0, 0] }, 1),
        note(now, { note: "resigned", seat: 0 }),
        told(now, "live.your-turn", { name: 0 }),
      ]).toEqual(says[language]);
    }
  });

  it("is not when others share the screen, and who watches neither", () => {
    const pair = { ...view, winners: [0], seats: [seat("Anna", true), seat("Borys", true)] };
    expect(winner(pair)).toBe("Anna wins");
    expect(winner({ ...pair, seats: [seat("Anna", false), seat("Borys", false)] })).toBe("Anna wins");
    expect(told(pair, "live.your-turn", { name: 1 })).toBe("Your turn, Borys.");
  });

  it("hears of a figure that somebody else adds in their turn by the name of who adds it", () => {
    const figure: FigureView = { seat: 1, figure: "meeple", at: [0, 0], segment: 0, draft: false };
    expect(spoken(called("Anna"), { what: "deployed", entry, figure: came(figure) })).toBe("Borys places: knight.");
  });
});

describe("before a turn is confirmed", () => {
  it("is said that no meeple is left only to whoever has none of any kind", () => {
    const laid = (supply: GameView["seats"][number]["supply"]): GameView => {
      const game = sample();
      const [own, ...others] = game.seats;
      if (!own) throw new Error("nobody is seated");
      return { ...game, must_confirm: true, decision: decision("draw", null), seats: [{ ...own, supply, has_meeple: supply.some(({ count }) => count > 0) }, ...others] };
    };
    expect(confirmHint(laid([{ figure: "meeple", count: 0 }]), 0)).toBe("You have no meeple left to place. Confirm, or undo.");
    expect(confirmHint(laid([{ figure: "meeple", count: 0 }, { figure: "large", count: 1 }]), 0)).not.toContain("no meeple");
  });
});

describe("what is read while nobody is asked", () => {
  it("names who is waited for, and before the first draw nobody", () => {
    const running = sample();
    expect(waiting({ ...running, awaits_shares: false })).toContain(running.seats[running.decision.seat ?? running.active ?? 0]?.name ?? "nobody");
    expect(waiting({ ...running, awaits_shares: true })).toBe("The tiles are being shuffled…");
  });
});

it("a clock of days is short where there is little room", () => {
  const hour = 3_600_000;
  expect([timeLeft(47 * hour), timeLeft(47 * hour, true), timeLeft(48 * hour, true)]).toEqual(["1 day 23 hours", "1 d 23 h", "2 d"]);
  expect(timeLeft(90_000, true)).toBe("1:30");
});
