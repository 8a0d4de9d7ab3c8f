import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientMessage } from "../../wire/ClientMessage";
import type { ServerMessage } from "../../wire/ServerMessage";
import { Session } from "./session.svelte";

/** A socket whose other side is the test. */
class Socket {
  static readonly OPEN = 1;
  static last: Socket;
  readyState = 1;
  readonly said: ClientMessage[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};
  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {}
  hear(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

describe("what a session asks", () => {
  let session: Session;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Socket);
    vi.stubGlobal("location", { href: "http://localhost/" });
    vi.stubGlobal("fetch", () => Promise.reject(new Error("there is no network")));
    session = new Session("g");
    session.retake();
    Socket.last.onopen();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const lastAsked = () => {
    const said = Socket.last.said.at(-1);
    return said && "ask" in said ? said.ask : -1;
  };

  it("is answered by the number of the question, whatever comes first", async () => {
    const region = session.region([0, 0], 1);
    const first = lastAsked();
    const why = session.why("pass");
    Socket.last.hear({ type: "because", ask: lastAsked(), reason: { code: "occupied", about: [], rule: null, message: "no" } });
    Socket.last.hear({ type: "region", ask: first, region: null });
    expect((await why)?.message).toBe("no");
    expect(await region).toBeNull();
  });

  it("has no answer when the line is lost, and none when there is no line", async () => {
    const asked = [session.region([0, 0], 1), session.boardAfter(1), session.describe(null, null), session.why("pass")];
    Socket.last.readyState = 3;
    Socket.last.onclose();
    expect(await Promise.all([...asked, session.whySpace(3)])).toEqual([null, null, null, null, null]);
  });

  it("has no answer when another line takes the place of a dead one that has not said so", async () => {
    const region = session.region([0, 0], 1);
    const dead = Socket.last;
    dead.readyState = 3;
    session.retake();
    expect(Socket.last).not.toBe(dead);
    expect(await region).toBeNull();
    // What is asked through the new line is not lost when the old one says at last that it is gone.
    Socket.last.onopen();
    const why = session.why("pass");
    dead.onclose();
    Socket.last.hear({ type: "because", ask: lastAsked(), reason: { code: "occupied", about: [], rule: null, message: "no" } });
    expect((await why)?.message).toBe("no");
  });
});
