import { slavic } from "../forms";
import type { Winter } from "../en/winter";

export const winter: Winter = {
  "role.winter.city": "жонглёр",
  "role.winter.road": "гонец",
  "role.winter.monastery": "мастер",
  "role.winter.field": "ребёнок",
  "module.winter.farmers": "Дети на полях",
  "module.winter.farmers.text": "Дети лежат на полях и в конце приносят очки за города.",
  "item.winter.monks": slavic("{n} мастер", "{n} мастера", "{n} мастеров"),
  "item.winter.farmers": slavic("{n} ребёнок", "{n} ребёнка", "{n} детей"),
  "option.winter.meeple.city": "Жонглёр в городе",
  "option.winter.meeple.road": "Гонец на дороге",
  "option.winter.meeple.monastery": "Мастер в монастыре",
  "option.winter.meeple.field": "Ребёнок на поле",
  "option.winter.large.city": "Крупный подданный: жонглёр в городе",
  "option.winter.large.road": "Крупный подданный: гонец на дороге",
  "option.winter.large.monastery": "Крупный подданный: мастер в монастыре",
  "option.winter.large.field": "Крупный подданный: ребёнок на поле",

  "ask.gingerbread": "Куда пойдёт пряничный человечек?",
  "ask.gingerbread.hint": "Выберите другой незавершённый город.",
  "wait.gingerbread": "{name} перемещает пряничного человечка",
  "do.gingerbread": "Переместить человечка",
  "figure.gingerbread-man": "пряничный человечек",
  "feature.gingerbread": "Пряничный подсчёт",
  "source.gingerbread": "Пряничный человечек",
  "item.winter.knights": slavic("{n} жонглёр", "{n} жонглёра", "{n} жонглёров"),
  "note.gingerbread-moved": "{name} перемещает пряничного человечка",
  "note.gingerbread-moved.you": "Вы перемещаете пряничного человечка",
  "note.gingerbread-aside": "Пряничный человечек покидает карту",
  "why.not-a-city": "Пряничный человечек идёт только в другой незавершённый город.",
};
