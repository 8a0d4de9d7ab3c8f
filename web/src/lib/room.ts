// What people do at a table that waits: sit down, stand up, ask others.
import type { GameView } from "../wire/GameView";

/** The first free seat for whoever comes. */
export const openSeat = (view: GameView): number => view.seats.findIndex((seat) => seat.open);

/** The colours that nobody at the table has; a free seat gives up its own. `own` is the seat of who asks. */
export function freeColours(view: GameView, colours: readonly string[], own: number | null = null): string[] {
  return colours.filter((colour) => !view.seats.some((seat, i) => i !== own && seat.taken && seat.colour === colour));
}

/** A code as it is read aloud: in two groups of capitals. */
export const aloud = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`.toUpperCase();
