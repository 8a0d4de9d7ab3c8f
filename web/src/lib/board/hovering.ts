// What is under the pointer, told when it changes.
import { key, type Cell, type Spot } from "./geometry";

export type Ears = {
  /** Another cell, or none. */
  cell: (at: Cell | null) => void;
  /** Another segment, or none. */
  spot: (spot: Spot | null) => void;
};

export class Hovering {
  private cell = "";
  private spot = "";

  constructor(private readonly ears: Ears) {}

  at(cell: Cell, spot: Spot | null): void {
    if (key(cell) !== this.cell) {
      this.cell = key(cell);
      this.ears.cell(cell);
    }
    const name = spot ? `${key(spot.at)} ${spot.segment}` : "";
    if (name === this.spot) return;
    this.spot = name;
    this.ears.spot(spot);
  }

  leave(): void {
    this.cell = this.spot = "";
    this.ears.cell(null);
    this.ears.spot(null);
  }
}
