import { slavic } from "../forms";
import type { Foresight } from "../en/foresight";

export const foresight: Foresight = {
  "brings.title": "Що це дасть",
  "brings.pays": "{other} отримує {n}",
  "brings.home": "повертається: {figure}",
  "brings.homes": "повертаються: {figure} × {count}",
  "brings.eaten": "здобич дракона: {figure}",
  "brings.sent-away": "іде з міста: {figure}",
  "brings.captive": "у полоні ({other}): {figure}",
  "brings.freed": "на волі: {figure}",
  "brings.ingots": slavic("{n} злиток", "{n} злитки", "{n} злитків"),
  "brings.again": "ще один хід",
  "brings.worth": "вартість {n}, було {before}",
  "brings.so-far": "поки що вартість {n}",
  "brings.road": slavic("дорога з {n} плитки", "дорога з {n} плиток", "дорога з {n} плиток"),
  "brings.in-reach": "досяжно: {figure}",
  "brings.reach-nobody": "нікого не досягає",
  "brings.robs": "на цього гравця чекає засідка",
  "brings.crown": "{points}, коли свиня стане тут",
  "brings.unless": "якщо цей гравець не втрутиться",
  "brings.sector": "якби свиня стала тут зараз",
  "brings.tiles": slavic("{n} плитка", "{n} плитки", "{n} плиток"),
  "table.drag": "Перетягніть на місце або натисніть на місце",
  "ask.place.mouse": "Натисніть на місце, що світиться, або перетягніть туди плитку. Обертають коліщатко, права кнопка або R.",
  "ask.rule": "Правило до цього запитання",
};
