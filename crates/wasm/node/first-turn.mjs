// Plays what a first visit plays until the bot is asked, with an engine that counts its calls (`wasm-split --instrument`), and writes
// which functions that took: they are what a page must load before the first tile can be laid. The rest is loaded after it.
//     node first-turn.mjs INSTRUMENTED PROFILE
import { writeFileSync } from "node:fs";
import { openDesk } from "./desk.mjs";

const [file, profile] = process.argv.slice(2);
const { ask, doors } = openDesk(file);

/** First games differ in what is drawn. */
const GAMES = 150;
/** As `Home.svelte` wishes it: for somebody new, and for who comes back. */
const wish = (modules) => ({
  in_box: null,
  base: "classic",
  modules,
  seats: [
    { name: "You", colour: "red", who: "here" },
    { name: "Novice", colour: "blue", who: { bot: "novice" } },
  ],
  first: { seat: 0 },
  aids: true,
  clock: { kind: "none" },
  strict: false,
  private: true,
  end_after: null,
  bot_pace: 900,
});
let ticks = 0;
const now = () => ({ ticks: (ticks += 16), date: 1_700_000_000 });

/** Asks for what changes a game, and says that what is to be stored is stored. */
function go(id, request) {
  const outcome = ask({ ...request, id, now: now() });
  return outcome.store ? { ...outcome, ...go(id, { do: "stored", ok: true }) } : outcome;
}

function play(number) {
  const id = `here-${number}`;
  const { game } = ask({ do: "create", wish: wish(number % 2 ? ["farmers"] : []), fresh: { id, seed: Array(32).fill(number), date: 1_700_000_000 }, now: now() });
  go(id, { do: "open", game, draft: [] });
  const { socket } = go(id, { do: "join", seen: 0 });
  const view = () => ask({ do: "view", id, now: now() });
  const say = (message) => go(id, { do: "say", socket, message });
  // Lays the tile somewhere, takes it back, lays it anew, perhaps with a meeple, and confirms.
  const answer = ({ draft, decision }, which) => say({ type: "act", draft, action: decision.options[which % decision.options.length].action });
  // Whoever points at something is told of it.
  const point = () => {
    say({ type: "region", at: [0, 0], segment: 0, ask: 1 });
    for (const { action } of view().decision.options) {
      const [, x, y, rotation] = /^(-?\d+),(-?\d+) r(\d)$/.exec(action) ?? [];
      if (rotation) say({ type: "describe", at: [Number(x), Number(y)], rotation: Number(rotation), ask: 2 });
    }
  };
  point();
  answer(view(), number);
  point();
  if (view().can_undo) say({ type: "undo", draft: view().draft });
  for (let asked = view(); ; asked = view()) {
    if (asked.must_confirm) return say({ type: "confirm", draft: asked.draft });
    answer(asked, number);
  }
}

const picture = (address, copy = 0) => ask({ do: "picture", address, copy, now: now() });
ask({ do: "version" });
ask({ do: "offer", now: now() });
for (const { name } of ask({ do: "tiles", set: "base-classic", now: now() })) [0, 1, 2].forEach((copy) => picture(`summer/${name}.svg`, copy));
for (const figure of ["meeple-red", "meeple-blue", "meeple-red-lying", "meeple-blue-lying"]) picture(`figures/${figure}.svg`);
for (let number = 0; number < GAMES; number++) play(number);

const length = doors.__write_profile(0, 0);
const at = doors.room_for(length);
doors.__write_profile(at, length);
writeFileSync(profile, new Uint8Array(doors.memory.buffer, at, length));
