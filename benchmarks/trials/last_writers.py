"""Checks who wrote a value last against brute force: the states of all cycles, compared.

    python -m benchmarks.trials.last_writers GAME... [--cycles 2000] [--questions 300]

A game is played by a player who presses keys at random, and every cycle's variables, flags, items and objects are kept.
Then it is asked, at cycles picked at random, who wrote a value last. An answer is right when the value does not change
between it and the question, when it comes in the cycle in which the states show the change, or later, and when the
value differs on both sides of the instruction or part that it names.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from agi_emu import Machine, open_game
from agi_emu.debugging.debugger import Debugger
from agi_emu.debugging.time_line import Instant
from agi_emu.machine.input.keynames import key_events
from agi_emu.machine.watchables import FIELDS, Watchable
from agi_emu.state.progress import Stop

KEYS = ("left", "right", "up", "down", "enter", "esc", "f1", "f5", "a", "l", "space", "tab")
OBJECTS = 20
MOST_BEATS = 60 * 60 * 20


def targets(objects: int) -> list[Watchable]:
    """Return everything that is asked about."""
    found = [Watchable(kind, number) for kind in "vfi" for number in range(256)]
    return found + [Watchable("o", number, field) for number in range(min(objects, OBJECTS)) for field in FIELDS]


def check(game: Path, *, cycles: int = 2000, questions: int = 300, seed: int = 1) -> list[str]:
    """Return what was wrong, in words; nothing for a game whose answers are all right."""
    chance = random.Random(seed)
    machine = Machine(open_game(game), seed=seed)
    debugger = Debugger(machine)
    state = machine.unguarded.state
    asked = targets(state.general.object_count)
    tops: list[tuple[Instant, list[object]]] = []

    def visit(stop: Stop) -> bool:
        if stop & Stop.CYCLE:
            tops.append((debugger.time.moment, [each.value(state) for each in asked]))
        return bool(stop & Stop.CYCLE)

    while len(tops) < cycles and not state.general.exited and state.clock.beats < MOST_BEATS:
        if machine.modal is not None or chance.random() < 0.1:
            debugger.time.give(key_events("enter" if chance.random() < 0.5 else chance.choice(KEYS)))
        debugger.time.play(visit, beats=20)
    moved = [at for at in range(len(asked)) if any(values[at] != tops[0][1][at] for _, values in tops)]
    wrong = []
    for _ in range(questions if moved else 0):
        index, at = chance.randrange(1, len(tops)), chance.choice(moved)
        problem = _problem(debugger, asked[at], tops, at, index)
        if problem:
            wrong.append(f"{game.stem}, {asked[at]} at cycle {tops[index][0].cycles}: {problem}")
    return wrong


def _problem(
    debugger: Debugger, target: Watchable, tops: list[tuple[Instant, list[object]]], at: int, index: int
) -> str | None:
    moment, values = tops[index]
    state = debugger.machine.unguarded.state
    debugger.go_to(moment)
    if target.value(state) != values[at]:
        return f"the past shows {target.value(state)}, it was {values[at]}"
    write = debugger.last_write(str(target))
    changed = next((back for back in range(index, 0, -1) if tops[back][1][at] != tops[back - 1][1][at]), None)
    if write is None:
        return None if changed is None else f"no answer, but it changed in cycle {tops[changed][0].cycles}"
    if write.value != values[at]:
        return f"{write} is not what the value is, {values[at]}"
    if changed is not None and write.moment < tops[changed - 1][0]:
        return f"{write} is before the change, in cycle {tops[changed][0].cycles}"
    debugger.go_to(write.moment)
    if target.value(state) != write.value:
        return f"after {write} it is {target.value(state)}"
    if write.place is not None and not write.part:
        debugger.go_to(write.moment._replace(tokens=write.moment.tokens - 1, stage=0))
        if debugger.time.halts.place != write.place or target.value(state) != write.before:
            return f"before {write} it is {target.value(state)} at {debugger.time.halts.place}"
    return None


def main() -> None:
    """Check the games that the command line names."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="+", type=Path)
    options.add_argument("--cycles", type=int, default=2000)
    options.add_argument("--questions", type=int, default=300)
    given = options.parse_args()
    for game in given.games:
        wrong = check(game, cycles=given.cycles, questions=given.questions)
        print(f"{game.stem}: {given.questions} questions, {len(wrong)} wrong answers")
        for each in wrong[:5]:
            print(f"  {each}")


if __name__ == "__main__":
    main()
