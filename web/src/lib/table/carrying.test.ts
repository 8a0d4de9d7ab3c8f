import { expect, it } from "vitest";
import type { Cell } from "../board/geometry";
import type { Play } from "../game/play.svelte";
import { Carrying, type Ground } from "./carrying.svelte";

const ground = (size: number): Ground => ({ cellAt: (x, y) => [x, y], tileSize: () => size });
const hand = (): Pick<Play, "under" | "shade"> => ({ under: null, shade: null });
const shade = (at: Cell) => ({ at }) as Play["shade"];
const at = (clientX: number, clientY: number, pointerType = "mouse") => ({ clientX, clientY, pointerType });

it("a tile is carried where the mouse is, and above a finger", () => {
  const play = hand();
  const carrying = new Carrying(play, () => ground(84), () => {});
  carrying.carry(at(10, 200));
  expect([carrying.tile, play.under]).toEqual([{ x: 10, y: 200, size: 84 }, [10, 200]]);
  carrying.carry(at(10, 200, "touch"));
  expect(play.under).toEqual([10, 144]);
});

it("it can be seen however large the board is shown, and without one", () => {
  const sizes = [5, 500].map((size) => {
    const carrying = new Carrying(hand(), () => ground(size), () => {});
    carrying.carry(at(0, 0));
    return carrying.tile?.size;
  });
  expect(sizes).toEqual([40, 120]);
  const play = hand();
  new Carrying(play, () => undefined, () => {}).carry(at(0, 0));
  expect(play.under).toBeNull();
});

it("it is put where it is seen, or goes back to the hand", () => {
  const put: Cell[] = [];
  const play = hand();
  const carrying = new Carrying(play, () => ground(84), (cell) => put.push(cell));
  carrying.carry(at(0, 0));
  carrying.drop({});
  expect([put, carrying.tile, play.under]).toEqual([[], null, null]);
  play.shade = shade([2, 3]);
  carrying.drop(null);
  expect(put).toEqual([]);
  carrying.drop({});
  expect(put).toEqual([[2, 3]]);
});
