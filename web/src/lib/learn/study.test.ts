import { describe, expect, it } from "vitest";
import type { ClientMessage } from "../../wire/ClientMessage";
import type { ServerMessage } from "../../wire/ServerMessage";
import type { Answer, Do, Request } from "../engine/asking";
import type { Desk } from "../engine/desk";
import { view } from "../game/sample";
import { studyCarrier } from "./studies";
import { Study } from "./study";

const at = [0, 0] as [number, number];

/** One message of each type, and what the page waits for after it. */
const MESSAGES: { [Type in ClientMessage["type"]]: { message: Extract<ClientMessage, { type: Type }>; waits: ServerMessage["type"] | null } } = {
  hello: { message: { type: "hello", protocol: 1, seen: null }, waits: "view" },
  act: { message: { type: "act", draft: 1, action: "0,1 r0" }, waits: "view" },
  undo: { message: { type: "undo", draft: 1 }, waits: "view" },
  confirm: { message: { type: "confirm", draft: 1 }, waits: "view" },
  why: { message: { type: "why", action: "pass", ask: 1 }, waits: "because" },
  "why-there": { message: { type: "why-there", at, segment: 0, figure: "meeple", ask: 1 }, waits: "because" },
  "why-space": { message: { type: "why-space", space: 1, ask: 1 }, waits: "because" },
  region: { message: { type: "region", at, segment: 0, ask: 1 }, waits: "region" },
  describe: { message: { type: "describe", at: null, rotation: null, ask: 1 }, waits: "described" },
  board: { message: { type: "board", turn: 0, ask: 1 }, waits: "board" },
  chat: { message: { type: "chat", text: "" }, waits: null },
  resign: { message: { type: "resign", seat: 0 }, waits: null },
  leave: { message: { type: "leave", seat: 0 }, waits: null },
  back: { message: { type: "back", seat: 0 }, waits: null },
  "time-is-up": { message: { type: "time-is-up", choice: "wait" }, waits: null },
  "replace-by-bot": { message: { type: "replace-by-bot", seat: 0, bot: "greedy" }, waits: null },
  start: { message: { type: "start" }, waits: null },
  reveal: { message: { type: "reveal", seat: 0, share: "" }, waits: null },
  continue: { message: { type: "continue" }, waits: null },
  ping: { message: { type: "ping" }, waits: "pong" },
};

/** The answer of a room to what it is asked. */
function answered(message: ClientMessage): ServerMessage[] {
  const { waits } = MESSAGES[message.type];
  return waits === null ? [] : [waits === "view" ? { type: "view", keep: null, view: view() } : ({ type: waits, ask: 1 } as ServerMessage)];
}

/** An engine that answers as a room does, whatever the game. */
const desk: Desk = {
  until: Infinity,
  join: () => {},
  ask<D extends Do>(request: Request<D>): Answer<D> {
    const message = "message" in request ? (request.message as ClientMessage) : undefined;
    const answers: Record<string, unknown> = {
      import: { game: { id: "s", status: "running", actions: [] } },
      view: view(),
      join: { socket: 1, sends: [{ to: [1], message: { type: "view", keep: null, view: view() } }] },
      say: { sends: message ? answered(message).map((one) => ({ to: [1], message: one })) : [] },
    };
    return answers[request.do] as Answer<D>;
  },
};

describe("a table to learn at", () => {
  it("answers every message that the page waits for", async () => {
    for (const { message, waits } of Object.values(MESSAGES)) {
      const study = new Study("", () => {}, [1], () => Promise.resolve(desk));
      const heard: ServerMessage["type"][] = [];
      const line = await new Promise<ReturnType<typeof studyCarrier>>((resolve) => {
        const opened = studyCarrier(study.id, { opened: () => resolve(opened), heard: ({ type }) => heard.push(type), closed: () => {} });
      });
      line.send(message);
      // Whatever is on its way arrives before.
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect([message.type, ...heard]).toEqual(waits ? [message.type, waits] : [message.type]);
      study.end();
    }
  });
});
