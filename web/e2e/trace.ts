// What the main thread of a page did, from a trace of the browser.
import type { Browser, Page } from "@playwright/test";

// On a busy machine only the time that the thread itself has worked says something: `tdur`.
type Event = { name: string; ph: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number; args?: { name?: string } };

export type MainThread = {
  /** Milliseconds of each task. */
  tasks: number[];
  /** Milliseconds of all events of these names. */
  sum: (names: string[]) => number;
  count: (names: string[]) => number;
  /** What the longest tasks were busy with, a line for each. */
  longest: string[];
};

const isTask = (event: Event) => /RunTask/.test(event.name);
const spent = (event: Event) => (event.tdur ?? event.dur ?? 0) / 1000;

export const startTrace = (browser: Browser, page: Page): Promise<void> => browser.startTracing(page, { categories: ["devtools.timeline", "blink.user_timing", "toplevel", "v8"] });

export async function stopTrace(browser: Browser): Promise<MainThread> {
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] };
  const main = trace.traceEvents.filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain");
  const isMain = (event: Event) => main.some((thread) => thread.pid === event.pid && thread.tid === event.tid);
  const events = trace.traceEvents.filter((event) => event.ph === "X" && isMain(event));
  const longest = events.filter(isTask).sort((a, b) => spent(b) - spent(a)).slice(0, 3);
  const inside = (task: Event) => events.filter((event) => event.tid === task.tid && event.ts >= task.ts && event.ts < task.ts + (task.dur ?? 0) && !isTask(event));
  const of = (names: string[]) => events.filter((event) => names.includes(event.name));
  return {
    tasks: events.filter(isTask).map(spent),
    sum: (names) => of(names).reduce((all, event) => all + spent(event), 0),
    count: (names) => of(names).length,
    longest: longest.map((task) => {
      const top = inside(task).sort((a, b) => spent(b) - spent(a)).slice(0, 6);
      return `a task of ${spent(task).toFixed(0)} ms: ${top.map((event) => `${event.name} ${spent(event).toFixed(0)}`).join(", ")}`;
    }),
  };
}
