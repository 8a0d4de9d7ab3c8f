// Parts of the table that a first turn does not show. Each is a file of its own, loaded when the game can be played, so that all are
// there when they are needed, also if the server has another version by then.
export const parts = {
  Chat: () => import("../Chat.svelte"),
  End: () => import("../End.svelte"),
  Help: () => import("../Help.svelte"),
  HintCard: () => import("../table/HintCard.svelte"),
  InWords: () => import("../table/InWords.svelte"),
  Log: () => import("../Log.svelte"),
  Lobby: () => import("../Lobby.svelte"),
  Printed: () => import("../Printed.svelte"),
  Remaining: () => import("../Remaining.svelte"),
  ReplayBar: () => import("../table/ReplayBar.svelte"),
  TableMenu: () => import("../table/TableMenu.svelte"),
  Track: () => import("../Track.svelte"),
};

export function loadLater(): void {
  for (const load of [...Object.values(parts), () => import("../../lib/learn/statistics")]) load().catch(() => {});
}
