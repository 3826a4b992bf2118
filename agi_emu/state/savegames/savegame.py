"""A savegame file of the original: a description and five pieces, each after its length (reference: SAVE-2).

Where each field of the first piece stands are tables. Five lengths of that piece are known; only the length
distinguishes them (reference: SAVE-4, SAVE-5). Numbers are little-endian.

Nothing here knows a machine. Damaged input raises SaveError, which names the piece and the offset in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypedDict

from agi_emu.facts.codes import OBJECT_BYTES, STRING_BYTES
from agi_emu.facts.errors import SaveError
from agi_emu.facts.versions import VersionProfile
from agi_emu.logic.opcodes import Record

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
    count = save.layout.get(save.general, "script_count")
    if count > MOST_SCRIPT_ENTRIES:
        raise error_at("script", save.offset_of("script"), f"{count} entries in use, at most {MOST_SCRIPT_ENTRIES} fit")
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


MOST_SCAN_STARTS = 30


@dataclass(frozen=True, slots=True)
class SaveField:
    """One field of the first piece: `count` numbers of `width` bytes each from `offset` on."""

    name: str
    offset: int
    width: int
    count: int
    meaning: str

    @property
    def size(self) -> int:
        """Bytes of the whole field."""
        return self.width * self.count


@dataclass(frozen=True, slots=True)
class SaveLayout:
    """The first piece of the savegames of some interpreters."""

    name: str
    length: int
    fields: Mapping[str, SaveField]
    key_slots: int
    string_count: int
    notes: tuple[str, ...] = ()
    may_lack_scan_starts: bool = False
    """2.089 does not save them, 2.272 does."""
    uncertain: frozenset[str] = frozenset()
    """Fields that may stand elsewhere, so that nothing is refused for what stands there."""

    def get(self, piece: bytes, name: str, index: int = 0) -> int:
        """Return one number of a field, 0 where this layout lacks the field."""
        field = self.fields.get(name)
        if field is None:
            return 0
        start = field.offset + field.width * index
        return int.from_bytes(piece[start : start + field.width], "little")

    def put(self, piece: bytearray, name: str, value: int, index: int = 0) -> None:
        """Store one number of a field, cut to its width; nothing where this layout lacks the field."""
        field = self.fields.get(name)
        if field is not None:
            start = field.offset + field.width * index
            low = value & (1 << 8 * field.width) - 1
            piece[start : start + field.width] = low.to_bytes(field.width, "little")

    def bytes_of(self, piece: bytes, name: str) -> bytes:
        """Return a field's bytes, none where this layout lacks the field."""
        field = self.fields.get(name)
        return b"" if field is None else bytes(piece[field.offset : field.offset + field.size])

    def put_bytes(self, piece: bytearray, name: str, value: bytes) -> None:
        """Store a field's bytes: what is too long is cut, what is too short leaves the rest as it is."""
        field = self.fields.get(name)
        if field is not None:
            value = value[: field.size]
            piece[field.offset : field.offset + len(value)] = value


_Declaration = tuple[str, int, int, str]


class _Doubts(TypedDict):
    notes: tuple[str, ...]
    uncertain: tuple[str, ...]


def _declarations(key_slots: int, string_count: int) -> list[_Declaration]:
    """Return the fields that all layouts have, in order: name, width, count, meaning."""
    return [
        ("game_id", 1, 7, "set.game.id, NUL padded"),
        ("variables", 1, 256, "variables"),
        ("flags", 1, 32, "flags, flag 0 in the highest bit of the first byte"),
        ("ticks", 4, 1, "ticks (20 per second) since the start"),
        ("horizon", 2, 1, "row above which observing objects may not go"),
        ("key_direction", 2, 1, "last direction key; unused"),
        ("block_x1", 2, 1, "block rectangle"),
        ("block_y1", 2, 1, "block rectangle"),
        ("block_x2", 2, 1, "block rectangle"),
        ("block_y2", 2, 1, "block rectangle"),
        ("player_control", 2, 1, "1 player.control, 0 program.control"),
        ("picture_number", 2, 1, "of the last draw.pic"),
        ("block_active", 2, 1, "1 while a block is set"),
        ("most_drawn", 2, 1, "always 15"),
        ("script_size", 2, 1, "script entries allowed"),
        ("script_count", 2, 1, "script entries in use"),
        ("keys", 2, 2 * key_slots, "pairs of key word and controller"),
        ("strings", 1, STRING_BYTES * string_count, "strings of 40 bytes"),
        ("foreground", 2, 1, "text colour"),
        ("background", 2, 1, "0 or 255"),
        ("attribute", 2, 1, "combined text attribute"),
        ("input_enabled", 2, 1, "1 after accept.input"),
        ("input_row", 2, 1, "row of the input line"),
        ("cursor_char", 2, 1, "cursor character of the input line, 0 none"),
        ("status_on", 2, 1, "1 when the status line is shown"),
        ("status_row", 2, 1, "row of the status line"),
        ("picture_row", 2, 1, "text row of the picture's top"),
        ("picture_bottom", 2, 1, "that row + 21, 0 before configure.screen"),
    ]


_SCRIPT_MARK: _Declaration = ("script_mark", 2, 1, "script entries in use at push.script")
_V3_FIELDS: tuple[_Declaration, ...] = (
    ("menus_allowed", 2, 1, "0 after allow.menu(0)"),
    ("hold_key", 1, 1, "1 after hold.key"),
)
# The fields of this layout leave four bytes; where they stand is not known, so they are taken to be the last.
_UNEXPLAINED: _Declaration = ("unexplained", 4, 1, "no source says what these bytes are")


def _layout(
    name: str,
    key_slots: int,
    string_count: int,
    *more: _Declaration,
    notes: tuple[str, ...] = (),
    may_lack_scan_starts: bool = False,
    uncertain: Iterable[str] | None = (),
) -> SaveLayout:
    """Make a layout; `uncertain` None: all fields are."""
    fields = {}
    offset = 0
    for field_name, width, count, meaning in [*_declarations(key_slots, string_count), *more]:
        fields[field_name] = SaveField(field_name, offset, width, count, meaning)
        offset += width * count
    unsure = frozenset(fields if uncertain is None else uncertain)
    return SaveLayout(
        name, offset, MappingProxyType(fields), key_slots, string_count, notes, may_lack_scan_starts, unsure
    )


_KEPT_AS_READ = "4 bytes of this layout are unexplained: they are taken to be its last, and kept as read"
_INFERRED: _Doubts = {
    "notes": ("the places of menus_allowed and hold_key are inferred: no source states them",),
    "uncertain": ("menus_allowed", "hold_key"),
}

LAYOUTS: Mapping[int, SaveLayout] = MappingProxyType(
    {
        layout.length: layout
        for layout in (
            _layout(
                *("2.089 - 2.277", 40, 12, _UNEXPLAINED),
                notes=(_KEPT_AS_READ,),
                may_lack_scan_starts=True,
                uncertain=None,
            ),
            _layout("2.411 - 2.440", 50, 24),
            _layout("2.903 - 3.002.098", 50, 24, _SCRIPT_MARK),
            _layout("3.002.102 - 3.002.107", 50, 24, _SCRIPT_MARK, *_V3_FIELDS, **_INFERRED),
            _layout("3.002.149", 50, 12, _SCRIPT_MARK, *_V3_FIELDS, **_INFERRED),
        )
    }
)
"""Every known layout by the length of its first piece."""


@dataclass(frozen=True, slots=True)
class SaveForm:
    """The savegame format of one interpreter."""

    layout: SaveLayout
    inventory_key: bytes
    """With what the inventory is exclusive-or-ed; empty: it is plain."""
    has_scan_starts: bool


def form_of(profile: VersionProfile) -> SaveForm:
    """Return how the interpreter of a profile writes savegames."""
    key = profile.message_key if profile.inventory_encrypted_in_save else b""
    return SaveForm(LAYOUTS[profile.savegame_length], key, profile.scan_starts_saved)
