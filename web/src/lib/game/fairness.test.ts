import { expect, it } from "vitest";
import { below, bytes, fits, hex, keyStream, outcome, sha256 } from "./fairness";

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

it("draws words of ChaCha20 as the standard says", () => {
  // RFC 8439, appendix A.1, first vector: key, nonce and counter are zero.
  const block = keyStream(new Uint8Array(32), 0, 0);
  expect([...block.slice(0, 4)]).toEqual([0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653]);
  // Second vector: counter 1.
  expect(keyStream(new Uint8Array(32), 0, 1)[0]).toBe(0xbee7079f);
  expect(below(new Uint8Array(32), 0, 1000)).toBe(0xade0b876 % 1000);
});

it("finds outcomes by their weights", () => {
  const seed = new Uint8Array(32).fill(9);
  const counts = new Map<string, number>();
  for (let k = 0; k < 3000; k++) {
    const drawn = outcome(seed, k, [
      ["a", 1],
      ["b", 2],
    ])!;
    counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
  }
  expect(Math.abs((counts.get("a") ?? 0) - 1000)).toBeLessThan(120);
});
