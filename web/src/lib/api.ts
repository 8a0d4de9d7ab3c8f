// The HTTP half of the protocol (docs/protocol.md).
import type { Created } from "../wire/Created";
import type { CreateGame } from "../wire/CreateGame";
import type { Draws } from "../wire/Draws";
import type { GameSummary } from "../wire/GameSummary";
import type { GameView } from "../wire/GameView";
import type { Me } from "../wire/Me";
import type { Offer } from "../wire/Offer";
import type { Report } from "../wire/Report";
import type { SeatLink } from "../wire/SeatLink";
import type { SeatOffer } from "../wire/SeatOffer";
import type { Status } from "../wire/Status";
import type { TakeSeat } from "../wire/TakeSeat";
import type { TileArt } from "../wire/TileArt";
import { promise } from "./game/shares";

export const PROTOCOL = 3;

export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new Failure(0, "unreachable", "The server does not answer.");
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as { code?: string; message?: string } | null;
    throw new Failure(answer.status, problem?.code ?? "http", problem?.message ?? answer.statusText);
  }
  if (answer.status === 204 || !answer.headers.get("content-type")?.includes("json")) return undefined as T;
  return (await answer.json()) as T;
}

function post<T>(path: string, body?: unknown): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body ?? {}),
  });
}

const game = (id: string) => `/api/v1/games/${encodeURIComponent(id)}`;

export const api = {
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
  link: (id: string, seat: number) => post<SeatLink>(`${game(id)}/seats/${seat}/link`),
  report: (id: string, body: Report) => post<unknown>(`${game(id)}/report`, body),
  rematch: (id: string) => post<Created>(`${game(id)}/rematch`),
  cancel: (id: string) => ask<unknown>(game(id), { method: "DELETE" }),
  forgetMe: () => ask<unknown>("/api/v1/me", { method: "DELETE" }),
  draws: (id: string) => ask<Draws>(`${game(id)}/draws`),
  record: (id: string) => `${game(id)}/record`,
  /** A record as a game of its own; what is wrong with it comes with its line. */
  bring: (text: string) => ask<Created>("/api/v1/records", { method: "POST", headers: { "content-type": "text/plain" }, body: text }),
  /** The board, now or after a turn. */
  picture: (id: string, kind: "svg" | "png" = "svg", turn: number | null = null) => `${game(id)}/picture.${kind}${turn === null ? "" : `?turn=${turn}`}`,
  /** A page that plays the game and needs nothing else. */
  film: (id: string) => `${game(id)}/film.html`,
};

export function socketAddress(id: string): string {
  const at = new URL(`${game(id)}/socket`, location.href);
  at.protocol = at.protocol === "https:" ? "wss:" : "ws:";
  return at.href;
}
