"""Builds the entries of the program's menu from the situation in the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agi_emu.input.commands import Command
from agi_emu.window.host_menu import Entry

LEFT_MARK, RIGHT_MARK = "\x11", "\x10"


@dataclass(frozen=True, slots=True)
class Situation:
    """What the menu shows of the window."""

    can: Callable[[Command], bool]
    """Returns whether a command can be carried out now."""
    key: Callable[[Command], str]
    """Returns the key of a command as players read it."""
    speed: str
    volume: str | None
    """None without sound."""
    slot: int
    is_paused: bool
    is_full_screen: bool
    aspect: str
    scale: str
    mode: str
    computer: str


def main_menu(now: Situation) -> list[Entry]:
    """Return the entries of the menu."""

    def entry(text: str, command: Command, *, left: Command | None = None, right: Command | None = None) -> Entry:
        return Entry(text, command, left, right, note=now.key(command), is_possible=now.can(command))

    def choice(text: str, value: str, command: Command | None, left: Command, right: Command) -> Entry:
        return Entry(f"{text:8}{LEFT_MARK} {value:^8} {RIGHT_MARK}", command, left, right, is_possible=now.can(left))

    quick = (
        entry("Save", Command.SAVE),
        entry("Load", Command.LOAD),
        entry("Load, from before the cut-scene", Command.LOAD_BEFORE),
        choice("Slot", str(now.slot), None, Command.PREVIOUS_SLOT, Command.NEXT_SLOT),
    )
    sound = (
        choice("Volume", now.volume or "off", Command.MUTE, Command.QUIETER, Command.LOUDER),
        entry("Unmute" if now.volume == "muted" else "Mute", Command.MUTE),
        choice("Computer", now.computer, Command.NEXT_COMPUTER, Command.PREVIOUS_COMPUTER, Command.NEXT_COMPUTER),
    )
    display = (
        entry("Leave full screen" if now.is_full_screen else "Full screen", Command.FULL_SCREEN),
        choice("Aspect", now.aspect, Command.ASPECT, Command.ASPECT, Command.ASPECT),
        choice("Size", now.scale, None, Command.SMALLER, Command.LARGER),
        choice("Screen", now.mode, Command.NEXT_MODE, Command.PREVIOUS_MODE, Command.NEXT_MODE),
        entry("Letters on the screen", Command.LETTERS),
        entry("Look inside", Command.INSPECT),
    )
    return [
        Entry("Continue", note="Esc"),
        entry("Saved moments", Command.MOMENTS),
        Entry("Quick save and load", submenu=quick, is_possible=now.can(Command.SAVE)),
        entry("Open another game", Command.OPEN),
        entry("Restart the game", Command.RESTART),
        entry("End the pause" if now.is_paused else "Pause", Command.PAUSE),
        entry("Back in time (hold)", Command.REWIND),
        entry("Record", Command.RECORD),
        choice("Speed", now.speed, Command.NORMAL, Command.SLOWER, Command.FASTER),
        Entry("Sound", submenu=sound, is_possible=now.volume is not None),
        Entry("Display", submenu=display),
        entry("Save a screenshot", Command.PICTURE),
        entry("Keys", Command.KEYS),
        entry("About", Command.ABOUT),
        entry("Quit", Command.QUIT),
    ]
