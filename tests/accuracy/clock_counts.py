"""Counts, cycle by cycle, what a recorded run asks of the original's costly routines (`agi_emu/_core/counting.pyx`)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

from agi_emu._core.counting import begin_counting, price_of_call, set_prices, take_counts
from agi_emu.facts.clock_prices import prices_of
from agi_emu.machine.loading import parts_of_load
from agi_emu.machine.machine import Machine
from agi_emu.resources import Game, open_game
from agi_emu.resources.kinds import Kind
from agi_emu.tracing.check import TraceCheck, check_of
from agi_emu.tracing.trace import Trace

Counts = Counter[str]


def counts_of_run(path: Path, place: Path, *, last_cycle: int) -> list[Counts]:
    """Return the counts of each cycle of a recorded run of the game at `place`, the one before the first included."""
    check = _check(path, place)
    begin_counting(check.machine.core, check.machine.screen)
    cycles: list[Counts] = []
    check.run(keep_going=True, keep=lambda _: cycles.append(_counts_of_cycle(check.machine)), last_cycle=last_cycle)
    return cycles


def clocks_of_run(path: Path, place: Path, *, last_cycle: int, computer: str) -> list[tuple[int, int]]:
    """Return what the core charges for each cycle of a recorded run, in clocks of a computer.

    Beside it stands what a timer interrupt costs at its end.
    """
    check = _check(path, place)
    core, prices = check.machine.core, prices_of(computer)
    check.machine.unguarded.prices = prices
    set_prices(core, prices)
    # Logic 0 was given without them.
    price_of_call(core, 0, prices["loaded"])
    spent: list[int] = [core.spent]
    interrupts: list[int] = []

    def keep(_: object) -> None:
        spent.append(core.spent)
        plays = check.machine.unguarded.state.sound.playing
        interrupts.append(prices[_interrupt(computer) if plays else "beat"])

    check.run(keep_going=True, keep=keep, last_cycle=last_cycle)
    return [(after - before, interrupt) for (before, after), interrupt in zip(pairwise(spent), interrupts, strict=True)]


def _interrupt(computer: str) -> str:
    """Return the name of an interrupt while a sound plays."""
    return "beat_chip" if computer in {"pcjr", "tandy"} else "beat_speaker"


def _check(path: Path, place: Path) -> TraceCheck:
    """Return a machine that must do what a recording says."""
    trace = Trace(path)
    check = check_of(open_game(place, trace.meta.interpreter), trace)
    check.driver.goes_back = False
    return check


def _counts_of_cycle(machine: Machine) -> Counts:
    """Take what was counted since the last call; a logic that is loaded for a call counts as its parts."""
    counts: Counts = Counter(take_counts(machine.core))
    for number in range(256):
        called = counts[f"called {number}"]
        for name, count in parts_of_load(machine.unguarded, Kind.LOGIC, number).items() if called else ():
            counts[name] += called * count
    counts["tests"] = sum(number for name, number in counts.items() if name.startswith("test "))
    counts["actions"] = sum(number for name, number in counts.items() if name.startswith("action "))
    return counts


def counts_of_picture(game: Game, number: int) -> Counts:
    """Return what drawing a picture is: lines by kind and their points, fills, their cells and runs, pens."""
    machine = Machine(game)
    begin_counting(machine.core, machine.screen)
    machine.core.clear_picture()
    machine.core.draw_picture(game.stored(Kind.PICTURE, number).data)
    return Counter(take_counts(machine.core))
