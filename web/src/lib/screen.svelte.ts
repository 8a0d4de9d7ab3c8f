// How the table is laid out: beside each other on a large screen, one above the other on an upright small one, and the
// question in a column of its own on one that lies. The one place that knows the sizes; styles follow the class.

/** `tall`: the bar is a sheet below the board. `lying`: it is a column beside it. */
export type Layout = "wide" | "tall" | "lying";

const LYING = "(max-width: 1000px) and (max-height: 640px) and (orientation: landscape)";
const SMALL = "(max-width: 1000px)";

class Screen {
  layout = $state<Layout>("wide");

  /** Follows the size of the window until it is told to stop. */
  follow(): () => void {
    const queries = [LYING, SMALL].map((query) => matchMedia(query));
    const read = () => {
      const [lies, isSmall] = queries.map((query) => query.matches);
      this.layout = lies ? "lying" : isSmall ? "tall" : "wide";
    };
    read();
    queries.forEach((query) => query.addEventListener("change", read));
    return () => queries.forEach((query) => query.removeEventListener("change", read));
  }
}

export const screen = new Screen();
