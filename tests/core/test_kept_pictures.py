"""Pictures that a core draws again: copies of what was drawn, which are what drawing would make."""

from __future__ import annotations

import random
from typing import Any

from agi_emu import Machine, open_game
from agi_emu._core import picture
from agi_emu.data import demo_path
from agi_emu.machine.settings import BUDGETS, Settings
from agi_emu.state.layout import StateLayout

EMPTY = bytes([0x4F]) * (160 * 168)
CGA = (bytes(range(15, -1, -1)),) * 2
BUFFER = slice(StateLayout.picture.offset, StateLayout.picture.offset + len(EMPTY))  # type: ignore[attr-defined]
SET_PEN, PLOT = bytes([0xF9, 0x17]), bytes([0xF0, 4, 0xFA, 9, 80, 80])


def some_picture(chance: random.Random) -> bytes:
    """Return commands of all kinds at random places."""
    commands = (bytes([chance.randrange(0xF0, 0xFB), *chance.choices(range(160), k=6)]) for _ in range(6))
    return b"".join(commands) + b"\xff"


def machine(budget: str = "smooth") -> Machine:
    """Return a machine whose picture can be drawn over."""
    return Machine(open_game(demo_path()), settings=Settings(budget=BUDGETS[budget]))


def drawn(m: Machine, data: bytes, *, over: bytes = EMPTY, **how: Any) -> tuple[bytes, int, int]:
    """Return what a buffer becomes, the pen, and the work that was charged."""
    spent = m.core.spent
    m.buffer[BUFFER] = over
    m.core.draw_picture(data, **how)
    return bytes(m.buffer[BUFFER]), m.unguarded.state.pen, m.core.spent - spent


def test_pictures_drawn_again_are_those_that_drawing_makes() -> None:
    chance = random.Random(1)
    pictures = [some_picture(chance) for _ in range(90)]
    machines = machine(), machine()
    last = EMPTY
    for _ in range(400):
        over = chance.choice((EMPTY, last))
        data = chance.choice(pictures[: chance.choice((3, 90))])
        expected = bytearray(over)
        picture.draw(expected, data)
        last = bytes(expected)
        assert drawn(chance.choice(machines), data, over=over)[0] == last


def test_pens_nibbles_and_charged_work_are_told_apart() -> None:
    plain, charged = machine(), machine("pc-4.77")
    for m in (plain, charged, plain, charged):
        assert drawn(m, SET_PEN)[:2] == (EMPTY, 0x17)
        large = drawn(m, PLOT, keep_pen=True)
        small = drawn(m, PLOT)
        assert large[0] != small[0] != drawn(m, PLOT, nibbles=CGA)[0]
        assert large[1:2] + small[1:2] == (0x17, 0)
        assert (small[2] > 0) == (m is charged)
        drawn(m, SET_PEN)
        assert drawn(m, PLOT, keep_pen=True) == large
        assert drawn(m, PLOT) == small
