"""Cleaning, word lookup and what a parsed sentence leaves in the state."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.machine.input.parser import MOST_WALKED, clean, parse, read_sentence, word_text
from agi_emu.resources.translation import UNTRANSLATED
from agi_emu.resources.words import parse_words
from agi_emu.state.layout import StateLayout

# reference: WORD-23: the file of {look=10, look at=11, the=0, at=0, door=20, red=30, red door=31, open=40,
# room=50, room 2222=51} with anyword=1 and rol=9999
DICTIONARY = bytes.fromhex(
    "00340000000000420000000000000000000000000000004900000000005600000000005d0000007d"
    "000000000000000000000000001e110608100d9b0001018b0000001b10108d00140013101094000a"
    "045f1e8b000b00100f1a910028000d1a9b001e035f1b10108d001f011093270f0210920032045f4d"
    "4d4dcd0033000b179a000000"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # reference: WORD-12
        (b'Look at."THE:"[];door', b"Look at THE door"),
        (b"look  at   the RED-DOOR", b"look at the REDDOOR"),
        (b"don't", b"dont"),
        (b"...", b""),
        (b"  ", b""),
        (b"a - b", b"a b"),
        (b"x\ty/z \xe9", b"x\ty/z \xe9"),
    ],
)
def test_clean_gives_words_and_single_spaces(text: bytes, expected: bytes) -> None:
    assert clean(text) == expected


@pytest.mark.parametrize(
    ("text", "words", "unknown"),
    [
        # reference: WORD-23
        (b'Look at."THE:"[];door', [(11, b"Look at"), (20, b"door")], 0),
        (b"open red door", [(40, b"open"), (31, b"red door")], 0),
        (b"open red barn", [(40, b"open"), (30, b"red"), (0, b"barn")], 3),
        (b"red  doors", [(30, b"red"), (0, b"doors")], 2),
        (b"a door", [(20, b"door")], 0),
        (b"look  at   the RED-DOOR", [(11, b"look at"), (0, b"REDDOOR")], 2),
        (b"123 door", [(0, b"123")], 1),
        (b"the", [], 0),
        (b"room 22", [(50, b"room"), (0, b"22")], 2),
        (b"room 2222", [(51, b"room 2222")], 0),
        # reference: WORD-21: no word begins with i; the original would loop for ever
        (b"i door", [(20, b"door")], 0),
        (b"i", [], 0),
        # reference: WORD-13: at most ten words
        (b"door " * 12, [(20, b"door")] * 10, 0),
        # reference: WORD-20: a byte from 80h on equals nothing
        (b"d\xefor", [(0, b"d\xefor")], 1),
    ],
)
def test_sentences_of_the_reference(text: bytes, words: list[tuple[int, bytes]], unknown: int) -> None:
    # reference: WORD-14, WORD-22
    sentence = read_sentence(DICTIONARY, text)
    assert list(sentence.words) == words
    assert sentence.unknown == unknown


def record(prefix: int, rest: bytes, group: int) -> bytes:
    characters = bytes(byte ^ 0x7F for byte in rest[:-1]) + bytes([rest[-1] ^ 0x7F | 0x80])
    return bytes([prefix]) + characters + group.to_bytes(2, "big")


def unsorted_dictionary() -> bytes:
    """Return `room 2222`, `room` in this order: the second is hidden from the original (reference: WORD-19)."""
    index = bytearray(52)
    index[2 * 17 : 2 * 17 + 2] = (52).to_bytes(2, "big")
    return bytes(index) + record(0, b"room 2222", 51) + record(4, b"s", 52) + record(0, b"room", 50) + b"\0"


def test_unsorted_dictionary_hides_words_but_not_in_friendly_mode() -> None:
    raw = unsorted_dictionary()
    assert read_sentence(raw, b"room").unknown == 1
    assert read_sentence(raw, b"room", hidden=parse_words(raw)).words == ((50, b"room"),)
    assert read_sentence(raw, b"room 2222", hidden=parse_words(raw)).words == ((51, b"room 2222"),)
    assert read_sentence(raw, b"roomy", hidden=parse_words(raw)).unknown == 1


@pytest.mark.parametrize("tolerant", [False, True])
@given(raw=st.binary(max_size=200), text=st.binary(max_size=41))
def test_damaged_dictionaries_are_read_to_their_end(tolerant: bool, raw: bytes, text: bytes) -> None:
    sentence = read_sentence(raw, text, hidden=parse_words(raw) if tolerant else {})
    assert len(sentence.words) <= 10


def test_looking_up_a_sentence_has_an_end() -> None:
    dictionary = bytearray(52) + record(0, b"xyz", 20) * 20_000
    dictionary[0:2] = (52).to_bytes(2, "big")
    sentence = read_sentence(bytes(dictionary), b"a " * 2_000)
    assert sentence.walked <= MOST_WALKED + len(dictionary)
    assert sentence.words == ()


@given(text=st.text(alphabet="abdehklmoprt 2i-,", max_size=41))
def test_tolerant_lookup_agrees_on_a_sorted_file(text: str) -> None:
    # reference: WORD-18, WORD-19: both ways agree on sorted files; the fallback never changes what was found
    exact = read_sentence(DICTIONARY, text.encode())
    assert read_sentence(DICTIONARY, text.encode(), hidden=parse_words(DICTIONARY)) == exact


class Bare(SimpleNamespace):
    """A machine as far as the parser needs one."""

    def set_flag(self, number: int, value: bool) -> None:
        self.flags[number] = value


@pytest.fixture
def bare() -> Any:
    state = StateLayout()
    return Bare(
        state=state,
        vars=state.vars,
        flags={},
        game=SimpleNamespace(words=SimpleNamespace(raw=DICTIONARY)),
        settings=SimpleNamespace(mercies=frozenset()),
        translation=UNTRANSLATED,
        core=SimpleNamespace(burn=lambda fuel: None, count=lambda name, number: None),
    )


def test_parse_stores_words_and_texts(bare: Any) -> None:
    parse(bare, b"Open RED barn")
    line = bare.state.input
    assert line.word_count == 3
    assert list(line.word_number[:4]) == [40, 30, 0, 0]
    assert [word_text(bare, i) for i in range(4)] == [b"Open", b"RED", b"barn", None]
    assert bare.vars[9] == 3
    assert bare.flags == {2: True}


def test_parse_of_ignored_words_keeps_the_count(bare: Any) -> None:
    # reference: WORD-15, WORD-17
    parse(bare, b"open red barn")
    bare.flags.clear()
    parse(bare, b"the")
    assert bare.state.input.word_count == 3
    assert list(bare.state.input.word_number) == [0] * 10
    assert word_text(bare, 0) is None
    assert bare.vars[9] == 3
    assert bare.flags == {}
