"""Where a click goes on adapters that show the picture in other places than an EGA."""

from __future__ import annotations

import pytest

from agi_emu.facts.adapters import ADAPTERS
from agi_emu.input.click_guide import ClickGuide
from tests.unit.commands.conftest import play
from tests.unit.commands.stage import Stage, on_object, one

__all__ = ["play"]

CELL = 100, 120
"""In the picture, where the clicks go."""


@pytest.mark.parametrize(
    ("display", "dot"), [("ega", (200, 128)), ("cga-composite", (400, 128)), ("hercules-green", (442, 252))]
)
def test_a_click_walks_to_the_cell_that_the_adapter_shows_there(
    play: Stage, display: str, dot: tuple[int, int]
) -> None:
    # The picture begins in line 8; on a Hercules at dot 40 and line 12, with cells of 4x2 dots.
    m = play.room("configure.screen(1, 22, 0);" + on_object("accept.input();", number=0, at=(20, 150)), display=display)
    width, height = ADAPTERS[display].size
    guide = ClickGuide(m)
    # Windows count clicks in a screen of 320x200, whatever the adapter.
    events = guide.click(-(-dot[0] * 320 // width), -(-dot[1] * 200 // height))
    for _ in range(600):
        m.advance(events)
        events = guide.turn()
    ego = one(m, 0)
    assert (ego.x + ego.width // 2, ego.y) == CELL


@pytest.mark.parametrize(
    ("display", "dot", "place"),
    [
        ("ega", (79, 31), (3, 9)),
        ("cga-composite", (159, 31), (3, 9)),
        ("hercules-white", (40, 11), (0, 0)),
        ("hercules-white", (40 + 16 * 9, 12 + 14 * 2), (3, 9)),
        ("hercules-white", (40 + 16 * 39, 347), (24, 39)),
    ],
)
def test_text_is_found_where_the_adapter_shows_it(display: str, dot: tuple[int, int], place: tuple[int, int]) -> None:
    # reference: TEXT-85
    assert ADAPTERS[display].text_place(*dot) == place
