// What a page asks beside a game's own messages: of a server by HTTP (docs/protocol.md), of this device by its engine. Whoever
// asks need not know which of the two answers.
import type { Called } from "../wire/Called";
import type { Created } from "../wire/Created";
import type { CreateGame } from "../wire/CreateGame";
import type { DeviceLink } from "../wire/DeviceLink";
import type { Draws } from "../wire/Draws";
import type { GameSummary } from "../wire/GameSummary";
import type { GameView } from "../wire/GameView";
import type { Me } from "../wire/Me";
import type { Offer } from "../wire/Offer";
import type { Problem } from "../wire/Problem";
import type { Report } from "../wire/Report";
import type { SeatLink } from "../wire/SeatLink";
import type { SeatOffer } from "../wire/SeatOffer";
import type { Status } from "../wire/Status";
import type { TakeSeat } from "../wire/TakeSeat";
import type { TileArt } from "../wire/TileArt";
import { Failure } from "./failure";
import { promise } from "./game/shares";
import { isHere, isSite } from "./here";
import { local } from "./local";

export { Failure };

export const PROTOCOL = 6;

async function answered(path: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new Failure(0, "unreachable", "The server does not answer.");
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Partial<Problem> | null;
    throw new Failure(answer.status, problem?.code ?? "http", problem?.message ?? answer.statusText);
  }
  return answer;
}

const askText = async (path: string): Promise<string> => (await answered(path)).text();

export async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await answered(path, init);
  if (answer.status === 204 || !answer.headers.get("content-type")?.includes("json")) return undefined as T;
  return (await answer.json()) as T;
}

export function post<T>(path: string, body?: unknown): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body ?? {}),
  });
}

const game = (id: string) => `/api/v1/games/${encodeURIComponent(id)}`;

/** Where a new game is kept. */
export type Where = "server" | "here";

const server = {
  me: () => ask<Me>("/api/v1/me"),
  offer: () => ask<Offer>("/api/v1/offer"),
  tiles: (set: string) => ask<TileArt[]>(`/api/v1/tiles/${encodeURIComponent(set)}`),
  create: (plan: CreateGame) =>
    post<Created>("/api/v1/games", { ...plan, seats: plan.seats.map((seat, i) => (seat.who === "here" ? { ...seat, promise: promise(i) } : seat)) }),
  games: (status: Status) => ask<GameSummary[]>(`/api/v1/games?status=${status}`),
  game: (id: string) => ask<GameView>(game(id)),
  seat: (id: string, seat: number, key: string) =>
    ask<SeatOffer>(`${game(id)}/seats/${seat}`, { headers: { "x-seat-key": key } }),
  take: (id: string, seat: number, body: TakeSeat) => post<unknown>(`${game(id)}/seats/${seat}/take`, { ...body, promise: promise(seat) }),
  /** `sure`: also if who sits there is here. */
  link: (id: string, seat: number, sure = false) => post<SeatLink>(`${game(id)}/seats/${seat}/link`, { sure }),
  /** The game that was called by a code. */
  called: (code: string) => ask<Called>(`/api/v1/codes/${encodeURIComponent(code)}`),
  report: (id: string, body: Report) => post<unknown>(`${game(id)}/report`, body),
  /** Gives up all own seats of a game. */
  leave: (id: string) => post<unknown>(`${game(id)}/leave`),
  /** A link that makes another device the same person, once. */
  deviceLink: () => post<DeviceLink>("/api/v1/me/device"),
  /** `bring`: what this browser has comes along. */
  takeDevice: (key: string, bring: boolean) => post<unknown>("/api/v1/me/device/take", { key, bring }),
  /** All own games of a status. */
  own: (status: Status) => ask<GameSummary[]>(`/api/v1/games?mine=true&status=${status}`),
  rematch: (id: string) => post<Created>(`${game(id)}/rematch`),
  cancel: (id: string) => ask<unknown>(game(id), { method: "DELETE" }),
  forgetMe: () => ask<unknown>("/api/v1/me", { method: "DELETE" }),
  draws: (id: string) => ask<Draws>(`${game(id)}/draws`),
  record: (id: string) => `${game(id)}/record`,
  recordText: (id: string) => askText(`${game(id)}/record`),
  /** A record as a game of its own; what is wrong with it comes with its line. */
  bring: (text: string) => ask<Created>("/api/v1/records", { method: "POST", headers: { "content-type": "text/plain" }, body: text }),
  /** The board, now or after a turn. */
  picture: (id: string, kind: "svg" | "png" = "svg", turn: number | null = null) => `${game(id)}/picture.${kind}${turn === null ? "" : `?turn=${turn}`}`,
  /** A page that plays the game and needs nothing else. */
  film: (id: string) => `${game(id)}/film.html`,
};

/** What is asked of the server, and of this device where there is none, or none that answers. */
async function either<T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> {
  if (isSite) return here();
  try {
    return await there();
  } catch (error) {
    if (!local.isPossible || !(error instanceof Failure) || error.status) throw error;
    return here();
  }
}

const at = <T>(where: Where | undefined, there: () => Promise<T>, here: () => Promise<T>): Promise<T> => (where === "here" ? here() : where === "server" ? there() : either(there, here));

/** What is asked of a game. */
const of = <T>(id: string, there: (id: string) => T, here: (id: string) => T): T => (isHere(id) ? here(id) : there(id));

export const api = {
  ...server,
  /** Games of this device are listed with those of the server. */
  me: async (): Promise<Me> => {
    const me = await either(server.me, local.me);
    return local.isPossible && !me.games.some((game) => isHere(game.id)) ? { ...me, games: [...me.games, ...(await local.games())] } : me;
  },
  offer: () => either(server.offer, local.offer),
  /** Without a place: on the server if one answers, and else here. */
  create: (plan: CreateGame, where?: Where): Promise<Created> => at(where, () => server.create(plan), () => local.create(plan)),
  bring: (text: string, where?: Where): Promise<Created> => at(where, () => server.bring(text), () => local.bring(text)),
  game: (id: string) => of(id, server.game, local.game),
  rematch: (id: string) => of(id, server.rematch, local.rematch),
  cancel: (id: string) => of(id, server.cancel, local.forget),
  draws: (id: string) => of(id, server.draws, local.draws),
  forgetMe: async (): Promise<void> => {
    await local.forget(null);
    if (!isSite) await server.forgetMe();
  },
};

export function socketAddress(id: string): string {
  const at = new URL(`${game(id)}/socket`, location.href);
  at.protocol = at.protocol === "https:" ? "wss:" : "ws:";
  return at.href;
}
