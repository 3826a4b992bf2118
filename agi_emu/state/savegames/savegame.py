"""A savegame file of the original: a description and five pieces, each after its length (reference: SAVE-2).

Nothing here knows a machine. Damaged input raises SaveError, which names the piece and the offset in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agi_emu.facts.codes import OBJECT_BYTES
from agi_emu.facts.errors import SaveError
from agi_emu.logic.opcodes import Record
from agi_emu.state.savegames.savegame_layouts import LAYOUTS, MOST_SCAN_STARTS, SaveLayout

DESCRIPTION_BYTES = 31
LENGTH_BYTES = 2
PIECES = ("general", "objects", "inventory", "script", "scan_starts")
"""Names of the pieces in their order; the last one is absent in savegames of 2.089."""
PIECE_WORDS = dict(zip(PIECES, ("general state", "objects", "inventory", "script events", "scan starts"), strict=True))
MOST_OBJECTS = 256
MOST_SCRIPT_ENTRIES = 256
ENTRY_BYTES = 2
CEL_ENTRIES = 4
"""Script entries of add.to.pic; the first has no number, the others say view, loop, cel and place."""
LAST_ACTION = Record.OVERLAY_PIC
SCAN_START_BYTES = 4
LIST_HEAD = bytes(4)
LIST_END = b"\xff\xff\0\0"
MOST_SCAN_BYTES = 130


@dataclass(frozen=True, slots=True)
class Savegame:
    """The pieces of a savegame as they stand in the file."""

    description_field: bytes
    """31 bytes: up to 30 characters and a NUL, after which the original leaves what stood there."""
    general: bytes
    objects: bytes
    inventory: bytes
    script: bytes
    scan_starts: bytes | None
    """None where the file ends after the script."""

    @property
    def description(self) -> bytes:
        """The name that the player gave it."""
        return self.description_field.split(b"\0", 1)[0]

    @property
    def game_id(self) -> bytes:
        """The game's id, empty when it never set one."""
        return self.layout.bytes_of(self.general, "game_id").split(b"\0", 1)[0]

    @property
    def layout(self) -> SaveLayout:
        """The layout of the first piece, known by its length."""
        return LAYOUTS[len(self.general)]

    @property
    def object_count(self) -> int:
        """Screen objects of the game."""
        return len(self.objects) // OBJECT_BYTES

    def pieces(self) -> dict[str, bytes]:
        """Return the pieces by name, in their order."""
        found = {name: getattr(self, name) for name in PIECES}
        return {name: piece for name, piece in found.items() if piece is not None}

    def offset_of(self, name: str) -> int:
        """Return where the data of a piece begin in the file."""
        offset = DESCRIPTION_BYTES
        for each, piece in self.pieces().items():
            offset += LENGTH_BYTES
            if each == name:
                break
            offset += len(piece)
        return offset

    def to_bytes(self) -> bytes:
        """Return the file."""
        data = bytearray(self.description_field)
        for piece in self.pieces().values():
            data += len(piece).to_bytes(LENGTH_BYTES, "little") + piece
        return bytes(data)

    def with_description(self, text: bytes) -> Savegame:
        """Return this savegame under another name."""
        return replace(self, description_field=description_field(text))


def description_field(text: bytes) -> bytes:
    """Return a description of at most 30 characters as the file has it."""
    return text[: DESCRIPTION_BYTES - 1].ljust(DESCRIPTION_BYTES, b"\0")


SCUMMVM = b"AGI:"
"""Beginning of the saves of another program; it is also a description that a player may give."""


def parse(data: bytes) -> Savegame:
    """Cut a file into its pieces and check what can be checked without the game."""
    if len(data) < DESCRIPTION_BYTES:
        raise SaveError(f"not a savegame: it has {len(data)} bytes, the description alone takes {DESCRIPTION_BYTES}")
    pieces: dict[str, bytes] = {}
    offset = DESCRIPTION_BYTES
    for name in PIECES:
        if offset == len(data) and name == PIECES[-1] and LAYOUTS[len(pieces["general"])].may_lack_scan_starts:
            break
        if offset + LENGTH_BYTES > len(data):
            raise error_at(name, offset, f"the file ends at {len(data)}, before this piece")
        length = int.from_bytes(data[offset : offset + LENGTH_BYTES], "little")
        start = offset + LENGTH_BYTES
        if start + length > len(data):
            cut = error_at(name, offset, f"{length} bytes are announced, but the file ends at {len(data)}")
            if not pieces and data.startswith(SCUMMVM):
                raise SaveError("this is a save of ScummVM, whose form no document describes; restore it in ScummVM")
            # A text, for example, announces what its letters mean as a number.
            raise SaveError(f"not a savegame, or cut off: {cut}") if not pieces else cut
        pieces[name] = data[start : start + length]
        _check_length(name, offset, length)
        offset = start + length
    if offset < len(data):
        raise SaveError(f"extra data after the last piece, at offset {offset}: {len(data) - offset} bytes")
    save = Savegame(
        data[:DESCRIPTION_BYTES],
        pieces["general"],
        pieces["objects"],
        pieces["inventory"],
        pieces["script"],
        pieces.get("scan_starts"),
    )
    _check_script(save)
    if save.scan_starts is not None:
        scan_starts(save)
    return save


def error_at(name: str, offset: int, what: str) -> SaveError:
    """Return an error about a piece, or about the description before them."""
    return SaveError(f"{PIECE_WORDS.get(name, name)} at offset {offset}: {what}")


def _check_length(name: str, offset: int, length: int) -> None:
    wrong = None
    if name == "general" and length not in LAYOUTS:
        wrong = f"{length} bytes; known are {', '.join(map(str, LAYOUTS))}"
    elif name == "objects" and (length % OBJECT_BYTES or not 0 < length <= MOST_OBJECTS * OBJECT_BYTES):
        wrong = f"{length} bytes are not 1 to {MOST_OBJECTS} records of {OBJECT_BYTES}"
    elif name == "script" and (length % ENTRY_BYTES or length > MOST_SCRIPT_ENTRIES * ENTRY_BYTES):
        wrong = f"{length} bytes are not up to {MOST_SCRIPT_ENTRIES} entries of {ENTRY_BYTES}"
    elif name == "scan_starts" and (length % SCAN_START_BYTES or not len(LIST_HEAD) <= length <= MOST_SCAN_BYTES):
        wrong = f"{length} bytes are not a list of at most {MOST_SCAN_STARTS} entries"
    if wrong:
        raise error_at(name, offset, wrong)


def _check_script(save: Savegame) -> None:
    count = save.layout.get(save.general, "script_count")
    if count > MOST_SCRIPT_ENTRIES:
        raise error_at("script", save.offset_of("script"), f"{count} entries in use, at most {MOST_SCRIPT_ENTRIES} fit")


def script_entries(save: Savegame) -> list[tuple[int, int]]:
    """Return the script entries in use: action, number.

    More can be counted than are there: script.size shortens the list, and pop.script sets an older count again.
    """
    count = save.layout.get(save.general, "script_count")
    used = save.script[: count * ENTRY_BYTES]
    return list(zip(used[::2], used[1::2], strict=True))


def script_events(save: Savegame) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Yield the script events in use: the place of the first entry, and the entries; SaveError for what is none."""
    entries = script_entries(save)
    at = 0
    while at < len(entries):
        action, number = entries[at]
        is_cel = action == Record.ADD_TO_PIC
        length = CEL_ENTRIES if is_cel else 1
        if action > LAST_ACTION or at + length > len(entries) or (is_cel and number):
            raise error_at("script", script_offset(save, at), f"entry {at} is not a resource event")
        yield at, tuple(entries[at : at + length])
        at += length


def script_offset(save: Savegame, entry: int) -> int:
    """Return where a script entry stands in the file."""
    return save.offset_of("script") + ENTRY_BYTES * entry


def scan_starts(save: Savegame) -> list[tuple[int, int]]:
    """Return the logics in memory in load order, each with the offset where it begins (0: its first byte)."""
    piece = save.scan_starts
    if piece is None:
        return []
    start = save.offset_of("scan_starts")
    found: list[tuple[int, int]] = []
    for offset in range(len(LIST_HEAD), len(piece), SCAN_START_BYTES):
        logic = int.from_bytes(piece[offset : offset + 2], "little")
        if logic == 0xFFFF:
            return found
        if logic > 0xFF:
            raise error_at("scan_starts", start + offset, f"logic {logic} does not exist")
        found.append((logic, int.from_bytes(piece[offset + 2 : offset + 4], "little")))
    raise error_at("scan_starts", start + len(piece), "the list has no end")


def scan_start_offset(save: Savegame, logic: int) -> int:
    """Return where the entry of a logic in the last piece stands in the file."""
    place = [each for each, _ in scan_starts(save)].index(logic)
    return save.offset_of("scan_starts") + len(LIST_HEAD) + SCAN_START_BYTES * place


def scan_start_list(starts: Sequence[tuple[int, int]]) -> bytes:
    """Return the last piece; logics past the 30th are left out, as the original's list has no room for them."""
    entries = (
        logic.to_bytes(2, "little") + offset.to_bytes(2, "little") for logic, offset in starts[:MOST_SCAN_STARTS]
    )
    return LIST_HEAD + b"".join(entries) + LIST_END
