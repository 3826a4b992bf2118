"""The core's kernels on fixed inputs, once each, for counting their instructions (`instruction_counts.py`)."""

from __future__ import annotations

import random
from array import array

from agi_emu._core import brush, cel, flood, line, lzw, picture
from agi_emu._core.psg import Psg
from agi_emu._core.scale import Scaler
from agi_emu._core.screen import Screen
from agi_emu.data import demo_path
from agi_emu.font import built_in_face
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.resources.packing import compress
from agi_emu.state.layout import STATE_BYTES
from agi_emu.synthesis.synthesiser import impulses

CELLS = 160 * 168
EMPTY = bytes([0x4F]) * CELLS


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
    queue = array("H", bytes(2 * CELLS))
    speckled = bytearray(chance.choice((0x4F, 0x4F, 0x4F, 0x40)) for _ in range(CELLS))
    speckled[0] = 0x4F
    for cells in (bytearray(EMPTY), speckled):
        for _ in range(5):
            flood.fill(bytearray(cells), queue, 0, 0, 0x0F, 0xF1)


def pens() -> None:
    """The largest pens, solid and splattered."""
    cells = bytearray(EMPTY)
    for pen in (0x07, 0x17, 0x27, 0x37) * 25:
        brush.draw(cells, 80, 80, pen, 0x18, 0x0F, 0xF1)


def pictures() -> None:
    """The pictures of the demo game."""
    for data in open_game(demo_path()).pictures.values():
        picture.draw(bytearray(EMPTY), data)


def cels() -> None:
    """Every cel of the demo game, on open ground and across control lines."""
    chance = random.Random(3)
    grounds = (bytearray(EMPTY), bytearray(chance.choice((0x0F, 0x2F, 0x4F, 0xFF)) for _ in range(CELLS)))
    for view in open_game(demo_path()).views.values():
        for loop in range(cel.loop_count(view)):
            for number in range(cel.cel_count(view, loop)):
                for ground in grounds:
                    cel.blit(bytearray(ground), view, loop, number, 30, 20, 10)


def packed() -> None:
    """The views of the demo game, packed as version 3 packs."""
    for view in open_game(demo_path()).views.values():
        lzw.expand(compress(view), bytearray(len(view)))


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
    Scaler(1280, 960).draw(pixels, array("I", range(256)), array("I", bytes(4 * 1280 * 960)), 1280, 0, 0)


def game() -> None:
    """Ten seconds of the demo game: logics, objects, sound."""
    Machine(open_game(demo_path()), seed=1).run(seconds=10)


WORK = (lines, floods, pens, pictures, cels, packed, chip, screen, window, game)

if __name__ == "__main__":
    for work in WORK:
        work()
