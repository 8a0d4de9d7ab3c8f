// The statements of docs/rules: what they look like, how they are found, and how their text is read.
import { topicOf, type Chapter } from "./topics";

/** A heading, a statement with its id, a sentence or a table. Texts have the marks of Markdown. */
export type Block = { heading: string; depth: number } | { id: string; text: string } | { text: string; item?: true } | { rows: string[][] };
/** One file of docs/rules. */
export type Source = { name: string; title: string; blocks: Block[] };
export type Statement = { id: string; text: string; chapter: Chapter; title: string };

/** They are a part of the client of their own, because few readers need them. */
export async function load(): Promise<Source[]> {
  return (await import("virtual:statements")).sources;
}

export const isRule = (text: string): boolean => /^[A-Z][A-Z0-9]*-[DX]?\d+$/.test(text);

/** What a chapter says in full: the blocks of its file, without headings and sentences that are about other chapters. */
export function chapterOf(sources: readonly Source[], chapter: Chapter): Source | null {
  const isOurs = (block: Block) => "id" in block && topicOf(block.id) === chapter;
  const source = sources.find(({ blocks }) => blocks.some(isOurs));
  if (!source) return null;
  const isShared = source.blocks.some((block) => "id" in block && !isOurs(block));
  if (!isShared) return source;
  // From one heading to the next: it stays if it has a statement of ours.
  const parts: Block[][] = [[]];
  for (const block of source.blocks) {
    if ("heading" in block) parts.push([]);
    parts.at(-1)?.push(block);
  }
  const has = (part: Block[]) => part.some(isOurs);
  // A heading above smaller ones stays with them.
  const below = (i: number) => {
    const depth = depthOf(parts[i]?.[0]);
    const after = parts.slice(i + 1);
    const end = after.findIndex((part) => depthOf(part[0]) <= depth);
    return (end < 0 ? after : after.slice(0, end)).some(has);
  };
  return { ...source, blocks: parts.flatMap((part, i) => (i === 0 || has(part) || below(i) ? part.filter((block) => !("id" in block) || isOurs(block)) : [])) };
}
const depthOf = (block: Block | undefined) => (block && "depth" in block ? block.depth : 0);

export function statementsOf(sources: readonly Source[]): Statement[] {
  return sources.flatMap(({ title, blocks }) => blocks.flatMap((block) => ("id" in block ? [{ ...block, chapter: topicOf(block.id), title }] : [])));
}

/** Statements that have every word; those whose id is meant come first. */
export function find<T extends { id: string; text: string }>(all: readonly T[], query: string): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const text = (one: T) => `${one.id} ${one.text}`.toLowerCase();
  const isMeant = (one: T) => words.includes(one.id.toLowerCase());
  const found = all.filter((one) => words.every((word) => text(one).includes(word)));
  return [...found.filter(isMeant), ...found.filter((one) => !isMeant(one))];
}

export type Piece = { as: "text" | "em" | "strong" | "code" | "rule"; text: string };

/** A text with the marks of Markdown, piece by piece; ids of rules are pieces of their own. */
export function pieces(text: string, as: Piece["as"] = "text"): Piece[] {
  const mark = as === "text" ? /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\b([A-Z][A-Z0-9]*-[DX]?\d+)\b/ : /()()()\b([A-Z][A-Z0-9]*-[DX]?\d+)\b/;
  const found = mark.exec(text);
  if (!found) return text ? [{ as, text }] : [];
  const [whole, strong, em, code, rule] = found;
  const before = text.slice(0, found.index);
  const inner: Piece[] = rule ? [{ as: "rule", text: rule }] : strong ? pieces(strong, "strong") : em ? pieces(em, "em") : [{ as: "code", text: code ?? "" }];
  return [...(before ? [{ as, text: before }] : []), ...inner, ...pieces(text.slice(found.index + whole.length), as)];
}
