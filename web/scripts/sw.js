// The service worker: keeps the page and its engine, so that it opens without a network. It is filled in when the client is
// built (offline.ts).
//
// A version is kept whole or not at all. A new one is used for the next page that opens; the one before it stays, so that a page
// that is open already still finds the parts of it that it has not loaded yet, and a game in it goes on.
const VERSION = "%VERSION%";
/** @type {string[]} */
const FILES = JSON.parse(`%FILES%`);
const CACHE = `bastide ${VERSION}`;
/** Milliseconds that a network may take to send the page before the kept one is shown. */
const PATIENCE = 3000;

const page = new URL("./", self.location.href).href;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // Names with a hash never change: what the page has loaded already is not loaded again.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: file.startsWith("assets/") ? "default" : "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const ours = (await caches.keys()).filter((name) => name.startsWith("bastide "));
    const before = ours.filter((name) => name !== CACHE).slice(0, -1);
    await Promise.all(before.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// Calls of the server while no page is open: whose turn it is, in the language of who subscribed.
const WORDS = {
  en: { turn: "Your turn", names: "Players" },
  uk: { turn: "Ваш хід", names: "Гравці" },
  ru: { turn: "Ваш ход", names: "Игроки" },
};

self.addEventListener("push", (event) => {
  const { game = "", names = [], language = "en" } = event.data?.json() ?? {};
  const words = WORDS[language] ?? WORDS.en;
  // One for each game: the next turn takes the place of the last.
  const note = { body: `${words.names}: ${names.join(", ")}`, tag: `bastide ${game}`, lang: language, icon: new URL("icon-192.png", page).href, data: { game } };
  event.waitUntil(Promise.all([self.registration.showNotification(words.turn, note), self.navigator.setAppBadge?.(1).catch(() => {})]));
});

// A push service may give a browser another address, with no page open: the server is told of it.
self.addEventListener("pushsubscriptionchange", (event) => {
  const tell = (path, what) => fetch(`${page}api/v1/me/push${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what) });
  const renew = async () => {
    const { key } = await (await fetch(`${page}api/v1/push`)).json();
    const fresh = event.newSubscription ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    const { endpoint, keys } = fresh.toJSON();
    const language = (await (await caches.match(new URL("calls", page).href))?.text()) ?? "en";
    await tell("", { endpoint, key: keys.p256dh, auth: keys.auth, language });
    const old = event.oldSubscription?.endpoint;
    if (old && old !== endpoint) await tell("/end", { endpoint: old });
  };
  event.waitUntil(renew());
});

/** What a page shows: it is asked, because its address here is the one with which it was opened. */
const shown = (client) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(client.url), 300);
    client.postMessage("where", [port2]);
  });

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = `${page}#/game/${event.notification.data?.game ?? ""}`;
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const addresses = await Promise.all(pages.map(shown));
    const there = pages[addresses.findIndex((url) => url.startsWith(address))];
    await (there ? there.focus() : self.clients.openWindow(address));
  };
  event.waitUntil(show());
});

const kept = async () => (await (await caches.open(CACHE)).match(page)) ?? Response.error();

/** The page from the network, or the kept one if that takes too long or fails. */
function open(request) {
  const answer = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(kept);
  return Promise.race([answer.catch(kept), late.then((found) => (found.ok ? found : answer))]);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(page)) return;
  if (request.mode === "navigate") {
    const path = request.url.slice(page.length).split(/[?#]/)[0] ?? "";
    // Other files that are opened by themselves, and what a server makes, are not the page.
    if (!/^(api|art)\/|\.(?!html$)\w+$/.test(path)) event.respondWith(open(request));
    return;
  }
  const name = request.url.slice(page.length);
  if (/^assets\//.test(name) || FILES.includes(name)) event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
});
