// Words of the start page, the setup, the pages of rules, the replay and the end.
import { english, type Message } from "../forms";

export const pages = {
  // Start page
  "home.continue": "Your turn: go on playing",
  "home.again": english("As last time: {game}, {n} player", "As last time: {game}, {n} players"),
  "home.boxes": "Five boxes, one click each",
  "home.players": "2–{n} players",
  "home.play-box": "Play",
  "home.set-up": "Set up",
  "box.big-box.text": "The third edition with eleven expansions, from the river to the crop circles.",
  "box.fortress.text": "The base game with a river: the shortest way into the game.",
  "box.winter.text": "The country under snow, and a gingerbread man who walks from city to city.",
  "box.wheel.text": "A wheel of fortune turns in the middle of the table and brings luck, taxes and plague.",
  "box.nobles-and-towers.text": "A dragon and a fairy, towers that take prisoners, the count and the city of Carcassonne.",

  // Setup
  "setup.presets": "Quick choice",
  "setup.preset.first": "First game",
  "setup.preset.first.text": "72 tiles, roads, cities and monasteries. Nothing to learn beforehand.",
  "setup.preset.family": "Family",
  "setup.preset.family.text": "With farmers, a river and the abbot: an evening for everybody.",
  "setup.preset.everything": "Everything",
  "setup.preset.everything.text": "The Big Box with all its expansions, for a long game.",
  "setup.free.text": "Any base with any expansions.",

  // Rules
  "rules.search": "Search the rules",
  "rules.search.hint": "A word or the number of a rule, for example FERRY-10",
  "rules.found": english("{n} place found", "{n} places found"),
  "rules.found.none": "Nothing found. Try another word; the full statements are in English.",
  "rules.more-found": "Only the first {n} are shown. Another word narrows them down.",
  "rules.index": "All chapters",
  "rules.shelf.bases": "Base games",
  "rules.shelf.extras": "Extras",
  "rules.shelf.together": "Everything together",
  "rules.chapter.turn": "The order of a turn",
  "rules.chapter.order": "A turn with every box",
  "rules.chapter.combo": "When expansions meet",
  "rules.full": "Every statement",
  "rules.full.text": "What the program follows, number by number. X marks an example, D a ruling where the book is silent.",
  "rules.full.language": "The full statements are in English.",
  "rules.unknown": "There is no rule {rule}.",

  // Replay, and records
  "replay.back": "One turn back",
  "replay.on": "One turn on",
  "replay.speed": "Speed",
  "replay.share": "Share",
  "replay.link": "Link to this moment",
  "replay.picture": "The board at this moment",
  "replay.png": "Picture (PNG)",
  "replay.film": "Watch as a film",
  "replay.film.download": "Download the film",
  "record.title": "A game as text",
  "record.text": "Paste a record here, or drop its file.",
  "record.view": "View the game",
  "record.file": "Choose a file",
  "record.refused": "This is no record that can be replayed. {why}",
} as const satisfies Record<string, Message>;

export type Pages = Record<keyof typeof pages, Message>;
