"""Reads the script of resource events: which resources, and where their numbers stand in it."""

from __future__ import annotations

from collections.abc import Iterator

from agi_emu.logic.opcodes import Record
from agi_emu.resources.kinds import Kind

KINDS = {
    Record.LOAD_LOGICS: Kind.LOGIC,
    Record.LOAD_VIEW: Kind.VIEW,
    Record.LOAD_PIC: Kind.PICTURE,
    Record.LOAD_SOUND: Kind.SOUND,
    Record.DRAW_PIC: Kind.PICTURE,
    Record.DISCARD_PIC: Kind.PICTURE,
    Record.DISCARD_VIEW: Kind.VIEW,
    Record.OVERLAY_PIC: Kind.PICTURE,
}
ENTRY_BYTES = 2
CEL_BYTES = 8
"""Of add.to.pic: four entries; the view's number is the third byte."""


def resource_numbers(entries: bytes) -> Iterator[tuple[int, Kind]]:
    """Yield for every resource that the events speak of where its number stands, and its kind.

    Anything that is not an event ends the list, as it would end the replay.
    """
    at = 0
    while at + ENTRY_BYTES <= len(entries):
        action = entries[at]
        if action == Record.ADD_TO_PIC:
            if at + CEL_BYTES > len(entries):
                return
            yield at + ENTRY_BYTES, Kind.VIEW
            at += CEL_BYTES
            continue
        if action not in KINDS:
            return
        yield at + 1, KINDS[Record(action)]
        at += ENTRY_BYTES
