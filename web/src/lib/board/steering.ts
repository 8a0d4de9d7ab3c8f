// The camera over the board: it follows the game until somebody moves it by hand, and comes near to what is asked about.
// Pure: who draws is told where it is.
import { bounds, fit, shows, TILE, zoomAt, type Camera, type Cell, type Point } from "./geometry";

/** From here on a place is large enough to be touched. */
const TOUCHABLE = 0.7;
/** Seen from so far, what happens is too small to be followed. */
const FAR = 0.4;
const MARGIN = 12;

export class Steering {
  camera: Camera = { x: 0, y: 0, k: 1 };
  size: Point = [0, 0];
  /** The board follows the game until somebody moves it by hand. */
  private follows = true;
  /** What is asked about is shown from near, until somebody moves the board by hand. */
  private near: readonly Cell[] = [];
  /** What is waited for: it is seen when that begins, and in another size of the frame too. */
  private awaited: Cell | null = null;
  /** Where the camera was before it went to look at something. */
  private home: Camera | null = null;

  /** `draw` shows the camera; it may glide there. `everything` is what lies on the table or may. */
  constructor(
    private readonly draw: (camera: Camera, glide: boolean) => void,
    private readonly everything: () => readonly Cell[],
  ) {}

  private go(camera: Camera, glide: boolean): void {
    this.camera = camera;
    this.draw(camera, glide);
  }

  byHand(): void {
    this.follows = false;
    this.home = null;
    this.near = [];
  }

  showAll(): void {
    this.follows = true;
    this.home = null;
    this.near = [];
    this.go(fit(bounds(this.everything()), ...this.size, 0.4), true);
  }

  /** Zooms at a point of the frame, or at its middle. */
  zoom(factor: number, at: Point | null = null): void {
    this.zoomBy(factor, at ?? [this.size[0] / 2, this.size[1] / 2]);
    this.draw(this.camera, true);
  }

  /** The same step by step: who calls draws it. */
  zoomBy(factor: number, at: Point): void {
    this.byHand();
    this.camera = zoomAt(this.camera, factor, at);
  }

  pan(dx: number, dy: number, glide = true): void {
    this.byHand();
    this.go({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy }, glide);
  }

  /** Comes nearer to a few cells where something is to be chosen, if they are too small to be touched; of none, steps back. */
  attend(cells: readonly Cell[], drafting: boolean): void {
    this.near = cells;
    if (!cells.length) this.stepBack(drafting);
    else if (this.comeNear()) this.draw(this.camera, true);
  }

  /** Looks at what happens somewhere from nearer while the board is seen from far, until it comes back. Says whether it went there. */
  visit(cells: readonly Cell[], drafting: boolean): boolean {
    if (drafting || !this.follows || this.near.length || !this.size[0] || !cells.length || this.camera.k >= FAR) return false;
    this.home ??= this.camera;
    this.go(fit(bounds(cells), ...this.size, 2, FAR * 1.6), true);
    return true;
  }

  comeBack(): void {
    const { home } = this;
    this.home = null;
    if (home && this.follows && !this.near.length) this.go(home, true);
  }

  /** Whether the camera had to move. The board may be asked before it knows its size: then it comes near with its size. */
  private comeNear(): boolean {
    const { near, size, camera } = this;
    if (!near.length || !size[0] || (camera.k >= TOUCHABLE && shows(camera, bounds(near), ...size))) return false;
    this.camera = fit(bounds(near), ...size, 1.6, 1);
    return true;
  }

  /** Moves only as far as needed to show a cell. */
  reveal(at: Cell): void {
    const camera = this.showing(at);
    if (camera !== this.camera) this.go(camera, true);
  }

  /** Shows a cell for which somebody waits, or forgets it. */
  waitAt(at: Cell | null): void {
    this.awaited = at;
    if (at && this.size[0]) this.reveal(at);
  }

  private showing(at: Cell): Camera {
    const { camera, size } = this;
    const side = TILE * camera.k;
    const [left, top] = [at[0] * side + camera.x, at[1] * side + camera.y];
    const dx = left < MARGIN ? MARGIN - left : Math.min(0, size[0] - MARGIN - side - left);
    const dy = top < MARGIN ? MARGIN - top : Math.min(0, size[1] - MARGIN - side - top);
    return dx || dy ? { ...camera, x: camera.x + dx, y: camera.y + dy } : camera;
  }

  /** While it follows, the board steps back when something lies outside; it never moves under a draft. */
  stepBack(drafting: boolean): void {
    const box = bounds(this.everything());
    if (drafting || !this.follows || this.near.length || !this.size[0]) return;
    if (this.home) return void (shows(this.home, box, ...this.size) || (this.home = fit(box, ...this.size, 0.6)));
    const around = { left: box.left - 0.15, top: box.top - 0.15, right: box.right + 0.15, bottom: box.bottom + 0.15 };
    if (!shows(this.camera, around, ...this.size)) this.go(fit(box, ...this.size, 0.6), true);
  }

  /** The frame has another size: what was in its middle stays there, or everything is shown while it follows. */
  resize(size: Point, drafting: boolean): void {
    const [w, h] = this.size;
    this.size = size;
    // Where it would come back to is another place now.
    if (this.home) this.home = fit(bounds(this.everything()), ...size, 1);
    if (!w || (this.follows && !drafting && !this.near.length)) this.camera = fit(bounds(this.everything()), ...size, 1);
    else this.camera = { ...this.camera, x: this.camera.x + (size[0] - w) / 2, y: this.camera.y + (size[1] - h) / 2 };
    if (!this.comeNear() && this.awaited) this.camera = this.showing(this.awaited);
    this.draw(this.camera, false);
  }
}
