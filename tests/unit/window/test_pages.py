"""Pages over the window: lists that keys, mouse and typing choose from, saved moments, the offer at the start."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from agi_emu.input.host_events import KeyPress, KeyRelease, Modifier, Pointer, Typed, Wheel
from agi_emu.input.key_table import GameKeys, KeyTable, label, parse_key
from agi_emu.input.player_commands import PlayerCommand
from agi_emu.keeping.saves.save_folder import SavedState, StateFolder
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.resources import open_game
from agi_emu.window.chosen_pages import F2, MomentsPage, OfferPage
from agi_emu.window.overlay import CHOSEN_GROUND, Overlay
from agi_emu.window.pages import LAYOUTS, PageRow, WindowPage
from agi_emu.window.text_pages import ADD, KEYS_OF_GAMES, KeysPage
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

UP, DOWN, PAGE_DOWN, END, HOME, RETURN, ESCAPE, DELETE = 0x52, 0x51, 0x4E, 0x4D, 0x4A, 0x28, 0x29, 0x4C


LAYOUT = LAYOUTS[False, False]
ROWS = LAYOUT.rows


class Numbers(WindowPage):
    """The numbers below 100, of which some are searched for."""

    searches = True

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[str] = []

    def rows(self) -> list[PageRow]:
        return [PageRow(str(number)) for number in range(100) if self.search in str(number)]

    def take(self, index: int) -> None:
        self.taken.append(self.rows()[index].text)


def press(page: WindowPage, *scancodes: int) -> None:
    for scancode in scancodes:
        page.take_event(KeyPress(scancode))


def shown(page: WindowPage) -> tuple[str, str, str]:
    """Return the first row shown, the chosen one, and the last."""
    look = page.look
    assert look.chosen is not None
    return look.rows[0].text, look.rows[look.chosen].text, look.rows[-1].text


def test_a_list_scrolls_with_the_choice() -> None:
    page = Numbers()
    assert shown(page) == ("0", "0", str(ROWS - 1))
    press(page, UP)
    assert shown(page)[1] == "0"
    press(page, END)
    assert shown(page) == (str(100 - ROWS), "99", "99")
    press(page, UP, UP)
    assert shown(page) == (str(100 - ROWS), "97", "99")
    press(page, HOME)
    assert shown(page)[0] == "0"
    press(page, PAGE_DOWN)
    assert shown(page) == ("1", str(ROWS), str(ROWS))
    page.take_event(Wheel(-1))
    assert shown(page)[1] == str(ROWS + 3)
    assert (page.look.more_above, page.look.more_below) == (True, True)


def test_typing_narrows_a_list_and_escape_widens_it_again() -> None:
    page = Numbers()
    page.take_event(Typed("7"))
    page.take_event(Typed("1"))
    assert [row.text for row in page.look.rows] == ["71"]
    press(page, RETURN)
    assert page.taken == ["71"]
    press(page, ESCAPE)
    assert len(page.rows()) == 100
    assert not page.is_closed
    press(page, ESCAPE)
    assert page.is_closed


def test_nothing_found_is_no_choice() -> None:
    page = Numbers()
    page.take_event(Typed("x"))
    press(page, RETURN, DOWN, END)
    assert (page.look.rows, page.look.chosen, page.taken) == ((), None, [])


def test_the_mouse_marks_and_takes_a_row() -> None:
    page = Numbers()
    press(page, END)
    assert page.look.chosen is not None
    place = (100, LAYOUT.list_top + 2 * LAYOUT.row_height + 3)
    page.take_event(Pointer(0, 0, 0), place)
    assert shown(page)[1] == str(100 - ROWS + 2)
    page.take_event(Pointer(0, 0, 1, pressed=True), place)
    assert page.taken == [str(100 - ROWS + 2)]
    page.take_event(Pointer(0, 0, 1, pressed=True), (600, 3))
    assert len(page.taken) == 1


def test_a_page_is_painted_around_its_picture(saved: SavedState) -> None:
    page = OfferPage(saved, "Meadow")
    look = page.look
    frame = look.frame()
    picture = look.picture
    assert picture is not None
    start = LAYOUT.picture_top * frame.width + LAYOUT.picture_left
    assert frame.pixels[start : start + 320] == picture.pixels[:320]
    assert Overlay(page=look) == Overlay(page=page.look), "equal pages are not drawn again"
    assert CHOSEN_GROUND


@pytest.fixture
def folder(build_game: GameBuilder, tmp_path: Path) -> StateFolder:
    machine = Machine(open_game(build_game(**meadow.sources())), seed=1)  # type: ignore[arg-type]
    machine.run(ticks=20)
    folder = StateFolder(tmp_path / "saves")
    folder.save_quick(save_state(machine, "quick save"))
    folder.save_automatic(save_state(machine, "on leaving"))
    return folder


@pytest.fixture
def saved(folder: StateFolder) -> SavedState:
    return folder.quick()


def test_the_offer_names_where_the_game_was_left(saved: SavedState) -> None:
    changed = saved.path.stat().st_mtime
    page = OfferPage(saved, "Meadow", clock=lambda: changed + 3700)
    assert page.footer.startswith("Enter: continue   N: start again")
    assert {"room 1", "an hour ago"} <= set(page.lines(0))
    press(page, RETURN)
    assert (page.has_chosen, page.continues, page.is_closed) == (True, True, True)


@pytest.mark.parametrize(("letter", "continues"), [("n", False), ("c", True)])
def test_the_offer_takes_letters(saved: SavedState, letter: str, continues: bool) -> None:
    page = OfferPage(saved, "Meadow")
    page.take_event(KeyPress(0, ord(letter)))
    assert (page.has_chosen, page.continues) == (True, continues)


def test_leaving_the_offer_chooses_nothing(saved: SavedState) -> None:
    page = OfferPage(saved, "Meadow")
    press(page, ESCAPE)
    assert (page.is_closed, page.has_chosen) == (True, False)


def test_a_moment_is_loaded_renamed_and_deleted(folder: StateFolder) -> None:
    loaded: list[SavedState] = []
    page = MomentsPage(folder, loaded.append)
    names = [row.text for row in page.rows()]
    assert sorted(names) == ["on leaving, room 1", "slot 1, room 1"]
    page.chosen = names.index("on leaving, room 1")
    press(page, F2)
    for letter in "well":
        page.take_event(KeyPress(0, ord(letter)))
        page.take_event(Typed(letter))
    press(page, RETURN)
    names = [row.text for row in page.rows()]
    assert sorted(names) == ["slot 1, room 1", "well, room 1"]
    page.chosen = names.index("slot 1, room 1")
    press(page, DELETE)
    assert page.footer.startswith("Delete this moment?")
    press(page, ESCAPE)
    assert len(page.rows()) == 2
    press(page, DELETE, RETURN)
    assert [row.text for row in page.rows()] == ["well, room 1"]
    press(page, RETURN)
    assert [each.contents.summary.description for each in loaded] == ["well"]
    assert page.is_closed


def test_an_empty_list_of_moments_takes_no_keys(tmp_path: Path) -> None:
    page = MomentsPage(StateFolder(tmp_path), lambda saved: None)
    press(page, DELETE, F2, RETURN)
    assert page.look.rows == ()
    assert "Nothing is saved yet" in page.footer


def test_names_of_keys() -> None:
    both = Modifier.CTRL | Modifier.SHIFT
    assert parse_key("Ctrl+Shift+F").matches(KeyPress(9, ord("f"), both))
    assert not parse_key("ctrl+shift+f").matches(KeyPress(9, ord("f"), Modifier.CTRL))
    assert parse_key("f11").matches(KeyPress(0x44, 0, Modifier.NUM_LOCK))
    assert label("ctrl+shift+pageup") == "Ctrl+Shift+Pageup"
    for wrong in ("hyper+x", "f25", ""):
        with pytest.raises(ValueError, match=r"is none of|is not a key"):
            parse_key(wrong)


def test_a_key_that_was_chosen_replaces_the_usual_one() -> None:
    keys = KeyTable({PlayerCommand.PAUSE: "pause", PlayerCommand.RECORD: ""})
    assert keys.command_of(KeyPress(0x48)) is PlayerCommand.PAUSE
    assert keys.label(PlayerCommand.PAUSE) == "Pause"
    both = Modifier.CTRL | Modifier.SHIFT
    assert keys.command_of(KeyPress(0, ord("p"), both)) is None
    assert keys.command_of(KeyPress(0, ord("r"), both)) is None
    assert keys.is_host_key(KeyPress(0, ord("r"), both)), "Ctrl+Shift with a letter never reaches a game"


def test_a_key_stands_for_another_one_of_the_game() -> None:
    keys = GameKeys({"f9": "ctrl+c", "keypad5": "enter"})
    assert keys.meant(KeyPress(0x42)) == KeyPress(0x06, ord("c"), Modifier.CTRL)
    assert keys.meant(KeyPress(0x5D)).scancode == RETURN
    assert keys.meant(KeyPress(4, ord("a"))) == KeyPress(4, ord("a"))


def test_a_key_types_what_it_stands_for() -> None:
    keys = GameKeys({"q": "z", "f9": "space", "w": "up", "f8": "shift+a", "f7": "5", "f6": "ctrl+c"})
    presses = {name: KeyPress(scancode) for name, scancode in (("f9", 0x42), ("f8", 0x41), ("f7", 0x40), ("f6", 0x3F))}
    presses |= {name: KeyPress(0x1A, ord(name)) for name in "qwe"}
    assert {name: keys.text(press) for name, press in presses.items()} == {
        "q": "z", "w": "", "f9": " ", "f8": "A", "f7": "5", "f6": "", "e": None,
    }  # fmt: skip
    assert keys.meant(presses["w"]).scancode == UP
    assert keys.released(KeyRelease(0x1A)) == KeyRelease(UP), "or ego would never stop"
    assert keys.released(KeyRelease(0x1A)) == KeyRelease(0x1A)


def test_keys_of_a_game_are_chosen_on_the_page_of_keys() -> None:
    kept: list[tuple[str, Mapping[str, str]]] = []
    game_keys = GameKeys()
    page = KeysPage(KeyTable(), game_keys, lambda changes, table: kept.append((table, changes)))
    rows = [row.text for row in page.rows()]
    page.chosen = rows.index(ADD)
    press(page, RETURN, 0x45)
    assert "is the program's" in page.footer
    page.take_event(KeyPress(0x1A, ord("w")))
    assert page.footer.startswith("Press the key that W shall stand for")
    press(page, UP)
    assert kept == [("game-keys", {"w": "up"})]
    assert [(row.text, row.note) for row in page.rows()[len(rows) - len(KEYS_OF_GAMES) - 1 :][:1]] == [
        ("in this game: W", "Up")
    ]
    assert game_keys.meant(KeyPress(0x1A, ord("w"))).scancode == UP
    page.chosen = rows.index(ADD)
    press(page, DELETE)
    assert kept[1:] == [("game-keys", {"w": "w"})]
    assert game_keys.names == {}
    page.chosen = rows.index(ADD)
    press(page, RETURN, ESCAPE)
    assert not page.takes_every_key
    press(page, END, RETURN)
    assert not page.takes_every_key


def test_a_command_gets_another_key_on_the_page_of_keys() -> None:
    kept: list[tuple[str, Mapping[str, str]]] = []
    keys = KeyTable()
    page = KeysPage(keys, GameKeys(), lambda changes, table: kept.append((table, changes)))
    page.chosen = [row.text for row in page.rows()].index("quick save")
    press(page, RETURN)
    assert page.takes_every_key
    page.take_event(KeyPress(4, ord("a")))
    assert "needs the key a for typing" in page.footer
    press(page, 0x44)
    assert (kept, page.takes_every_key) == ([("keys", {"save": "f11"})], False)
    assert keys.command_of(KeyPress(0x44)) is PlayerCommand.SAVE
    assert keys.label(PlayerCommand.FULL_SCREEN) == "", "a key has one meaning"
    assert KeyTable({PlayerCommand.SAVE: "f11"}).label(PlayerCommand.FULL_SCREEN) == ""
