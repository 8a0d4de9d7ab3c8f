// Where everything on the board is: tiles, figures, answers, ferries, in units of the world. Pure; what a tile looks like
// is asked of whoever made it.
import type { FeatureName } from "../../wire/FeatureName";
import type { FigureView } from "../../wire/FigureView";
import type { OptionView } from "../../wire/OptionView";
import type { PartName } from "../../wire/PartName";
import type { PieceName } from "../../wire/PieceName";
import type { PrintedView } from "../../wire/PrintedView";
import type { TileArt } from "../../wire/TileArt";
import type { TileView } from "../../wire/TileView";
import type { TowerView } from "../../wire/TowerView";
import { colourOf, lies } from "../game/figures";
import { key, landings as landingsOf, same, stand, TILE, turned, type Cell, type Landing, type Point, type Spot } from "./geometry";
import { guardPoint, neutralPoint, quarterPoint, towerPoint } from "./towers";

type Target = OptionView["target"];

/** A figure where it stands. */
export type Standing = { id: string; figure: PieceName; colour: string | null; seat: number | null; lying: boolean; at: Point; draft: boolean; spot: Spot };
/** An answer where it is touched; `figure` is what would come there. */
export type Ghost = { option: OptionView; id: string; figure: PieceName | null; colour: string | null; lying: boolean; at: Point; isOther: boolean };

export type Scene = {
  tiles: readonly TileView[];
  figures: readonly FigureView[];
  towers: readonly TowerView[];
  printed: PrintedView | null;
  colours: readonly string[];
  art: (tile: string) => TileArt | undefined;
};

/** What a turn would put on the board; without a figure it is about one that stands there. */
export type Coming = { figure: PieceName | null; colour: string | null; lying: boolean; at: Point };

/** The distance of answers that share one place. */
const SIDE_BY_SIDE = 24;
/** Floors that are drawn of a tower, however high it is. */
const HIGHEST = 6;
/** How far from the middle of a lake its roads are touched. */
const ASHORE = 1.75;

/** A name for the place of an answer on the board; none for answers elsewhere. */
function placeOf(target: Target): string | null {
  switch (target.on) {
    case "segment":
    case "figure":
    case "region":
      return `${key(target.at)} ${target.segment}`;
    case "seize":
      return `${key(target.at)} ${target.segment} ${target.seat} ${target.figure}`;
    case "tile":
      return `${key(target.at)} ${target.figure}`;
    case "floor":
    case "tower":
    case "guard":
      return `${key(target.at)} tower`;
    case "part":
      return target.part;
    case "cell":
    case "captive":
    case "ferry":
    case "space":
    case "marker":
    case "seat":
    case "button":
      return null;
  }
}

/** The figure that comes with an answer, or none if it is about one that stands there. */
function comes(target: Target): PieceName | null {
  if (target.on === "floor") return "tower-floor";
  return target.on === "segment" || target.on === "tile" || target.on === "part" || target.on === "tower" ? target.figure : null;
}

/** Tells the n-th of its kind: 0, 1, 2 … for each name. */
function counter(): (name: string) => number {
  const count = new Map<string, number>();
  return (name) => {
    const n = count.get(name) ?? 0;
    count.set(name, n + 1);
    return n;
  };
}

export class Landscape {
  private readonly byCell: ReadonlyMap<string, TileView>;
  readonly standing: readonly Standing[];

  constructor(private readonly scene: Scene) {
    this.byCell = new Map(scene.tiles.map((tile) => [key(tile.at), tile]));
    this.standing = this.stands();
  }

  tileAt(at: Cell): TileView | undefined {
    return this.byCell.get(key(at));
  }

  /** Tiles that are drawn one by one; squares of the printed board are drawn with it. */
  get drawn(): readonly TileView[] {
    const { printed, tiles } = this.scene;
    if (!printed) return tiles;
    const [left, top] = printed.at;
    const [w, h] = printed.cells;
    return tiles.filter(({ at: [x, y] }) => !(x >= left && y >= top && x < left + w && y < top + h));
  }

  /** Look-alikes get other trees: the number of a tile among those of its kind stays the same for the whole game. */
  get copies(): ReadonlyMap<string, number> {
    const nth = counter();
    return new Map(this.scene.tiles.map((tile) => [key(tile.at), nth(tile.tile) % 3]));
  }

  /** The last tile of every player. */
  get last(): readonly TileView[] {
    const found = new Map<number, TileView>();
    for (const tile of this.scene.tiles) {
      if (tile.by === null || tile.draft) continue;
      const known = found.get(tile.by);
      if (!known || known.turn <= tile.turn) found.set(tile.by, tile);
    }
    return [...found.values()];
  }

  private segment(spot: Spot) {
    const tile = this.tileAt(spot.at);
    return tile && this.scene.art(tile.tile)?.segments[spot.segment];
  }

  featureOf(spot: Spot): FeatureName | undefined {
    return this.segment(spot)?.feature;
  }

  /** A point of a tile as it lies, in the world. */
  private within(at: Cell, point: Point): Point {
    const [x, y] = turned(point, this.tileAt(at)?.rotation ?? 0);
    return [at[0] * TILE + x, at[1] * TILE + y];
  }

  /** Where the n-th figure of a segment stands. */
  spotPoint(spot: Spot, n: number): Point {
    const [x, y] = stand(this.segment(spot)?.anchors ?? [], n, this.tileAt(spot.at)?.rotation ?? 0);
    return [spot.at[0] * TILE + x, spot.at[1] * TILE + y];
  }

  /** Where something lies that belongs to the whole tile. */
  readonly tilePoint = (at: Cell): Point => {
    const tile = this.tileAt(at);
    return this.within(at, (tile && this.scene.art(tile.tile)?.anchor) ?? [TILE / 2, TILE / 2]);
  };

  /** Where the next figure stands on a part of the printed board. */
  private partPoint(name: PartName, figure: PieceName): Point {
    const { printed } = this.scene;
    const part = printed?.parts.find((known) => known.part === name);
    if (!printed || !part) return [0, 0];
    const free = printed.neutral === "count" ? quarterPoint(part) : (part.spaces[part.figures.length] ?? part.spaces.at(-1) ?? part.middle);
    const [x, y] = figure === printed.neutral ? part.middle : free;
    return [printed.at[0] * TILE + x, printed.at[1] * TILE + y];
  }

  private floorsAt(at: Cell): number {
    return Math.min(HIGHEST, this.scene.towers.find((tower) => same(tower.at, at))?.height ?? 0);
  }

  /** The area of a segment, to be drawn. */
  area(spot: Spot): { d: string; transform: string } | null {
    const tile = this.tileAt(spot.at);
    const d = this.segment(spot)?.area;
    if (!tile || !d) return null;
    return { d, transform: `translate(${spot.at[0] * TILE} ${spot.at[1] * TILE}) rotate(${tile.rotation * 90} 50 50)` };
  }

  private stands(): Standing[] {
    const nth = counter();
    return this.scene.figures.map((figure): Standing => {
      const place = `${key(figure.at)} ${figure.segment}`;
      const n = nth(place);
      const spot = { at: figure.at, segment: figure.segment };
      return {
        id: `${place} ${figure.seat} ${figure.figure} ${n}`,
        figure: figure.figure,
        colour: figure.seat === null ? null : (this.scene.colours[figure.seat] ?? "red"),
        seat: figure.seat,
        lying: lies(figure.figure, this.featureOf(spot)),
        at: this.spotPoint(spot, n),
        draft: figure.draft,
        spot,
      };
    });
  }

  // Answers

  /** Where answers are touched; `others` have no number. */
  ghosts(options: readonly OptionView[], others: readonly OptionView[], own: string): Ghost[] {
    const nth = counter();
    return [...options, ...others].flatMap((option, i): Ghost[] => {
      const { target } = option;
      const place = placeOf(target);
      if (place === null) return [];
      const n = nth(place);
      // Who stands there is pointed at; what comes gets a place of its own.
      const there = this.standingAt(target, n);
      const [x, y] = there ?? this.whereTo(target);
      const figure = comes(target);
      return [
        {
          option,
          id: option.action,
          figure,
          colour: colourOf(figure ?? "meeple", own),
          lying: !!figure && target.on === "segment" && lies(figure, this.featureOf(target)),
          at: there ? [x, y] : [x + n * SIDE_BY_SIDE, y],
          isOther: i >= options.length,
        },
      ];
    });
  }

  /** What turns that were not played would put on the board; what is chosen elsewhere is left out. */
  coming(targets: readonly Target[], own: string): Coming[] {
    return targets.flatMap((target): Coming[] => {
      if (target.on === "ferry") return [{ figure: "ferry", colour: null, lying: false, at: this.crossing(target.at, target.ends).boat }];
      if (placeOf(target) === null) return [];
      const figure = comes(target);
      return [{ figure, colour: colourOf(figure ?? "meeple", own), lying: !!figure && target.on === "segment" && lies(figure, this.featureOf(target)), at: this.standingAt(target, 0) ?? this.whereTo(target) }];
    });
  }

  /** The same with a tile that is not laid. */
  with(tile: string, at: Cell, rotation: number): Landscape {
    const tiles = [...this.scene.tiles.filter((known) => !same(known.at, at)), { tile, at, rotation, by: null, turn: 0, draft: true }];
    return new Landscape({ ...this.scene, tiles });
  }

  /** Where the figure stands that an answer is about. */
  private standingAt(target: Target, n: number): Point | undefined {
    if (target.on === "guard") return guardPoint(this.tilePoint(target.at), this.floorsAt(target.at));
    if (target.on !== "figure" && target.on !== "seize") return undefined;
    const is = (known: Standing) => known.figure === target.figure && known.seat === target.seat && same(known.spot.at, target.at) && known.spot.segment === target.segment;
    return this.standing.filter(is).at(n)?.at;
  }

  private whereTo(target: Target): Point {
    switch (target.on) {
      case "part":
        return this.partPoint(target.part, target.figure);
      case "tile":
        return target.figure === "dragon" || target.figure === "fairy" ? neutralPoint(target.figure, target.at) : this.tilePoint(target.at);
      case "floor":
      case "tower":
        return guardPoint(towerPoint(this.tilePoint(target.at)), this.floorsAt(target.at));
      case "segment":
        return this.spotPoint(target, this.scene.figures.filter((known) => !known.draft && same(known.at, target.at) && known.segment === target.segment).length);
      case "figure":
      case "region":
      case "seize":
        return this.spotPoint(target, 0);
      // The one is where somebody stands, the others have no place on the board.
      case "guard":
      case "cell":
      case "captive":
      case "ferry":
      case "space":
      case "marker":
      case "seat":
      case "button":
        return [0, 0];
    }
  }

  // Ferries: a road over the water between two landings.

  private landingPoint(at: Cell, end: number): Point {
    const point = this.segment({ at, segment: end })?.landing;
    return point ? this.within(at, point) : this.tilePoint(at);
  }

  crossing(at: Cell, ends: readonly [number, number]): { d: string; boat: Point } {
    const [a, c, b] = [this.landingPoint(at, ends[0]), this.tilePoint(at), this.landingPoint(at, ends[1])];
    // Half of the way of the curve.
    const boat: Point = [(a[0] + 2 * c[0] + b[0]) / 4, (a[1] + 2 * c[1] + b[1]) / 4];
    return { d: `M${a[0]} ${a[1]}Q${c[0]} ${c[1]} ${b[0]} ${b[1]}`, boat };
  }

  /** The roads of lakes that are offered, beside the water. */
  landings(options: readonly OptionView[]): (Landing & { point: Point })[] {
    return landingsOf(options).map((found) => {
      const [x, y] = this.landingPoint(found.at, found.end);
      const [cx, cy] = this.tilePoint(found.at);
      return { ...found, point: [cx + (x - cx) * ASHORE, cy + (y - cy) * ASHORE] };
    });
  }

  /** What lies at a point of the world: a figure first, else the segment there. */
  spotAt(point: Point, segmentAt: (tile: TileView, within: Point) => number | null): { cell: Cell; segment: number | null } {
    const near = this.standing.find((figure) => Math.hypot(figure.at[0] - point[0], figure.at[1] - point[1]) < 15);
    if (near) return { cell: near.spot.at, segment: near.spot.segment };
    const cell: Cell = [Math.floor(point[0] / TILE), Math.floor(point[1] / TILE)];
    const tile = this.tileAt(cell);
    return { cell, segment: tile ? segmentAt(tile, [point[0] - cell[0] * TILE, point[1] - cell[1] * TILE]) : null };
  }
}
