"""Cases of logics, pictures and real games (docs/cases.md 6, 11, 12, 14, 17, 18 and 19)."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu._core import picture as core
from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY
from agi_emu.logic.code import Data, decode
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources import open_game
from tests.core import cells
from tests.unit.commands.stage import Stage, press
from tests.unit.commands.test_sounds import TONE
from tests.unit.sample_games import logic

DAMAGED = {("0fb053", 5), ("0fb053", 41), ("0fb053", 46)}
"""Logics whose bytes are no code in any interpreter."""


@pytest.mark.games
def test_every_logic_of_every_game_decodes_to_its_end(games: Path) -> None:
    # docs/cases.md 14: a wrong count of operands runs the decoder into junk
    count = 0
    wrong = set()
    for path in sorted(games.glob("*.zip")):
        game = open_game(path)
        for number in game.logics:
            count += 1
            if any(isinstance(each, Data) for each in decode(game.logic(number).code)):
                wrong.add((path.stem, number))
    assert wrong == DAMAGED
    assert count > 2000


def test_priorities_are_4_before_the_first_picture(play: Stage) -> None:
    # reference: PIC-2
    # docs/cases.md 6
    m = play("")
    assert {cell >> 4 for cell in m.state.picture} == {4}


@pytest.mark.games
def test_nicks_quest_leaves_its_first_room(games: Path) -> None:
    # docs/cases.md 6: it hangs where the priorities are not 4 before the first picture
    m = Machine(open_game(games / "nickq.zip"), seed=1, settings=Settings(budget=UNLIMITED, mercies=AS_RECORDED))
    rooms = []
    for _ in range(20):
        m.run(seconds=1)
        press(m, "enter")
        rooms.append(m.vars[0])
    # the recorded tour goes from room 1 to room 2 in cycle 6
    assert rooms[-1] == 2


def test_fill_of_a_labyrinth_is_complete() -> None:
    # reference: PIC-25
    # docs/cases.md 11 and 12: fills neither escape nor run out of memory; a spiral corridor one cell wide, both planes
    walls = []
    left, top, right, bottom = 1, 1, 158, 166
    while right - left > 4 and bottom - top > 4:
        walls.append(f"{left},{top} {right},{top} {right},{bottom} {left},{bottom} {left},{top + 2}")
        left, top, right, bottom = left + 2, top + 2, right - 2, bottom - 2
    data = bytes([0xF0, 1])
    for wall in walls:
        data += bytes([0xF6, *(int(part) for point in wall.split() for part in point.split(","))])
    drawn = cells.empty()
    core.draw(drawn, data + b"\xff")
    corridor = {i for i in range(cells.CELLS) if drawn[i] == cells.EMPTY}
    reached, queue = {0}, [0]
    while queue:
        i = queue.pop()
        for j, inside in ((i - 1, i % 160 > 0), (i + 1, i % 160 < 159), (i - 160, i >= 160), (i + 160, i < 26720)):
            if inside and j in corridor and j not in reached:
                reached.add(j)
                queue.append(j)
    core.draw(drawn, data + bytes([0xF0, 2, 0xF8, 0, 0, 0xFF]))
    assert {i for i in corridor if drawn[i] & 15 == 2} == reached


def test_logic_without_return_ends(play: Stage) -> None:
    # docs/cases.md 17: the Christmas card's logic
    m = play("call(1); v61 = 1;", logics={1: logic(bytes.fromhex("03 3C 07"))})
    assert (m.vars[60], m.vars[61]) == (7, 1)


def test_logic_without_return_runs_on_into_its_messages(play: Stage) -> None:
    # reference: LANG-1, LANG-11: behind the code stand the number of messages, 1, and where they end, 4 + 66: read as
    # code that is increment(v70), and the next byte, a 0, returns
    m = play("call(1); v61 = 1;", logics={1: logic(bytes.fromhex("03 3C 07"), [b"A" * 65])})
    assert (m.vars[60], m.vars[61], m.vars[70]) == (7, 1, 1)


def test_sound_is_not_ignored_while_another_plays(play: Stage) -> None:
    # docs/cases.md 16 (King's Quest III): the new sound plays, the old one's flag is set
    m = play.room("load.sound(1); load.sound(2); sound(1, f90); sound(2, f91);", sounds={1: TONE, 2: TONE})
    assert m.state.sound.number == 2
    assert m.flag(90)


def test_unstructured_jumps(play: Stage) -> None:
    # docs/cases.md 19: Enclosure jumps out of and into conditions
    source = """
    goto(inside);
    again: v60 += 1;
    if (v60 == 100) { inside: v61 += 1; if (v61 < 3) { goto(again); } }
    v62 = 1;
    """
    m = play(source)
    assert (m.vars[60], m.vars[61], m.vars[62]) == (1, 1, 1)


@pytest.mark.games
def test_botz_ends_behind_a_death(games: Path) -> None:
    # docs/cases.md 18: in the original it hangs on Q after a death; friendly machines must not
    m = Machine(open_game(games / "botz.zip"), seed=1, settings=Settings(mercies=FRIENDLY))
    m.run(seconds=20)
    assert not m.state.general.hung
