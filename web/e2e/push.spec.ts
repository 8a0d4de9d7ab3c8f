// Called while no page is open: a real server, a push service on this computer that checks what it gets and opens it with the
// cryptography of Node, and the service worker of a real browser.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { create, expect, mayPlay, playTurn, program, soon, start, test } from "./server";

type Pushed = { url: string; headers: IncomingHttpHeaders; body: Buffer };

/** What is used of a service worker from within. */
type Note = { title: string; body: string; tag: string; lang: string };
type Waiting = Event & { waitUntil: (promise: Promise<unknown>) => void };
type Scope = {
  registration: { getNotifications: () => Promise<Note[]> };
  clients: { openWindow: (address: string) => Promise<null> };
  WindowClient: { prototype: { focus: (this: { url: string }) => Promise<unknown> } };
  NotificationEvent: new (name: string, about: { notification: Note }) => Waiting;
  dispatchEvent: (event: Event) => boolean;
};

/** Notes what is pushed to it. */
async function pushService(): Promise<{ origin: string; pushed: Pushed[]; close: () => void }> {
  const pushed: Pushed[] = [];
  const service = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      pushed.push({ url: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
      answer.writeHead(201).end();
    });
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, pushed, close: () => service.close() };
}

const expand = (secret: Buffer, salt: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** Opens a message of RFC 8291. */
function open(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, server, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), server]);
  const secret = expand(browser.computeSecret(server), auth, info, 32);
  const key = expand(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = expand(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createDecipheriv("aes-128-gcm", key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  expect(text.at(-1)).toBe(2);
  return text.subarray(0, -1).toString();
}

/** Checks who calls (RFC 8292). */
function isSigned(authorization: string, key: string, origin: string): void {
  const [, token, told] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization)!;
  expect(told).toBe(key);
  const [head, claims, signature] = token!.split(".") as [string, string, string];
  const point = Buffer.from(key, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"))).toBe(true);
  const { aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string; exp: number };
  expect(aud).toBe(origin);
  expect(exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
}

// One story, although it is long: each part needs the game and the call of the one before it, and starting all of that takes seconds.
test("who is away is called in their language, and a click opens the game", async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), "bastide-push-"));
  const keys = join(folder, "push.pem");
  execFileSync(program(), ["admin", "push-keys", keys]);
  const running = await start(["--push-keys", keys, "--push-to-loopback"]);
  const service = await pushService();
  const home = running.url.replace("127.0.0.1", "localhost");
  const own = createECDH("prime256v1");
  own.generateKeys();
  const auth = Buffer.alloc(16, 5);
  try {
    const context = await browser.newContext({ baseURL: home, locale: "uk-UA", reducedMotion: "reduce", serviceWorkers: "allow", permissions: ["notifications"] });
    // The push service of the browser is outside; everything else is real.
    await context.addInitScript(
      ({ endpoint, p256dh, auth }) => {
        PushManager.prototype.subscribe = async (options) => {
          Object.assign(window, { subscribedWith: options?.applicationServerKey });
          return { endpoint, options, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) } as unknown as PushSubscription;
        };
      },
      { endpoint: `${service.origin}/call/1`, p256dh: own.getPublicKey("base64url"), auth: auth.toString("base64url") },
    );
    const anna = await context.newPage();
    const borys = await (await browser.newContext({ baseURL: home, locale: "en-GB", reducedMotion: "reduce" })).newPage();
    const seats = [
      { name: "Anna", colour: "red", who: "here" },
      { name: "Two", colour: "blue", who: "open" },
    ];
    const { id } = await create(anna.request, home, { end_after: 8, seats, first: { seat: 1 } });
    await anna.goto("/#/games");
    const kept = anna.waitForResponse((answer) => answer.url().endsWith("/api/v1/me/push"));
    await anna.getByLabel(/Сповіщати мене/).check();
    expect((await kept).status()).toBe(204);
    const { key } = (await (await anna.request.get(`${home}/api/v1/push`)).json()) as { key: string };
    expect(await anna.evaluate(() => (window as unknown as { subscribedWith: string }).subscribedWith)).toBe(key);

    await borys.goto(`/game/${id}`);
    await borys.getByLabel("Your name").fill("Borys");
    await borys.getByRole("button", { name: "Sit down" }).click();
    await mayPlay(borys);
    expect(service.pushed).toHaveLength(0);
    await playTurn(borys, false);
    await soon(() => service.pushed.length).toBe(1);
    const [{ url, headers, body }] = service.pushed as [Pushed];
    expect([url, headers["content-encoding"], headers["topic"], headers["urgency"]]).toEqual(["/call/1", "aes128gcm", id, "normal"]);
    isSigned(headers.authorization!, key, service.origin);
    const text = open(body, own, auth);
    expect(JSON.parse(text)).toEqual({ kind: "turn", game: id, names: ["Anna", "Borys"], language: "uk" });

    // The browser gets it, and shows it in the language of its person.
    await anna.evaluate(async () => void (await navigator.serviceWorker.ready));
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    const session = await context.newCDPSession(anna);
    const registered = new Promise<string>((done) => session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && done(registrations[0].registrationId)));
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.deliverPushMessage", { origin: home, registrationId: await registered, data: text });
    const shown = () => worker.evaluate(async () => (await (self as unknown as Scope).registration.getNotifications()).map(({ title, body, tag, lang }) => ({ title, body, tag, lang })));
    await soon(shown).toEqual([{ title: "Ваш хід", body: "Гравці: Anna, Borys", tag: `bastide ${id}`, lang: "uk" }]);
    // A click opens the game: a page that shows it comes to the front, and else a new one is opened.
    const click = () =>
      worker.evaluate(async () => {
        const scope = self as unknown as Scope;
        const opened: string[] = [];
        scope.clients.openWindow = async (address) => (opened.push(address), null);
        scope.WindowClient.prototype.focus = async function () {
          opened.push("front");
          return this;
        };
        const [notification] = await scope.registration.getNotifications();
        const event = new scope.NotificationEvent("notificationclick", { notification: notification! });
        const waits: Promise<unknown>[] = [];
        event.waitUntil = (promise) => void waits.push(Promise.resolve(promise));
        scope.dispatchEvent(event);
        await Promise.all(waits);
        return opened;
      });
    expect(await click()).toEqual([`${home}/#/game/${id}`]);
    await soon(shown).toEqual([]);
    await session.send("ServiceWorker.deliverPushMessage", { origin: home, registrationId: await registered, data: text });
    await soon(async () => (await shown()).length).toBe(1);
    await anna.goto(`/#/game/${id}`);
    await mayPlay(anna);
    expect(await click()).toEqual(["front"]);

    // The push service gives the browser another address while no page looks: the server hears of it.
    const renewed = await worker.evaluate(
      async ({ endpoint, p256dh, auth, old }) => {
        const waits: Promise<unknown>[] = [];
        const event = Object.assign(new Event("pushsubscriptionchange"), {
          oldSubscription: { endpoint: old },
          newSubscription: { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) },
          waitUntil: (promise: Promise<unknown>) => void waits.push(promise),
        });
        (self as unknown as Scope).dispatchEvent(event);
        await Promise.all(waits);
        return waits.length;
      },
      { endpoint: `${service.origin}/call/2`, p256dh: own.getPublicKey("base64url"), auth: auth.toString("base64url"), old: `${service.origin}/call/1` },
    );
    expect(renewed).toBe(1);

    // Who is at the table is not called, and who does not want it is not either.
    await playTurn(anna, false);
    await mayPlay(borys);
    await playTurn(borys, false);
    await mayPlay(anna);
    expect(service.pushed).toHaveLength(1);
    // When she leaves she is called at the new address, in her language, and at no other.
    await playTurn(anna, false);
    await mayPlay(borys);
    await anna.goto("/#/");
    await playTurn(borys, false);
    await soon(() => service.pushed.length, 30_000).toBe(2);
    expect(service.pushed[1]?.url).toBe("/call/2");
    expect(JSON.parse(open(service.pushed[1]!.body, own, auth))).toMatchObject({ game: id, language: "uk" });
    await Promise.all([context.close(), borys.context().close()]);
  } finally {
    service.close();
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
