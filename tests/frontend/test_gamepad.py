"""A gamepad, simulated through SDL's virtual joystick: connected late, it walks, opens the menu, and goes away."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pytest

from agi_emu.input.host_events import PadButton, PadPress, PadStick
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources import open_game
from agi_emu.session import Session
from agi_emu.window.game_window import GameWindow
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.host.sdl import POLLS_BEFORE_GAMEPADS, SdlDisplay, SdlWindow
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

AXES, BUTTONS = 6, 15
A, B, X, Y, BACK, START, CROSS_UP, CROSS_DOWN, CROSS_LEFT, CROSS_RIGHT = 0, 1, 2, 3, 4, 6, 11, 12, 13, 14
"""Buttons of a virtual joystick of the type gamepad, in SDL's order."""
TILTED = 32000


class Pad:
    """A virtual gamepad; what is done to it is seen at the next poll of a window."""

    def __init__(self, display: SdlDisplay) -> None:
        self.sdl = display.sdl
        self._index = -1
        self._joystick = None

    def plug_in(self) -> None:
        self._index = self.sdl.SDL_JoystickAttachVirtual(self.sdl.SDL_JOYSTICK_TYPE_GAMECONTROLLER, AXES, BUTTONS, 0)
        assert self._index >= 0, self.sdl.SDL_GetError()
        self._joystick = self.sdl.SDL_JoystickOpen(self._index)

    def pull_out(self) -> None:
        self.sdl.SDL_JoystickClose(self._joystick)
        self.sdl.SDL_JoystickDetachVirtual(self._index)

    def press(self, button: int, *, down: bool = True) -> None:
        assert self.sdl.SDL_JoystickSetVirtualButton(self._joystick, button, int(down)) == 0

    def tilt(self, across: int, down: int) -> None:
        for axis, value in ((0, across), (1, down)):
            assert self.sdl.SDL_JoystickSetVirtualAxis(self._joystick, axis, ctypes.c_int16(value)) == 0


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[SdlDisplay]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    # A hidden window has no focus, and SDL gives no joystick's events to programs without one.
    monkeypatch.setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
    display = SdlDisplay()
    if not hasattr(display.sdl, "SDL_JoystickAttachVirtual"):
        pytest.skip("this SDL has no virtual joysticks (before 2.0.14)")
    yield display
    display.close()


@pytest.fixture
def window(display: SdlDisplay) -> Iterator[SdlWindow]:
    window = SdlWindow(display, "a game", 320, 200)
    for _ in range(POLLS_BEFORE_GAMEPADS):
        window.poll()
    yield window
    window.close()


@pytest.fixture
def pad(display: SdlDisplay, window: SdlWindow) -> Pad:
    pad = Pad(display)
    pad.plug_in()
    settle(window)
    return pad


def settle(window: SdlWindow) -> list[object]:
    """Return the events of a gamepad, which SDL may notice a poll later."""
    return [event for _ in range(3) for event in window.poll() if isinstance(event, PadPress | PadStick)]


def test_buttons_have_names_by_what_they_do(window: SdlWindow, pad: Pad) -> None:
    names = {
        A: PadButton.CONFIRM,
        B: PadButton.CANCEL,
        X: PadButton.AGAIN,
        Y: PadButton.LETTERS,
        START: PadButton.MENU,
        BACK: PadButton.PROGRAM,
    }
    for button, name in names.items():
        pad.press(button)
        assert settle(window) == [PadPress(name)]
        pad.press(button, down=False)
        assert settle(window) == []


def test_stick_and_cross_point_in_eight_directions(window: SdlWindow, pad: Pad) -> None:
    for across, down, direction in ((0, -1, 1), (1, -1, 2), (1, 0, 3), (1, 1, 4), (0, 1, 5), (-1, 1, 6), (-1, 0, 7)):
        pad.tilt(TILTED * across, TILTED * down)
        found = settle(window)
        assert found[-1] == PadStick(direction)
    pad.tilt(0, 0)
    assert settle(window)[-1] == PadStick(0)
    pad.press(CROSS_LEFT)
    assert settle(window) == [PadStick(7)]
    pad.press(CROSS_UP)
    assert settle(window) == [PadStick(8)]
    pad.press(CROSS_LEFT, down=False)
    pad.press(CROSS_UP, down=False)
    assert settle(window)[-1] == PadStick(0)


def test_a_stick_that_trembles_stays_where_it_is(window: SdlWindow, pad: Pad) -> None:
    pad.tilt(9000, 0)
    assert settle(window) == []
    pad.tilt(17000, 0)
    assert settle(window) == [PadStick(3)]
    for value in (15000, 17000, 11000):
        pad.tilt(value, 0)
        assert settle(window) == []
    pad.tilt(5000, 0)
    assert settle(window) == [PadStick(0)]


def test_a_gamepad_that_is_pulled_out_lets_go(window: SdlWindow, pad: Pad) -> None:
    pad.tilt(TILTED, 0)
    assert settle(window) == [PadStick(3)]
    pad.pull_out()
    assert settle(window)[-1] == PadStick(0)
    pad.plug_in()
    settle(window)
    pad.press(A)
    assert PadPress(PadButton.CONFIRM) in settle(window)


class Sofa:
    """A player with a gamepad and nothing else."""

    def __init__(self, window: SdlWindow, pad: Pad, machine: Machine) -> None:
        self.pad = pad
        self.machine = machine
        self.player = GameWindow(window, RealTimePacer())
        session = Session(machine, source=self.player, pacer=RealTimePacer())
        self.player.attach(session, name="Meadow", save_picture=lambda frame: Path(), is_guided=True)
        self.play(60)

    def play(self, beats: int) -> None:
        for _ in range(beats):
            events = self.player.poll()
            self.player.show(self.machine.frame)
            if not self.player.pacer.paused:
                self.machine.advance(events)

    def press(self, *buttons: int) -> None:
        for button in buttons:
            self.pad.press(button)
            self.play(4)
            self.pad.press(button, down=False)
            self.play(4)


def test_a_sentence_is_said_with_a_gamepad(window: SdlWindow, pad: Pad, build_game: GameBuilder) -> None:
    sofa = Sofa(window, pad, Machine(open_game(build_game(**meadow.sources()))))  # type: ignore[arg-type]
    sofa.press(Y, *[CROSS_DOWN] * 5, A)
    sofa.play(30)
    line = sofa.machine.unguarded.state.input
    assert bytes(line.text[: line.length]) == b"look ", "the first word to pick"
    sofa.press(A)
    sofa.play(20)
    assert sofa.machine.message == "Grass, as far as you can see."
    sofa.press(Y, A)
    assert sofa.machine.message is None
    sofa.press(X)
    sofa.play(30)
    assert sofa.machine.message == "Grass, as far as you can see.", "the last line again"


def test_the_menu_of_the_program_is_used_with_a_gamepad(window: SdlWindow, pad: Pad, build_game: GameBuilder) -> None:
    sofa = Sofa(window, pad, Machine(open_game(build_game(**meadow.sources()))))  # type: ignore[arg-type]
    sofa.press(BACK)
    assert sofa.player.pacer.paused
    sofa.press(CROSS_UP, CROSS_UP, CROSS_UP, A)
    sofa.press(B)
    assert sofa.player.pacer.paused, "back from the keys to the menu"
    sofa.press(B)
    assert not sofa.player.pacer.paused


def test_a_gamepad_walks_and_opens_the_menu(window: SdlWindow, pad: Pad, build_game: GameBuilder) -> None:
    logics = {0: meadow.LOGIC.replace("submit.menu();", "submit.menu(); set(f14);"), 1: meadow.MEADOW}
    game: Path = build_game(**{**meadow.sources(), "logics": logics})  # type: ignore[arg-type]
    machine = Machine(open_game(game), settings=Settings(seed=1))
    player = GameWindow(window, RealTimePacer())
    session = Session(machine, source=player, pacer=RealTimePacer())
    player.attach(session, name="Meadow", save_picture=lambda frame: Path())

    def play(beats: int) -> None:
        for _ in range(beats):
            machine.advance(player.poll())

    play(60)
    x = machine.ego.x
    pad.tilt(TILTED, 0)
    play(60)
    pad.tilt(0, 0)
    play(30)
    assert machine.ego.x > x
    assert machine.ego.direction == 0
    pad.press(START)
    play(20)
    pad.press(START, down=False)
    assert machine.modal is Purpose.MENU
    pad.press(CROSS_DOWN)
    play(20)
    pad.press(CROSS_DOWN, down=False)
    pad.press(CROSS_UP)
    play(20)
    pad.press(A)
    play(20)
    assert machine.message == "Type a sentence."
    pad.press(B)
    play(20)
    assert machine.message is None
