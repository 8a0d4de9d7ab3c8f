// Pages. Everything lives behind `#/`, so that any server can send the one page; seat links have a path of
// their own, because people send them to each other.
export type Route =
  | { page: "home" }
  | { page: "new"; box: string | null }
  | { page: "watch" }
  | { page: "about" }
  /** A chapter, or a rule by its id. */
  | { page: "rules"; topic: string }
  | { page: "game"; id: string }
  | { page: "verify"; id: string | null }
  | { page: "seat"; id: string; seat: number; key: string }
  | { page: "nowhere" };

export function parse(path: string, hash: string, query: string): Route {
  const seat = /^\/seat\/([^/]+)\/(\d+)\/?$/.exec(path);
  if (seat && !hash.startsWith("#/")) {
    return { page: "seat", id: decodeURIComponent(seat[1] ?? ""), seat: Number(seat[2]), key: new URLSearchParams(query).get("key") ?? "" };
  }
  const [first = "", second = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  switch (first) {
    case "":
      return { page: "home" };
    case "new":
      return { page: "new", box: second || null };
    case "watch":
    case "about":
      return { page: first };
    case "rules":
      return { page: "rules", topic: second || "base" };
    case "verify":
      return { page: "verify", id: second || null };
    case "game":
      return second ? { page: "game", id: second } : { page: "nowhere" };
    default:
      return { page: "nowhere" };
  }
}

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

  go(hash: string): void {
    if (location.pathname === "/") location.hash = hash;
    else location.assign(`/${hash}`);
  }
}

export const router = new Router();
export const gameHash = (id: string) => `#/game/${encodeURIComponent(id)}`;
