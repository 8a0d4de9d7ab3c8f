// Fingers and mice on the board: one drags, two pinch; what moved is no tap.
import { zoomAt, type Camera, type Point } from "./geometry";

/** A pointer that moves less than this is still. */
const SLACK = 7;

export type Hand = {
  /** The camera of now, and where to put it. */
  camera: () => Camera;
  put: (camera: Camera) => void;
  /** Somebody has begun to move the board with this pointer. */
  begins: (pointer: number) => void;
  ends: () => void;
};

export class Gestures {
  private readonly pointers = new Map<number, Point>();
  private begun: Point = [0, 0];
  private moved = false;

  constructor(private readonly hand: Hand) {}

  down(pointer: number, at: Point): void {
    if (!this.pointers.size) this.moved = false;
    this.pointers.set(pointer, at);
    this.begun = at;
  }

  /** Whether the pointer is down: else it only hovers. */
  move(pointer: number, at: Point): boolean {
    const before = this.pointers.get(pointer);
    if (!before) return false;
    if (!this.moved && this.pointers.size === 1 && Math.hypot(at[0] - this.begun[0], at[1] - this.begun[1]) < SLACK) return true;
    if (!this.moved) {
      this.moved = true;
      this.hand.begins(pointer);
    }
    const camera = this.hand.camera();
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    const other = [...this.pointers].find(([id]) => id !== pointer)?.[1];
    if (!other) this.hand.put({ ...camera, x: camera.x + dx, y: camera.y + dy });
    else {
      const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
      const is = Math.hypot(at[0] - other[0], at[1] - other[1]);
      const zoomed = zoomAt(camera, was > 0 ? is / was : 1, [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
      this.hand.put({ ...zoomed, x: zoomed.x + dx / 2, y: zoomed.y + dy / 2 });
    }
    this.pointers.set(pointer, at);
    return true;
  }

  up(pointer: number): void {
    this.pointers.delete(pointer);
    if (!this.pointers.size && this.moved) this.hand.ends();
  }

  /** Whether the click that comes now is the end of a movement. */
  wasMove(): boolean {
    const { moved } = this;
    this.moved = false;
    return moved;
  }
}
