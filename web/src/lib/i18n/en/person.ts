// Words of what this page is and of who one is here: deletion, another device. Loaded with those parts.
import { english, type Message } from "../forms";

export const person = {
  "about.1": "Bastide is Carcassonne as free software: an engine for the rules, a server, bots and this page.",
  "about.2": "It is unofficial and not connected with the publishers. The name Carcassonne only says what is played. All pictures are our own.",
  "about.3": "Nothing is loaded from elsewhere. One cookie keeps your seats; nothing else is known of you.",
  "about.forget": "Delete everything about me on this server",
  "about.forget.sure": "Your name, your lines of chat and your seats are deleted; bots play on for you. This cannot be undone.",
  "about.forget.yes": "Delete it",
  "about.forget.done": "Everything about you is deleted.",
  "about.fonts": "The letters are open fonts:",
  "other.text": "Make a link and open it on the other device, or scan the picture there. Both devices are you then: the same games, the same seats. The link works once and for ten minutes; whoever opens it is you, so give it to nobody.",
  "other.make": "Make a link",
  "other.link": "Link for my other device",
  "other.picture": "The link as a picture to be scanned",
  "other.take": "Continue here too?",
  "other.take.text": "This device becomes you, with the games and seats of the other one. Only if you made this link yourself: if somebody sent it to you, cancel.",
  "other.take.games": english("This device has {n} game of its own. It comes along and belongs to both devices then.", "This device has {n} games of its own. They come along and belong to both devices then."),
  "other.take.yes": "Continue here",
  "other.done": "Done. Your games are here now.",
  "other.bad": "This link has been used, or is too old. Make a new one on the other device.",
} as const satisfies Record<string, Message>;

export type Person = keyof typeof person;
