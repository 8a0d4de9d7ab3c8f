// Made from docs/rules when the client is built (scripts/statements.ts).
declare module "virtual:statements" {
  export const sources: import("./rules/statements").Source[];
}
