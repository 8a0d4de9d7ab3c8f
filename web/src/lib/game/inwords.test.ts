import { expect, it } from "vitest";
import { inPortions } from "./inwords";

it("asks for everything, however much it is, each thing once", async () => {
  const all = Array.from({ length: 40 }, (_, i) => `tile ${i}`);
  const known = new Map<string, string>();
  const asked: string[] = [];
  await inPortions(
    () => new Map(all.filter((name) => !known.has(name)).map((name) => [name, name] as const)),
    async (name) => (asked.push(name), `sides of ${name}`),
    (found) => found.forEach((sides, name) => known.set(name, sides)),
  );
  expect(asked).toEqual(all);
  expect(known.get("tile 39")).toBe("sides of tile 39");
});

it("ends when nobody answers any more", async () => {
  let asked = 0;
  await inPortions(
    () => new Map([["a", 1]]),
    async () => (asked++, null),
    () => expect.unreachable(),
  );
  expect(asked).toBe(1);
});
