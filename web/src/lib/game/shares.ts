// What this browser adds to the randomness of a game: a share that it promises by its hash when it takes a seat, and tells
// when all seats are taken (docs/protocol.md, section Fairness). Without it the server alone would choose the seed.
import type { GameView } from "../../wire/GameView";
import { bytes, hex, sha256 } from "./fairness";

const kept = (promised: string) => `share/${promised}`;

const joined = (...parts: Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const words = (text: string) => new TextEncoder().encode(text);

/** The hash by which a share is promised for a seat. */
export const hashOf = (seat: number, share: Uint8Array): string => hex(sha256(joined(words("bastide share"), Uint8Array.of(seat), share)));

/** Makes a share for a seat and keeps it; its hash. Nothing, if this browser cannot keep it. */
export function promise(seat: number): string | undefined {
  try {
    const share = crypto.getRandomValues(new Uint8Array(32));
    const promised = hashOf(seat, share);
    localStorage.setItem(kept(promised), hex(share));
    return promised;
  } catch {
    return undefined;
  }
}

/** The shares of this browser that a game waits for. */
export function due(view: GameView): { seat: number; share: string }[] {
  if (!view.awaits_shares) return [];
  return view.shares.flatMap(({ seat, promise }) => {
    if (!view.seats[seat]?.yours) return [];
    try {
      const share = localStorage.getItem(kept(promise));
      return share ? [{ seat, share }] : [];
    } catch {
      return [];
    }
  });
}

/** Forgets the shares of a game that is over. */
export function drop(view: GameView): void {
  for (const { promise } of view.shares) {
    try {
      localStorage.removeItem(kept(promise));
    } catch {
      return;
    }
  }
}

/** The seed of the draws: the server's, mixed with the shares that were told. */
export function mixed(seed: Uint8Array, shares: readonly { seat: number; share: string | null }[]): Uint8Array {
  const told = shares.flatMap(({ seat, share }) => {
    const data = share === null ? null : bytes(share);
    return data ? [Uint8Array.of(seat), data] : [];
  });
  return told.length ? sha256(joined(words("bastide draws"), seed, ...told)) : seed;
}
