"""Checks who wrote a value last against brute force: the states of all cycles, compared.

    python -m benchmarks.trials.last_writers GAME... [--cycles 2000] [--questions 60]

A game is played by a player who presses keys at random, and every cycle's variables, flags, items and objects are kept.
After each cycle it is asked who wrote each value that the states show to have changed in it; and then, at cycles picked
at random, who wrote a value last, however long ago. An answer is right when the value does not change between it and
the question, when it comes in the cycle in which the states show the change, or later, and when the value differs on
both sides of the instruction or part that it names.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from agi_emu import Machine, open_game
from agi_emu.debugging.causes import Causes, Write
from agi_emu.debugging.debugger import Debugger
from agi_emu.debugging.time_line import Instant
from agi_emu.machine.input.events import key_events
from agi_emu.machine.watchables import FIELDS, Watchable
from agi_emu.state.progress import Stop

KEYS = ("left", "right", "up", "down", "enter", "esc", "f1", "f5", "a", "l", "space", "tab")
OBJECTS = 20
MOST_BEATS = 60 * 60 * 20


def targets(objects: int) -> list[Watchable]:
    """Return everything that is asked about."""
    found = [Watchable(kind, number) for kind in "vfi" for number in range(256)]
    return found + [Watchable("o", number, field) for number in range(min(objects, OBJECTS)) for field in FIELDS]


class Trial:
    """A game that was played, and what every cycle's state was."""

    def __init__(self, game: Path, *, cycles: int, seed: int = 1) -> None:
        """Play it; MOST_BEATS end the play, too."""
        self.game = game
        self.asked = 0
        self.chance = random.Random(seed)
        machine = Machine(open_game(game), seed=seed)
        self.debugger = debugger = Debugger(machine)
        self.causes = Causes(debugger.time, debugger.places)
        self.state = state = machine.unguarded.state
        self.targets = targets(state.general.object_count)
        self.tops: list[tuple[Instant, list[object]]] = []

        def visit(stop: Stop) -> bool:
            if stop & Stop.CYCLE:
                self.tops.append((debugger.time.moment, [each.value(state) for each in self.targets]))
            return bool(stop & Stop.CYCLE)

        while len(self.tops) < cycles and not state.general.exited and state.clock.beats < MOST_BEATS:
            if machine.modal is not None or self.chance.random() < 0.1:
                key = "enter" if self.chance.random() < 0.5 else self.chance.choice(KEYS)
                debugger.time.give(key_events(key))
            debugger.time.play(visit, beats=20)

    def every_change(self) -> Iterator[str]:
        """Ask for all changes of each cycle who made them; yield what is wrong."""
        for index in range(1, len(self.tops)):
            before, now = self.tops[index - 1][1], self.tops[index][1]
            changed = [at for at, value in enumerate(now) if value != before[at]]
            if changed:
                self.debugger.go_to(self.tops[index][0])
                writes = self.causes.last_writes([self.targets[at] for at in changed])
                # In order of time, so that each is reached from the one before.
                moments = {at: writes.get(self.targets[at]) for at in changed}
                for at, write in sorted(moments.items(), key=lambda each: each[1].moment if each[1] else (0,)):
                    yield from self._wrong(write, at, index, index)

    def questions(self, count: int) -> Iterator[str]:
        """Ask at cycles picked at random; yield what is wrong."""
        moved = [at for at, first in enumerate(self.tops[0][1]) if any(values[at] != first for _, values in self.tops)]
        for _ in range(count if moved else 0):
            index, at = self.chance.randrange(1, len(self.tops)), self.chance.choice(moved)
            moment, values = self.tops[index]
            self.debugger.go_to(moment)
            shown = self.targets[at].value(self.state)
            if shown != values[at]:
                yield f"{self.game.stem}: the past shows {self.targets[at]} as {shown}, it was {values[at]}"
            changes = (back for back in range(index, 0, -1) if self.tops[back][1][at] != self.tops[back - 1][1][at])
            write = self.causes.last_write(self.targets[at])
            yield from self._wrong(write, at, index, next(changes, None))

    def _wrong(self, write: Write | None, at: int, index: int, changed: int | None) -> Iterator[str]:
        """Yield what is wrong with an answer; `index` is the cycle of the question, `changed` that of the change."""
        self.asked += 1
        problem = self._problem(write, self.targets[at], self.tops[index][1][at], changed)
        if problem:
            yield f"{self.game.stem}, {self.targets[at]} at cycle {self.tops[index][0].cycles}: {problem}"

    def _problem(self, write: Write | None, target: Watchable, value: object, changed: int | None) -> str | None:
        if write is None:
            return None if changed is None else f"no answer, but it changed in cycle {self.tops[changed][0].cycles}"
        if write.value != value:
            return f"{write} is not what the value is, {value}"
        if changed is not None and write.moment < self.tops[changed - 1][0]:
            return f"{write} is before the change, in cycle {self.tops[changed][0].cycles}"
        if write.place is not None and not write.part:
            self.debugger.go_to(write.moment._replace(tokens=write.moment.tokens - 1, stage=0))
            if self.debugger.time.halts.place != write.place or target.value(self.state) != write.before:
                return f"before {write} it is {target.value(self.state)} at {self.debugger.time.halts.place}"
        self.debugger.go_to(write.moment)
        if target.value(self.state) != write.value:
            return f"after {write} it is {target.value(self.state)}"
        return None


def check(game: Path, *, cycles: int = 2000, questions: int = 60) -> tuple[int, list[str]]:
    """Return how much was asked, and what was wrong, in words; nothing for a game whose answers are all right."""
    trial = Trial(game, cycles=cycles)
    wrong = [*trial.every_change(), *trial.questions(questions)]
    return trial.asked, wrong


def main() -> None:
    """Print what was wrong with each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+", type=Path, metavar="GAME")
    parser.add_argument("--cycles", type=int, default=2000)
    parser.add_argument("--questions", type=int, default=60)
    given = parser.parse_args()
    for game in given.games:
        asked, wrong = check(game, cycles=given.cycles, questions=given.questions)
        print(f"{game.stem}: {asked:,} asked, {len(wrong)} wrong", flush=True)
        for each in wrong:
            print(f"  {each}")


if __name__ == "__main__":
    main()
