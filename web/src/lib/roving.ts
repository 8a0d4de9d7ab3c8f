// A long list or a table with much to press is one stop of the Tab key; arrow keys, Home and End go through it.
const WANTED = "button, a[href]";

/** Where an arrow key leads from a place of a list, or of a table of so many columns. */
export function nextPlace(pressed: string, at: number, length: number, columns: number): number | undefined {
  const row = columns > 1 ? at - (at % columns) : 0;
  const last = columns > 1 ? row + columns - 1 : length - 1;
  const steps: Record<string, number | undefined> = {
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    ArrowLeft: columns > 1 ? Math.max(row, at - 1) : undefined,
    ArrowRight: columns > 1 ? Math.min(last, at + 1) : undefined,
    Home: row,
    End: last,
  };
  const next = steps[pressed];
  if (next === undefined) return undefined;
  return columns > 1 && (next < 0 || next >= length) ? at : Math.max(0, Math.min(length - 1, next));
}

/** Attached to the list. The stop is where one was last, and the first as long as nobody is in the list. */
export function oneStop(list: HTMLElement, columns = () => 1): () => void {
  let current: HTMLElement | null = null;
  const all = () => [...list.querySelectorAll<HTMLElement>(WANTED)];
  function settle() {
    const found = all();
    if (!current || !list.contains(document.activeElement) || !found.includes(current)) current = found[0] ?? null;
    for (const one of found) {
      const index = one === current ? 0 : -1;
      if (one.getAttribute("tabindex") !== String(index)) one.tabIndex = index;
    }
  }
  function enter(event: FocusEvent) {
    current = (event.target as HTMLElement).closest<HTMLElement>(WANTED);
    settle();
  }
  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !current) return;
    const found = all();
    const next = nextPlace(event.key, found.indexOf(current), found.length, columns());
    if (next === undefined) return;
    found[next]?.focus();
    // The arrows are not for the board meanwhile.
    event.preventDefault();
    event.stopPropagation();
  }
  const observer = new MutationObserver(settle);
  observer.observe(list, { childList: true, subtree: true });
  list.addEventListener("focusin", enter);
  list.addEventListener("keydown", press);
  settle();
  return () => {
    observer.disconnect();
    list.removeEventListener("focusin", enter);
    list.removeEventListener("keydown", press);
  };
}
