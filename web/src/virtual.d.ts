// Made from docs/rules when the client is built (scripts/statements.ts).
declare module "virtual:statements" {
  export const sources: import("./rules/statements").Source[];
}
// Where the engine for games on this device is, if it was built (scripts/engine.ts).
declare module "virtual:engine" {
  export const rooms: string | null;
  export const rest: string | null;
  export const thinking: string | null;
}
// Made from learning/lessons when the client is built (scripts/lessons.ts).
declare module "virtual:lessons" {
  /** The lesson of each module and base that one teaches. */
  export const lessonBy: ReadonlyMap<string, string>;
}
