"""The core's kernels on fixed inputs, once each, for counting their instructions (`instruction_counts.py`).

First those whose instructions are those of one function of the core, then whole pieces of work, Python's part included:
each of these lies between two calls of getppid, which nothing else here calls.
"""

from __future__ import annotations

import gc
import os
import random
import tempfile
from array import array
from collections.abc import Callable
from pathlib import Path

from agi_emu import Game, Machine, Stop, compare, open_game
from agi_emu._core import brush, cel, changes, colours, flood, line, lzw, picture
from agi_emu._core.psg import Psg
from agi_emu._core.scale import Scaler
from agi_emu._core.screen import Screen
from agi_emu.facts.font import built_in_face
from agi_emu.machine.settings import BUDGETS, SMOOTH, Budget, Settings
from agi_emu.presentation.synthesiser import impulses
from agi_emu.recording.replaying.recorder import SessionRecorder
from agi_emu.recording.replaying.starting import begin_recording
from agi_emu.resources.writing.packing import compress
from agi_emu.session import EveryBeat, NoInput, Session
from agi_emu.state.digest_lists import COMPLETE
from agi_emu.state.digests import CURRENT, frame_digest, state_digest
from agi_emu.state.layout import ARENA_OFFSET, SCREEN_OFFSET, STATE_BYTES, StateLayout
from benchmarks.inputs import HOUSE, figure
from tests.core.cel_bytes import MIRRORED, view_of
from tests.own_games.building import GameBuilder

CELLS = 160 * 168
EMPTY = bytes([0x4F]) * CELLS
PLACE = tempfile.TemporaryDirectory()
BUILD = GameBuilder(Path(PLACE.name))


def lines() -> None:
    """Lines of every direction."""
    chance = random.Random(1)
    cells = bytearray(EMPTY)
    for _ in range(400):
        line.draw(
            cells,
            chance.randrange(160),
            chance.randrange(168),
            chance.randrange(160),
            chance.randrange(168),
            0x0F,
            0xF1,
        )


def floods() -> None:
    """A fill of the whole picture, and one between speckles."""
    chance = random.Random(2)
    places = array("I", bytes(4 * flood.WAITING))
    speckled = bytearray(chance.choice((0x4F, 0x4F, 0x4F, 0x40)) for _ in range(CELLS))
    speckled[0] = 0x4F
    for cells in (bytearray(EMPTY), speckled):
        for _ in range(5):
            flood.fill(bytearray(cells), places, 0, 0, 0x0F, 0xF1)


def pens() -> None:
    """The largest pens, solid and splattered."""
    cells = bytearray(EMPTY)
    for pen in (0x07, 0x17, 0x27, 0x37) * 25:
        brush.draw(cells, 80, 80, pen, 0x18, 0x0F, 0xF1)


def pictures() -> None:
    """A small picture with every kind of command."""
    for _ in range(40):
        picture.draw(bytearray(EMPTY), HOUSE)


def cels() -> None:
    """People of all sizes, also mirrored, on open ground and across control lines."""
    chance = random.Random(3)
    grounds = (bytearray(EMPTY), bytearray(chance.choice((0x0F, 0x2F, 0x4F, 0xFF)) for _ in range(CELLS)))
    for width in range(4, 120, 4):
        shared = figure(width, 40, MIRRORED)
        view = view_of([shared], [shared])
        for loop in (0, 1):
            for ground in grounds:
                cel.blit(bytearray(ground), view, loop, 0, 30, 20, 10)


def packed() -> None:
    """Views of people, packed as version 3 packs."""
    view = view_of([figure(width, 40, 0) for width in range(4, 120, 4)])
    packed_view = compress(view)
    for _ in range(10):
        lzw.expand(packed_view, bytearray(len(view)))


def chip() -> None:
    """A second of three tones and noise."""
    psg = Psg(impulses(), "ncr8496", 44100)
    for value in (0x8E, 0x0F, 0x90, 0xAC, 0x12, 0xB0, 0xC8, 0x0C, 0xD0, 0xE4, 0xF0):
        psg.write(0xC0, value)
    psg.render(array("h", bytes(2 * 44100)))


def screen() -> None:
    """The whole picture, and a row of text."""
    shown = Screen(bytearray(STATE_BYTES), built_in_face())
    for _ in range(10):
        shown.copy(0, 0, 160, 168)
        shown.print(bytes(range(32, 72)))


def window() -> None:
    """A frame on its way to the window."""
    pixels = bytes(index & 15 for index in random.Random(4).randbytes(64000))
    Scaler(1280, 960).draw(pixels, array("I", range(512)), array("I", bytes(4 * 1280 * 960)), 1280, 0, 0)


def people() -> Game:
    """Return a game of twelve people and some arithmetic."""
    start = "".join(
        f"animate.obj(o{number}); set.view(o{number}, 0); ignore.objs(o{number}); position(o{number}, {9 * number},"
        f" {60 + 8 * number}); draw(o{number}); start.cycling(o{number}); wander(o{number});"
        for number in range(12)
    )
    logic = (
        f"if (!isset(f50)) {{ set(f50); load.pic(v50); draw.pic(v50); show.pic(); load.view(0); {start} }}"
        + "increment(v51); if (v51 > 100 && !isset(f60)) { v51 = 0; random(1, 9, v52); }" * 20
        + 'display(22, 0, "Some words in every cycle"); return();'
    )
    view = view_of([figure(width, 30, 0) for width in (9, 10, 11)])
    return open_game(BUILD({0: logic}, pictures={0: HOUSE}, views={0: view}))


def game() -> None:
    """Ten seconds of the game of people."""
    Machine(people(), seed=1).run(seconds=10)


def rgb() -> None:
    """Frames of 16 and of 256 colours as red, green and blue."""
    pixels = random.Random(6).randbytes(64000)
    for shown, count in ((bytes(index & 15 for index in pixels), 16), (pixels, 256)):
        colours.paint(shown, bytes(3 * count), bytearray(3 * len(shown)))


def digests() -> None:
    """Digests of a state at power-on, and of its screen."""
    state = StateLayout()
    for number in (COMPLETE, CURRENT):
        for _ in range(10):
            state_digest(state, number)
            frame_digest(state, number)


def past() -> None:
    """Moments of a state: nothing new, some rows of the screen, a stretch of anything."""
    chance = random.Random(5)
    before, now = bytearray(STATE_BYTES), bytearray(STATE_BYTES)
    room = bytearray(changes.packed_size(STATE_BYTES))
    for _ in range(20):
        for row in range(60, 90):
            place = SCREEN_OFFSET + 320 * row + 100
            now[place : place + 40] = bytes(colour for colour in chance.choices(range(16), k=20) for _ in range(2))
        now[5000:5400] = chance.randbytes(400)
        for _ in range(2):
            changes.pack(before, now, ARENA_OFFSET, room)


def running(game: Game, budget: Budget = SMOOTH) -> Machine:
    """Return a machine that has run for 60 cycles, and made its first frame and snapshot."""
    machine = Machine(game, settings=Settings(seed=1, budget=budget))
    machine.run(cycles=60)
    assert machine.frame.pixels
    machine.restore(machine.snapshot())
    return machine


def many_beats(machine: Machine) -> Callable[[], object]:
    """Run a minute in one call."""
    return lambda: machine.run(seconds=60)


def idle() -> Callable[[], object]:
    """A game in which nothing happens."""
    return many_beats(running(open_game(BUILD({0: "return();"}))))


def tokens() -> Callable[[], object]:
    """A game that does sums."""
    logic = "v50++; if (v50 > 9 && !isset(f60)) { v50 = 0; v51 = v50; }" * 100
    return many_beats(running(open_game(BUILD({0: logic + "return();"}))))


def cycles(budget: Budget = SMOOTH) -> Callable[[], object]:
    """Cycles in which everything moves, each with its frame."""
    machine = running(people(), budget)

    def run() -> None:
        for _ in range(100):
            machine.advance((), Stop.CYCLE)
            assert machine.frame.pixels

    return run


def rooms() -> Callable[[], object]:
    """Pictures that were drawn before, each over a clean one."""
    core = running(people()).core
    core.clear_picture()
    core.draw_picture(HOUSE)

    def run() -> None:
        for _ in range(100):
            core.clear_picture()
            core.draw_picture(HOUSE)

    return run


def frames() -> Callable[[], object]:
    """Frames of a screen on which something was drawn."""
    machine = running(people())

    def run() -> None:
        for _ in range(100):
            machine.screen.touch()
            assert machine.frame.pixels

    return run


def snapshots() -> Callable[[], object]:
    """Snapshots, each brought back."""
    machine = running(people())

    def run() -> None:
        for _ in range(100):
            machine.restore(machine.snapshot())

    return run


def comparison() -> Callable[[], object]:
    """A recording of ten seconds is compared."""
    game = people()
    recorder = SessionRecorder(fresh := Machine(game, seed=1), begin_recording(fresh))
    Session(fresh, source=NoInput(), pacer=EveryBeat(), audio=[recorder], observers=[recorder]).run(beats=600)
    recording = recorder.recording
    compare(game, recording)
    return lambda: compare(game, recording)


WORK = (lines, floods, pens, pictures, cels, packed, chip, screen, window, rgb, digests, past, game)
WHOLES = {
    "idle": idle,
    "logic": tokens,
    "cycles": cycles,
    "in clocks": lambda: cycles(BUDGETS["pc-4.77"]),
    "frames": frames,
    "snapshots": snapshots,
    "comparison": comparison,
    "rooms": rooms,
}
"""By name: what prepares a whole piece of work, and returns it."""

if __name__ == "__main__":
    for work in WORK:
        work()
    for prepare in WHOLES.values():
        whole = prepare()
        gc.collect()
        gc.disable()
        os.getppid()
        whole()
        os.getppid()
        gc.enable()
