"""Sierra's savegame layouts as tables: where each field of the first piece and of an object's record stands.

Five lengths of the first piece are known; only the length distinguishes them (reference: SAVE-4, SAVE-5). Numbers
are little-endian.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypedDict

from agi_emu.facts.codes import STRING_BYTES
from agi_emu.facts.versions import VersionProfile

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
