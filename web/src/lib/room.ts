// What people do at a table that waits: sit down, stand up, ask others.
import type { GameView } from "../wire/GameView";
import type { SeatView } from "../wire/SeatView";

/** The first free seat for whoever comes. */
export const openSeat = (view: GameView): number => view.seats.findIndex((seat) => seat.open);

/** The colours that nobody at the table has; a free seat gives up its own. `own` is the seat of who asks. */
export function freeColours(view: GameView, colours: readonly string[], own: number | null = null): string[] {
  return colours.filter((colour) => !view.seats.some((seat, i) => i !== own && seat.taken && seat.colour === colour));
}

/** A code as it is read aloud: in two groups of capitals. */
export const aloud = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`.toUpperCase();

/** Who plays a seat, and whether they are there: a bot, nobody yet, who has given up, somebody at a screen, somebody without a connection. */
export type Presence = "bot" | "free" | "resigned" | "here" | "away";
export function presence({ bot, taken, resigned, yours, connected }: SeatView): Presence {
  if (bot) return "bot";
  if (!taken) return "free";
  if (resigned) return "resigned";
  // Who looks at this page is here, also while the message that says so is on its way.
  return yours || connected ? "here" : "away";
}
