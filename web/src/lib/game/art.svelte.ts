// Pictures and geometry of tiles: of the server, or drawn by the engine on this device. Geometry is asked for once for each set.
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { BoardName } from "../../wire/BoardName";
import type { FeatureName } from "../../wire/FeatureName";
import type { PaletteName } from "../../wire/PaletteName";
import type { PieceName } from "../../wire/PieceName";
import type { TileArt } from "../../wire/TileArt";
import { api } from "../api";
import { isHere, isSite } from "../here";
import { local } from "../local";
import { settings } from "../settings.svelte";
import { unturned, type Point } from "../board/geometry";

/** Width of a tile in pixels: sharp at any zoom that one plays at. */
const PIXELS = 280;

const setOf = (tile: string) => tile.split("/")[0] ?? "";

/** Until a picture is drawn. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** The colours of a tile: those of a game, or those of its set where there is no game. */
export type Palette = PaletteName | "own";

/** What lies above what on a tile, the uppermost last. */
const HEIGHT: Readonly<Record<FeatureName, number>> = { field: 0, city: 1, road: 2, shrine: 3, monastery: 4, garden: 5 };

class Art {
  version = $state("0");
  /** Pictures are drawn here: there is no server, or a game of this device is played, which must not need one. */
  private isLocal = $state(isSite);
  /** Drawings by their addresses, as addresses of this page. */
  private readonly drawn = new SvelteMap<string, string>();
  private readonly drawing = new Map<string, Promise<string>>();
  private readonly tiles = new SvelteMap<string, TileArt>();
  private readonly asked = new Set<string>();
  private readonly sets = new SvelteSet<string>();
  private readonly shapes = new Map<string, Path2D[]>();
  private readonly bitmaps = new SvelteMap<string, string>();
  private readonly queued = new Set<string>();
  private readonly queue: string[] = [];
  private pen: CanvasRenderingContext2D | null = null;

  async start(): Promise<void> {
    if (isSite) return;
    const { art_version } = await api.me();
    if (art_version) this.version = art_version;
    else this.isLocal = true;
  }

  /** A game is looked at. */
  enter(game: string): void {
    if (!isHere(game) || this.isLocal) return;
    this.isLocal = true;
    this.asked.clear();
  }

  /** The geometry of a tile, as soon as it is known. */
  tile(name: string): TileArt | undefined {
    const set = setOf(name);
    if (!this.asked.has(set)) {
      this.asked.add(set);
      (this.isLocal ? local.tiles(set) : api.tiles(set)).then(
        (tiles) => {
          tiles.forEach((tile) => this.tiles.set(tile.name, tile));
          this.sets.add(set);
        },
        () => this.asked.delete(set),
      );
    }
    return this.tiles.get(name);
  }

  /** Whether it is known where things stand on a tile. */
  knows(name: string): boolean {
    this.tile(name);
    return this.sets.has(setOf(name));
  }

  /** The picture of a tile; copies differ only in ornaments. */
  picture(name: string, palette: Palette = "own", copy = 0): string {
    return this.at(`${this.paletteOf(palette)}/${name}.svg`, copy);
  }

  /** The picture of a printed board, without names. */
  board(name: BoardName, palette: PaletteName): string {
    return this.at(`${this.paletteOf(palette)}/boards/${name}.svg`);
  }

  private paletteOf(palette: Palette): Palette {
    return settings.palette === "game" ? palette : settings.palette;
  }

  /** Where the picture with this address is; nothing is seen until it is drawn. */
  private at(address: string, copy = 0): string {
    const query = copy ? `?copy=${copy}` : "";
    if (!this.isLocal) return `/art/${this.version}/${address}${query}`;
    const made = this.drawn.get(address + query);
    if (made === undefined) void this.draw(address, copy).catch(() => {});
    return made ?? NOTHING;
  }

  /** Has the engine draw a picture. */
  private draw(address: string, copy: number): Promise<string> {
    const key = address + (copy ? `?copy=${copy}` : "");
    let making = this.drawing.get(key);
    if (!making) {
      making = local.picture(address, copy).then((svg) => {
        const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        this.drawn.set(key, made);
        return made;
      });
      this.drawing.set(key, making);
      making.catch(() => this.drawing.delete(key));
    }
    return making;
  }

  /** A tile as pixels, as soon as they are made: a board of 200 drawings is too much work for each frame. */
  pixels(name: string, palette: PaletteName, copy = 0): string {
    const drawing = this.picture(name, palette, copy);
    const made = this.bitmaps.get(drawing);
    if (made !== undefined) return made;
    if (drawing !== NOTHING && !this.queued.has(drawing)) {
      this.queued.add(drawing);
      this.queue.push(drawing);
      if (this.queue.length === 1) void this.work();
    }
    return drawing;
  }

  /** Makes one picture after another, so that nothing waits for it. */
  private async work(): Promise<void> {
    for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
      try {
        const image = new Image();
        image.src = next;
        await image.decode();
        await new Promise((free) => ("requestIdleCallback" in window ? requestIdleCallback(free, { timeout: 300 }) : setTimeout(free, 16)));
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = PIXELS;
        canvas.getContext("2d")?.drawImage(image, 0, 0, PIXELS, PIXELS);
        // Some 5 ms for a tile; WebP is a fourth as large, which matters nowhere here, and takes five times as long.
        const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
        if (blob) this.bitmaps.set(next, URL.createObjectURL(blob));
      } catch {
        // The drawing itself stays.
      }
      this.queue.shift();
    }
  }

  /** A figure of a player, or a neutral figure or token without a colour. */
  figure(kind: PieceName, colour: string | null, lying = false): string {
    return this.at(`figures/${kind}${colour === null ? "" : `-${colour}`}${lying ? "-lying" : ""}.svg`);
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
    let best: number | null = null;
    tile.segments.forEach((segment, i) => {
      if (!this.pen?.isPointInPath(shapes[i]!, x, y, "evenodd")) return;
      if (best === null || HEIGHT[segment.feature] > HEIGHT[tile.segments[best]!.feature]) best = i;
    });
    return best;
  }
}

export const art = new Art();
