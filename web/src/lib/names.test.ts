import { expect, it } from "vitest";
import { chosenName } from "./names";

it("a name that we gave is not one that somebody has chosen", () => {
  for (const ours of ["Guest", "Гість", "Гость", "Player 2", "Гравець 3", "Игрок 1", "", null, undefined]) expect(chosenName(ours)).toBeNull();
  for (const chosen of ["Anna", "Player", "Гравець", "Guest of honour"]) expect(chosenName(chosen)).toBe(chosen);
});
