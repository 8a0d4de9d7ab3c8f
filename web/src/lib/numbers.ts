// Whole numbers as people read them, with one kind of minus.

/** What is less than nothing has a minus. */
export const minus = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);
/** What is added or taken away: always with its sign. */
export const signed = (n: number): string => (n < 0 ? minus(n) : `+${n}`);
