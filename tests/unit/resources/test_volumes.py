"""Directories and volumes: entries, headers, packing, damage."""

from __future__ import annotations

import pytest

from agi_emu.resources.directory_finding import find_layout
from agi_emu.resources.files import GameFiles
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import (
    DirectoryEntry,
    MissingResourceError,
    Packing,
    Presence,
    Volumes,
    unpack,
    unpack_nibbles,
)
from tests.core.plain.lzw import compress
from tests.unit.sample_games import EMPTY_PICTURE, SMALL, entry, game_of, v2_files, v3_files


def volumes_of(contents: dict[str, bytes]) -> Volumes:
    files = GameFiles(contents)
    layout = find_layout(files)
    assert layout is not None
    return Volumes(files, layout)


def test_entry_is_volume_and_offset() -> None:
    # reference: RES-5
    files = v2_files() | {"logdir": bytes.fromhex("123DFE")}
    assert volumes_of(files).entry(Kind.LOGIC, 0) == DirectoryEntry(1, 0x23DFE)


@pytest.mark.parametrize("absent", ["FFFFFF", "FF23C1", "F00000"])
def test_volume_15_means_absent(absent: str) -> None:
    # reference: RES-6
    volumes = volumes_of(v2_files() | {"logdir": bytes.fromhex(absent)})
    assert volumes.entry(Kind.LOGIC, 0) is None
    assert volumes.presence(Kind.LOGIC, 0) is Presence.ABSENT


def test_volume_15_counts_where_it_exists() -> None:
    volumes = volumes_of(v2_files(volume=15))
    assert volumes.presence(Kind.LOGIC, 0) is Presence.PRESENT
    assert volumes.presence(Kind.PICTURE, 0) is Presence.ABSENT


def test_numbers_behind_the_directory_are_told_from_absent_ones() -> None:
    volumes = volumes_of(v2_files())
    assert volumes.presence(Kind.SOUND, 1) is Presence.ABSENT
    assert volumes.presence(Kind.SOUND, 3) is Presence.BEYOND_DIRECTORY
    assert volumes.directory_length(Kind.SOUND) == 3


@pytest.mark.parametrize("offset", [1, 0xFFFFF])
def test_no_signature_is_a_wrong_header(offset: int) -> None:
    # reference: RES-13
    volumes = volumes_of(v2_files() | {"viewdir": entry(0, offset)})
    assert volumes.presence(Kind.VIEW, 0) is Presence.WRONG_HEADER
    assert volumes.numbers(Kind.VIEW) == []
    with pytest.raises(MissingResourceError, match=rf"view 0: no resource starts at offset {offset:#x} of volume 0"):
        volumes.read(Kind.VIEW, 0)


def test_a_wrong_volume_byte_is_tolerated() -> None:
    # reference: RES-13
    files = v2_files()
    files["vol.0"] = files["vol.0"][:2] + b"\x09" + files["vol.0"][3:]
    assert volumes_of(files).presence(Kind.LOGIC, 0) is Presence.PRESENT


def test_a_cut_resource_is_read_as_far_as_it_goes() -> None:
    # reference: RES-16
    stored = unpack(b"\x12\x34\x00\x0a\x00abc", 0, 5)
    assert stored.data == b"abc"
    assert stored.damage == "its 10 bytes are cut off after 3 by the end of the volume"


def test_an_empty_resource_is_one() -> None:
    # reference: RES-16
    assert unpack(b"\x12\x34\x00\x00\x00", 0, 5).data == b""


def test_following_bytes_end_at_the_next_resource() -> None:
    volume = b"\x12\x34\x00\x01\x00A" + b"xyz" + b"\x12\x34\x00\x00\x00"
    assert unpack(volume, 0, 5).following == b"xyz"


def test_v3_flag_80_means_nibbles_for_every_kind() -> None:
    # reference: RES-14
    plain = bytes.fromhex("F006FF")
    packed = bytes.fromhex("F06FF0")
    stored = {Kind.PICTURE: {0: (packed, 3)}, Kind.SOUND: {0: (packed, 3)}}
    volumes = volumes_of(v3_files(stored, nibbles=[(Kind.PICTURE, 0), (Kind.SOUND, 0)]))
    for kind in stored:
        assert volumes.read(kind, 0).data == plain
        assert volumes.read(kind, 0).packing is Packing.NIBBLES


def test_v3_equal_lengths_mean_plain_and_others_lzw() -> None:
    # reference: RES-14
    text = b"hello hello hello"
    volumes = volumes_of(v3_files({Kind.VIEW: {0: text, 1: (compress(text), len(text))}}))
    assert [volumes.read(Kind.VIEW, n).packing for n in (0, 1)] == [Packing.PLAIN, Packing.LZW]
    assert volumes.read(Kind.VIEW, 0).data == volumes.read(Kind.VIEW, 1).data == text


def test_v3_wrong_unpacked_length_is_damage() -> None:
    # reference: RES-19
    stored = v3_files({Kind.VIEW: {0: (compress(b"hello"), 9)}})
    read = volumes_of(stored).read(Kind.VIEW, 0)
    assert read.data == b"hello"
    assert read.damage == "it unpacks to 5 bytes instead of 9"


@pytest.mark.parametrize("generation", [2, 3])
def test_header_length_is_told_by_what_follows(generation: int) -> None:
    # reference: RES-4: a version 2 game may come with the directory of version 3, and the other way round
    files = v2_files() if generation == 2 else v3_files()
    assert volumes_of(files).header_bytes == {2: 5, 3: 7}[generation]
    other = v3_files() if generation == 2 else v2_files()
    if generation == 2:
        tables = other["abdir"]
        starts = [int.from_bytes(tables[at : at + 2], "little") for at in (0, 2, 4, 6)]
        names = ("logdir", "picdir", "viewdir", "snddir")
        swapped = {
            name: tables[start:end] for name, start, end in zip(names, starts, [*starts[1:], len(tables)], strict=True)
        }
        swapped["vol.0"] = other["abvol.0"]
    else:
        tables_2 = [other[name] for name in ("logdir", "picdir", "viewdir", "snddir")]
        starts_2 = [8 + sum(map(len, tables_2[:at])) for at in range(4)]
        swapped = {"abdir": b"".join(s.to_bytes(2, "little") for s in starts_2) + b"".join(tables_2)}
        swapped["abvol.0"] = other["vol.0"]
    volumes = volumes_of(swapped)
    assert volumes.header_bytes == {2: 7, 3: 5}[generation]
    assert volumes.read(Kind.PICTURE, 1).data == EMPTY_PICTURE


def test_empty_directories_decide_by_layout() -> None:
    empty: dict[Kind, dict[int, bytes]] = {kind: {} for kind in SMALL}
    assert volumes_of(v2_files(empty)).header_bytes == 5
    assert volumes_of(v3_files(empty)).header_bytes == 7


def test_nibbles_give_the_vector_of_the_reference() -> None:
    # reference: RES-22
    plain = bytes.fromhex("F006F81245F007F205F81467FF")
    packed = bytes.fromhex("F06F81245F07F25F81467FF0")
    assert unpack_nibbles(packed, len(plain)) == plain
    assert unpack_nibbles(packed, 1000) == plain
    assert unpack_nibbles(packed, 4) == plain[:4]


@pytest.mark.parametrize(("packed", "plain"), [("", ""), ("F0", "F0"), ("F06", "F006"), ("F0F0F06", "F00F0F06")])
def test_nibbles_end_with_the_data(packed: str, plain: str) -> None:
    data = bytes.fromhex(packed + "0" * (len(packed) % 2))
    assert unpack_nibbles(data, 100).hex().startswith(plain.lower())


def test_v2_tolerances_are_noted() -> None:
    # reference: RES-9
    files = v2_files()
    files["logdir"] += b"\xff"
    del files["snddir"]
    game = game_of(files)
    assert list(game.logics) == [0]
    assert len(game.sounds) == 0
    assert "logdir: 4 bytes is not a multiple of 3; the rest is ignored" in game.notes
    assert "snddir is missing: the game has no sounds" in game.notes
