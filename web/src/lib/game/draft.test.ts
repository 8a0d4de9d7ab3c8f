import { describe, expect, it } from "vitest";
import { isLost, keepDraft } from "./draft";
import { decision, view } from "./sample";

const place = { draft: 4, decision: decision("place", 0), answer: "0,1 r0" };
const deploy = { draft: 5, decision: decision("deploy", 0), answer: "meeple@city:N" };

describe("a draft that the page remembers", () => {
  it("has the answers from its first decision on", () => {
    expect(keepDraft(view({ draft: 6, draft_of: 0, answered: [place, deploy] }))).toEqual({ seat: 0, draft: 4, actions: [place.answer, deploy.answer] });
    expect(keepDraft(view())).toBeNull();
  });

  it("is lost when the game waits where it began", () => {
    const kept = { seat: 0, draft: 4, actions: [place.answer] };
    expect(isLost(kept, view({ draft: 4 }))).toBe(true);
    // Still there, gone on, asked of somebody else, over.
    expect(isLost(kept, view({ draft: 5, draft_of: 0, answered: [place] }))).toBe(false);
    expect(isLost(kept, view({ draft: 7 }))).toBe(false);
    expect(isLost(kept, view({ draft: 4, decision: decision("place", 1) }))).toBe(false);
    expect(isLost(kept, view({ draft: 4, status: "finished" }))).toBe(false);
    expect(isLost(null, view())).toBe(false);
  });
});
