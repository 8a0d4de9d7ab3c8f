// Words of games on this device, and of what needs a server.
import type { Message } from "../forms";

export const device = {
  "device.here": "on this device",
  "device.keep": "The game is kept",
  "device.keep.server": "on the server",
  "device.keep.here": "on this device, works offline",
  "device.alone": "The server does not answer. Games on this device go on without it.",
  "device.offline-hint": "Everything on this device, also without a network",
  "device.needs-server": "Needs a server",
  "device.elsewhere": "Elsewhere (needs a server)",

  "server.title": "With friends elsewhere",
  "server.text": "This page plays everything on your device and keeps your games here. Friends elsewhere, and games to watch, are on a server: enter the address of one, and its page opens.",
  "server.run": "Anybody can run a server; it is one free program.",
  "server.address": "Address of the server",
  "server.open": "Open the server",
  "server.bad": "This is no address of a page. It looks like this: https://games.example.org",
  "server.hand": "The game goes there as it stands. You are its host there and give out its seats by links.",
  "server.hand.open": "Take the game there",

  "bring.title": "A game from another page",
  "bring.text": "This link holds a game as it stands. Taken in, it is a game of its own here: you are its host, and its seats have links for you and your friends.",
  "bring.go": "Take it in",
  "bring.bad": "There is no game in this link.",

  "table.hand-over": "Go on with friends on a server",
  "table.copy-here": "A copy on this device",
  "table.delete": "Delete this game from this device",
  "table.delete.sure": "It cannot be brought back. Its record can be saved before.",
  "table.delete.yes": "Delete",
  "file.failed": "The file could not be made.",

  "problem.elsewhere": "Friends elsewhere need a server.",
  "problem.no-engine": "This browser is too old to play without a server.",
  "problem.engine": "The game stumbled. Everything is saved; load the page again.",
} as const satisfies Record<string, Message>;

export type Device = Record<keyof typeof device, Message>;
