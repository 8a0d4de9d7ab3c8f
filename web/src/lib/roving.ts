// A long list with much to press is one stop of the Tab key; arrow keys, Home and End go through it.
const WANTED = "button, a[href]";

/** Attached to the list. The stop is where one was last, and the first as long as nobody is in the list. */
export function oneStop(list: HTMLElement): () => void {
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
    const at = found.indexOf(current);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key];
    if (next === undefined) return;
    found[Math.max(0, Math.min(found.length - 1, next))]?.focus();
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
