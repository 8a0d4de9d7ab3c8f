// Words of passkeys, loaded with them.
import { english, type Message } from "../forms";

export const keep = {
  "keep.title": "Keep me for good",
  "keep.text": "Whoever you are here is remembered by this browser alone. A passkey keeps it for good: your phone, your computer or a security key holds it, and with it you come back on any device, also when this browser has forgotten everything. No address, no password.",
  "keep.make": "Make a passkey",
  "keep.made": "The passkey is made.",
  "keep.enter": "I have a passkey: continue as me",
  "keep.enter.games": english("This device has {n} game of its own. It comes along and is yours everywhere then. Continue only if it is yours.", "This device has {n} games of its own. They come along and are yours everywhere then. Continue only if they are yours."),
  "keep.enter.yes": "Continue and bring them along",
  "keep.entered": "Welcome back. Your games are here.",
  "keep.list": "Your passkeys",
  "keep.dates": "Made {created}, last used {used}",
  "keep.remove": "Remove",
  "keep.remove.of": "Remove the passkey {label}",
  "keep.remove.sure": "Nobody comes back with it then. It stays in your device until you delete it there too.",
  "keep.browser": "This browser has no passkeys, or this page was not opened by https.",
  "problem.passkey-https": "Passkeys need a server that is reached by https.",
  "problem.passkey-name": "Passkeys are bound to a name, and this address is none. The operator of the server can give it one; on the computer where it runs the page is called localhost.",
  "problem.passkeys-full": "You have ten passkeys. Remove one that you do not need.",
  "problem.passkey-known": "This passkey is known already.",
  "problem.bad-passkey": "The passkey was not accepted. Try again.",
  "problem.no-passkey": "This server does not know this passkey any more.",
  "problem.own-games": "This device has games of its own. Load the page again.",
  "problem.twice": "This device holds a passkey of yours already.",
  "problem.cancelled": "Nothing was done: it was cancelled, or there is no passkey for this page here.",
} as const satisfies Record<string, Message>;

export type Keep = keyof typeof keep;
