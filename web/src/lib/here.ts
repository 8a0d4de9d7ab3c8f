// Where games are kept: on a server, or on this device.

/** The page was built for a static host (`make site`): there is no server behind it. */
export const isSite = import.meta.env.MODE === "site";

const PREFIX = "here-";

/** Whether a game is kept on this device. Ids of servers have no hyphen. */
export const isHere = (game: string): boolean => game.startsWith(PREFIX);

/** An id that no other game has. */
export function newId(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return PREFIX + [...crypto.getRandomValues(new Uint8Array(14))].map((byte) => letters[byte % 32]).join("");
}
