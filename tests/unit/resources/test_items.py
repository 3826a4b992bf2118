"""The OBJECT file: plain, encrypted, four-byte entries, and what the original makes of it."""

from __future__ import annotations

import pytest

from agi_emu.facts.cipher import AGDS_KEY, SIERRA_KEY, exclusive_or
from agi_emu.resources.items import Item, detect_items, read_items
from tests.unit.sample_games import PLAIN_ITEMS

EXPECTED = (Item(b"?", 0), Item(b"lamp", 255))
AMIGA = bytes.fromhex("0800 10 00 0800 00 00 0a00 ff 00") + b"?\0lamp\0"


@pytest.mark.parametrize("key", [b"", SIERRA_KEY, AGDS_KEY])
def test_detection_finds_the_key(key: bytes) -> None:
    # reference: RES-33
    items = detect_items(exclusive_or(PLAIN_ITEMS, key) if key else PLAIN_ITEMS)
    assert tuple(items) == EXPECTED
    assert (items.count, len(items), items.object_count, items.key) == (2, 2, 17, key)
    assert items.plain == PLAIN_ITEMS
    assert items.notes == ()
    assert items[1].name == b"lamp"


def test_detection_finds_four_byte_entries() -> None:
    # reference: RES-34
    items = detect_items(AMIGA)
    assert tuple(items) == EXPECTED
    assert items.entry_bytes == 4
    assert detect_items(exclusive_or(AMIGA, SIERRA_KEY)).items == EXPECTED


def test_three_byte_files_with_a_names_offset_divisible_by_four_stay_so() -> None:
    # reference: RES-34: "3-byte files can have namesOffset divisible by 4 (e.g. 36, 60, 768)"
    entries = b"".join((36 + 2 * n).to_bytes(2, "little") + b"\0" for n in range(12))
    data = b"\x24\x00\x10" + entries + b"a\0" * 12
    items = detect_items(data)
    assert (items.count, items.entry_bytes) == (12, 3)


@pytest.mark.parametrize("data", [b"", b"abc", b"*****\x1a"])
def test_a_dummy_holds_no_items(data: bytes) -> None:
    # reference: RES-36
    items = detect_items(data)
    assert (items.count, len(items), items.object_count) == (0, 0, 17)
    assert items.notes == (f"OBJECT: its {len(data)} bytes hold no items",)


def test_the_original_gets_nothing_from_nothing() -> None:
    assert read_items(b"", SIERRA_KEY).count == 0


def test_the_original_decrypts_a_plain_file() -> None:
    # reference: RES-32: gtamp1, a plain file whose highest object is 16, gets 122 objects
    items = read_items(PLAIN_ITEMS, SIERRA_KEY)
    assert items.object_count == (0x10 ^ ord("i")) + 1 == 122
    assert items.count == (6 ^ ord("A") | (ord("v") << 8)) // 3
    assert len(items) == (len(PLAIN_ITEMS) - 3) // 3
    assert items.notes == (f"OBJECT: names {items.count} items but holds {len(items)}",)
    assert read_items(PLAIN_ITEMS, b"").items == EXPECTED


def test_the_original_decrypts_an_encrypted_file() -> None:
    assert read_items(exclusive_or(PLAIN_ITEMS, SIERRA_KEY), SIERRA_KEY).items == EXPECTED


def test_names_may_be_shared_empty_and_unended() -> None:
    # reference: RES-35
    data = bytes.fromhex("0900 05 0900 01 0900 02 0a00 03") + b"\0last"
    assert tuple(detect_items(data)) == (Item(b"", 1), Item(b"", 2), Item(b"last", 3))


@pytest.mark.parametrize("key", [b"", SIERRA_KEY])
def test_damaged_files_are_told_by_their_first_word(key: bytes) -> None:
    damaged = PLAIN_ITEMS[:4] + b"\xff" + PLAIN_ITEMS[5:]  # the first name lies behind the end
    items = detect_items(exclusive_or(damaged, key) if key else damaged)
    assert tuple(items) == (Item(b"", 0), EXPECTED[1])
