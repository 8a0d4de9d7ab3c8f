// Names that we gave to somebody without one, in all languages and in earlier versions: said anew in the language of today.
const OURS = /^(Guest|Гість|Гость|You|Ви|Вы|(Player|Гравець|Игрок) \d+)$/;

/** The name that somebody has chosen; none if it is one of ours. */
export function chosenName(name: string | null | undefined): string | null {
  return name && !OURS.test(name) ? name : null;
}
