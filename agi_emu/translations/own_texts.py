"""The interpreter's own texts, as its modules have them: what a translator finds in the context `interpreter`."""

from __future__ import annotations

from collections.abc import Iterator

from agi_emu.facts.program_texts import ASK_QUIT, ASK_RESTART, DEBUGGING, NO_MEMORY, TITLE
from agi_emu.facts.versions import VersionProfile
from agi_emu.machine import loading
from agi_emu.machine.actions.boxes import PAUSED
from agi_emu.machine.actions.resource_actions import NO_ROOM
from agi_emu.machine.display.screen_modes import SCORE
from agi_emu.machine.saving import dialogs
from agi_emu.machine.windows import command_window, inventory_screen, windows

_WINDOWS = {
    None: (PAUSED, ASK_QUIT, ASK_RESTART, NO_ROOM, windows.TOO_VERBOSE, dialogs.DISK_FULL, dialogs.REFUSED),
    dialogs.PATH_COLUMNS: (dialogs.SAVE_PATH, dialogs.RESTORE_PATH, dialogs.DESCRIPTION),
    dialogs.SLOT_COLUMNS: (dialogs.SAVE_SLOTS, dialogs.RESTORE_SLOTS, dialogs.SIMPLE_SLOTS, dialogs.SIMPLE_FULL),
    dialogs.CONFIRM_COLUMNS: (dialogs.CONFIRM_SAVE, dialogs.CONFIRM_RESTORE),
}
"""Texts of windows by the limit of their lines, None for the usual one."""
_MORE_WINDOWS = (
    *(dialogs.NO_GAMES, dialogs.BAD_PATH, dialogs.CANNOT_OPEN, dialogs.READ_ERROR, dialogs.READ_ERROR_SURVIVED),
    *(loading.NOT_FOUND, loading.INSERT_DISK, loading.DISK_ERROR, loading.WRONG_DISK, NO_MEMORY),
    *(TITLE, *DEBUGGING),
)


def own_windows() -> Iterator[tuple[bytes, int | None]]:
    """Yield the texts of windows with the limit of their lines, None for the usual one."""
    for limit, texts in _WINDOWS.items():
        yield from ((text, limit) for text in texts)
    yield from ((text, None) for text in _MORE_WINDOWS)


def own_lines(profile: VersionProfile) -> Iterator[tuple[bytes, int]]:
    """Yield the other texts with the cells that there are for them."""
    yield SCORE, 31
    yield from ((text, 20) for text in sorted({profile.status_sound_on, profile.status_sound_off}))
    yield from ((text, 40) for text in (inventory_screen.TITLE, inventory_screen.PRESS_A_KEY, inventory_screen.SELECT))
    yield inventory_screen.NOTHING, 24
    yield command_window.TITLE, command_window.COLUMNS
