import { slavic } from "./forms";
import type { Winter } from "./winter.en";

export const winter: Winter = {
  "role.winter.city": "жонглер",
  "role.winter.road": "гінець",
  "role.winter.monastery": "майстер",
  "role.winter.field": "дитина",
  "option.winter.meeple.city": "Жонглер у місті",
  "option.winter.meeple.road": "Гінець на дорозі",
  "option.winter.meeple.monastery": "Майстер у монастирі",
  "option.winter.meeple.field": "Дитина на полі",

  "ask.gingerbread": "Куди піде пряниковий чоловічок?",
  "ask.gingerbread.hint": "Виберіть інше незавершене місто.",
  "wait.gingerbread": "{name} переміщує пряникового чоловічка",
  "do.gingerbread": "Перемістити чоловічка",
  "figure.gingerbread-man": "пряниковий чоловічок",
  "feature.gingerbread": "Пряниковий підрахунок",
  "source.gingerbread": "Пряниковий чоловічок",
  "item.jugglers": slavic("{n} жонглер", "{n} жонглери", "{n} жонглерів"),
  "note.gingerbread-moved": "{name} переміщує пряникового чоловічка",
  "note.gingerbread-stays": "Пряниковий чоловічок лишається: іншого незавершеного міста немає",
  "note.gingerbread-aside": "Пряниковий чоловічок залишає ігрову зону",
  "why.gingerbread-city": "Пряниковий чоловічок ходить лише до незавершених міст.",
  "why.gingerbread-same": "Пряниковий чоловічок повинен піти до іншого міста.",
};
