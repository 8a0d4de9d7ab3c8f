// The form of a catalogue: one message per sentence, with all forms of its number.

/** Forms of a message by the number `n`; English has one and other, Ukrainian and Russian one, few, many. */
export type Forms = Readonly<{ one: string; few?: string; many?: string; other: string }>;
export type Message = string | Forms;

/** One / few / many of Ukrainian and Russian. Fractions do not occur; `other` takes the form of few. */
export function slavic(one: string, few: string, many: string): Forms {
  return { one, few, many, other: few };
}

export function english(one: string, other: string): Forms {
  return { one, other };
}
