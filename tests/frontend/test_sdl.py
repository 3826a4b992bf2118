"""The SDL window on the dummy driver: pixels, titles, events pushed into SDL's own queue."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from typing import Any

import pytest

from agi_emu.input.host_events import (
    CloseRequest,
    Composed,
    FocusLost,
    KeyPress,
    KeyRelease,
    Modifier,
    Pointer,
    Redraw,
    Typed,
)
from agi_emu.window.host import sdl as host
from agi_emu.window.host.sdl import SdlDisplay, SdlWindow


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[SdlDisplay]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    display = SdlDisplay()
    yield display
    display.close()


@pytest.fixture
def window(display: SdlDisplay) -> Iterator[SdlWindow]:
    window = SdlWindow(display, "a game", 640, 480)
    window.poll()
    yield window
    window.close()


def push(display: SdlDisplay, kind: str, **fields: Any) -> None:
    """Put an event into SDL's queue; fields are dotted paths with __ for the dots."""
    event = display.sdl.SDL_Event()
    event.type = getattr(display.sdl, kind)
    for path, value in fields.items():
        *parents, name = path.split("__")
        part = event
        for parent in parents:
            part = getattr(part, parent)
        setattr(part, name, value)
    assert display.sdl.SDL_PushEvent(ctypes.byref(event)) == 1


def test_dummy_driver_asked_for_by_name_counts_as_visible(display: SdlDisplay) -> None:
    assert display.driver == "dummy"
    assert display.is_visible


def test_without_a_display_sdl_draws_into_nothing_and_we_know(monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name != "posix":
        pytest.skip("other systems always have a display")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    display = SdlDisplay()
    try:
        if display.driver != host.INVISIBLE_DRIVER:
            pytest.skip(f"SDL found the display {display.driver}")
        assert not display.is_visible
    finally:
        display.close()


@pytest.mark.parametrize("rows", [4, 1])
def test_a_picture_tube_has_soft_pixels_and_dark_gaps_between_lines(window: SdlWindow, rows: int) -> None:
    white, black = window.colour(255, 255, 255), window.colour(0, 0, 0)
    for size in ((20, 10), (4, 6)):
        pixels, pitch = window.small_canvas(*size)
        for y in range(size[1]):
            for x in range(size[0]):
                pixels[pitch * y + x] = white if x < size[0] // 2 else black
    window.clear()
    window.soften(8, 16, 40, 6 * rows)
    shown, pitch = window.canvas()
    line = [shown[pitch * 16 + x] & 0xFF for x in range(8, 48)]
    assert (line[0], line[-1]) == (255, 0)
    assert len(set(line)) > 4, "the edge is soft"
    assert line == sorted(line, reverse=True)
    column = [shown[pitch * y + 8] & 0xFF for y in range(16, 16 + 6 * rows)]
    gap = [value < 255 for value in column]
    # Of four rows of the window two are lit, and the lower two dark; a line as high as a row has no gap.
    assert gap == ([False, False, True, True] * 6 if rows == 4 else [False] * 6)
    assert shown[pitch * 15 + 8] & 0xFF == shown[pitch * 16 + 7] & 0xFF == 0


def test_pixels_are_drawn_in_the_order_of_the_surface(window: SdlWindow) -> None:
    assert window.size() == (640, 480)
    window.clear()
    canvas, pitch = window.canvas()
    assert pitch >= 640
    canvas[pitch * 479 + 639] = window.colour(255, 128, 1)
    window.update(479, 480)
    again, _ = window.canvas()
    assert again[pitch * 479 + 639] & 0xFFFFFF == window.colour(255, 128, 1) & 0xFFFFFF
    assert len({window.colour(255, 0, 0), window.colour(0, 255, 0), window.colour(0, 0, 255)}) == 3


def test_title_and_full_screen(window: SdlWindow) -> None:
    window.title = "Ärger – agi-emu"
    assert window.title == "Ärger – agi-emu"
    assert not window.full_screen
    window.full_screen = True
    assert window.full_screen
    window.full_screen = False
    assert not window.full_screen


def test_keys(display: SdlDisplay, window: SdlWindow) -> None:
    sdl = display.sdl
    push(
        display,
        "SDL_KEYDOWN",
        key__keysym__scancode=sdl.SDL_SCANCODE_D,
        key__keysym__sym=sdl.SDLK_d,
        key__keysym__mod=sdl.KMOD_LALT | sdl.KMOD_NUM,
        key__repeat=1,
    )
    push(display, "SDL_KEYUP", key__keysym__scancode=sdl.SDL_SCANCODE_UP)
    push(display, "SDL_KEYDOWN", key__keysym__scancode=sdl.SDL_SCANCODE_F1, key__keysym__sym=sdl.SDLK_F1)
    push(display, "SDL_TEXTEDITING", edit__text="´".encode())
    push(display, "SDL_TEXTINPUT", text__text="ä".encode())
    assert window.poll() == [
        KeyPress(7, ord("d"), Modifier.LEFT_ALT | Modifier.NUM_LOCK, repeated=True),
        KeyRelease(0x52),
        KeyPress(0x3A),
        Composed("´"),
        Typed("ä"),
    ]


def test_window_events(display: SdlDisplay, window: SdlWindow) -> None:
    sdl = display.sdl
    push(display, "SDL_WINDOWEVENT", window__event=sdl.SDL_WINDOWEVENT_FOCUS_LOST)
    push(display, "SDL_WINDOWEVENT", window__event=sdl.SDL_WINDOWEVENT_EXPOSED)
    push(display, "SDL_WINDOWEVENT", window__event=sdl.SDL_WINDOWEVENT_MOVED)
    push(display, "SDL_QUIT")
    assert window.poll() == [FocusLost(), Redraw(), CloseRequest()]


def test_mouse(display: SdlDisplay, window: SdlWindow) -> None:
    sdl = display.sdl
    push(display, "SDL_MOUSEMOTION", motion__x=10, motion__y=20, motion__state=sdl.SDL_BUTTON_RMASK)
    push(display, "SDL_MOUSEBUTTONDOWN", button__x=1, button__y=2, button__button=sdl.SDL_BUTTON_LEFT)
    push(display, "SDL_MOUSEBUTTONUP", button__x=1, button__y=2, button__button=sdl.SDL_BUTTON_LEFT)
    push(display, "SDL_MOUSEBUTTONDOWN", button__x=1, button__y=2, button__button=sdl.SDL_BUTTON_MIDDLE)
    assert window.poll() == [
        Pointer(10, 20, 2),
        Pointer(1, 2, 1, pressed=True),
        Pointer(1, 2, 0),
        Pointer(1, 2, 3, pressed=True),
    ]


def test_numbers_of_keys_are_those_of_sdl(display: SdlDisplay) -> None:
    from agi_emu.input import host_keyboard as keyboard

    sdl = display.sdl
    assert [sdl.SDL_SCANCODE_RETURN, sdl.SDL_SCANCODE_ESCAPE, sdl.SDL_SCANCODE_BACKSPACE, sdl.SDL_SCANCODE_TAB] == [
        keyboard.RETURN,
        keyboard.ESCAPE,
        keyboard.BACKSPACE,
        keyboard.TAB,
    ]
    assert [sdl.SDL_SCANCODE_F1, sdl.SDL_SCANCODE_F12] == [keyboard.F1, keyboard.F12]
    assert [sdl.SDL_SCANCODE_INSERT, sdl.SDL_SCANCODE_DELETE] == [keyboard.INSERT, keyboard.DELETE]
    names = ("UP", "PAGEUP", "RIGHT", "PAGEDOWN", "DOWN", "END", "LEFT", "HOME")
    assert {getattr(sdl, f"SDL_SCANCODE_{name}"): at for at, name in enumerate(names, 1)} == keyboard.CURSOR
    keypad = {8: 1, 9: 2, 6: 3, 3: 4, 2: 5, 1: 6, 4: 7, 7: 8, 5: 0}
    assert {getattr(sdl, f"SDL_SCANCODE_KP_{digit}"): at for digit, at in keypad.items()} == keyboard.KEYPAD
    assert sdl.SDL_SCANCODE_KP_ENTER == keyboard.KEYPAD_ENTER
    assert [sdl.SDL_SCANCODE_KP_0, sdl.SDL_SCANCODE_KP_PERIOD] == [keyboard.KEYPAD_0, keyboard.KEYPAD_PERIOD]
