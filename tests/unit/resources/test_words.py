"""The dictionary as a listing."""

from __future__ import annotations

from agi_emu.machine.input.parser import read_sentence
from agi_emu.resources.words import parse_words
from tests.unit.sample_games import WORDS


def test_words_of_the_reference() -> None:
    # reference: WORD-23, WORD-27 (with anyword and rol added)
    words = parse_words(WORDS)
    assert len(WORDS) == 132
    assert dict(words) == {
        "anyword": 1,
        "at": 0,
        "door": 20,
        "look": 10,
        "look at": 11,
        "open": 40,
        "red": 30,
        "red door": 31,
        "rol": 9999,
        "room": 50,
        "room 2222": 51,
        "the": 0,
    }
    assert words.notes == ()
    assert words.raw == WORDS
    assert words.of_group(0) == ("at", "the")
    assert words.groups == (0, 1, 10, 11, 20, 30, 31, 40, 50, 51, 9999)
    assert len(words) == 12
    assert "look at" in words


def test_the_later_of_two_equal_words_counts() -> None:
    record = b"\x00" + bytes([0x80 | ord("b") ^ 0x7F])
    words = parse_words(bytes(52) + record + b"\x00\x05" + record + b"\x00\x06\x00")
    assert words["b"] == 6
    assert words.entries == (("b", 5), ("b", 6))


def test_a_cut_record_ends_the_list() -> None:
    words = parse_words(WORDS[:-2])
    assert words.notes == ("WORDS.TOK: the record at 0x7d is cut off",)
    assert "the" not in words
    assert "room 2222" in words


def test_a_missing_terminator_does_no_harm() -> None:
    # reference: WORD-27: one of 149 files has none
    assert dict(parse_words(WORDS[:-1])) == dict(parse_words(WORDS))


def test_a_prefix_that_is_too_long_is_noted() -> None:
    words = parse_words(bytes(52) + b"\x05" + bytes([0x80 | ord("b") ^ 0x7F]) + b"\x00\x05\x00")
    assert dict(words) == {"b": 5}
    assert words.notes == ("WORDS.TOK: the record at 0x34 shares 5 of 0 characters",)


def test_a_dummy_holds_no_words() -> None:
    assert parse_words(b"*****\x1a").notes == ("WORDS.TOK: 6 bytes hold no dictionary",)
    assert parse_words(b"").notes == ()


def dictionary_in_its_index() -> bytes:
    """Return a dictionary whose first record is one byte early: its count is the last byte of the index."""
    index = bytearray(52)
    index[0:2] = (51).to_bytes(2, "big")  # a
    index[2:4] = (60).to_bytes(2, "big")  # b
    a = bytes([0x80 | ord("a") ^ 0x7F]) + b"\x00\x07"
    axe = b"\x01" + bytes([ord("x") ^ 0x7F, 0x80 | ord("e") ^ 0x7F]) + b"\x00\x08"
    box = b"\x00" + bytes([ord(letter) ^ 0x7F for letter in "bo"]) + bytes([0x80 | ord("x") ^ 0x7F]) + b"\x00\x09"
    return bytes(index) + a + axe + box + b"\x00"


def test_a_list_that_begins_in_its_index_is_read_as_the_interpreter_does() -> None:
    # reference: WORD-18, WORD-27
    raw = dictionary_in_its_index()
    words = parse_words(raw)
    assert dict(words) == {"a": 7, "axe": 8, "box": 9}
    assert [read_sentence(raw, word.encode()).words for word in words] == [((7, b"a"),), ((8, b"axe"),), ((9, b"box"),)]
    assert words.notes == (
        "WORDS.TOK: the words with a begin at 0x33, inside the index of 52 bytes; "
        "they are read from there, as the interpreter does",
    )
