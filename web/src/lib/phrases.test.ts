import { expect, it } from "vitest";
import { phrasesIn, read } from "./phrases";

it("a phrase is read in the language of the reader, and nothing else is changed", () => {
  expect(read("Вітаю, щасти", "en")).toBe("Hello, good luck");
  expect(read("Thank you", "ru")).toBe("Спасибо");
  for (const [i, phrase] of phrasesIn("ru").entries()) expect(read(phrase, "uk")).toBe(phrasesIn("uk")[i]);
  for (const own of ["Thank you, Anna", "thank you", ""]) expect(read(own, "uk")).toBe(own);
});
