import { expect, it } from "vitest";
import { bytes, fits, hex, sha256 } from "./fairness";

it("computes SHA-256 as the standard says", () => {
  expect(hex(sha256(new TextEncoder().encode("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(new Uint8Array(0)))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

it("agrees with the platform on seeds", async () => {
  const seed = "00112233445566778899aabbccddeeff".repeat(2);
  const digest = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(seed)!)));
  expect(await fits(seed, digest)).toBe(true);
  expect(await fits(seed.replace("0", "1"), digest)).toBe(false);
  expect(await fits("short", digest)).toBe(false);
});
