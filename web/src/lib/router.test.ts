import { expect, it } from "vitest";
import { parse } from "./router.svelte";

it("reads the pages", () => {
  expect(parse("/", "", "")).toEqual({ page: "home" });
  expect(parse("/", "#/game/ab-c", "")).toEqual({ page: "game", id: "ab-c", turn: null });
  expect(parse("/", "#/game/ab-c/12", "")).toEqual({ page: "game", id: "ab-c", turn: 12 });
  expect(parse("/", "#/game/ab-c/x", "")).toEqual({ page: "game", id: "ab-c", turn: null });
  expect(parse("/game/ab-c", "", "?turn=7")).toEqual({ page: "game", id: "ab-c", turn: 7 });
  expect(parse("/game/ab-c", "#/", "")).toEqual({ page: "home" });
  expect(parse("/", "#/new/winter", "")).toEqual({ page: "new", box: "winter" });
  expect(parse("/", "#/rules", "")).toEqual({ page: "rules", topic: "base" });
  expect(parse("/", "#/verify/x", "")).toEqual({ page: "verify", id: "x" });
  expect(parse("/", "#/nonsense", "")).toEqual({ page: "nowhere" });
});

it("reads seat links", () => {
  expect(parse("/seat/g1/2", "#key=K", "")).toEqual({ page: "seat", id: "g1", seat: 2, key: "K" });
  expect(parse("/seat/g1/2", "", "?key=K")).toEqual({ page: "seat", id: "g1", seat: 2, key: "K" });
});
