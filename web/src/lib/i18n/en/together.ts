// Words for playing together: one link, codes, clocks, rematches, and who comes back.
import { english, type Message } from "../forms";

export const together = {
  // One link for a game
  "setup.open": "A friend, by the link of the game",
  "setup.reserved": "Reserved, by a link of its own",
  "setup.clock.days": "Days per move",
  "setup.clock.days-number": "Days for each move",
  "setup.strict": "Strict: a bot plays on as soon as somebody’s time is up",
  "lobby.invite": "Send this link to everybody. Whoever opens it chooses a name and a colour and sits down. The game begins when all seats are taken.",
  "lobby.game-link": "Link of the game",
  "lobby.code": "Or say this code aloud",
  "lobby.code-hint": "It is typed on the start page.",
  "lobby.sit-down": "Sit down",
  "lobby.stand-up": "Stand up",
  "lobby.change": "Change",
  "lobby.colour": "Your colour",
  "lobby.reserved": "reserved",
  "lobby.waits": "is asked to come",
  "lobby.not-waiting": "Do not wait for {name}",
  "lobby.accept": "Play again",
  "lobby.decline": "No, thanks",
  "lobby.kept": "This seat is kept for you.",
  "lobby.new-link.sure": "{name} is here and loses the seat. Give out a new link all the same?",
  "lobby.new-link.yes": "New link, {name} loses the seat",
  "lobby.clock.per-move": english("Clock: {n} second for each move.", "Clock: {n} seconds for each move."),
  "lobby.clock.fischer": "Clock: {minutes} minutes each, {increment} seconds added for each move.",
  "lobby.clock.days": english("Clock: {n} day for each move.", "Clock: {n} days for each move."),
  "lobby.strict": "Strict: when somebody’s time is up a bot plays on at once.",
  "lobby.friendly": "When somebody’s time is up the others decide how it goes on.",
  "home.code": "Code of a game",
  "home.code.go": "Join",
  "home.code.hint": "Did somebody tell you a code?",
  "list.join": "Join",
  "list.invited": "You are asked to come",
  "list.waiting-for": "Waiting for {name}",
  "problem.no-code": "No game that waits for players has this code. Perhaps it has begun already.",
  "problem.colour-taken": "Somebody at the table has this colour already.",
  "problem.colour": "There is no such colour.",
  "problem.online": "Somebody sits there who is here.",
  "problem.in-time": "Nobody’s time is up any more.",

  // Clocks
  "time.waits-for": "The clocks start when everybody is here. Missing: {names}.",
  "time.up": "The time of {name} is up.",
  "time.up.you": "Your time is up. You can still move until the others decide.",
  "time.decide": "How shall it go on?",
  "time.wait": "Wait: more time for {name}",
  "time.bot": "A bot plays on for {name}",
  "time.end": "End the game here",
  "time.ends": "{n} of {all} want to end the game here.",
  "time.days": english("{n} day", "{n} days"),
  "time.hours": english("{n} hour", "{n} hours"),
  "note.more-time": "{name} gets more time",
  "note.back": "{name} is back and plays on",
  "note.ended-by-players": "The players have ended the game as it stood",

  // Coming back
  "back.bot": "A bot plays for you as {name}.",
  "back.kept": "The host has given out a new link for your seat ({name}). Until somebody uses it you can come back.",
  "back.gone": "Your seat ({name}) belongs to somebody else now. You are watching. Ask the host for a link if you want to play again.",
  "back.play-on": "Play on myself",
  "back.take-back": "Take my seat back",

  // Rematch
  "rematch.offered": "A rematch is offered.",
} as const satisfies Record<string, Message>;

export type Together = Record<keyof typeof together, Message>;
