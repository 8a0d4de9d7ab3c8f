// What is known of figures without asking the server.
import type { FeatureName } from "../../wire/FeatureName";
import type { FigureName } from "../../wire/FigureName";
import type { MarkerName } from "../../wire/MarkerName";
import type { PieceName } from "../../wire/PieceName";

/** Figures and markers of players, by the lists of the engine. */
const OWNED: Readonly<Record<FigureName | MarkerName, true>> = { meeple: true, large: true, abbot: true, builder: true, pig: true, robber: true, messenger: true };

/** The colour in which a figure is drawn: that of its owner, or none if it belongs to nobody. */
export const colourOf = (figure: PieceName, owner: string): string | null => (figure in OWNED ? owner : null);

/** Meeples lie in fields; pigs and others stand everywhere. */
export const lies = (figure: PieceName, feature: FeatureName | null | undefined): boolean => feature === "field" && (figure === "meeple" || figure === "large");
