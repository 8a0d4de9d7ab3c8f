import { isSite } from "./here";

// Pages. Everything lives behind `#/`, so that any server can send the one page; seats and games have a path of
// their own too, because people send them to each other and messengers look what is there.
export type Route =
  | { page: "home" }
  | { page: "new"; box: string | null }
  | { page: "watch" }
  | { page: "about" }
  /** A chapter, or a rule by its id. */
  | { page: "rules"; topic: string }
  /** A game, now or after a turn. */
  | { page: "game"; id: string; turn: number | null }
  | { page: "verify"; id: string | null }
  /** What needs a server, where there is none; perhaps with a game that goes there. */
  | { page: "server"; id: string | null }
  /** A game that comes in its own address. */
  | { page: "bring"; packed: string }
  | { page: "seat"; id: string; seat: number; key: string }
  | { page: "learn" | "puzzles" | "statistics" }
  | { page: "lesson"; name: string }
  /** A puzzle by its name, or `day`. */
  | { page: "puzzle"; id: string }
  /** Of a game, or of a record that is pasted. */
  | { page: "analysis"; id: string | null }
  | { page: "games" }
  /** Takes over from another device. */
  | { page: "device"; key: string }
  | { page: "nowhere" };

const turnOf = (text: string | null): number | null => (text && /^\d{1,4}$/.test(text) ? Number(text) : null);

export function parse(path: string, hash: string, query: string): Route {
  const seat = /^\/seat\/([^/]+)\/(\d+)\/?$/.exec(path);
  if (seat && !hash.startsWith("#/")) {
    // The key is behind the hash, where no server and no proxy sees it; links of earlier versions have it in the query.
    const key = new URLSearchParams(hash.slice(1)).get("key") ?? new URLSearchParams(query).get("key") ?? "";
    return { page: "seat", id: decodeURIComponent(seat[1] ?? ""), seat: Number(seat[2]), key };
  }
  const shared = /^\/game\/([^/]+)\/?$/.exec(path);
  if (shared && !hash.startsWith("#/")) {
    return { page: "game", id: decodeURIComponent(shared[1] ?? ""), turn: turnOf(new URLSearchParams(query).get("turn")) };
  }
  const [first = "", second = "", third = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  switch (first) {
    case "":
      return { page: "home" };
    case "new":
      return { page: "new", box: second || null };
    case "device":
      return { page: "device", key: second };
    case "watch":
    case "games":
    case "about":
      return { page: first };
    case "rules":
      return { page: "rules", topic: second || "base" };
    case "verify":
      return { page: "verify", id: second || null };
    case "server":
      return { page: "server", id: second || null };
    case "bring":
      return { page: "bring", packed: second };
    case "learn":
    case "puzzles":
    case "statistics":
      return { page: first };
    case "lesson":
      return { page: "lesson", name: second };
    case "puzzle":
      return { page: "puzzle", id: second || "day" };
    case "analysis":
      return { page: "analysis", id: second || null };
    case "game":
      return second ? { page: "game", id: second, turn: turnOf(third) } : { page: "nowhere" };
    default:
      return { page: "nowhere" };
  }
}

/** Where the page itself is: a static host may have it in any folder and under any name. */
export const root = (): string => (isSite ? location.pathname : "/");

/** A file that goes with the page. */
export const file = (name: string): string => import.meta.env.BASE_URL + name;

class Router {
  route = $state<Route>({ page: "home" });

  start(): void {
    let at = "";
    // One step may come as two events.
    const read = () => {
      if (location.href === at) return;
      at = location.href;
      this.route = parse(location.pathname, location.hash, location.search);
      scrollTo(0, 0);
    };
    addEventListener("hashchange", read);
    addEventListener("popstate", read);
    read();
  }

  /** Another address for what is shown already; nothing is loaded or scrolled. */
  rename(hash: string): void {
    history.replaceState(history.state, "", root() + hash);
  }

  go(hash: string): void {
    if (location.pathname === root()) location.hash = hash;
    else location.assign(root() + hash);
  }
}

export const router = new Router();
export const gameHash = (id: string, turn: number | null = null) => `#/game/${encodeURIComponent(id)}${turn === null ? "" : `/${turn}`}`;
/** An address to send to somebody: whoever shows the link can show the board. */
export const gamePath = (id: string, turn: number | null = null) => `/game/${encodeURIComponent(id)}${turn === null ? "" : `?turn=${turn}`}`;
