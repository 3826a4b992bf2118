"""The window of a game that is debugged: picture, sound and keys, and of the program's own the look inside alone."""

from __future__ import annotations

from collections.abc import Sequence

from agi_emu.input.host_events import CloseRequest, FocusLost, KeyPress, KeyRelease, Pointer, Redraw, Typed
from agi_emu.input.host_keyboard import HostKeyboard
from agi_emu.input.key_table import KeyTable
from agi_emu.input.player_commands import PlayerCommand
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.presentation.looks import plain
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.host.sdl import SdlDisplay, SdlWindow
from agi_emu.window.host.sound_out import SoundOut
from agi_emu.window.inspection import Inspector
from agi_emu.window.overlay import Overlay
from agi_emu.window.picture_out import PictureOut
from agi_emu.window.scaling import Aspect, fitting_scale, window_size


class DebuggedWindow:
    """A window that stays while one machine follows another."""

    def __init__(self, machine: Machine) -> None:
        """Open it; HostError where there is no display."""
        display = SdlDisplay()
        scale = fitting_scale(Aspect.SHARP, *display.usable_size())
        self._window = SdlWindow(display, machine.game.title, *window_size(Aspect.SHARP, scale))
        self._picture = PictureOut(self._window, Aspect.SHARP, plain)
        self._pacer = RealTimePacer()
        self._sound = SoundOut(machine.settings.machine, self._pacer)
        self._pacer.follower = self._sound
        self._keyboard = HostKeyboard()
        self._keys = KeyTable()
        self._machine = machine
        """The one that was shown last."""
        self._inspector: Inspector | None = None
        self._beat = 0
        self.is_closed = False
        """Whether the player has closed it."""

    def poll(self) -> list[InputEvent]:
        """Return what the player has done since the last call."""
        events: list[InputEvent] = []
        for event in self._window.poll():
            match event:
                case KeyPress() if self._keys.command_of(event) is PlayerCommand.INSPECT:
                    self._keyboard.ignore_text()
                    self._inspect(is_on=self._inspector is None)
                case Pointer(x, y, 1, True) if self._inspector:
                    self._inspector.click(*self._picture.screen_position(x, y))
                    self.show(self._machine)
                case KeyPress():
                    events += self._keyboard.press(event)
                case KeyRelease():
                    events += self._keyboard.release(event)
                case Typed():
                    events += self._keyboard.typed(event)
                case FocusLost():
                    events += self._keyboard.let_go()
                case Redraw():
                    self._picture.redraw()
                case CloseRequest():
                    self.is_closed = True
        return events + self._keyboard.settle()

    def wait(self) -> bool:
        """Wait until a beat is due, a sixtieth of a second at most; return whether it is."""
        if not self._pacer.wait(self._beat + 1):
            return False
        self._beat += 1
        return True

    def hear(self, port_writes: Sequence[tuple[int, int, int]]) -> None:
        """Play what a beat has written to the sound ports."""
        self._sound.write(port_writes)

    def _inspect(self, *, is_on: bool) -> None:
        if self._inspector:
            self._inspector.close()
        self._inspector = Inspector(self._machine) if is_on else None
        self.show(self._machine)

    def show(self, machine: Machine) -> None:
        """Show the picture of a machine."""
        if machine is not self._machine:
            self._machine = machine
            self._inspect(is_on=self._inspector is not None)
        inside = self._inspector.look() if self._inspector else None
        self._picture.show(machine.frame, Overlay(inspection=inside))

    def rest(self) -> None:
        """Let the sound rest while the game stands; time continues from the next beat."""
        self._sound.rest()
        self._pacer.restart()

    def close(self) -> None:
        """Close it."""
        self._sound.close()
        self._window.close()
