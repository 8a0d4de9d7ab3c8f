// Games of this device in IndexedDB. A write is acknowledged when its transaction is complete, never before; a game has a
// version, and whoever changes it must know the last one, so that two windows cannot both go on from the same turn.
import type { GameSummary } from "../../wire/GameSummary";
import type { Kept } from "../../wire/engine/Kept";
import type { StoredGame } from "../../wire/engine/StoredGame";

/** What was drafted after so many stored actions; worthless after any other number. */
export type Draft = { id: string; after: number; actions: string[] };

/** Another window has gone on with the game. */
export class Overtaken extends Error {}

const GAMES = "games";
const SUMMARIES = "summaries";
const DRAFTS = "drafts";

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("bastide", 1);
    asked.onupgradeneeded = () => {
      for (const name of [GAMES, SUMMARIES, DRAFTS]) asked.result.createObjectStore(name, { keyPath: "id" });
    };
    asked.onerror = () => {
      opened = null;
      reject(asked.error);
    };
    asked.onsuccess = () => {
      const db = asked.result;
      // A later version of the page, or somebody who deletes the data, is not kept waiting.
      db.onversionchange = () => {
        opened = null;
        db.close();
      };
      db.onclose = () => (opened = null);
      resolve(db);
    };
  });
  return opened;
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const complete = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Overtaken());
  });

function put(transaction: IDBTransaction, { game, summary }: Kept): void {
  transaction.objectStore(GAMES).put(game);
  transaction.objectStore(SUMMARIES).put(summary);
}

export const store = {
  /** A new game. */
  async add(kept: Kept): Promise<void> {
    const transaction = (await open()).transaction([GAMES, SUMMARIES], "readwrite", { durability: "strict" });
    put(transaction, kept);
    await complete(transaction);
  },

  /** A game after a change, and perhaps the one that follows it, together or not at all. */
  async change(kept: Kept, follows?: Kept): Promise<void> {
    const transaction = (await open()).transaction([GAMES, SUMMARIES], "readwrite", { durability: "strict" });
    const games = transaction.objectStore(GAMES);
    const before = games.get(kept.game.id);
    before.onsuccess = () => {
      if ((before.result as StoredGame | undefined)?.version !== kept.game.version - 1) return transaction.abort();
      put(transaction, kept);
      if (follows) put(transaction, follows);
    };
    await complete(transaction);
  },

  async draft(draft: Draft): Promise<void> {
    const transaction = (await open()).transaction(DRAFTS, "readwrite");
    if (draft.actions.length) transaction.objectStore(DRAFTS).put(draft);
    else transaction.objectStore(DRAFTS).delete(draft.id);
    await complete(transaction);
  },

  /** A game and what was drafted in it; nothing if there is no such game. */
  async load(id: string): Promise<{ game: StoredGame; draft: string[] } | null> {
    const transaction = (await open()).transaction([GAMES, DRAFTS], "readonly");
    const [game, draft] = await Promise.all([
      result(transaction.objectStore(GAMES).get(id) as IDBRequest<StoredGame | undefined>),
      result(transaction.objectStore(DRAFTS).get(id) as IDBRequest<Draft | undefined>),
    ]);
    if (!game) return null;
    return { game, draft: draft?.after === game.actions.length ? draft.actions : [] };
  },

  /** All games, the last one first. */
  async list(): Promise<GameSummary[]> {
    const transaction = (await open()).transaction(SUMMARIES, "readonly");
    const all = await result(transaction.objectStore(SUMMARIES).getAll() as IDBRequest<GameSummary[]>);
    return all.sort((a, b) => b.changed - a.changed);
  },

  /** Forgets a game, or all of them. */
  async forget(id: string | null): Promise<void> {
    const transaction = (await open()).transaction([GAMES, SUMMARIES, DRAFTS], "readwrite", { durability: "strict" });
    for (const name of [GAMES, SUMMARIES, DRAFTS]) {
      if (id === null) transaction.objectStore(name).clear();
      else transaction.objectStore(name).delete(id);
    }
    await complete(transaction);
  },
};
