import { expect, it } from "vitest";
import { pack, unpack } from "./packed";

it("gives back what was packed", async () => {
  const text = "bastide-record 1\nplayers Anna Борис\n".repeat(50);
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length / 4);
  expect(await unpack(packed)).toBe(text);
});

it("takes nothing else", async () => {
  for (const wrong of ["", "x", "%%%", "H4sIAAAA"]) expect(await unpack(wrong)).toBeNull();
});
