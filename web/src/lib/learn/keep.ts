// What learning keeps in this browser: analyses, by their record, and the results of finished games, for statistics.
import type { BaseName } from "../../wire/BaseName";
import type { BoxName } from "../../wire/BoxName";
import type { ModuleName } from "../../wire/ModuleName";
import type { Analysis } from "../../wire/engine/Analysis";
import type { PointSource } from "../game/state";

/** A finished game of somebody at this browser. */
export type Result = {
  id: string;
  /** Milliseconds since 1970. */
  date: number;
  box: BoxName | null;
  base: BaseName;
  modules: ModuleName[];
  seats: { name: string; bot: string | null; points: number; yours: boolean }[];
  winners: number[];
  /** Points of the own seats by where they came from. */
  sources: Partial<Record<PointSource, number>>;
  /** Of the own seat, when the game was analysed: hundredths of a point. */
  luck?: number;
  errors?: number;
  decisions?: number;
};
export type KeptAnalysis = { key: string; date: number; simulations: number; analysis: Analysis };

const ANALYSES = "analyses";
const RESULTS = "results";
let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("bastide learning", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(ANALYSES, { keyPath: "key" });
      asked.result.createObjectStore(RESULTS, { keyPath: "id" });
    };
    asked.onerror = () => {
      opened = null;
      reject(asked.error);
    };
    asked.onsuccess = () => {
      asked.result.onversionchange = () => {
        opened = null;
        asked.result.close();
      };
      resolve(asked.result);
    };
  });
  return opened;
}

async function run<T>(store: string, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await open()).transaction(store, mode);
  const request = work(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

/** The name under which an analysis is kept: a hash of the record. */
export async function keyOf(record: string): Promise<string> {
  const bytes = new TextEncoder().encode(record.trim());
  // Without https there is no hash; then the text itself is the name.
  if (!globalThis.crypto?.subtle) return record.trim();
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const learning = {
  analysis: async (record: string): Promise<KeptAnalysis | null> => {
    const key = await keyOf(record);
    return ((await run(ANALYSES, "readonly", (store) => store.get(key))) as KeptAnalysis | undefined) ?? null;
  },
  keepAnalysis: async (record: string, simulations: number, analysis: Analysis): Promise<void> => {
    const kept: KeptAnalysis = { key: await keyOf(record), date: Date.now(), simulations, analysis };
    await run(ANALYSES, "readwrite", (store) => store.put(kept));
  },
  results: async (): Promise<Result[]> => ((await run(RESULTS, "readonly", (store) => store.getAll())) as Result[]).sort((a, b) => a.date - b.date),
  /** Keeps a result once; what an analysis added stays. */
  keepResult: async (result: Result): Promise<void> => {
    const known = (await run(RESULTS, "readonly", (store) => store.get(result.id))) as Result | undefined;
    await run(RESULTS, "readwrite", (store) => store.put({ ...known, ...result, date: known?.date ?? result.date }));
  },
  /** Adds what an analysis says of the own seat of a game. */
  addAnalysis: async (game: string, analysis: Analysis): Promise<void> => {
    const known = (await run(RESULTS, "readonly", (store) => store.get(game))) as Result | undefined;
    const own = known?.seats.findIndex((seat) => seat.yours) ?? -1;
    const account = analysis.accounts[own];
    if (known && account) await run(RESULTS, "readwrite", (store) => store.put({ ...known, luck: account.luck.points, errors: account.errors.points, decisions: account.decisions }));
  },
  forget: async (): Promise<void> => {
    for (const name of [ANALYSES, RESULTS]) await run(name, "readwrite", (store) => store.clear());
  },
};
