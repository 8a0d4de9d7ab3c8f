// What the player looks at: a region with its worth, an answer under the pointer, and the reason why something is no answer.
import type { OptionView } from "../../wire/OptionView";
import type { PartName } from "../../wire/PartName";
import type { Question } from "../../wire/Question";
import type { Reason } from "../../wire/Reason";
import type { RegionInfo } from "../../wire/RegionInfo";
import { same, type Cell, type Spot } from "../board/geometry";
import { t } from "../i18n/index.svelte";
import { givenBy, partOf } from "./foresight";
import type { Play } from "./play.svelte";
import * as words from "./words";

/** A pointer that rests this long means what is below it. */
const REST = 160;
/** How long a reason is shown. */
const READING = 7000;

/** What a question is about on the board, where a place that is not offered has a reason: whole tiles, segments, or what the way says. */
const POINTED: Readonly<Record<Question["kind"], "tile" | "segment" | "way" | null>> = {
  spring: null,
  draw: null,
  place: null,
  deploy: "way",
  robber: null,
  ingot: "tile",
  magic: "segment",
  roll: null,
  land: "segment",
  accompany: null,
  "put-ferry": null,
  "move-ferry": null,
  "score-next": "segment",
  "keep-farmer": "segment",
  mark: null,
  rob: null,
  "draw-message": null,
  message: "segment",
  "message-return": "segment",
  crop: null,
  "crop-add": "segment",
  "crop-return": "segment",
  gingerbread: "segment",
  plague: "segment",
  ransom: null,
  "step-dragon": "tile",
  capture: "segment",
  exchange: null,
  "move-out": "segment",
  send: null,
  "move-count": null,
  "last-move": "segment",
  over: null,
};
/** Ways of the deploy step for which a whole tile is chosen. */
const isWhole = (way: words.Way | ""): way is "fairy" | "tower-floor" => way === "fairy" || way === "tower-floor";

export class Pointing {
  region = $state.raw<RegionInfo | null>(null);
  colour = $state<string | null>(null);
  /** The answer that is pointed at, wherever its button is. */
  option = $state.raw<OptionView | null>(null);
  reason = $state.raw<{ text: string; rule: string | null } | null>(null);
  spots = $derived(this.region?.spots.map(([at, segment]) => ({ at, segment })) ?? []);

  private wanted = 0;
  private pinned = false;
  private hoverTimer: ReturnType<typeof setTimeout> | undefined;
  private reasonTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly play: Play;

  constructor(play: Play) {
    this.play = play;
  }

  async show(spot: Spot, colour: string | null = null, pin = false): Promise<void> {
    const mark = ++this.wanted;
    const found = await this.play.session.region(spot.at, spot.segment);
    if (mark !== this.wanted) return;
    this.region = found;
    this.pinned = pin;
    this.colour = colour ?? (found && found.majority.length === 1 ? (this.play.colours[found.majority[0] ?? 0] ?? null) : null);
  }

  clear(): void {
    clearTimeout(this.hoverTimer);
    this.wanted += 1;
    this.region = null;
    this.pinned = false;
  }

  /** The pointer rests somewhere, or left. */
  hover(spot: Spot | null): void {
    clearTimeout(this.hoverTimer);
    if (spot) this.hoverTimer = setTimeout(() => void this.show(spot), REST);
    else if (!this.pinned) this.clear();
  }

  /** The pointer or the focus is on an answer. */
  at(option: OptionView | null): void {
    clearTimeout(this.hoverTimer);
    this.option = option;
    const target = option?.target;
    const { mine, colours } = this.play;
    if (target && "segment" in target) void this.show(target, mine === null ? null : (colours[mine] ?? null));
    else this.clear();
  }

  /** Somebody reads about a place. */
  about(spot: Spot | null, colour: string | null = null): void {
    if (spot) void this.show(spot, colour);
    else this.clear();
  }

  explain(text: string, rule: string | null): void {
    this.reason = { text, rule };
    clearTimeout(this.reasonTimer);
    this.reasonTimer = setTimeout(() => (this.reason = null), READING);
  }

  explainPart(part: PartName): void {
    const gives = givenBy(this.play.view, part);
    const rule = partOf(this.play.view, part)?.rule ?? null;
    this.explain(`${words.partName(part)}: ${words.partText(part)}${gives && ` (${gives})`}`, rule);
  }

  private async whyNot(asked: Promise<Reason | null>): Promise<void> {
    const because = await asked;
    const text = because && words.why(because);
    if (text) this.explain(text, because.rule);
  }

  whySpace(space: number): void {
    void this.whyNot(this.play.session.whySpace(space));
  }

  /** A tap beside everything that can be chosen: why not there, and what is it worth? */
  tap(cell: Cell, segment: number | null): void {
    const { play } = this;
    const { view, session, asked, laid } = play;
    this.reason = null;
    if (!view?.board.tiles.some((placed) => same(placed.at, cell))) {
      this.clear();
      if (view?.board.dead.some((at) => same(at, cell))) this.explain(t("table.dead"), null);
      else if (play.isPlacing && !session.pending) void this.whyNot(session.whyLaid(cell, play.handTurn));
      return;
    }
    const about = asked && POINTED[asked.kind];
    const { way, role } = play.offered;
    const token = about === "way" && isWhole(way) ? way : null;
    const isDeploy = about === "way" && (same(laid?.at, cell) || play.hasPortal);
    if (about === "tile" || token || (segment !== null && (about === "segment" || isDeploy))) {
      const figure = token ?? role?.figure ?? (asked && "figure" in asked ? asked.figure : "meeple");
      void this.whyNot(session.whyThere(cell, segment ?? 0, figure));
    }
    if (segment !== null) void this.show({ at: cell, segment }, null, true);
    else this.clear();
  }
}
