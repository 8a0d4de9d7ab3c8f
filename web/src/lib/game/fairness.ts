// What anybody can compute to see that the draws were fixed before the game: SHA-256 of the seed.

/** The bytes of 64 hexadecimal digits. */
export function bytes(hex: string): Uint8Array<ArrayBuffer> | null {
  const digits = hex.trim();
  if (!/^[0-9a-f]{64}$/i.test(digits)) return null;
  return Uint8Array.from({ length: 32 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

export function hex(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether the seed is the one that was promised. */
export async function fits(seed: string, commitment: string): Promise<boolean> {
  const data = bytes(seed);
  if (!data) return false;
  return hex(sha256(data)) === commitment.trim().toLowerCase();
}

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** The first 32 bits of fractions of roots of primes, as the standard asks. */
const [starts, steps] = (() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const part = (x: number) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  return [primes.slice(0, 8).map((p) => part(Math.sqrt(p))), primes.map((p) => part(Math.cbrt(p)))] as const;
})();

/** SHA-256 of at most 55 bytes. The browser's own is missing on plain http, where friends on one network play. */
export function sha256(data: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(data);
  block[data.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(60, data.length * 8);
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(4 * i);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  const h = Uint32Array.from(starts);
  let [a, b, c, d, e, f, g, k] = [...h] as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (k + s1 + ((e & f) ^ (~e & g)) + steps[i]! + w[i]!) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [k, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  const out = new DataView(new ArrayBuffer(32));
  [a, b, c, d, e, f, g, k].forEach((x, i) => out.setUint32(4 * i, (h[i]! + x) >>> 0));
  return new Uint8Array(out.buffer);
}
