"""The journal of a game: what was shown is kept over sessions, with rooms and ways, and listed for the player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agi_emu.input.host_events import KeyPress, Typed
from agi_emu.keeping.saves.journal import JOURNAL_FILE, MOST_MESSAGES, Journal, JournalMessage, RoomWay
from agi_emu.keeping.saves.player_saves import PlayerSaves
from agi_emu.keeping.saves.save_folder import StateFolder
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.window.journal_keeper import JournalKeeper
from agi_emu.window.journal_page import F2, F5, JournalPage
from agi_emu.window.pages import WindowPage
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

RETURN = 0x28
LOGIC = """
if (!isset(f70)) { set(f70); new.room(1); }
if (isset(f5)) {
  load.pic(v0); draw.pic(v0); show.pic();
  load.view(0); animate.obj(o0); set.view(o0, 0); position(o0, 80, 120); draw(o0);
}
v71 += 1;
if (v71 == 180 && v0 == 1) { reposition.to(o0, 0, 120); }
if (v71 == 200 && v0 == 1) { v71 = 0; new.room(2); }
if (v71 == 60 && v0 == 2) { print("The sea is calm."); }
return();
"""


def at_once(place: str, write: Callable[[], object]) -> None:
    write()


def journal_in(folder: Path) -> Journal:
    return Journal(lambda: folder, at_once)


def test_messages_are_kept_over_sessions(tmp_path: Path) -> None:
    for text in ("first", "second"):
        journal = journal_in(tmp_path)
        journal.new.add_message(3, 61, text)
        journal.new.add_way(3, 4, "west")
        journal.keep()
    pages = journal_in(tmp_path).pages()
    assert pages.messages == [JournalMessage(3, 61, "first"), JournalMessage(3, 61, "second")]
    assert pages.ways == [RoomWay(3, 4, "west")], "a way that is gone again is listed once"
    assert pages.as_text() == "--- room 3 ---\n\nfirst\n\nsecond\n"


def test_what_waits_for_the_disk_is_kept_whole(tmp_path: Path) -> None:
    waiting: dict[str, Callable[[], object]] = {}
    journal = Journal(lambda: tmp_path, waiting.__setitem__)
    for text in ("one", "two"):
        journal.new.add_message(1, 0, text)
        journal.keep()
    assert [each.text for each in journal.pages().messages] == ["one", "two"], "also before it is written"
    for write in waiting.values():
        write()
    assert [each.text for each in journal_in(tmp_path).pages().messages] == ["one", "two"]
    assert [each.text for each in journal.pages().messages] == ["one", "two"]


def test_old_messages_are_dropped(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    for number in range(MOST_MESSAGES + 5):
        journal.new.add_message(1, 0, str(number))
    journal.keep()
    assert [each.text for each in journal.pages().messages[:1]] == ["5"]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"messages": [[1]], "ways": [], "screens": {}}', "\0", "{" * 5000])
def test_a_damaged_journal_is_an_empty_one(tmp_path: Path, text: str) -> None:
    (tmp_path / JOURNAL_FILE).write_text(text)
    journal = journal_in(tmp_path)
    assert journal.pages().messages == []
    journal.new.add_message(1, 0, "again")
    journal.keep()
    assert len(journal.pages().messages) == 1


@pytest.mark.parametrize("screen", ["", "!", "VPazd", "\N{SNOWMAN}"])
def test_a_damaged_screen_is_none(tmp_path: Path, screen: str) -> None:
    pages = journal_in(tmp_path).pages()
    pages.screens[1] = screen
    assert pages.screen_of_room(1) is None
    assert pages.screen_of_room(2) is None


@pytest.fixture
def played(build_game: GameBuilder, tmp_path: Path) -> PlayerSaves:
    pictures = {1: "color 4\nfill 10,10", 2: "color 2\nfill 10,10"}
    game = build_game({0: LOGIC}, pictures=pictures, views={0: meadow.VIEW})
    machine = Machine(open_game(game))
    saves = PlayerSaves(machine, StateFolder(tmp_path / "saves"))
    keeper = JournalKeeper(machine, saves)
    for _ in range(2500):
        machine.advance()
        keeper.after(machine, ())
    saves.journal.keep()
    saves.wait()
    return saves


def test_a_play_writes_messages_rooms_and_ways(played: PlayerSaves) -> None:
    pages = Journal(lambda: played.folder.folder, at_once).pages()
    assert [(each.room, each.text) for each in pages.messages] == [(2, "The sea is calm.")]
    assert pages.ways == [RoomWay(1, 2, "west")]
    first, second = (pages.screen_of_room(room) for room in (1, 2))
    assert first
    assert second
    assert first.pixels != second.pixels


def test_the_page_lists_searches_and_exports(played: PlayerSaves, tmp_path: Path) -> None:
    opened: list[WindowPage] = []
    written: dict[str, str] = {}

    def export(name: str, text: str) -> Path:
        written[name] = text
        return tmp_path / name

    page = JournalPage(played.journal, "sea", opened.append, export=export)
    assert [row.note for row in page.rows()] == ["room 2"]
    assert page.look.picture is not None
    page.take_event(Typed("calm"))
    assert len(page.rows()) == 1
    page.take_event(Typed("x"))
    assert page.rows() == []
    page.take_event(KeyPress(RETURN))
    assert opened == [], "nothing fits, so nothing is chosen"
    page.take_event(KeyPress(F2))
    assert [(row.text, row.note) for row in page.rows()] == [("room 1", "to 2"), ("room 2", "")]
    page.chosen = 0
    assert "west: room 2" in page.lines(0)
    page.chosen = 1
    page.take_event(KeyPress(RETURN))
    assert [row.text for row in opened[0].rows()][:1] == ["The sea is calm."]
    page.take_event(KeyPress(F5))
    assert written == {"sea-journal.txt": "--- room 2 ---\n\nThe sea is calm.\n"}
    assert page.footer.startswith("written: ")
