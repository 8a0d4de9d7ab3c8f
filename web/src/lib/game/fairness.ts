// What anybody can compute to see that the draws were fixed before the game: SHA-256 of the seed, and every draw
// from the ChaCha20 key stream of it (docs/protocol.md, section Fairness).

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

/** SHA-256. The browser's own is missing on plain http, where friends on one network play. */
export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(64 * Math.ceil((data.length + 9) / 64));
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, data.length * 8);
  const h = Uint32Array.from(starts);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, k] = [...h] as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (k + s1 + ((e & f) ^ (~e & g)) + steps[i]! + w[i]!) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, k].forEach((x, i) => (h[i] = h[i]! + x));
  }
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** The first block of the ChaCha20 key stream (RFC 8439) for a draw, as 32-bit words; `block` counts on. */
export function keyStream(seed: Uint8Array, draw: number, block: number): Uint32Array {
  const key = new DataView(seed.buffer, seed.byteOffset, 32);
  const start = Uint32Array.from([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...Array.from({ length: 8 }, (_, i) => key.getUint32(4 * i, true)), block, 0, draw, 0]);
  const s = Uint32Array.from(start);
  const left = (x: number, n: number) => (x << n) | (x >>> (32 - n));
  const quarter = (a: number, b: number, c: number, d: number) => {
    s[a] = s[a]! + s[b]!;
    s[d] = left(s[d]! ^ s[a]!, 16);
    s[c] = s[c]! + s[d]!;
    s[b] = left(s[b]! ^ s[c]!, 12);
    s[a] = s[a]! + s[b]!;
    s[d] = left(s[d]! ^ s[a]!, 8);
    s[c] = s[c]! + s[d]!;
    s[b] = left(s[b]! ^ s[c]!, 7);
  };
  for (let round = 0; round < 10; round++) {
    quarter(0, 4, 8, 12);
    quarter(1, 5, 9, 13);
    quarter(2, 6, 10, 14);
    quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15);
    quarter(1, 6, 11, 12);
    quarter(2, 7, 8, 13);
    quarter(3, 4, 9, 14);
  }
  return s.map((word, i) => word + start[i]!);
}

/** The number below `n` of a draw: words beyond the largest multiple of `n` are skipped. */
export function below(seed: Uint8Array, draw: number, n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n;
  for (let block = 0; ; block++) for (const word of keyStream(seed, draw, block)) if (word < limit) return word % n;
}

/** The outcome of a draw among outcomes with weights, in their order. */
export function outcome(seed: Uint8Array, draw: number, outcomes: readonly (readonly [string, number])[]): string | null {
  const total = outcomes.reduce((sum, [, weight]) => sum + weight, 0);
  if (!total) return null;
  let rest = below(seed, draw, total);
  for (const [name, weight] of outcomes) {
    if (rest < weight) return name;
    rest -= weight;
  }
  return null;
}
