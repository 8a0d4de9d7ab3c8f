// Pictures and geometry of tiles, asked from the server once for each set.
import { SvelteMap } from "svelte/reactivity";
import type { SegmentArt } from "../../wire/SegmentArt";
import type { TileArt } from "../../wire/TileArt";
import { api } from "../api";
import { TILE, unturned, type Point } from "../board/geometry";

class Art {
  version = $state("0");
  private readonly tiles = new SvelteMap<string, TileArt>();
  private readonly asked = new Set<string>();
  private readonly shapes = new Map<string, Path2D[]>();
  private pen: CanvasRenderingContext2D | null = null;

  async start(): Promise<void> {
    this.version = (await api.me()).art_version;
  }

  /** The geometry of a tile, as soon as it is known. */
  tile(name: string): TileArt | undefined {
    const set = name.split("/")[0] ?? "";
    if (!this.asked.has(set)) {
      this.asked.add(set);
      api.tiles(set).then(
        (tiles) => tiles.forEach((tile) => this.tiles.set(tile.name, tile)),
        () => this.asked.delete(set),
      );
    }
    return this.tiles.get(name);
  }

  /** The picture of a tile; copies differ only in ornaments. */
  picture(name: string, palette = "summer", copy = 0): string {
    return `/art/${this.version}/${palette}/${name}.svg${copy ? `?copy=${copy}` : ""}`;
  }

  figure(kind: string, colour: string, lying = false): string {
    return `/art/${this.version}/figures/${kind}-${colour}${lying ? "-lying" : ""}.svg`;
  }

  /** The segment under a point of a tile as it lies; buildings lie above cities, roads above fields. */
  segmentAt(name: string, rotation: number, at: Point): number | null {
    const tile = this.tile(name);
    if (!tile) return null;
    this.pen ??= document.createElement("canvas").getContext("2d");
    let shapes = this.shapes.get(name);
    if (!shapes) {
      shapes = tile.segments.map((segment) => new Path2D(segment.area));
      this.shapes.set(name, shapes);
    }
    const [x, y] = unturned(at, rotation);
    const order = ["garden", "monastery", "shrine", "road", "city", "field"];
    let best: number | null = null;
    tile.segments.forEach((segment, i) => {
      if (!this.pen?.isPointInPath(shapes[i]!, x, y, "evenodd")) return;
      if (best === null || order.indexOf(segment.feature) < order.indexOf(tile.segments[best]!.feature)) best = i;
    });
    return best;
  }

  /** A segment in the words of the notation (docs/notation.md), to ask about it. */
  segmentName(name: string, rotation: number, segment: number): string | null {
    const art: SegmentArt | undefined = this.tile(name)?.segments[segment];
    if (!art) return null;
    if (art.feature !== "city" && art.feature !== "road" && art.feature !== "field") return art.feature;
    const near = 1.5;
    const far = TILE - near;
    const points: [string, Point][] =
      art.feature === "field"
        ? [
            ["1", [25, near]],
            ["2", [75, near]],
            ["3", [far, 25]],
            ["4", [far, 75]],
            ["5", [75, far]],
            ["6", [25, far]],
            ["7", [near, 75]],
            ["8", [near, 25]],
          ]
        : [
            ["N", [50, near]],
            ["E", [far, 50]],
            ["S", [50, far]],
            ["W", [near, 50]],
          ];
    const side = points.find(([, at]) => this.segmentAt(name, rotation, at) === segment);
    return side ? `${art.feature}:${side[0]}` : `${art.feature}:i1`;
  }
}

export const art = new Art();
