// The record of a game, wherever it is kept.
import { api, Failure } from "../api";
import { isHere } from "../here";
import { local } from "../local";

export async function recordOf(game: string): Promise<string> {
  if (isHere(game)) return local.record(game);
  const answer = await fetch(api.record(game));
  if (!answer.ok) throw new Failure(answer.status, "http", `${answer.status}`);
  return answer.text();
}
