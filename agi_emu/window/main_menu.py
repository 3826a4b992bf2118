"""Builds the entries of the program's menu from the situation in the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agi_emu.input.player_commands import PlayerCommand
from agi_emu.window.host_menu import HostMenuEntry

LEFT_MARK, RIGHT_MARK = "\x11", "\x10"


@dataclass(frozen=True, slots=True)
class Situation:
    """What the menu shows of the window."""

    can: Callable[[PlayerCommand], bool]
    """Returns whether a command can be carried out now."""
    key: Callable[[PlayerCommand], str]
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


def main_menu(now: Situation) -> list[HostMenuEntry]:
    """Return the entries of the menu."""

    def entry(
        text: str, command: PlayerCommand, *, left: PlayerCommand | None = None, right: PlayerCommand | None = None
    ) -> HostMenuEntry:
        return HostMenuEntry(text, command, left, right, note=now.key(command), is_possible=now.can(command))

    def choice(
        text: str, value: str, command: PlayerCommand | None, left: PlayerCommand, right: PlayerCommand
    ) -> HostMenuEntry:
        return HostMenuEntry(
            f"{text:8}{LEFT_MARK} {value:^8} {RIGHT_MARK}", command, left, right, is_possible=now.can(left)
        )

    quick = (
        entry("Save", PlayerCommand.SAVE),
        entry("Load", PlayerCommand.LOAD),
        entry("Load, from before the cut-scene", PlayerCommand.LOAD_BEFORE),
        choice("Slot", str(now.slot), None, PlayerCommand.PREVIOUS_SLOT, PlayerCommand.NEXT_SLOT),
    )
    sound = (
        choice("Volume", now.volume or "off", PlayerCommand.MUTE, PlayerCommand.QUIETER, PlayerCommand.LOUDER),
        entry("Unmute" if now.volume == "muted" else "Mute", PlayerCommand.MUTE),
        choice(
            "Computer",
            now.computer,
            PlayerCommand.NEXT_COMPUTER,
            PlayerCommand.PREVIOUS_COMPUTER,
            PlayerCommand.NEXT_COMPUTER,
        ),
    )
    display = (
        entry("Leave full screen" if now.is_full_screen else "Full screen", PlayerCommand.FULL_SCREEN),
        choice("Aspect", now.aspect, PlayerCommand.ASPECT, PlayerCommand.ASPECT, PlayerCommand.ASPECT),
        choice("Size", now.scale, None, PlayerCommand.SMALLER, PlayerCommand.LARGER),
        choice("Screen", now.mode, PlayerCommand.NEXT_MODE, PlayerCommand.PREVIOUS_MODE, PlayerCommand.NEXT_MODE),
        entry("Letters on the screen", PlayerCommand.LETTERS),
        entry("Look inside", PlayerCommand.INSPECT),
    )
    return [
        HostMenuEntry("Continue", note="Esc"),
        entry("Saved moments", PlayerCommand.MOMENTS),
        HostMenuEntry("Quick save and load", submenu=quick, is_possible=now.can(PlayerCommand.SAVE)),
        entry("Open another game", PlayerCommand.OPEN),
        entry("Restart the game", PlayerCommand.RESTART),
        entry("End the pause" if now.is_paused else "Pause", PlayerCommand.PAUSE),
        entry("Back in time (hold)", PlayerCommand.REWIND),
        entry("Record", PlayerCommand.RECORD),
        choice("Speed", now.speed, PlayerCommand.NORMAL, PlayerCommand.SLOWER, PlayerCommand.FASTER),
        HostMenuEntry("Sound", submenu=sound, is_possible=now.volume is not None),
        HostMenuEntry("Display", submenu=display),
        entry("Save a screenshot", PlayerCommand.PICTURE),
        entry("Keys", PlayerCommand.KEYS),
        entry("About", PlayerCommand.ABOUT),
        entry("Quit", PlayerCommand.QUIT),
    ]
