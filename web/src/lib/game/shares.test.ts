import { expect, test } from "vitest";
import { bytes, hex } from "./fairness";
import { hashOf, mixed } from "./shares";

test("promises and mixtures are those of the server", () => {
  const zero = new Uint8Array(32);
  expect(hashOf(0, zero)).toBe("0fbea76ea8c98ff94bfff70607b5ebfdd51aa15bfb4a77863d4d664a079da587");
  expect(hashOf(1, zero)).not.toBe(hashOf(0, zero));
  const seed = bytes("07".repeat(32))!;
  expect(mixed(seed, [])).toBe(seed);
  expect(mixed(seed, [{ seat: 0, share: null }])).toBe(seed);
  expect(hex(mixed(seed, [{ seat: 0, share: "01".repeat(32) }, { seat: 1, share: "02".repeat(32) }]))).toBe("c27b00a2f3571fc8519ef466f832117f80590586d2c3b1632c88a1a2562dd1b6");
});
