"""The OBJECT file: inventory items and the number of screen objects.

Source: reference: RES-30 to RES-36; specification 8.1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from agi_emu.facts.cipher import AGDS_KEY, SIERRA_KEY, exclusive_or

_ENTRY_BYTES = 3
_AMIGA_ENTRY_BYTES = 4
_LEAST_BYTES = 6
_DEFAULT_MAX_OBJECT = 16
_LONGEST_NAME = 40 * 25
"""A name that fills the screen. In a file without ends of names each of 21,845 would be the rest of the file."""
_DUMMY = b"*****"  # games that were made with AGDS and have no items


class Item(NamedTuple):
    """An inventory item: its name and the room it is in at the start (255: carried)."""

    name: bytes
    room: int


@dataclass(frozen=True, slots=True)
class Items:
    """The items that the file really holds, by number."""

    items: tuple[Item, ...]
    count: int
    """The number of items in the file's header; more than `len()` where it names entries after its end."""
    object_count: int
    """Screen objects, 1-256: the file's highest number and one more."""
    plain: bytes = b""
    """The file, decrypted."""
    entry_bytes: int = _ENTRY_BYTES
    key: bytes = b""
    """With what the file was decrypted; empty if it is plain."""
    notes: tuple[str, ...] = ()

    @property
    def in_memory(self) -> bytes | None:
        """The inventory as the interpreters for the PC keep it: the file after its header; None of another form."""
        return self.plain[_ENTRY_BYTES:] if self.entry_bytes == _ENTRY_BYTES else None

    def __getitem__(self, number: int) -> Item:
        return self.items[number]

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


def detect_items(raw: bytes) -> Items:
    """Return the items, choosing the key and the length of the entries by what makes sense."""
    if len(raw) < _LEAST_BYTES or raw.startswith(_DUMMY):
        return _none(raw)
    candidates = [(key, exclusive_or(raw, key) if key else raw) for key in (SIERRA_KEY, b"", AGDS_KEY)]
    for key, data in candidates:
        for entry_bytes in (_AMIGA_ENTRY_BYTES, _ENTRY_BYTES):
            if _makes_sense(data, entry_bytes):
                return _parse(data, entry_bytes, key)
    # No reading is flawless: an encrypted file always begins with a number beyond its own length.
    is_encrypted = int.from_bytes(raw[:2], "little") >= len(raw)
    key, data = candidates[0] if is_encrypted else candidates[1]
    return _parse(data, _ENTRY_BYTES, key)


def read_items(raw: bytes, key: bytes) -> Items:
    """Return the items as an interpreter does that decrypts every file with `key`, or none if it is empty."""
    return _parse(exclusive_or(raw, key) if key else raw, _ENTRY_BYTES, key)


def _makes_sense(data: bytes, entry_bytes: int) -> bool:
    names = int.from_bytes(data[:2], "little")
    if names % entry_bytes or not 0 < names <= len(data) - entry_bytes:
        return False
    entries = [data[at : at + entry_bytes] for at in range(entry_bytes, entry_bytes + names, entry_bytes)]
    offsets = [int.from_bytes(entry[:2], "little") for entry in entries]
    if not all(names <= offset < len(data) - entry_bytes for offset in offsets):
        return False
    if entry_bytes == _ENTRY_BYTES:
        return True
    return offsets[0] == names and data[3] == 0 and all(entry[3] == 0 for entry in entries)


def _parse(data: bytes, entry_bytes: int, key: bytes) -> Items:
    if len(data) < _LEAST_BYTES:
        return _none(data)
    notes = []
    body = data[entry_bytes:]
    count = int.from_bytes(data[:2], "little") // entry_bytes
    present = min(count, len(body) // entry_bytes)
    if present < count:
        notes.append(f"OBJECT: names {count} items but holds {present}")
    items = []
    for at in range(0, present * entry_bytes, entry_bytes):
        offset = int.from_bytes(body[at : at + 2], "little")
        end = body.find(b"\0", offset, offset + _LONGEST_NAME)
        items.append(Item(body[offset : end if end >= 0 else offset + _LONGEST_NAME], body[at + 2]))
    return Items(tuple(items), count, data[2] + 1, data, entry_bytes, key, tuple(notes))


def _none(data: bytes) -> Items:
    note = f"OBJECT: its {len(data)} bytes hold no items"
    return Items((), 0, _DEFAULT_MAX_OBJECT + 1, data, notes=(note,))
