"""Games that are built anew while they run."""

from __future__ import annotations

import os
from pathlib import Path

from agi_emu.headless.reloading import BEATS_BETWEEN_LOOKS, Reloader, SourceWatch, can_continue, continued
from agi_emu.machine.input.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.resources.projects.project import build_project
from agi_emu.session import NoInput, Session

MAIN = "if (f5) { v60 = 7; } v61++; v62 = %d; return();\n"


class AtOnce:
    """A pacer that never waits."""

    def wait(self, beat: int) -> bool:
        return True

    def picture_due(self) -> bool:
        return False

    def turn_is_over(self) -> bool:
        return False


def project(folder: Path, *, main: str = MAIN % 1, items: str = "?: 0\n") -> Path:
    (folder / "logics").mkdir(parents=True, exist_ok=True)
    (folder / "game.toml").write_text('interpreter = "2.936"\n')
    (folder / "words.txt").write_text("")
    (folder / "items.txt").write_text(items)
    (folder / "logics" / "0-main.lgc").write_text(main)
    return folder


def built(folder: Path, name: str, **sources: str) -> Game:
    return open_game(build_project(project(folder / "src", **sources), folder / name))


def test_watch_sees_changes_once(tmp_path: Path) -> None:
    source = project(tmp_path)
    watch = SourceWatch(source)
    assert not watch.has_changed()
    os.utime(source / "words.txt", ns=(1, 1))
    assert watch.has_changed()
    assert not watch.has_changed()
    (source / "logics" / "more.txt").write_text("")
    assert watch.has_changed()
    (source / "common").mkdir()
    (source / "common" / "names.lgc").write_text("")
    assert watch.has_changed()


def test_game_that_is_built_among_its_sources_is_no_change(tmp_path: Path) -> None:
    source = project(tmp_path)
    watch = SourceWatch(source)
    build_project(source, source / "game.zip")
    build_project(source, source)
    assert not watch.has_changed()


def test_machine_goes_on_with_new_logic_and_old_state(tmp_path: Path) -> None:
    machine = Machine(built(tmp_path, "a"))
    machine.run(seconds=1)
    counted = machine.vars[61]
    assert counted > 3
    successor, reason = continued(machine, built(tmp_path, "b", main=MAIN % 2))
    assert reason == ""
    successor.run(seconds=1)
    assert successor.vars[62] == 2
    assert successor.vars[60] == 7
    assert successor.vars[61] > counted


def test_machine_starts_anew_where_the_state_does_not_fit(tmp_path: Path) -> None:
    machine = Machine(built(tmp_path, "a"))
    machine.run(seconds=1)
    successor, reason = continued(machine, built(tmp_path, "b", items="?: 0\nkey: 1\n"))
    assert reason == "the number of items has changed"
    assert successor.vars[61] == 0


def test_session_stops_for_a_new_build_and_mistakes_are_told(tmp_path: Path) -> None:
    machine = Machine(built(tmp_path, "a"))
    notes: list[str] = []
    reloader = Reloader(
        tmp_path / "src", lambda: open_game(build_project(tmp_path / "src", tmp_path / "b")), notes.append
    )
    session = Session(machine, source=NoInput(), pacer=AtOnce(), observers=[reloader])
    reloader.session = session
    project(tmp_path / "src", main="v62 = ;")
    session.run(beats=2 * BEATS_BETWEEN_LOOKS)
    assert "0-main.lgc:1:7: expected an operand" in notes[0]
    assert reloader.take() is None
    project(tmp_path / "src", main=MAIN % 3)
    session.run(beats=2 * BEATS_BETWEEN_LOOKS)
    assert notes[1:] == ["continues with the new build"]
    successor = reloader.take()
    assert successor is not None
    successor.run(seconds=1)
    assert successor.vars[62] == 3


def test_logic_under_a_window_is_not_replaced(tmp_path: Path) -> None:
    shows = 'if (!f40) { f40 = true; print("Hello."); } v62 = %d; return();'
    machine = Machine(built(tmp_path, "a", main=shows % 1))
    machine.run(seconds=1)
    assert machine.message == "Hello."
    assert can_continue(machine, built(tmp_path, "b", main=shows % 1))
    assert not can_continue(machine, built(tmp_path, "c", main=shows % 2))


def test_window_that_is_open_holds_a_new_build_back(tmp_path: Path) -> None:
    shows = 'if (!f40) { f40 = true; print("Hello."); } v62 = %d; return();'
    machine = Machine(built(tmp_path, "a", main=shows % 1))
    notes: list[str] = []
    reloader = Reloader(
        tmp_path / "src", lambda: open_game(build_project(tmp_path / "src", tmp_path / "b")), notes.append
    )
    session = Session(machine, source=NoInput(), pacer=AtOnce(), observers=[reloader])
    reloader.session = session
    project(tmp_path / "src", main=shows % 2)
    session.run(beats=3 * BEATS_BETWEEN_LOOKS)
    machine.press(Key(0x0D))
    session.run(beats=BEATS_BETWEEN_LOOKS)
    assert notes == ["built; the game continues with it when the open window is closed", "continues with the new build"]
