import { slavic } from "./forms";
import type { Winter } from "./winter.en";

export const winter: Winter = {
  "role.winter.city": "жонглёр",
  "role.winter.road": "гонец",
  "role.winter.monastery": "мастер",
  "role.winter.field": "ребёнок",
  "option.winter.meeple.city": "Жонглёр в городе",
  "option.winter.meeple.road": "Гонец на дороге",
  "option.winter.meeple.monastery": "Мастер в монастыре",
  "option.winter.meeple.field": "Ребёнок на поле",

  "ask.gingerbread": "Куда пойдёт пряничный человечек?",
  "ask.gingerbread.hint": "Выберите другой незавершённый город.",
  "wait.gingerbread": "{name} перемещает пряничного человечка",
  "do.gingerbread": "Переместить человечка",
  "figure.gingerbread-man": "пряничный человечек",
  "feature.gingerbread": "Пряничный подсчёт",
  "source.gingerbread": "Пряничный человечек",
  "item.jugglers": slavic("{n} жонглёр", "{n} жонглёра", "{n} жонглёров"),
  "note.gingerbread-moved": "{name} перемещает пряничного человечка",
  "note.gingerbread-stays": "Пряничный человечек остаётся: другого незавершённого города нет",
  "note.gingerbread-aside": "Пряничный человечек покидает карту",
  "why.gingerbread-city": "Пряничный человечек ходит только в незавершённые города.",
  "why.gingerbread-same": "Пряничный человечек должен пойти в другой город.",
};
