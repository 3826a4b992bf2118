"""The container of state files: every byte is checked, and damage is named at its place."""

from __future__ import annotations

import re
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.errors import SaveError
from agi_emu.state.files import state_file
from agi_emu.state.files.state_file import Chunk, StateFile, is_mandatory, read, write

CHUNKS = (
    Chunk("Summ", b"what a list shows"),
    Chunk("Vars", bytes(range(256))),
    Chunk("note", b""),
    Chunk("Xown", b"x"),
)
FILE = write(CHUNKS)
PLACE = re.compile(r"header|chunk [ -~]{4}: byte \d+|after .{4,6}: byte \d+|chunk .{4}: it stands")


def test_what_is_written_is_read() -> None:
    assert read(FILE) == StateFile(state_file.VERSION, CHUNKS)


def test_the_bytes_are_those_that_the_document_describes() -> None:
    # docs/state-file.md, "Container", computed by hand for a file with one chunk of three bytes.
    header = b"\x89AGIST\r\n" + struct.pack("<I", 1)
    header += struct.pack("<I", zlib.crc32(header))
    body = b"Summ" + struct.pack("<I", 3) + b"abc"
    check = struct.pack("<I", zlib.crc32(body))
    last = b"Last" + struct.pack("<III", 8, 1, zlib.crc32(check))
    closing = last + b";END" + struct.pack("<I", zlib.crc32(last))
    assert write([Chunk("Summ", b"abc")]) == header + body + b";END" + check + closing


@given(st.integers(0, len(FILE) - 1), st.integers(1, 255))
def test_a_changed_byte_is_found_and_its_place_named(offset: int, change: int) -> None:
    damaged = bytearray(FILE)
    damaged[offset] ^= change
    with pytest.raises(SaveError) as error:
        read(bytes(damaged))
    assert PLACE.match(str(error.value))


@given(st.integers(0, len(FILE) - 1))
def test_a_file_that_was_cut_is_found(length: int) -> None:
    with pytest.raises(SaveError) as error:
        read(FILE[:length])
    assert PLACE.match(str(error.value))


@given(st.binary(min_size=1, max_size=40))
def test_bytes_behind_the_end_are_found(more: bytes) -> None:
    with pytest.raises(SaveError, match=r"chunk Last: byte .* after the end"):
        read(FILE + more)


@given(st.binary(max_size=200))
def test_any_bytes_give_a_clean_error(data: bytes) -> None:
    for each in (data, FILE[:16] + data):
        with pytest.raises(SaveError):
            read(each)


def test_a_chunk_that_was_taken_out_whole_is_missed() -> None:
    start = FILE.index(b"Vars")
    end = FILE.index(b"note")
    with pytest.raises(SaveError, match=r"chunk Last: .*written with 4 chunks and has 3"):
        read(FILE[:start] + FILE[end:])


def test_chunks_that_were_exchanged_are_found() -> None:
    variables, note, own = (FILE.index(tag) for tag in (b"Vars", b"note", b"Xown"))
    with pytest.raises(SaveError, match="not in their order"):
        read(FILE[:variables] + FILE[note:own] + FILE[variables:note] + FILE[own:])


def test_a_tag_stands_once_and_the_summary_first() -> None:
    with pytest.raises(SaveError, match="chunk Vars appears twice in the file"):
        read(write([CHUNKS[0], CHUNKS[1], CHUNKS[1]]))
    with pytest.raises(SaveError, match=r"chunk Vars: .* must be Summ"):
        read(write(CHUNKS[1:]))
    assert len(read(write([CHUNKS[0], Chunk("Xown", b"1"), Chunk("Xown", b"2")])).chunks) == 3


@pytest.mark.parametrize(("tag", "mandatory"), [("Vars", True), ("vars", False), ("Xtra", False), ("xtra", False)])
def test_a_capital_makes_a_tag_mandatory_but_for_the_free_ones(tag: str, mandatory: bool) -> None:
    assert is_mandatory(tag) is mandatory


def test_a_later_version_is_refused() -> None:
    with pytest.raises(SaveError, match="has version 9, this program reads up to"):
        read(write(CHUNKS, version=9))
    with pytest.raises(SaveError, match="version 0 of state files does not exist"):
        read(write(CHUNKS, version=0))
