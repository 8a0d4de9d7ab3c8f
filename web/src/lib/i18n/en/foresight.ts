// What an answer would bring, and the "?" beside a question.
import { english, type Message } from "../forms";

export const foresight = {
  "brings.title": "What this would bring",
  "brings.pays": "{other} gets {n}",
  "brings.home": "comes home: {figure}",
  "brings.homes": "come home: {figure} × {count}",
  "brings.eaten": "eaten by the dragon: {figure}",
  "brings.sent-away": "sent away: {figure}",
  "brings.captive": "prisoner of {other}: {figure}",
  "brings.freed": "free again: {figure}",
  "brings.ingots": english("{n} ingot", "{n} ingots"),
  "brings.again": "another turn",
  "brings.worth": "worth {n}, before {before}",
  "brings.so-far": "worth {n} so far",
  "brings.road": english("road of {n} tile", "road of {n} tiles"),
  "brings.in-reach": "in reach: {figure}",
  "brings.reach-nobody": "reaches nobody",
  "brings.robs": "lies in wait",
  "brings.crown": "{points} when the pig stops here",
  "brings.unless": "unless this player acts first",
  "brings.sector": "if the pig stopped here now",
  "brings.tiles": english("{n} tile", "{n} tiles"),
  "table.drag": "Drag it to its place, or click a place",
  "ask.place.mouse": "Click a glowing place, or drag the tile there. Wheel, right button or R turn it.",
  "ask.rule": "The rule for this question",
} as const;

export type Foresight = Record<keyof typeof foresight, Message>;
