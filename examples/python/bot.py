#!/usr/bin/env python3
"""An opponent for `bastide arena` on one page: cities first, then monasteries, then roads.

    bastide arena --bots 'cmd:python3 examples/python/bot.py bastide,random' --games 20

The protocol is in docs/engine-protocol.md. Knowing the rules is left to a `bastide engine` of our own,
which is told everything and asked for the legal actions; choosing among them is the part to improve.
"""

import random
import re
import subprocess
import sys

# One word for each action, but two or three where a tile or a ferry is laid.
ACTION = re.compile(r"ferry (?:-?\d+,-?\d+ )?\S+|-?\d+,-?\d+ r[0-3]|\S+")
WISHES = ["meeple@city", "meeple@monastery", "meeple@road", "large@", "score@", "pass"]


class Rules:
    """A `bastide engine` that keeps the state of the game."""

    def __init__(self, program):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        self.process = subprocess.Popen([program, "engine", "--bot", "random"], **pipes)

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def legal(self):
        self.tell("legal")
        for line in self.process.stdout:
            if line.startswith("legal"):
                return ACTION.findall(line[len("legal"):])
        return []


def choose(actions, rng):
    """The first wish that can be had, or anything."""
    for wish in WISHES:
        granted = [action for action in actions if action.startswith(wish)]
        if granted:
            return rng.choice(granted)
    return rng.choice(actions)


def main():
    rules = Rules(sys.argv[1] if len(sys.argv) > 1 else "bastide")
    rng = random.Random(1)
    for line in sys.stdin:
        word = line.split(maxsplit=1)[0] if line.strip() else "#"
        if word == "bastide-engine":
            print("id name Cities first\nid author the Bastide project\nready", flush=True)
        elif word == "go":
            print("best", choose(rules.legal(), rng), flush=True)
        elif word == "quit":
            break
        elif word not in ("stop", "#"):
            rules.tell(line.rstrip("\n"))  # `new`, its header, `end`, and `play`
    rules.tell("quit")
    rules.process.wait()


if __name__ == "__main__":
    main()
