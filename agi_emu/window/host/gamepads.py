"""Gamepads by SDL: buttons, cross and stick in words of our own."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from agi_emu.input.host_events import HostEvent, PadButton, PadPress, PadStick

STICK_BEGINS, STICK_LETS_GO = 16000, 10000
"""How far a stick must be tilted of 32767."""
PAD_DIRECTIONS = ((8, 1, 2), (7, 0, 3), (6, 5, 4))
"""Directions by rows: up, level, down; and in them left, straight, right."""


class Gamepads:
    """All gamepads that are connected, as one: SDL knows their buttons by place."""

    def __init__(self, sdl: ModuleType) -> None:
        """Do nothing before `start`."""
        self._sdl = sdl
        self._open: dict[int, Any] = {}
        self._cross = [0, 0]
        self._stick = [0, 0]
        self._direction = 0
        self._buttons = {
            sdl.SDL_CONTROLLER_BUTTON_A: PadButton.CONFIRM,
            sdl.SDL_CONTROLLER_BUTTON_B: PadButton.CANCEL,
            sdl.SDL_CONTROLLER_BUTTON_X: PadButton.AGAIN,
            sdl.SDL_CONTROLLER_BUTTON_Y: PadButton.LETTERS,
            sdl.SDL_CONTROLLER_BUTTON_START: PadButton.MENU,
            sdl.SDL_CONTROLLER_BUTTON_BACK: PadButton.PROGRAM,
        }
        self._ways = {
            sdl.SDL_CONTROLLER_BUTTON_DPAD_LEFT: (0, -1),
            sdl.SDL_CONTROLLER_BUTTON_DPAD_RIGHT: (0, 1),
            sdl.SDL_CONTROLLER_BUTTON_DPAD_UP: (1, -1),
            sdl.SDL_CONTROLLER_BUTTON_DPAD_DOWN: (1, 1),
        }

    def start(self) -> None:
        """Listen to gamepads from now on, also to those that are connected later."""
        self._sdl.SDL_InitSubSystem(self._sdl.SDL_INIT_GAMECONTROLLER)

    def close(self) -> None:
        """Let go of them."""
        for pad in self._open.values():
            self._sdl.SDL_GameControllerClose(pad)
        self._open.clear()

    def translate(self, event: Any) -> HostEvent | None:
        """Return what an event of a gamepad means; None for nothing and for other events."""
        sdl, kind = self._sdl, event.type
        if kind == sdl.SDL_CONTROLLERDEVICEADDED:
            pad = sdl.SDL_GameControllerOpen(event.cdevice.which)
            if pad:
                self._open[sdl.SDL_JoystickInstanceID(sdl.SDL_GameControllerGetJoystick(pad))] = pad
        elif kind == sdl.SDL_CONTROLLERDEVICEREMOVED:
            pad = self._open.pop(event.cdevice.which, None)
            if pad:
                sdl.SDL_GameControllerClose(pad)
            self._cross, self._stick = [0, 0], [0, 0]
            return self._point()
        elif kind in (sdl.SDL_CONTROLLERBUTTONDOWN, sdl.SDL_CONTROLLERBUTTONUP):
            return self._button(event.cbutton.button, down=kind == sdl.SDL_CONTROLLERBUTTONDOWN)
        elif kind == sdl.SDL_CONTROLLERAXISMOTION and event.caxis.axis in (0, 1):
            self._tilt(event.caxis.axis, event.caxis.value)
            return self._point()
        return None

    def _button(self, button: int, *, down: bool) -> HostEvent | None:
        if button in self._ways:
            axis, sign = self._ways[button]
            self._cross[axis] = sign if down else 0
            return self._point()
        return PadPress(self._buttons[button]) if down and button in self._buttons else None

    def _tilt(self, axis: int, value: int) -> None:
        """Take a new value of the stick; to let go it must come nearer to the middle than to begin."""
        threshold = STICK_LETS_GO if self._stick[axis] else STICK_BEGINS
        self._stick[axis] = 0 if abs(value) < threshold else 1 if value > 0 else -1

    def _point(self) -> HostEvent | None:
        across, down = self._cross if any(self._cross) else self._stick
        direction = PAD_DIRECTIONS[down + 1][across + 1]
        if direction == self._direction:
            return None
        self._direction = direction
        return PadStick(direction)
