import { slavic } from "../forms";
import type { Foresight } from "../en/foresight";

export const foresight: Foresight = {
  "brings.title": "Что это даст",
  "brings.pays": "{other} получает {n}",
  "brings.home": "возвращается: {figure}",
  "brings.homes": "возвращаются: {figure} × {count}",
  "brings.eaten": "добыча дракона: {figure}",
  "brings.sent-away": "уходит из города: {figure}",
  "brings.captive": "в плену ({other}): {figure}",
  "brings.freed": "на свободе: {figure}",
  "brings.ingots": slavic("{n} слиток", "{n} слитка", "{n} слитков"),
  "brings.again": "ещё один ход",
  "brings.worth": "стоимость {n}, было {before}",
  "brings.so-far": "пока стоимость {n}",
  "brings.road": slavic("дорога из {n} квадрата", "дорога из {n} квадратов", "дорога из {n} квадратов"),
  "brings.in-reach": "досягаемо: {figure}",
  "brings.reach-nobody": "никого не достаёт",
  "brings.robs": "этого игрока ждёт засада",
  "brings.crown": "{points}, когда свинья встанет здесь",
  "brings.unless": "если этот игрок не вмешается",
  "brings.sector": "если бы свинья встала здесь сейчас",
  "brings.tiles": slavic("{n} квадрат", "{n} квадрата", "{n} квадратов"),
  "table.drag": "Перетащите на место или нажмите на место",
  "ask.place.mouse": "Нажмите на светящееся место или перетащите туда квадрат. Поворачивают колёсико, правая кнопка или R.",
  "ask.rule": "Правило к этому вопросу",
};
