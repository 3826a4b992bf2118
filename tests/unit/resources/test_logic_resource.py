"""LOGIC resources: code, messages, keys, and all that real games get wrong."""

from __future__ import annotations

import pytest

from agi_emu.facts.cipher import AGDS_KEY, SIERRA_KEY, exclusive_or
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic import PLAIN, Logic, parse_logic, text_ends
from tests.unit.sample_games import game_of, logic, text_section, v2_files


def parsed(data: bytes, *, key: bytes = SIERRA_KEY, following: bytes = b"") -> Logic:
    return parse_logic(7, data, key=key, following=following)


def test_text_section_of_the_reference() -> None:
    # reference: RES-23
    section = bytes.fromhex("020d0006000900091f6931592175")
    assert section == text_section([b"Hi", b"Bye"])
    assert parsed(b"\x01\x00\x00" + section).messages == (b"Hi", b"Bye")


def test_whole_logic_of_the_reference() -> None:
    # reference: LANG-15, LANG-11, LANG-1: messages 1 and 3, 2 absent
    code = bytes.fromhex(
        "FF0705FC010102FD0E020A001400FCFF0500 6501 FE0200 1203 010A FF030A03FF0300 FEF4FF 00".replace(" ", "")
    )
    section = bytes.fromhex("030D00080000000B00091F693220")
    data = b"\x26\x00" + code + section
    assert len(data) == 54
    result = parsed(data)
    assert result.code == code
    assert result.messages == (b"Hi", None, b"A")
    assert result.notes == ()


def test_absent_and_empty_messages_differ() -> None:
    # reference: LANG-13
    assert parsed(logic(b"\0", [None, b"", b"x"])).messages == (None, b"", b"x")


@pytest.mark.parametrize("section", ["", "00", "000200"])
def test_no_messages_in_all_their_forms(section: str) -> None:
    # reference: RES-26
    assert parsed(b"\x01\x00\x00" + bytes.fromhex(section)) == Logic(7, b"\0", (), behind=bytes.fromhex(section))


def test_text_section_lies_decrypted_behind_the_code() -> None:
    # reference: LANG-11, RES-23: the published vector, with its texts in clear
    found = parsed(logic(b"\x01\x3c", [b"Hi", b"Bye"]))
    assert found.in_memory == b"\x01\x3c" + bytes.fromhex("02 0d 00 06 00 09 00") + b"Hi\0Bye\0"


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x00\x00"])
def test_a_stub_only_returns(data: bytes) -> None:
    # reference: RES-16
    result = parsed(data)
    assert (result.code, result.messages) == (b"\0", ())
    assert result.notes


def test_cut_code_is_noted() -> None:
    result = parsed(b"\x20\x00\x01\x02")
    assert result.code == b"\x01\x02"
    assert result.notes == ("its code of 32 bytes is cut off after 2",)


def test_plain_messages_are_left_alone() -> None:
    # reference: RES-29
    assert parsed(logic(b"\0", [b"Hi"], key=PLAIN), key=PLAIN).messages == (b"Hi",)


def test_messages_may_share_text_and_stand_in_any_order() -> None:
    # reference: RES-26
    data = bytearray(logic(b"\0", [b"one", b"two", b"three"]))
    offsets = [data[at : at + 2] for at in (6, 8, 10)]
    data[6:12] = offsets[2] + offsets[0] + offsets[0]
    assert parsed(bytes(data)).messages == (b"three", b"one", b"one")


def test_an_offset_past_the_end_is_an_empty_message() -> None:
    # reference: RES-26
    data = bytearray(logic(b"\0", [b"one"]))
    data[6:8] = b"\x00\x40"
    result = parsed(bytes(data))
    assert result.messages == (b"",)
    assert result.notes == ("message 1 starts at 16384, past the end (8); it is empty",)


@pytest.mark.parametrize("end", [0, 3, 5000])
def test_an_absurd_end_means_the_end_of_the_resource(end: int) -> None:
    # reference: RES-24
    data = bytearray(logic(b"\0", [b"one", b"two"]))
    data[4:6] = end.to_bytes(2, "little")
    result = parsed(bytes(data))
    assert result.messages == (b"one", b"two")
    assert len(result.notes) == 1


def test_an_end_one_too_big_does_no_harm() -> None:
    data = bytearray(logic(b"\0", [b"one", b"two"]))
    data[4] += 1
    assert parsed(bytes(data)).messages == (b"one", b"two")


def test_missing_last_bytes_are_read_from_the_volume() -> None:
    # reference: RES-27, the damaged game: the header's length is three too small
    whole = logic(b"\0", [b"Good night", b"Good Night"])
    result = parsed(whole[:-3], following=whole[-3:] + b"more")
    assert result.messages == (b"Good night", b"Good Night")
    assert result.notes == ("its last 3 bytes lie after the end that its header names",)
    assert parsed(whole[:-3]).messages == (b"Good night", b"Good Nig")


def test_a_game_with_short_headers_reads_on() -> None:
    whole = logic(b"\0", [b"Good Night"])
    files = v2_files({Kind.LOGIC: {0: whole}})
    length = len(whole) - 3
    files["vol.0"] = files["vol.0"][:3] + length.to_bytes(2, "little") + files["vol.0"][5:]
    assert game_of(files).logic(0).messages == (b"Good Night",)


def test_cut_offsets_are_absent_messages() -> None:
    result = parsed(b"\x01\x00\x00" + b"\x03\x08\x00\x08\x00")
    assert result.messages == (b"", None, None)
    assert any("cut off" in note for note in result.notes)


def test_text_ends_tell_the_key_in_any_language() -> None:
    texts = ["Гроза".encode("cp866"), "молния".encode("cp866"), "дождь".encode("cp866"), b"END"]
    data = logic(b"\0", texts, key=AGDS_KEY)
    assert text_ends(data, AGDS_KEY) == 3
    assert text_ends(data, SIERRA_KEY) < 2
    assert text_ends(b"", SIERRA_KEY) == 0


def test_exclusive_or_is_its_own_inverse() -> None:
    assert exclusive_or(b"\x09\x1f\x69", b"Avis Durgan") == b"Hi\0"
    assert exclusive_or(exclusive_or(bytes(100), b"key"), b"key") == bytes(100)
    assert exclusive_or(b"", b"key") == b""
