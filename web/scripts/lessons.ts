// What each lesson teaches: known before any of them is loaded.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const FOLDER = resolve(import.meta.dirname, "../../learning/lessons");
const NAME = "virtual:lessons";

const files = (): string[] => readdirSync(FOLDER).filter((name) => name.endsWith(".json")).sort().map((name) => join(FOLDER, name));
const lesson = (path: string) => JSON.parse(readFileSync(path, "utf8")) as { id: string; teaches: string[] };

/** `import { lessonBy } from "virtual:lessons"`: the lesson of each module and base that one teaches. */
export function lessons(): Plugin {
  return {
    name: "lessons",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return;
      for (const path of files()) this.addWatchFile(path);
      const taught = files().map(lesson).flatMap(({ id: name, teaches }) => teaches.map((what) => [what, name]));
      return `export const lessonBy = new Map(${JSON.stringify(taught)});`;
    },
  };
}
