"""Builds the entries of the program's menu from the situation of a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.input.player_commands import PlayerCommand as Do
from agi_emu.window.host_menu import HostMenuEntry

if TYPE_CHECKING:
    from agi_emu.window.window_commands import WindowCommands

LEFT_MARK, RIGHT_MARK = "\x11", "\x10"


def main_menu(now: WindowCommands) -> list[HostMenuEntry]:
    """Return the entries of the menu for what the window shows and can do now."""

    def entry(text: str, command: Do) -> HostMenuEntry:
        return HostMenuEntry(text, command, note=now.keys.label(command), is_possible=now.can(command))

    def choice(text: str, value: str, command: Do | None, left: Do, right: Do) -> HostMenuEntry:
        shown = f"{text:8}{LEFT_MARK} {value:^8} {RIGHT_MARK}"
        return HostMenuEntry(shown, command, left, right, is_possible=now.can(left))

    computer = now.session.machine.settings.machine if now.session else ""
    slot = str(now.save_keys.slot if now.save_keys else 1)
    quick = (
        entry("Save", Do.SAVE),
        entry("Load", Do.LOAD),
        entry("Load, from before the cut-scene", Do.LOAD_BEFORE),
        choice("Slot", slot, None, Do.PREVIOUS_SLOT, Do.NEXT_SLOT),
    )
    sound = (
        choice("Volume", now.volume or "off", Do.MUTE, Do.QUIETER, Do.LOUDER),
        entry("Unmute" if now.volume == "muted" else "Mute", Do.MUTE),
        choice("Computer", computer, Do.NEXT_COMPUTER, Do.PREVIOUS_COMPUTER, Do.NEXT_COMPUTER),
    )
    display = (
        entry("Leave full screen" if now.window.full_screen else "Full screen", Do.FULL_SCREEN),
        choice("Aspect", now.picture.aspect, Do.ASPECT, Do.ASPECT, Do.ASPECT),
        choice("Size", f"{now.scale}x", None, Do.SMALLER, Do.LARGER),
        choice("Screen", now.display_mode, Do.NEXT_MODE, Do.PREVIOUS_MODE, Do.NEXT_MODE),
        entry("Letters on the screen", Do.LETTERS),
        entry("Look inside", Do.INSPECT),
    )
    return [
        HostMenuEntry("Continue", note="Esc"),
        entry("Saved moments", Do.MOMENTS),
        HostMenuEntry("Quick save and load", submenu=quick, is_possible=now.can(Do.SAVE)),
        entry("Open another game", Do.OPEN),
        entry("Restart the game", Do.RESTART),
        entry("End the pause" if now.is_paused else "Pause", Do.PAUSE),
        entry("Back in time (hold)", Do.REWIND),
        entry("Record", Do.RECORD),
        choice("Speed", now.speed, Do.NORMAL, Do.SLOWER, Do.FASTER),
        HostMenuEntry("Sound", submenu=sound, is_possible=bool(now.volume)),
        HostMenuEntry("Display", submenu=display),
        entry("Save a screenshot", Do.PICTURE),
        entry("Keys", Do.KEYS),
        entry("About", Do.ABOUT),
        entry("Quit", Do.QUIT),
    ]
