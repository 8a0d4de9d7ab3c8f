import { slavic } from "../forms";
import type { Winter } from "../en/winter";

export const winter: Winter = {
  "role.winter.city": "жонглер",
  "role.winter.road": "гінець",
  "role.winter.monastery": "майстер",
  "role.winter.field": "дитина",
  "module.winter.farmers": "Діти на полях",
  "module.winter.farmers.text": "Діти лежать на полях і наприкінці приносять очки за міста.",
  "item.winter.monks": slavic("{n} майстер", "{n} майстри", "{n} майстрів"),
  "item.winter.farmers": slavic("{n} дитина", "{n} дитини", "{n} дітей"),
  "option.winter.meeple.city": "Жонглер у місті",
  "option.winter.meeple.road": "Гінець на дорозі",
  "option.winter.meeple.monastery": "Майстер у монастирі",
  "option.winter.meeple.field": "Дитина на полі",
  "option.winter.large.city": "Великий підданець: жонглер у місті",
  "option.winter.large.road": "Великий підданець: гінець на дорозі",
  "option.winter.large.monastery": "Великий підданець: майстер у монастирі",
  "option.winter.large.field": "Великий підданець: дитина на полі",

  "ask.gingerbread": "Куди піде пряниковий чоловічок?",
  "ask.gingerbread.hint": "Виберіть інше незавершене місто.",
  "wait.gingerbread": "{name} переміщує пряникового чоловічка",
  "do.gingerbread": "Перемістити чоловічка",
  "figure.gingerbread-man": "пряниковий чоловічок",
  "feature.gingerbread": "Пряниковий підрахунок",
  "source.gingerbread": "Пряниковий чоловічок",
  "item.winter.knights": slavic("{n} жонглер", "{n} жонглери", "{n} жонглерів"),
  "note.gingerbread-moved": "{name} переміщує пряникового чоловічка",
  "note.gingerbread-moved.you": "Ви переміщуєте пряникового чоловічка",
  "note.gingerbread-aside": "Пряниковий чоловічок залишає ігрову зону",
  "why.not-a-city": "Пряниковий чоловічок іде лише до іншого незавершеного міста.",
};
