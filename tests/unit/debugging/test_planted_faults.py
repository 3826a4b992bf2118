"""Ten faults are planted in a small game, and found by the steps of docs/debugging.md: ask why, or why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agi_emu import Debugger, Machine, debug, open_game
from agi_emu.resources.projects.project import build_project
from tests.own_games import meadow

NAMES = """#define cat o1
#define key i1
#define lamp i2
#define doorOpen f40
#define hasKey f41
#define lampLit f42
#define alarm f43
#define timer v40
#define pace v41
#define usualPace v42
#define catX v43
#define catY v44
#define guest s1
"""
MAIN = """#include "names.lgc"
if (currentRoom == 0) {
  animationInterval = 1;
  usualPace = 2;
  timer = 60;
  accept.input();
  set.string(guest, "Marta");
  new.room(1);
}
if (timer > 0) {
  timer--;
  if (timer == 0) {
    set(alarm);
  }
}
pace = usualPace;
call.v(currentRoom);
return();
"""
HALL = """#include "names.lgc"
if (newRoom) {
  load.view(1);
  animate.obj(cat);
  set.view(cat, 1);
  ignore.horizon(cat);
  catX = 40;
  catY = 100;
  position.v(cat, catX, catY);
  draw(cat);
}
if (said("take", "key")) {
  if (!hasKey) {
    set(hasKey);
    get(key);
    currentScore += 2;
  }
}
if (said("open", "door")) {
  if (has(key)) {
    set(doorOpen);
    new.room(2);
  }
}
return();
"""
CELLAR = """#include "names.lgc"
if (said("light", "lamp")) {
  set(lampLit);
}
return();
"""
SOURCES = {"0-main.lgc": MAIN, "1-hall.lgc": HALL, "2-cellar.lgc": CELLAR}
WORDS = "20: take\n21: key\n22: open\n23: door\n24: light\n25: lamp\n"


@pytest.fixture
def plant(tmp_path: Path) -> Callable[[str, str, str], tuple[Debugger, str]]:
    """Return what builds the game with a line after another one, or instead of it, and where it is then."""

    def planted(file: str, line: str, fault: str) -> tuple[Debugger, str]:
        folder = tmp_path / "project"
        (folder / "logics").mkdir(parents=True)
        (folder / "views").mkdir()
        (folder / "game.toml").write_text('interpreter = "2.936"\nid = "TEN"\n')
        (folder / "words.txt").write_text(WORDS)
        (folder / "items.txt").write_text("?: 0\nkey: 1\nlamp: 0\n")
        (folder / "views" / "1.view").write_text(meadow.VIEW)
        (folder / "logics" / "names.lgc").write_text(NAMES)
        for name, text in SOURCES.items():
            if name == file:
                assert text.count(f"{line}\n") == 1
                text = text.replace(line, fault)
                row = next(at for at, each in enumerate(text.splitlines(), 1) if fault.splitlines()[-1] in each)
            (folder / "logics" / name).write_text(text)
        game = open_game(build_project(folder, tmp_path / "game.zip"))
        debugger = debug(Machine(game, seed=1), sources=folder)
        debugger.run(seconds=1)
        return debugger, f"{file}:{row}"

    return planted


def say(debugger: Debugger, *sentences: str) -> None:
    for each in sentences:
        debugger.type(f"{each}\n")
        debugger.run(seconds=0.5)


Plant = Callable[[str, str, str], tuple[Debugger, str]]


@pytest.mark.parametrize(
    ("file", "line", "fault", "sentences", "name", "expected"),
    [
        pytest.param(
            *("1-hall.lgc", "    set(hasKey);", "    set(hasKey);\n    set(lampLit);"),
            *(("take key",), "lampLit", True),
            id="a flag is set in the wrong room",
        ),
        pytest.param(
            *("1-hall.lgc", "    currentScore += 2;", "    currentScore += 2;\n    currentScore++;"),
            *(("take key",), "score", 3),
            id="a score has one too many",
        ),
        pytest.param(
            *("0-main.lgc", "    set(alarm);", "    set(alarm);\n    erase(cat);"),
            *((), "cat.flags", None),
            id="an object vanishes",
        ),
        pytest.param(
            *("0-main.lgc", "  usualPace = 2;", "  usualPace = 9;"),
            *((), "pace", 9),
            id="a value that was copied is wrong",
        ),
        pytest.param(
            *("1-hall.lgc", "  catX = 40;", "  catX = 140;"),
            *((), "cat.x", 140),
            id="an object stands in the wrong place",
        ),
        pytest.param(
            *("2-cellar.lgc", "  set(lampLit);", "  set(lampLit);\n  drop(key);"),
            *(("take key", "open door", "light lamp"), "key", 0),
            id="an item is lost",
        ),
        pytest.param(
            *("0-main.lgc", "    set(alarm);", "    set(alarm);\n    new.room(2);"),
            *((), "room", 2),
            id="the room changes by itself",
        ),
        pytest.param(
            *("1-hall.lgc", "    set(doorOpen);", '    set(doorOpen);\n    set.string(guest, "nobody");'),
            *(("take key", "open door"), "guest", "nobody"),
            id="a string is replaced",
        ),
    ],
)
def test_why_names_the_planted_line(
    plant: Plant,
    file: str,
    line: str,
    fault: str,
    sentences: tuple[str, ...],
    name: str,
    expected: object,
) -> None:
    debugger, where = plant(file, line, fault)
    say(debugger, *sentences)
    if not sentences:
        debugger.run(seconds=5)
    if expected is not None:
        assert debugger.target(name).value(debugger.machine.unguarded.state) == expected
    why = debugger.why(name)
    assert any(where in sentence for sentence in why), why
    # Going there shows the game as it was.
    debugger.back_to_change(name)
    debugger.step_back("instruction")
    if file != "0-main.lgc" or name != "pace":
        assert debugger.stack[0].line.file.endswith(".lgc")


def test_why_not_names_the_test_that_a_wrong_item_makes_false(plant: Plant) -> None:
    """The door does not open: the condition asks for another item."""
    debugger, where = plant("1-hall.lgc", "  if (has(key)) {", "  if (has(lamp)) {")
    say(debugger, "take key", "open door")
    assert debugger.evaluate("doorOpen") is False
    (asked,) = debugger.why_not(where)
    assert (str(asked), asked.held) == ("has(lamp) was false", False)


def test_why_not_and_why_lead_to_a_timer_that_is_set_again_and_again(plant: Plant) -> None:
    """The alarm is never given: the timer begins again in every cycle."""
    debugger, _ = plant("0-main.lgc", "pace = usualPace;", "timer = 60;\npace = usualPace;")
    debugger.run(seconds=10)
    assert debugger.evaluate("alarm") is False
    (asked,) = debugger.why_not("0-main.lgc:13")
    assert str(asked) == "timer == 0 was false"
    debugger.add("0-main.lgc:18")
    debugger.run()
    assert "0-main.lgc:16" in debugger.why("timer")[0]
