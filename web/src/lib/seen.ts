// Pictures that are loaded when somebody looks at them. `loading="lazy"` of browsers begins a thousand pixels before, and takes the
// line of what a game needs to begin.

/** Milliseconds that a picture must be in view: who plays at once, or scrolls past, does not wait for it. */
const LOOK = 500;

/** `<img use:whenSeen={address}>`. */
export function whenSeen(image: HTMLImageElement, address: string | undefined): { destroy: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    eye.disconnect();
    if (address) image.src = address;
  };
  const eye = new IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (entries.at(-1)?.isIntersecting) timer = setTimeout(show, LOOK);
  });
  eye.observe(image);
  return {
    destroy: () => {
      clearTimeout(timer);
      eye.disconnect();
    },
  };
}
