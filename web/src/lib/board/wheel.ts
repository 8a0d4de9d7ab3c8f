// The wheel over the board: it zooms, and turns a tile that lies under it.
export type Turned = Pick<WheelEvent, "deltaY" | "deltaMode" | "ctrlKey" | "timeStamp">;

/** Some browsers count lines, which are so many pixels high. */
const LINE = 24;
/** More at once is no more. */
const MOST = 160;
/** How far a wheel turns for a quarter of the tile. */
const NOTCH = 50;
/** Milliseconds after which another turn begins. */
const PAUSE = 250;

const pixels = ({ deltaY, deltaMode }: Turned): number => deltaY * (deltaMode === 1 ? LINE : 1);

/** How much nearer the camera comes; with Ctrl, which is how fingers on a touchpad are told, in larger steps. */
export const zoomOf = (event: Turned): number => Math.exp(-Math.max(-MOST, Math.min(MOST, pixels(event))) * (event.ctrlKey ? 0.008 : 0.0018));

/** Counts how far a wheel has turned: a notch or a swipe is a quarter of the tile. */
export class Notches {
  private far = 0;
  private last = 0;

  /** The direction in which the tile is turned now, or none yet. */
  turn(event: Turned): 1 | -1 | null {
    if (event.timeStamp - this.last > PAUSE) this.far = 0;
    this.last = event.timeStamp;
    this.far += pixels(event);
    if (Math.abs(this.far) < NOTCH) return null;
    const direction = this.far > 0 ? 1 : -1;
    this.far = 0;
    return direction;
  }
}
