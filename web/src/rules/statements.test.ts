import { expect, it } from "vitest";
import { chapterOf, find, isRule, load, pieces, statementsOf } from "./statements";
import { withEmblem } from "./emblems";
import { chapters, shelves, topicOf, topics } from "./topics";

const files = import.meta.glob<string>("../../../docs/rules/**/*.md", { query: "?raw", import: "default", eager: true });
const text = Object.entries(files).flatMap(([path, content]) => (path.endsWith("README.md") ? [] : [content])).join("\n");
const sources = await load();
const all = statementsOf(sources);
const tiles = Object.values(import.meta.glob<string>("../../../crates/rules/catalogue/*.toml", { query: "?raw", import: "default", eager: true })).join("\n");

it("every statement of docs/rules is there, once and whole", () => {
  const ids = [...text.matchAll(/^- \*\*([A-Z0-9]+-[DX]?\d+)\*\*/gm)].map(([, id]) => id!);
  expect(ids.length).toBeGreaterThan(1200);
  expect(all.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, text: said } of all) {
    expect(isRule(id), id).toBe(true);
    expect(said.length, id).toBeGreaterThan(8);
    // The end of a statement of several lines is not lost.
    const written = text.slice(text.indexOf(`- **${id}**`)).split(/\n(?=- |\s*\n|#|\|)/)[0]!.replace(/\s+/g, " ").trim();
    expect(written.endsWith(said.replace(/\s+/g, " ").trim()), id).toBe(true);
  }
});

it("every chapter has its statements, and no other", () => {
  for (const chapter of chapters) {
    const found = chapterOf(sources, chapter)?.blocks.flatMap((block) => ("id" in block ? [block.id] : [])) ?? [];
    expect(found.sort(), chapter).toEqual(all.filter((one) => one.chapter === chapter).map(({ id }) => id).sort());
    expect(found.length, chapter).toBeGreaterThan(0);
  }
  expect(shelves.flatMap((shelf) => shelf.chapters).sort()).toEqual([...chapters].sort());
});

it("finds by words and by id", () => {
  expect(find(all, "ferry-10")[0]?.id).toBe("FERRY-10");
  expect(find(all, "FERRY-1").map(({ id }) => id)[0]).toBe("FERRY-1");
  const found = find(all, "garden abbot");
  expect(found.length).toBeGreaterThan(3);
  expect(found.every(({ id, text: said }) => /garden/i.test(`${id} ${said}`) && /abbot/i.test(`${id} ${said}`))).toBe(true);
  expect(find(all, "  ")).toEqual([]);
});

it("reads the marks of a text", () => {
  expect(pieces("The *spring* (RIVER-3) is **first**, `r0`.")).toEqual([
    { as: "text", text: "The " },
    { as: "em", text: "spring" },
    { as: "text", text: " (" },
    { as: "rule", text: "RIVER-3" },
    { as: "text", text: ") is " },
    { as: "strong", text: "first" },
    { as: "text", text: ", " },
    { as: "code", text: "r0" },
    { as: "text", text: "." },
  ]);
  expect(pieces("*Reason: BASE-3 says so.*").map(({ as }) => as)).toEqual(["em", "rule", "em"]);
  for (const { id, text: said } of all) expect(pieces(said).map((piece) => piece.text).join(""), id).not.toMatch(/\*\*/);
});

it("rules that statements name are there", () => {
  const known = new Set(all.map(({ id }) => id));
  const missing = all.flatMap(({ id, text: said }) => pieces(said).filter((piece) => piece.as === "rule" && !known.has(piece.text)).map((piece) => `${id}: ${piece.text}`));
  expect(missing).toEqual([]);
});

it("has a picture for each page", async () => {
  const { emblem } = await import("./emblems");
  for (const topic of topics) expect(withEmblem, topic).toContain(topic);
  for (const name of withEmblem) expect(tiles, name).toContain(`id = "${emblem(name)?.tile.split("/")[1]}"`);
  expect(topicOf("COMBO-D1")).toBe("combo");
});
