import { describe, expect, it } from "vitest";
import { en } from "./en";
import { ru } from "./ru";
import { scenes } from "./scenes";
import { topicOf, topics } from "./topics";
import { uk } from "./uk";

const catalogue = import.meta.glob<string>("../../../crates/rules/catalogue/*.toml", { query: "?raw", import: "default", eager: true });
const statements = Object.values(import.meta.glob<string>("../../../docs/rules/**/*.md", { query: "?raw", import: "default", eager: true })).join("\n");

/** The sides of every tile, clockwise from the north, and the words of its text. */
const tiles = new Map<string, { sides: string; text: string }>();
for (const [path, text] of Object.entries(catalogue)) {
  const set = path.split("/").at(-1)?.replace(".toml", "");
  for (const tile of text.split("[[tile]]").slice(1)) {
    const id = /^id = "(.*)"/m.exec(tile)?.[1];
    const sides = /^sides = "(.*)"/m.exec(tile)?.[1];
    if (id && sides) tiles.set(`${set}/${id}`, { sides, text: tile });
  }
}

const idsOf = (line: string) => /\(([A-Z0-9]+-[DX]?\d+(?:, [A-Z0-9]+-[DX]?\d+)*)\)$/.exec(line)?.[1]?.split(", ") ?? [];

describe("the pages", () => {
  it.each(topics)("%s: say the same in all languages, with rules that exist", (topic) => {
    const page = en[topic];
    for (const other of [uk[topic], ru[topic]]) {
      expect(other.when.length).toBe(page.when.length);
      expect(other.score.length).toBe(page.score.length);
      expect(other.mind.map(idsOf)).toEqual(page.mind.map(idsOf));
      expect(other.example.match(/\d+/g)).toEqual(page.example.match(/\d+/g));
    }
    for (const line of page.mind) {
      expect(idsOf(line), line).not.toEqual([]);
      for (const id of idsOf(line)) expect(statements, line).toContain(`**${id}**`);
    }
  });

  it.each(Object.entries(scenes))("%s: the example can be laid", (_, scene) => {
    for (const { tile, at, rotation } of scene.tiles) {
      const side = (name: string, turns: number, i: number) => tiles.get(name)?.sides[(i + 4 - turns) % 4];
      expect(tiles.get(tile), tile).toBeDefined();
      for (const next of scene.tiles) {
        const [x, y] = [next.at[0] - at[0], next.at[1] - at[1]];
        if (x === 1 && y === 0) expect(side(next.tile, next.rotation, 3), `${tile} → ${next.tile}`).toBe(side(tile, rotation, 1));
        if (x === 0 && y === 1) expect(side(next.tile, next.rotation, 0), `${tile} ↓ ${next.tile}`).toBe(side(tile, rotation, 2));
      }
    }
    for (const figure of scene.figures) {
      const under = scene.tiles.find((laid) => laid.at.join() === figure.at.join());
      expect(under).toBeDefined();
      if (figure.feature !== "tile") expect(tiles.get(under!.tile)?.text).toMatch(new RegExp(`^${figure.feature} = `, "m"));
    }
  });
});

describe("the page of a rule", () => {
  it("is found by its prefix", () => {
    expect(topicOf("INN-D2")).toBe("inns");
    expect(topicOf("FERRY-10")).toBe("ferries");
    expect(topicOf("BASE-13")).toBe("base");
    expect(topicOf("TURN-33")).toBe("turn");
    for (const topic of topics) expect(en[topic]).toBeDefined();
  });
});
