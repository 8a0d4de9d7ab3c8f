// What the HTTP addresses of a server answer (api.ts), answered by the engine on this device.
import type { Created } from "../wire/Created";
import type { CreateGame } from "../wire/CreateGame";
import type { GameSummary } from "../wire/GameSummary";
import type { Me } from "../wire/Me";
import { hasEngine } from "./engine/module";
import { ask, askDesk, isRunning } from "./engine/page";
import { think } from "./engine/thinkers";
import { store } from "./engine/store";
import { recall } from "./settings.svelte";

const made = async (id: Promise<string>): Promise<Created> => ({ id: await id, links: [] });

export const local = {
  isPossible: hasEngine,
  /** The games of this device; needs no engine. */
  games: (): Promise<GameSummary[]> => store.list().catch(() => []),
  me: async (): Promise<Me> => ({ name: recall("name"), games: await local.games(), protocol: 0, art_version: "" }),
  offer: () => askDesk({ do: "offer" }),
  tiles: (set: string) => askDesk({ do: "tiles", set }),
  picture: (address: string, copy: number) => askDesk({ do: "picture", address, copy }),
  /** The engine has no tables of Unicode: names are composed here. */
  create: (wish: CreateGame): Promise<Created> => made(ask<string>({ create: { ...wish, seats: wish.seats.map((seat) => ({ ...seat, name: seat.name.normalize("NFC") })) } })),
  bring: (record: string, bots: Record<number, string> = {}): Promise<Created> => made(ask<string>({ bring: record, bots })),
  game: (id: string) => askDesk({ do: "view" }, id),
  record: (id: string) => askDesk({ do: "record" }, id),
  draws: (id: string) => askDesk({ do: "draws" }, id),
  /** A page that plays the game and needs nothing else. */
  film: async (id: string) => think({ do: "film", record: await local.record(id) }),
  /** The board, now or after a turn. */
  board: (id: string, turn: number | null) => askDesk({ do: "board", turn }, id),
  rematch: (id: string): Promise<Created> => made(ask<string>({ rematch: id })),
  /** Forgets a game, or all of them. */
  forget: (id: string | null): Promise<unknown> => (isRunning() ? ask<unknown>({ forget: id }) : hasEngine ? store.forget(id) : Promise.resolve()),
};
