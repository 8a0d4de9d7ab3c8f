// Cells and tiles as sentences, for those who do not see the board. What they say comes from the server; no rule is here.
import type { CellFacts } from "../../wire/CellFacts";
import type { EdgeName } from "../../wire/EdgeName";
import type { GameView } from "../../wire/GameView";
import type { SegmentFacts } from "../../wire/SegmentFacts";
import type { SideName } from "../../wire/SideName";
import type { TileFacts } from "../../wire/TileFacts";
import { same, type Cell } from "../board/geometry";
import { t } from "../i18n/index.svelte";
import { nameOf } from "./state";
import { feature, role, told } from "./words";

const SIDES: readonly SideName[] = ["n", "e", "s", "w"];

/** What the four sides show: “north city, east road …”; sides without anything are left out. */
export function edgesText(edges: readonly (EdgeName | null)[]): string {
  return edges.flatMap((edge, i) => (edge ? [`${t(`side.${SIDES[i] ?? "n"}`)} ${t(`edge.${edge}`)}`] : [])).join(", ");
}

/** A segment with the sides it reaches and what is printed on it. */
function partText({ feature: kind, sides, symbols }: SegmentFacts): string {
  const name = sides.length ? t("words.part", { feature: feature(kind), sides: sides.map((side) => t(`side.${side}`)).join(", ") }) : t("words.alone", { feature: feature(kind) });
  return [name, ...symbols.map((symbol) => t(`symbol.${symbol}`))].join(", ");
}

/** The same with its region: how large, how open, what it is worth, whose. */
function regionText(view: GameView, part: SegmentFacts): string {
  const { region } = part;
  if (!region) return partText(part);
  const who = region.majority.map((seat) => nameOf(view, seat)).join(", ") || t("words.nobody");
  const values = { tiles: t("item.tiles", { n: part.tiles }), open: t("region.open", { n: region.open_ends }), points: region.now, who };
  return `${partText(part)}: ${t(region.complete ? "words.region-complete" : "words.region", values)}`;
}

/** A tile alone: its sides and what is on it. */
export function tileText(tile: TileFacts): string {
  const symbols = tile.symbols.map((symbol) => t(`symbol.${symbol}`));
  // Fields are said by the sides already; what else is there has a name.
  const parts = tile.segments.filter((part) => part.feature !== "field" || part.symbols.length).map(partText);
  return [edgesText(tile.edges), ...parts, ...symbols].join("; ");
}

export const atText = ([x, y]: Cell): string => t("words.at", { x, y });

/** Everything about a cell: what lies there, with its regions and who stands there. */
export function cellText(view: GameView, at: Cell, { tile, around }: CellFacts): string {
  if (!tile) return `${atText(at)}: ${around.some((edge) => edge) ? t("words.empty-beside", { around: edgesText(around) }) : t("words.empty")}`;
  const standing = view.board.figures
    .filter((figure) => same(figure.at, at))
    .map(({ figure, seat, segment }) => {
      const name = role(view, figure, tile.segments[segment]?.feature ?? null);
      return seat === null ? name : told(view, "words.stands", { name: seat }, { figure: name });
    });
  const others = view.board.neutral.filter((figure) => same(figure.at, at)).map(({ figure }) => t(`figure.${figure}`));
  const symbols = tile.symbols.map((symbol) => t(`symbol.${symbol}`));
  return t("words.of", { at: atText(at), parts: [...tile.segments.map((part) => regionText(view, part)), ...symbols, ...standing, ...others].join("; ") });
}

/** What a tile would join at a place. */
export function joinText(view: GameView, { tile, around }: CellFacts): string {
  if (!tile) return "";
  return t("words.joins", { around: edgesText(around), parts: tile.segments.map((part) => regionText(view, part)).join("; ") });
}

/** Asks for everything that is wanted, some at a time, until there is no more or nothing comes. */
export async function inPortions<Of, Found>(
  wanted: () => ReadonlyMap<string, Of>,
  ask: (of: Of) => Promise<Found | null>,
  take: (found: ReadonlyMap<string, Found>) => void,
): Promise<void> {
  for (;;) {
    const portion = [...wanted()].slice(0, PORTION);
    const answers = await Promise.all(portion.map(async ([name, of]) => [name, await ask(of)] as const));
    const found = new Map(answers.flatMap(([name, answer]) => (answer === null ? [] : [[name, answer] as const])));
    if (!found.size) return;
    take(found);
  }
}
const PORTION = 12;
