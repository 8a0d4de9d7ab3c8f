// Words of the check of draws, loaded with it.
import { english, type Message } from "../forms";

export const verify = {
  "verify.1": "Before the first tile the server draws 256 random bits, the seed. The order of the tiles follows from them, and from what the browsers of the players add.",
  "verify.2": "At the start everybody sees the commitment: the SHA-256 of the seed. The seed itself stays hidden, and cannot be changed any more: another seed would have another commitment.",
  "verify.3": "When the game is over the seed is shown. This page computes its SHA-256 in your browser and compares.",
  "verify.4": "Each draw is a number of the ChaCha20 key stream of the seed. This page computes every draw again and compares it with the tile that was drawn.",
  "verify.recomputed": english("{n} draw computed again, it agrees.", "{n} draws computed again, all agree."),
  "verify.first": "{name} began because the seed says so.",
  "verify.first-differs": "Who began does not follow from the seed.",
  "verify.differs": "Draw {k} does not agree with the seed.",
  "verify.shares": "Mixed into the seed before the first draw, so that nobody could choose it alone: shares of {names}.",
  "verify.bad-share": "The share of {name} is not the one that was promised.",
  "verify.game": "Game",
  "verify.commitment": "Commitment",
  "verify.seed": "Seed",
  "verify.check": "Check",
  "verify.good": "The seed fits the commitment.",
  "verify.bad": "The seed does not fit the commitment.",
  "verify.hidden": "The seed is shown when the game is over.",
  "verify.malformed": "A seed is 64 hexadecimal digits.",
  "verify.draws": "Drawn tiles, in order",
} as const satisfies Record<string, Message>;

export type Verify = keyof typeof verify;
