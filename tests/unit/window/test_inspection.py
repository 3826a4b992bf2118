"""What is shown over the picture of the state of a machine, compared with what the game's source makes."""

from __future__ import annotations

import re

import pytest

from agi_emu import Machine, open_game
from agi_emu.machine.input.events import Key
from agi_emu.machine.settings import Settings
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic_source import disassemble
from agi_emu.window.inspection import InspectedObject, Inspector
from agi_emu.window.overlay import CHOSEN_GROUND, INK, Overlay
from tests.own_games.building import GameBuilder

LOGIC = """
if (v0 == 0) { new.room(1); }
if (isset(f5)) {
  configure.screen(1, 22, 0);
  load.pic(v0); draw.pic(v0); show.pic(); load.view(0); animate.obj(o2); set.view(o2, 0); set.priority(o2, 9);
  position(o2, 80, 120); draw(o2); stop.motion(o2); set.horizon(50); block(10, 60, 30, 90); accept.input();
}
v60++;
if (v60 == 3) { set(f40); }
if (v60 == 4) { reset(f40); }
if (v60 == 15) { print("The lamp is cold."); }
if (said("look", "lamp")) { v61 = 1; }
return();
"""
VIEW = bytes.fromhex("0101010000070001030002020012120012" + "1200")
"""One loop with one cel of 2x2 cells."""


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    wall = "priority 0\nline 100,60 100,100\nend"
    game = build_game({0: LOGIC, 1: "return();"}, pictures={1: wall}, views={0: VIEW})
    return Machine(open_game(game), seed=1)


def test_objects_lines_horizon_and_block_are_where_the_game_put_them(machine: Machine) -> None:
    machine.run(cycles=3)
    look = Inspector(machine).look()
    assert look.boxes == (InspectedObject(2, 80, 119, 2, 2, 9),)
    assert (look.horizon, look.block) == (50, (10, 60, 30, 90))
    assert {at for at, colour in enumerate(look.lines) if colour} == {160 * y + 100 for y in range(60, 101)}


def test_changes_are_those_of_the_cycle(machine: Machine) -> None:
    inspector = Inspector(machine)
    seen = []
    for _ in range(5):
        machine.cycle()
        seen.append(" ".join(inspector.look().texts[1:3]))
    text = " | ".join(seen)
    offset = machine.game.logic(0).code.index(bytes([1, 60]))
    assert f"v60=3 0@{offset}," in text
    assert re.search(r"v60=3 0@\d+, f40\+ 0@\d+", text)
    assert re.search(r"v60=4 0@\d+, f40- 0@\d+", text)
    # Nothing of the cycle before is left, and looking again changes nothing.
    assert "f40" not in seen[-1]
    assert inspector.look() == inspector.look()


def test_words_are_those_that_the_logics_test(machine: Machine) -> None:
    machine.run(cycles=3)
    inspector = Inspector(machine)
    assert inspector.look().texts[2] == "said look"
    machine.press(*(Key(ord(letter)) for letter in "look "))
    machine.run(cycles=8)
    assert "said lamp" in inspector.look().texts


def test_the_memory_is_what_its_parts_are(machine: Machine) -> None:
    machine.run(cycles=3)
    text = " ".join(Inspector(machine).look().texts)
    found = re.search(r"heap (\d+): logics (\d+), pictures (\d+), views (\d+), sounds 0, backgrounds (\d+)", text)
    assert found is not None
    used, *parts = map(int, found.groups())
    game = machine.game
    # An entry of a list has 10 bytes for a logic and 5 for a picture or view (docs/heap.md).
    assert parts[0] == sum(10 + len(game.stored(Kind.LOGIC, number).data) for number in (0, 1))
    assert parts[1:3] == [5 + len(game.stored(kind, 1 - at).data) for at, kind in enumerate((Kind.PICTURE, Kind.VIEW))]
    # A background has an entry of 16 bytes, and a byte for each of its 2x2 cells.
    assert parts[3] == 20
    assert used - sum(parts) == int(re.search(r"other (\d+)", text)[1])  # type: ignore[index]


def test_a_click_on_an_object_shows_its_fields(machine: Machine) -> None:
    machine.run(cycles=3)
    inspector = Inspector(machine)
    place = (2 * 80 + 1, 8 + 120)
    assert not inspector.click(*place), "nothing was shown yet"
    overview = inspector.look()
    assert inspector.click(*place)
    text = " ".join(inspector.look().texts)
    assert "o2: x 80, y 120," in text
    assert "flags drawn " in text
    assert "motion normal" in text
    assert not inspector.click(2 * 20, 8 + 20), "beside it the click is for the game"
    assert inspector.look() == overview


@pytest.mark.parametrize("is_open_before", [False, True])
def test_a_click_on_a_window_shows_its_print(machine: Machine, *, is_open_before: bool) -> None:
    inspector = Inspector(machine)
    while machine.modal is None:
        machine.advance()
    if is_open_before:
        inspector.close()
        inspector = Inspector(machine)
    inspector.look()
    window = machine.unguarded.state.window
    assert inspector.click(8 * window.column + 4, 8 * window.row + 4)
    code = machine.game.logic(0).code
    offset = code.index(bytes([0x65, 1]))
    rows = disassemble(machine.game, 0).splitlines()
    row = next(number for number, line in enumerate(rows, 1) if "print(" in line)
    assert f'0:{row} (offset {offset}) print("The lamp is' in inspector.look().texts[1]
    machine.press("enter")
    machine.run(cycles=1)
    assert not any("print(" in text for text in inspector.look().texts), "it is closed"


def test_a_click_on_the_line_of_time_goes_there(machine: Machine) -> None:
    class Kept:
        span = (100, 150, 300)

        def go_to(self, moment: int) -> None:
            self.span = (100, moment, 300)

    machine.run(cycles=3)
    kept = Kept()
    inspector = Inspector(machine, kept)
    look = inspector.look(lines_below=1)
    assert look.time == (len(look.texts) - 2, 250)
    assert inspector.click(319, 200 - 12)
    assert kept.span[1] == 300
    assert inspector.click(0, 200 - 12)
    assert kept.span[1] == 100
    layer = Overlay(inspection=inspector.look(lines_below=1)).painted(320, 200)
    assert layer is not None
    assert layer[320 * 187] == CHOSEN_GROUND, "the mark stands at the beginning"


def test_looking_changes_nothing(machine: Machine) -> None:
    machine.run(cycles=3)
    before = machine.digests()
    Inspector(machine).look()
    assert machine.digests() == before


@pytest.mark.parametrize(
    ("display", "line", "box"),
    [
        ("ega", (200, 88), (160, 127)),
        ("cga-composite", (400, 88), (320, 127)),
        ("hercules-green", (440, 172), (360, 250)),
    ],
)
def test_it_is_painted_where_the_adapter_shows_the_picture(
    machine: Machine, display: str, line: tuple[int, int], box: tuple[int, int]
) -> None:
    # The control line is at cell 100, 80, the lower left corner of the object at 80, 119; a Hercules' picture begins at
    # dot 40 and line 12, and its cells have 4x2 dots.
    m = Machine(machine.game, settings=Settings(display=display))
    m.run(cycles=3)
    width, height = m.settings.adapter.size
    layer = Overlay(inspection=Inspector(m).look()).painted(width, height)
    assert layer is not None
    assert len(layer) == width * height
    for (x, y), colour in ((line, CHOSEN_GROUND), (box, INK)):
        assert layer[width * y + x] == colour


def test_areas_have_their_edges_and_leave_the_picture_visible(machine: Machine) -> None:
    machine.run(cycles=3)
    picture = machine.unguarded.state.picture
    for y in range(20, 60):
        for x in range(20, 70):
            picture[160 * y + x] = 0x3F
    lines = Inspector(machine).look().lines
    edge = {160 * y + x for y in range(20, 60) for x in range(20, 70) if y in (20, 59) or x in (20, 69)}
    assert all(lines[at] for at in edge)
    inside = [lines[160 * y + x] for y in range(22, 58) for x in range(22, 68)]
    assert 0 < sum(map(bool, inside)) < len(inside) / 4


def test_lines_of_others_stay_free(machine: Machine) -> None:
    machine.run(cycles=3)
    inspector = Inspector(machine)
    assert inspector.look(lines_below=1).texts == (*inspector.look().texts, "")
