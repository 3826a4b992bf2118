"""The journal of a game: what was shown is kept over sessions, with rooms and ways, and listed for the player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agi_emu.input.host_events import KeyPress, Pointer, Typed
from agi_emu.keeping.saves.journal import (
    JOURNAL_FILE,
    MOST_MESSAGES,
    Journal,
    JournalMessage,
    JournalPages,
    RoomWay,
    cells_of,
    map_as_text,
)
from agi_emu.keeping.saves.player_saves import PlayerSaves
from agi_emu.keeping.saves.save_folder import StateFolder
from agi_emu.machine.frame import Frame
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.window.journal_keeper import JournalKeeper
from agi_emu.window.journal_page import F2, F5, JournalPage
from agi_emu.window.map_page import CELL_WIDTH, CHOSEN, LEFT, ROWS, TOP, MapPage
from agi_emu.window.pages import WindowPage
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

RETURN, ESCAPE, RIGHT, LEFT_ARROW, DOWN = 0x28, 0x29, 0x4F, 0x50, 0x51
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
    assert pages.as_text().endswith("--- room 3 ---\n\nfirst\n\nsecond\n")


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
    page.take_event(KeyPress(ESCAPE))
    page.take_event(KeyPress(RETURN))
    assert [row.text for row in opened[0].rows()][:1] == ["The sea is calm."]
    page.take_event(KeyPress(F5))
    assert written["sea-journal.txt"].startswith("--- map ---\n\n[  2]--[  1]\n")
    assert written["sea-journal.txt"].endswith("--- room 2 ---\n\nThe sea is calm.\n")
    assert page.footer.startswith("written: ")


WAYS = (RoomWay(1, 2, "east"), RoomWay(2, 3, "south"), RoomWay(3, 9, ""), RoomWay(4, 1, "north"))


def test_rooms_lie_where_their_ways_lead() -> None:
    cells = cells_of([1, 2, 3, 9, 4, 7], WAYS)
    column, row = cells[1]
    assert (cells[2], cells[3], cells[4]) == ((column + 1, row), (column + 1, row + 1), (column, row + 1))
    assert len(set(cells.values())) == 6, "no two rooms share a cell"
    nine, three = cells[9], cells[3]
    assert max(abs(nine.column - three.column), abs(nine.row - three.row)) == 1, "a door leads next to the room"
    assert cells[7].row > max(cells[room].row for room in (1, 2, 3, 4, 9)), "what nothing leads to stands apart"


def test_a_map_of_text_shows_ways_between_neighbours() -> None:
    lines = map_as_text([1, 2, 3], WAYS[:2])
    assert lines[:3] == ["[  1]--[  2]", "         |", "       [  3]"]
    assert lines[3:] == ["", "room 1: east to 2", "room 2: south to 3", "room 3: nowhere yet"]
    assert map_as_text([], []) == []


def map_of(rooms: int, opened: list[int]) -> MapPage:
    pages = JournalPages(ways=[RoomWay(room, room + 1, "east") for room in range(1, rooms)])
    pages.add_screen(1, Frame(bytes(320 * 200), bytes((0xFF, 0x55, 0x55)) * 16))
    return MapPage(pages, 1, opened.append)


def test_the_map_shows_pictures_and_marks_a_room() -> None:
    look = map_of(3, []).look
    frame = look.frame()
    at = TOP * frame.width + LEFT
    assert frame.pixels[at] == 3 * 16 + 1 * 4 + 1, "light red, of four levels each"
    assert frame.pixels[at - 1] == CHOSEN
    assert (look.title, look.search) == ("Map: room 1", "east to 2")
    assert frame.pixels[at + 25 * frame.width + CELL_WIDTH - 10] == CHOSEN, "the way out of the room"


def test_arrows_and_mouse_choose_on_the_map() -> None:
    opened: list[int] = []
    page = map_of(30, opened)
    for scancode in (RIGHT, RIGHT, LEFT_ARROW, DOWN):
        page.take_event(KeyPress(scancode))
    assert page.title == "Map: room 2"
    page.take_event(KeyPress(RETURN))
    page.take_event(Pointer(0, 0, 1, pressed=True), (LEFT + 3 * CELL_WIDTH + 5, TOP + 5))
    page.take_event(Pointer(0, 0, 1, pressed=True), (LEFT, TOP + ROWS * 81 + 5))
    assert opened == [2, 4]
    for _ in range(40):
        page.take_event(KeyPress(RIGHT))
        page.look.frame()
    assert page.title == "Map: room 30", "the map scrolls"


def test_a_map_of_nothing_says_so() -> None:
    page = MapPage(JournalPages(), 1, lambda room: None)
    page.take_event(KeyPress(RIGHT))
    page.take_event(KeyPress(RETURN))
    assert page.look.title == "Map: no room was visited yet"


def test_the_journal_leads_to_the_map(played: PlayerSaves) -> None:
    opened: list[WindowPage] = []
    page = JournalPage(played.journal, "sea", opened.append, export=lambda name, text: Path(name), room=2)
    page.take_event(KeyPress(F2))
    page.take_event(KeyPress(RIGHT))
    assert [each.title for each in opened] == ["Map: room 2"] * 2
    opened[1].take_event(KeyPress(RETURN))
    assert [row.text for row in opened[2].rows()][:1] == ["The sea is calm."]


def test_a_room_on_another_adapter_is_kept_in_the_usual_size() -> None:
    pages = JournalPages()
    pages.add_screen(1, Frame(bytes(720 * 348), bytes(6), width=720, height=348))
    screen = pages.screen_of_room(1)
    assert screen is not None
    assert (screen.width, screen.height) == (320, 200)


def test_rooms_that_cannot_be_are_left_out(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).write_text('{"messages": [], "ways": [[1, 999, ""], [1, 2, ""]], "screens": {"-4": "x"}}')
    assert journal_in(tmp_path).pages().rooms == [1, 2]
