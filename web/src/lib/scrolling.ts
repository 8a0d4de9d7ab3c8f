/** Marks a list that goes on below or beside what is seen, with the classes `more-below` and `more-right`. */
export function showsMore(list: HTMLElement): () => void {
  const read = () => {
    list.classList.toggle("more-below", list.scrollHeight - list.clientHeight - list.scrollTop > 4);
    list.classList.toggle("more-right", list.scrollWidth - list.clientWidth - list.scrollLeft > 4);
  };
  const sizes = new ResizeObserver(read);
  const changes = new MutationObserver(read);
  sizes.observe(list);
  changes.observe(list, { childList: true, subtree: true, characterData: true });
  list.addEventListener("scroll", read);
  return () => (sizes.disconnect(), changes.disconnect());
}
