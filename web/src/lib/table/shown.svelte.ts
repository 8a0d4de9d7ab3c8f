// What the board shows: the tile on its way before the server has answered, in a replay what was, and the names that a lesson puts there.
import type { FigureView } from "../../wire/FigureView";
import type { TileView } from "../../wire/TileView";
import type { Cell, Spot } from "../board/geometry";
import { art } from "../game/art.svelte";
import type { Play } from "../game/play.svelte";
import type { Pointing } from "../game/pointing.svelte";
import type { Replay } from "../game/replay.svelte";
import * as words from "../game/words";
import type { Names } from "../learn/lessons";

/** A name on the board, beside a figure or on a feature. */
export type Label = Spot & { text: string; isBelow: boolean };

export class ShownBoard {
  private readonly play: Play;
  private readonly replay: Pick<Replay, "past">;
  private readonly pointing: Pick<Pointing, "option">;
  private readonly names: () => Names | null;

  /** `names` says what is called by its name. */
  constructor(play: Play, replay: Pick<Replay, "past">, pointing: Pick<Pointing, "option">, names: () => Names | null) {
    this.play = play;
    this.replay = replay;
    this.pointing = pointing;
    this.names = names;
  }

  /** The board of a replay, or none for the present. */
  past = $derived.by(() => this.replay.past);
  board = $derived.by(() => this.past ?? this.play.view?.board ?? null);
  tiles = $derived.by((): readonly TileView[] => {
    const { view, session } = this.play;
    return session.pending && !this.past && view ? [...view.board.tiles.filter((tile) => !tile.draft), session.pending] : (this.board?.tiles ?? []);
  });
  figures = $derived.by((): readonly FigureView[] => {
    const { view, session } = this.play;
    return session.pending && !this.past ? (view?.board.figures.filter((figure) => !figure.draft) ?? []) : (this.board?.figures ?? []);
  });
  labels = $derived.by((): Label[] => {
    const { view, featureAt } = this.play;
    const names = this.names();
    if (!view || !names) return [];
    if (names === "figures") return this.figures.map(({ figure, at, segment }) => ({ at, segment, text: words.role(view, figure, featureAt({ at, segment })), isBelow: true }));
    return this.tiles.flatMap(({ tile, at }) => art.tile(tile)?.segments.map(({ feature }, segment) => ({ at, segment, text: words.feature(feature), isBelow: false })) ?? []);
  });
  /** What the tower reaches that may capture, or the one that would be built. */
  reach = $derived.by((): readonly Cell[] => {
    if (this.past) return [];
    const target = this.pointing.option?.target;
    const decision = this.play.view?.decision;
    return target?.on === "floor" ? target.reach : decision?.kind === "capture" ? decision.reach : [];
  });
}
