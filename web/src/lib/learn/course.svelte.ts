// Somebody who goes through a lesson: which step it is, what it waits for, and whether that was done.
import type { Lesson, Step } from "./lessons";
import type { Act } from "../../wire/engine/Act";
import { Study } from "./study";

/** The learner's seat. */
const LEARNER = 0;

/** So many actions have been taken when a step begins: everybody but the learner has acted. */
export function stops(acts: readonly Act[], steps: readonly Step[]): number[] {
  let at = 0;
  return steps.map((step) => {
    while (at < acts.length && acts[at]?.seat !== LEARNER) at += 1;
    const stop = at;
    at += step.do;
    return stop;
  });
}

/** The first action after `at` that is not the learner's: what is laid out until there is confirmed together. */
export function blockEnd(acts: readonly Act[], at: number): number {
  let end = at;
  while (acts[end]?.seat === LEARNER) end += 1;
  return end;
}

/** How many answers are those that are waited for, from the first one on. */
export function matching(wanted: readonly string[], given: readonly string[]): number {
  const wrong = given.findIndex((answer, i) => answer !== wanted[i]);
  return wrong < 0 ? given.length : wrong;
}

/** Actions that are done: the last one of what is confirmed together is so when that is confirmed, because what comes next tells of its
    consequences. */
export const settled = (base: number, right: number, together: number): number => base + Math.max(0, Math.min(right, together - 1));

export class Course {
  readonly study: Study;
  private readonly stops: number[];
  /** Actions that are confirmed. */
  private begun: number;
  private given = $state.raw<readonly string[]>([]);
  private base = $state(0);
  /** Steps without anything to do that were read. */
  private read = $state.raw<ReadonlySet<number>>(new Set());
  /** Something else was confirmed than what is waited for, and was taken back. */
  missed = $state(false);

  constructor(
    readonly lesson: Lesson,
    private readonly acts: readonly Act[],
    record: string,
    private readonly onend: () => void,
  ) {
    this.stops = stops(acts, lesson.steps);
    this.begun = this.stops[0] ?? 0;
    this.base = this.begun;
    this.study = new Study(record, (turn) => void this.confirmed(turn));
    this.study.ondraft = (given) => {
      this.given = given;
      if (given.length) this.missed = false;
    };
    void this.study.show(this.actions(this.begun));
  }

  private actions(until: number): string[] {
    return this.acts.slice(0, until).map(({ action }) => action);
  }
  private get block(): string[] {
    return this.acts.slice(this.base, blockEnd(this.acts, this.base)).map(({ action }) => action);
  }

  /** Answers that are right so far. */
  private right = $derived(matching(this.block, this.given));
  private position = $derived(settled(this.base, this.right, this.block.length));

  /** The number of the step that is shown; as many as there are steps when all are done. */
  number = $derived.by(() => {
    const { steps } = this.lesson;
    const first = steps.findIndex((step, i) => (step.do === 0 ? !this.read.has(i) && (this.stops[i] ?? 0) >= this.base : this.position < (this.stops[i] ?? 0) + step.do));
    return first < 0 ? steps.length : first;
  });
  step = $derived.by(() => this.lesson.steps[this.number] ?? null);
  isOver = $derived.by(() => this.number >= this.lesson.steps.length);
  /** The answer that is waited for now. */
  wanted = $derived(this.step && this.step.do > 0 && this.right === this.given.length ? (this.block[this.right] ?? null) : null);
  /** Everything is laid out; only Confirm is missing. */
  isReady = $derived(this.block.length > 0 && this.right === this.block.length && this.given.length === this.right);
  /** What was laid out is something else; `turn` if only the tile must be turned. */
  isOff = $derived.by((): "turn" | "other" | null => {
    if (this.right === this.given.length) return null;
    const cell = (text: string | undefined) => /^(-?\d+,-?\d+) r\d$/.exec(text ?? "")?.[1];
    const here = cell(this.given[this.right]);
    return here !== undefined && here === cell(this.block[this.right]) ? "turn" : "other";
  });
  /** What is waited for, although something else was laid out. */
  meant = $derived(this.isOff ? (this.block[this.right] ?? null) : this.wanted);

  next(): void {
    if (this.step?.do !== 0) return;
    this.read = new Set(this.read).add(this.number);
    if (this.isOver) this.onend();
  }

  /** Does what the step waits for. */
  async skip(): Promise<void> {
    const { step } = this;
    if (!step) return;
    if (step.do === 0) return this.next();
    if (this.isOff) await this.study.restart();
    const until = (this.stops[this.number] ?? 0) + step.do - this.base;
    for (const action of this.block.slice(this.given.length, until)) await this.study.act(action);
    if (this.isReady) await this.confirmed([...this.given]);
  }

  private async confirmed(turn: readonly string[]): Promise<void> {
    const { block } = this;
    if (turn.length !== block.length || matching(block, turn) !== turn.length) {
      const right = block.slice(0, Math.min(matching(block, turn), block.length - 1));
      await this.study.restart();
      // What was right is kept: only the rest is asked again.
      for (const action of right) await this.study.act(action);
      this.missed = true;
      return;
    }
    let next = this.base + block.length;
    while (next < this.acts.length && this.acts[next]?.seat !== LEARNER) next += 1;
    this.begun = next;
    this.base = next;
    this.given = [];
    await this.study.show(this.actions(next));
    if (this.isOver) this.onend();
  }
}
