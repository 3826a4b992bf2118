"""What must hold of every machine, whatever its game is and wherever it stands."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import wraps
from unittest.mock import patch

from agi_emu.machine.input.events import Arrow, InputEvent, Key
from agi_emu.machine.machine import Digests, Machine
from agi_emu.machine.saving import resuming, state_saving
from agi_emu.machine.saving.resuming import Grade, resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import Settings
from agi_emu.machine.snapshots import Snapshot
from agi_emu.resources.game import Game
from agi_emu.state.progress import Stop
from tests.fuzz.cursor import Cursor

KEYS = (0x000D, 0x001B, 0x0061, 0x0020, 0x3B00, 0x1C0D, 0x4400, 0x4000, 0x0009, 0x0031, 0x0008, 0x2D00, 0x0010, 0x3920)
FIRST_KEY, FIRST_ARROW, FIRST_LONG = 0x60, 0xA0, 0xE0
MOST_BEATS = 240
LONG_BEATS = 8
MOST_SPARES = 64

Beats = Sequence[list[InputEvent]]
"""The events before each beat."""


def beats_of(cursor: Cursor, most: int = MOST_BEATS) -> list[list[InputEvent]]:
    """Take what a player does in each of a number of beats: a byte is nothing, a key, an arrow, or some time."""
    beats: list[list[InputEvent]] = []
    while len(beats) < most and not cursor.is_over:
        choice = cursor.byte()
        if choice < FIRST_KEY:
            beats.append([])
        elif choice < FIRST_ARROW:
            beats.append([Key(KEYS[choice % len(KEYS)])])
        elif choice < FIRST_LONG:
            beats.append([Arrow(1 + choice % 8, down=bool(choice & 8))])
        else:
            beats += [[] for _ in range(LONG_BEATS)]
    return beats


SPARES: OrderedDict[tuple[int, Settings, str], tuple[Machine, Snapshot]] = OrderedDict()
"""Machines that were started, with what they were at power-on; each holds its game, whose id so stays its own."""


def started(game: Game, settings: Settings, role: str) -> Machine:
    """Return a machine at power-on, the one of this game, settings and role restored where it was started before.

    Starting one takes most of the time of an input.
    """
    place = id(game), settings, role
    if place not in SPARES:
        machine = Machine(game, settings=settings)
        SPARES[place] = machine, machine.snapshot()
        if len(SPARES) > MOST_SPARES:
            SPARES.popitem(last=False)
    machine, at_power_on = SPARES[place]
    machine.restore(at_power_on)
    machine.port_writes.clear()
    return machine


def restoring(target: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Let saving and loading restore the machines that they need, instead of starting each."""

    def restored(role: str) -> Callable[..., Machine]:
        return lambda game, *, settings: started(game, settings, role)

    @wraps(target)
    def run_restoring(data: bytes) -> None:
        scratch, at_start = restored("scratch"), restored("at power-on")
        with patch.object(resuming, "Machine", scratch), patch.object(state_saving, "Machine", at_start):
            target(data)

    return run_restoring


def run(machine: Machine, beats: Beats) -> None:
    """Let a machine run so many beats, or to the end of its game."""
    for events in beats:
        if machine.advance(events) & Stop.ENDED:
            return


def check_written_state(machine: Machine) -> None:
    """The state that is written now loads again, to the byte."""
    written = save_state(machine)
    other = started(machine.game, machine.settings, "another")
    grade = resume(other, written).grade
    assert grade is Grade.EXACT, f"a state that was written comes back as {grade.value}"
    assert other.snapshot().used == machine.snapshot().used, "a state comes back differently"


def digests_after(machine: Machine, beats: Beats) -> Digests:
    """Return the digests of a machine after so many beats."""
    machine.port_writes.clear()
    run(machine, beats)
    assert machine.frame == machine.frame
    _ = (machine.text, machine.message, machine.modal)
    return machine.digests()


def check_one(machine: Machine, beats: Beats, which: int) -> None:
    """Run, and check one of the things above, for each takes as long as the run itself."""
    if which == 0:
        check_repeats(machine, beats)
        return
    if which == 1:
        check_written_state(machine)
    run(machine, beats)
    if which == 2:
        check_written_state(machine)


CHECKS = 4
"""Of `check_one`; with the last one, a machine only runs."""


def check_repeats(machine: Machine, beats: Beats) -> None:
    """From a snapshot on, the same beats give the same digests; another machine that gets it shows the same."""
    before = machine.snapshot()
    digests = digests_after(machine, beats)
    machine.restore(before)
    assert digests_after(machine, beats) == digests, "the same beats give other digests"
    other = started(machine.game, machine.settings, "another")
    other.save_store = machine.save_store
    other.restore(before)
    assert digests_after(other, beats) == digests, "the same beats give other digests in another machine"
