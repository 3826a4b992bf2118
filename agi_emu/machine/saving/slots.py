"""The twelve slots of the save dialogs: files of a directory with the game's id (reference: SAVE-1, SAVE-18)."""

from __future__ import annotations

from typing import NamedTuple

from agi_emu.facts.errors import SaveError
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.save_store import ROOT

SLOTS = 12
DESCRIPTION_CHARACTERS = 30
START_DIRECTORY = ROOT
"""The current directory at the start, as in the recordings of the original."""
PATH_BYTES = 64
_DESCRIPTION_BYTES = 31
_ID_OFFSET = 33
_ID_BYTES = 7
_UNUSED = -1


class SaveSlot(NamedTuple):
    """One slot; without a savegame of this game in it, it has no description."""

    number: int
    description: bytes = b""
    order: int = _UNUSED
    """Greater than that of every slot written before."""

    @property
    def is_used(self) -> bool:
        """True if the slot holds a savegame of this game."""
        return self.order != _UNUSED


def directory(m: Interpreter) -> bytes:
    """Return the directory that was entered last, at first the current one."""
    return bytes(m.state.modal.path).split(b"\0", 1)[0] or START_DIRECTORY


def set_directory(m: Interpreter, path: bytes) -> None:
    """Remember a directory; nothing is the current one."""
    kept = path[: PATH_BYTES - 1]
    m.state.modal.path[: len(kept) + 1] = [*kept, 0]


def place(m: Interpreter) -> bytes:
    """Return the directory that DOS finds: leading blanks do not count."""
    return directory(m).lstrip(b" ")


def game_id(m: Interpreter) -> bytes:
    """Return the game's id, empty when it set none."""
    return bytes(m.state.general.game_id).split(b"\0", 1)[0]


def file_name(m: Interpreter, number: int) -> bytes:
    """Return the name of a slot's file, in upper case as DOS keeps it."""
    return b"%sSG.%d" % (game_id(m).upper(), number)


def shown_path(m: Interpreter, number: int) -> bytes:
    """Return the whole name of a slot's file as the dialogs show it: in lower case."""
    path = directory(m)
    slash = b"/" if b"/" in path else b"\\"
    separator = b"" if path[-1:] in (b"\\", b"/") else slash
    return (path + separator + file_name(m, number)).lower()


def read_slots(m: Interpreter) -> list[SaveSlot]:
    """Return all slots in order."""
    return [read_slot(m, number) for number in range(1, SLOTS + 1)]


def read_slot(m: Interpreter, number: int) -> SaveSlot:
    """Return a slot. A file of another game counts as none: a save would overwrite it."""
    path, name = place(m), file_name(m, number)
    order = (m.save_store.list(path) or {}).get(name)
    if order is None:
        return SaveSlot(number)
    try:
        data = m.save_store.read(path, name)
    except SaveError:
        return SaveSlot(number)
    if data[_ID_OFFSET : _ID_OFFSET + _ID_BYTES].split(b"\0", 1)[0] != game_id(m):
        return SaveSlot(number)
    return SaveSlot(number, data[:_DESCRIPTION_BYTES].split(b"\0", 1)[0][:DESCRIPTION_CHARACTERS], order)
