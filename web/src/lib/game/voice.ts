// What a screen reader says of the news of a game, one sentence for each.
import type { GameView } from "../../wire/GameView";
import { t } from "../i18n/index.svelte";
import type { News } from "./news";
import * as words from "./words";

/** The sentence, or nothing for what others say already. */
export function spoken(view: GameView, news: News): string {
  switch (news.what) {
    case "placed":
      return words.told(view, "live.placed", { name: news.entry.seat }, { x: news.at[0], y: news.at[1] });
    case "deployed":
      return words.told(view, "live.deployed", { name: news.figure.seat ?? news.entry.seat }, { role: words.role(view, news.figure.figure, news.figure.feature) });
    case "happened": {
      const line = words.happening(view, news.happening, news.entry.seat);
      return line && `${line}.`;
    }
    case "award":
      return t("live.award", { line: words.award(view, news.award) });
    case "note":
      return `${words.note(view, news.note)}.`;
    case "returned":
      return "";
  }
}
