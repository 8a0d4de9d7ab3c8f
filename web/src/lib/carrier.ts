// How a page talks with a game: the same messages (docs/protocol.md) whoever keeps it. A server is reached by a socket, a game
// of this device in a worker of the page. Whoever uses a line does not know which of the two it is.
import type { ClientMessage } from "../wire/ClientMessage";
import type { ServerMessage } from "../wire/ServerMessage";
import { isHere } from "./here";
import { socketAddress } from "./api";
import { workerCarrier } from "./engine/page";
import { isStudy, studyCarrier } from "./learn/studies";

/** What a line tells whoever opened it, never before `Carrier` has returned. */
export type Ears = {
  opened: () => void;
  heard: (message: ServerMessage) => void;
  /** It will never be open again; `taken` if another window plays the game from now on. */
  closed: (why?: "gone" | "taken" | "broken") => void;
};

export interface Line {
  /** It is open, or will be. */
  readonly isAlive: boolean;
  /** Says whether it went out. */
  send(message: ClientMessage): boolean;
  close(): void;
}

export type Carrier = (game: string, ears: Ears) => Line;

const socketCarrier: Carrier = (game, ears) => {
  const socket = new WebSocket(socketAddress(game));
  socket.onopen = () => ears.opened();
  socket.onmessage = (event: MessageEvent<string>) => {
    let message: ServerMessage;
    try {
      message = JSON.parse(event.data) as ServerMessage;
    } catch {
      return;
    }
    ears.heard(message);
  };
  socket.onclose = () => ears.closed();
  return {
    get isAlive() {
      return socket.readyState <= WebSocket.OPEN;
    },
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close: () => socket.close(),
  };
};

export const carrierOf = (game: string): Carrier => (isStudy(game) ? studyCarrier : isHere(game) ? workerCarrier : socketCarrier);
