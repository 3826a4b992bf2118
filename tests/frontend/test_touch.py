"""A touch screen, simulated by SDL's finger events: a finger acts as the left button of the mouse."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pytest

from agi_emu.input.host_events import HostEvent, Pointer
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.session import Session
from agi_emu.window.game_window import GameWindow
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.host.sdl import SdlDisplay, SdlWindow
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

WIDTH, HEIGHT = 640, 480
FIRST, SECOND = 7, 8
"""Names of fingers."""


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[SdlDisplay]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    display = SdlDisplay()
    yield display
    display.close()


@pytest.fixture
def window(display: SdlDisplay) -> Iterator[SdlWindow]:
    window = SdlWindow(display, "a game", WIDTH, HEIGHT)
    window.poll()
    yield window
    window.close()


def touch(display: SdlDisplay, kind: str, x: float, y: float, finger: int = FIRST) -> None:
    """Put a finger event into SDL's queue; x and y are shares of the window's size."""
    event = display.sdl.SDL_Event()
    event.type = getattr(display.sdl, kind)
    event.tfinger.type = event.type
    event.tfinger.fingerId = finger
    event.tfinger.x, event.tfinger.y = x, y
    assert display.sdl.SDL_PushEvent(ctypes.byref(event)) == 1


def pointers(window: SdlWindow) -> list[HostEvent]:
    return [event for event in window.poll() if isinstance(event, Pointer)]


def test_a_finger_is_the_left_button(display: SdlDisplay, window: SdlWindow) -> None:
    touch(display, "SDL_FINGERDOWN", 0.25, 0.5)
    touch(display, "SDL_FINGERMOTION", 0.5, 0.75)
    touch(display, "SDL_FINGERUP", 0.5, 0.75)
    assert pointers(window) == [Pointer(160, 240, 1, pressed=True), Pointer(320, 360, 1), Pointer(320, 360, 0)]


def test_further_fingers_do_nothing_until_the_first_lets_go(display: SdlDisplay, window: SdlWindow) -> None:
    touch(display, "SDL_FINGERDOWN", 0.25, 0.5)
    touch(display, "SDL_FINGERDOWN", 0.75, 0.5, SECOND)
    touch(display, "SDL_FINGERUP", 0.75, 0.5, SECOND)
    touch(display, "SDL_FINGERUP", 0.25, 0.5)
    assert pointers(window) == [Pointer(160, 240, 1, pressed=True), Pointer(160, 240, 0)]
    touch(display, "SDL_FINGERDOWN", 0.75, 0.5, SECOND)
    assert pointers(window) == [Pointer(480, 240, 1, pressed=True)]


def test_sdl_makes_no_mouse_of_a_finger_beside_ours(display: SdlDisplay) -> None:
    assert display.sdl.SDL_GetHint(display.sdl.SDL_HINT_TOUCH_MOUSE_EVENTS) == b"0"


def test_a_finger_walks(display: SdlDisplay, window: SdlWindow, build_game: GameBuilder) -> None:
    logics = {0: meadow.LOGIC, 1: meadow.MEADOW}
    game: Path = build_game(**{**meadow.sources(), "logics": logics})  # type: ignore[arg-type]
    machine = Machine(open_game(game), settings=Settings(seed=1))
    player = GameWindow(window, RealTimePacer())
    session = Session(machine, source=player, pacer=RealTimePacer())
    player.attach(session, name="Meadow", save_picture=lambda frame: Path(), is_guided=True)

    def play(beats: int) -> None:
        for _ in range(beats):
            machine.advance(player.poll())

    play(60)
    start, target = machine.ego.x, machine.ego.x + 24
    # The picture fills the window: 160 cells across, 200 rows down, the first 8 of them the status line.
    x, y = (target + 0.5) / 160, (machine.ego.y + 8.5) / 200
    touch(display, "SDL_FINGERDOWN", x, y)
    touch(display, "SDL_FINGERUP", x, y)
    play(240)
    assert start < machine.ego.x
    assert abs(machine.ego.x - target) <= 8
    assert machine.ego.direction == 0
