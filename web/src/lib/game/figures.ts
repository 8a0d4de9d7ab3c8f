// What is known of figures without asking the server.

const OWNED = new Set(["meeple", "large", "abbot", "builder", "pig", "robber", "messenger"]);

/** The colour in which a figure is drawn: that of its owner, or none if it belongs to nobody. */
export const colourOf = (figure: string, owner: string): string | null => (OWNED.has(figure) ? owner : null);

/** Meeples lie in fields; pigs and others stand everywhere. */
export const lies = (figure: string, feature: string | undefined): boolean => feature === "field" && (figure === "meeple" || figure === "large");
