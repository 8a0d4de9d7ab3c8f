// Words of the Winter box and of its gingerbread man. Keys end in the ids of the engine.
import { english, type Message } from "../forms";

export const winter = {
  // Winter: other names of the roles
  "role.winter.city": "juggler",
  "role.winter.road": "messenger",
  "role.winter.monastery": "craftsman",
  "role.winter.field": "child",
  "module.winter.farmers": "Children on fields",
  "module.winter.farmers.text": "Children lie in fields and score cities at the end.",
  "item.winter.monks": english("{n} craftsman", "{n} craftsmen"),
  "item.winter.farmers": english("{n} child", "{n} children"),
  "option.winter.meeple.city": "Juggler in the city",
  "option.winter.meeple.road": "Messenger on the road",
  "option.winter.meeple.monastery": "Craftsman in the monastery",
  "option.winter.meeple.field": "Child on the field",
  "option.winter.large.city": "Large meeple: juggler in the city",
  "option.winter.large.road": "Large meeple: messenger on the road",
  "option.winter.large.monastery": "Large meeple: craftsman in the monastery",
  "option.winter.large.field": "Large meeple: child on the field",

  // Gingerbread Man
  "ask.gingerbread": "Where does the gingerbread man go?",
  "ask.gingerbread.hint": "Choose another unfinished city.",
  "wait.gingerbread": "{name} moves the gingerbread man",
  "do.gingerbread": "Move the gingerbread man",
  "figure.gingerbread-man": "gingerbread man",
  "feature.gingerbread": "Gingerbread scoring",
  "source.gingerbread": "Gingerbread man",
  "item.winter.knights": english("{n} juggler", "{n} jugglers"),
  "note.gingerbread-moved": "{name} moves the gingerbread man",
  "note.gingerbread-moved.you": "You move the gingerbread man",
  "note.gingerbread-aside": "The gingerbread man leaves the board",
  "why.not-a-city": "The gingerbread man goes to another unfinished city.",
} as const satisfies Record<string, Message>;

export type Winter = Record<keyof typeof winter, Message>;
