"""Clicks, gamepads, letters on the screen and pasted texts over a real machine: all of it arrives as keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.input.host_events import KeyPress, Modifier, PadButton, PadPress, PadStick, Pointer, PointerShape, Typed
from agi_emu.machine.choices import choices_of, marked_choice
from agi_emu.machine.input.events import Arrow, InputEvent, Key, Mouse
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources import open_game
from agi_emu.session import Session
from agi_emu.window.game_window import GameWindow
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.scaling import Aspect
from agi_emu.window.text_pages import TextPage
from tests.frontend.fakes import FakeWindow
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

RIGHT_BUTTON = 2
TOP = 8
"""Pixels above the picture: the status line."""


class Desk:
    """A machine in a fake window of 320x200, so that its pixels are those of the screen."""

    def __init__(self, game: Path, *, is_guided: bool = True, takes_mouse: bool = False) -> None:
        self.machine = Machine(open_game(game), settings=Settings(seed=1))
        self.host = FakeWindow(320, 200)
        self.window = GameWindow(self.host, RealTimePacer(), aspect=Aspect.SQUARE)
        session = Session(self.machine, source=self.window, pacer=RealTimePacer())
        self.window.attach(
            session, name="Meadow", save_picture=lambda frame: Path(), is_guided=is_guided, takes_mouse=takes_mouse
        )
        self.events: list[InputEvent] = []
        self.play(60)

    def play(self, beats: int) -> None:
        """Let beats pass, with a look at the window before each."""
        for _ in range(beats):
            events = self.window.poll()
            self.events += events
            self.machine.advance(events)

    def click(self, x: int, y: int, *, button: int = 1, beats: int = 30) -> None:
        self.host.happen(Pointer(x, y, button, pressed=True), Pointer(x, y, 0))
        self.play(beats)

    def press(self, *buttons: PadButton) -> None:
        for button in buttons:
            self.host.happen(PadPress(button))
            self.play(20)

    def point(self, direction: int, beats: int) -> None:
        self.host.happen(PadStick(direction))
        self.play(beats)

    @property
    def place(self) -> tuple[int, int]:
        """The middle of ego's feet."""
        ego = self.machine.ego
        return ego.x + ego.width // 2, ego.y

    @property
    def heard(self) -> str:
        """The input line without its cursor."""
        return self.machine.text.input_line.rstrip("_ ")


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    """The meadow with its menu allowed (flag 14)."""
    sources = meadow.sources()
    logics = {0: meadow.LOGIC.replace("submit.menu();", "submit.menu(); set(f14);"), 1: meadow.MEADOW}
    return build_game(**{**sources, "logics": logics})  # type: ignore[arg-type]


@pytest.fixture
def desk(game: Path) -> Desk:
    return Desk(game)


@pytest.mark.parametrize(("x", "y"), [(100, 140), (30, 90), (83, 150), (140, 120)])
def test_a_click_walks_there_and_ego_stops(desk: Desk, x: int, y: int) -> None:
    desk.click(2 * x, TOP + y, beats=600)
    assert abs(desk.place[0] - x) <= 1
    assert abs(desk.place[1] - y) <= 1
    assert desk.machine.ego.direction == 0
    assert all(isinstance(event, Arrow) for event in desk.events)


def test_a_key_of_the_player_ends_the_walk(desk: Desk) -> None:
    desk.click(20, TOP + 150, beats=40)
    before = len(desk.events)
    desk.host.happen(KeyPress(0x4F))
    desk.play(60)
    assert [event.direction for event in desk.events[before:] if isinstance(event, Arrow)] == [3]


def test_a_walk_into_an_obstacle_is_given_up(desk: Desk) -> None:
    # The upper edge: ego's cel is 20 rows high and cannot go above row 19; the horizon is 36.
    desk.click(2 * desk.place[0], TOP + 5, beats=900)
    assert desk.machine.ego.direction == 0
    count = len(desk.events)
    desk.play(300)
    assert len(desk.events) == count


def test_strict_games_take_no_click(game: Path) -> None:
    desk = Desk(game, is_guided=False)
    desk.click(20, TOP + 150, beats=100)
    assert desk.events == []


def test_the_menu_opens_by_its_bar_and_takes_clicks(desk: Desk) -> None:
    desk.click(100, 3)
    assert desk.machine.modal is Purpose.MENU
    assert [choice.text for choice in choices_of(desk.machine)] == ["Game", "Help <F1>", "Quit"]
    help_row = choices_of(desk.machine)[1].row
    desk.click(8 * 2, 8 * help_row + 2)
    assert desk.machine.message == "Type a sentence."
    # Beside the window: it closes as with Esc.
    desk.click(2, 190)
    assert desk.machine.message is None


def test_items_are_reached_by_the_shorter_way(desk: Desk) -> None:
    desk.click(100, 3)
    quit_item = choices_of(desk.machine)[2]
    assert quit_item.keys in (("down", "enter"), ("up", "enter"))
    marked = marked_choice(desk.machine)
    assert marked is not None
    assert marked.text == "Help <F1>"
    desk.click(8 * quit_item.column + 1, 8 * quit_item.row + 1)
    assert desk.machine.state.general.exited


def test_a_click_in_a_window_closes_it_and_the_right_button_is_escape(desk: Desk) -> None:
    for x, y, button in ((160, 90, 1), (160, 90, RIGHT_BUTTON)):
        desk.machine.press("f1")
        desk.play(10)
        assert desk.machine.message == "Type a sentence."
        desk.click(x, y, button=button)
        assert desk.machine.message is None
    assert Key(27) in desk.events


def test_the_cursor_says_what_a_click_would_do(desk: Desk) -> None:
    for y, cursor in ((TOP + 100, PointerShape.TARGET), (3, PointerShape.HAND), (190, PointerShape.ARROW)):
        desk.host.happen(Pointer(100, y, 0))
        desk.play(1)
        assert desk.host.cursor is cursor
    desk.machine.press("f1")
    desk.play(10)
    desk.host.happen(Pointer(160, 90, 0))
    desk.play(1)
    assert desk.host.cursor is PointerShape.HAND


def test_games_that_know_the_mouse_get_it_and_boxes_take_clicks(game: Path) -> None:
    desk = Desk(game, takes_mouse=True)
    desk.click(200, TOP + 100)
    assert desk.events == [Mouse(100, TOP + 100, 1), Mouse(100, TOP + 100, 0)]
    desk.machine.press("f1")
    desk.play(10)
    desk.click(160, 90)
    assert desk.machine.message is None


def test_a_short_click_lasts_until_the_game_has_looked(game: Path) -> None:
    desk = Desk(game, takes_mouse=True)
    desk.host.happen(Pointer(200, 100, 1, pressed=True), Pointer(200, 100, 0))
    first = desk.machine.state.cycle.number
    while desk.machine.state.cycle.number < first + 2:
        assert desk.machine.state.mouse.button == 1 or not desk.events
        desk.play(1)
    desk.play(5)
    assert desk.machine.state.mouse.button == 0
    assert [event.button for event in desk.events if isinstance(event, Mouse)] == [1, 0]


def test_a_stick_walks_and_stops_when_it_is_let_go(desk: Desk) -> None:
    x = desk.place[0]
    desk.point(3, 60)
    assert desk.place[0] > x
    desk.point(0, 20)
    assert desk.machine.ego.direction == 0
    stands = desk.place
    desk.play(60)
    assert desk.place == stands


def test_a_short_flick_of_the_stick_stops_too(desk: Desk) -> None:
    desk.host.happen(PadStick(7), PadStick(0))
    desk.play(60)
    assert desk.machine.ego.direction == 0


def test_buttons_open_menus_confirm_and_cancel(desk: Desk) -> None:
    desk.press(PadButton.MENU)
    assert desk.machine.modal is Purpose.MENU
    desk.press(PadButton.CONFIRM)
    assert desk.machine.message == "Type a sentence."
    desk.press(PadButton.CANCEL)
    assert desk.machine.message is None
    beats = desk.machine.state.clock.beats
    desk.host.happen(PadPress(PadButton.PROGRAM))
    desk.window.poll()
    desk.window.show(desk.machine.frame)
    assert 0xE8B840 in desk.host.pixels, "the program's menu has an entry marked"
    assert desk.machine.state.clock.beats == beats


def test_letters_on_the_screen_type_a_sentence(desk: Desk) -> None:
    desk.press(PadButton.LETTERS)
    # "a" is chosen at first; below it k, beside that l.
    desk.point(5, 2)
    desk.point(0, 2)
    desk.point(3, 2)
    desk.point(0, 2)
    desk.press(PadButton.CONFIRM)
    assert desk.heard.endswith("l")
    desk.host.happen(KeyPress(0, ord("o")), Typed("o"))
    desk.play(10)
    assert desk.heard.endswith("lo")
    desk.press(PadButton.CANCEL)
    stands = desk.place
    desk.point(3, 60)
    assert desk.place != stands


def test_letters_take_the_mouse(desk: Desk) -> None:
    desk.press(PadButton.LETTERS)
    # The board is 240 wide in the middle, from row 8 on: ten columns of 24, rows of 14.
    desk.click(40 + 24 * 4 + 10, 9 + 14 * 1 + 5)
    assert desk.heard.endswith("o")
    desk.click(5, 180)
    desk.click(200, TOP + 100, beats=5)
    assert any(isinstance(event, Arrow) for event in desk.events)


def test_a_pasted_text_is_typed_on_one_line(desk: Desk) -> None:
    desk.host.copied = "look\n  at the\tmeadow é…"
    desk.host.happen(KeyPress(0, ord("v"), Modifier.CTRL | Modifier.SHIFT), Typed("V"))
    desk.play(200)
    assert desk.heard.endswith("look at the meadow é?")


def test_the_last_line_comes_again(desk: Desk) -> None:
    desk.machine.type("look\n")
    desk.play(30)
    desk.click(2, 190)
    desk.press(PadButton.AGAIN)
    desk.play(60)
    assert desk.machine.message == "Grass, as far as you can see."


def test_nothing_is_pressed_while_the_program_pauses(desk: Desk) -> None:
    desk.host.copied = "look"
    desk.host.happen(KeyPress(0, ord("p"), Modifier.CTRL | Modifier.SHIFT))
    desk.host.happen(KeyPress(0, ord("v"), Modifier.CTRL | Modifier.SHIFT))
    assert desk.window.poll() == []


@pytest.mark.parametrize(("width", "height", "is_large"), [(320, 200, True), (500, 300, True), (640, 400, False)])
def test_a_small_window_shows_pages_in_large_text(desk: Desk, width: int, height: int, is_large: bool) -> None:
    desk.host.resize(width, height)
    page = TextPage("About", ["a line"])
    desk.window.open_page(page)
    desk.window.show(desk.machine.frame)
    assert page.is_large is is_large
