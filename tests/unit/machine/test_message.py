"""The message formatter: vectors of the reference, and codes by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.message import MOST_READ
from agi_emu.machine.display.message import format_message
from agi_emu.machine.display.text import DIALOG_ESCAPE


class Texts:
    """Sources of the % codes in dictionaries."""

    def __init__(self) -> None:
        self.variables = [0] * 256
        self.messages: dict[int, bytes] = {}
        self.common: dict[int, bytes] = {}
        self.strings: dict[int, bytes] = {}
        self.words: dict[int, bytes] = {}
        self.items: dict[int, bytes] = {}
        self.following: dict[bytes, bytes] = {}

    def variable(self, number: int) -> int:
        return self.variables[number]

    shown = variable

    def message(self, number: int, *, logic_zero: bool) -> bytes | None:
        return (self.common if logic_zero else self.messages).get(number)

    def string(self, number: int) -> bytes | None:
        return self.strings.get(number)

    def word(self, number: int) -> bytes | None:
        return self.words.get(number)

    def item_name(self, number: int) -> bytes | None:
        return self.items.get(number)

    def behind(self, text: bytes) -> bytes | None:
        return self.following.get(text)


LETTERS = "abcdefghijklmnopqrstuvwxyz"

# reference: TEXT-19, TEXT-20, TEXT-22: limit, text, result, lines, width.
VECTORS = [
    (30, "Hello", "Hello", 1, 5),
    (30, "You are standing in a meadow.", "You are standing in a meadow.", 1, 29),
    (30, "123456789 123456789 1234567890", "123456789 123456789\n1234567890", 2, 19),
    (30, "123456789 123456789 123456789 ", "123456789 123456789 123456789\n", 2, 29),
    (
        30,
        "The quick brown fox jumps over the lazy dog.",
        "The quick brown fox jumps\nover the lazy dog.",
        2,
        25,
    ),
    (30, LETTERS + LETTERS[:10], LETTERS + "abcd\nefghij", 2, 30),
    # reference: TEXT-21: the space that is left before the line feed counts as -k columns, 16 bits wide
    (30, "aaa bbb\n" + "x" * 34, "aaa\nbbb\n" + "x" * 30 + "\n" + "x" * 4, 4, 65536 - 5),
    (30, "abc de\n" + "x" * 30, "abc\nde\n" + "x" * 30, 3, 65536 - 4),
    (30, "Line one\n", "Line one\n", 2, 8),
    (5, "abcde", "abcde\n", 2, 5),
    (5, "ab cd ef", "ab\ncd\nef", 3, 2),
    (9, "  Lake Michigan!", "  Lake\nMichigan!\n", 3, 9),
    (10, "aaaa bbbb  cccc", "aaaa bbbb\n cccc", 2, 9),
    (10, "aaaa bbb  ccccc", "aaaa bbb \nccccc", 2, 9),
]


@pytest.mark.parametrize(("limit", "text", "result", "lines", "width"), VECTORS)
def test_message_is_broken_as_the_original_does(limit: int, text: str, result: str, lines: int, width: int) -> None:
    # reference: TEXT-18, TEXT-22
    formatted = format_message(text.encode(), Texts(), limit=limit)
    assert (formatted.text.decode(), formatted.lines, formatted.width) == (result, lines, width)


def test_message_codes_of_variables_and_unknown_codes() -> None:
    # reference: TEXT-24, TEXT-22, the last row: an unknown code vanishes with its letter.
    texts = Texts()
    texts.variables[5] = 7
    formatted = format_message(b"%v5|3 of 10%%x", texts, limit=30)
    assert (formatted.text, formatted.lines, formatted.width) == (b"007 of 10x", 1, 10)


def test_message_padding_never_cuts_a_number() -> None:
    # reference: TEXT-23: zero-padded to k digits, at least its length.
    texts = Texts()
    texts.variables[5] = 123
    assert format_message(b"%v5|2 %v5|0 %v5|5", texts, limit=30).text == b"123 123 00123"


def test_message_inserts_every_kind_of_text() -> None:
    # reference: TEXT-23
    texts = Texts()
    texts.variables[9] = 3
    texts.messages[1] = b"M"
    texts.common[1] = b"G"
    texts.strings[2] = b"S"
    texts.words[1] = b"W"
    texts.items[3] = b"I"
    assert format_message(b"%m1%g1%s2%w1%o9%m7%w9", texts, limit=30).text == b"MGSWI"


def test_message_codes_inside_a_message_of_logic_zero_stay_there() -> None:
    # reference: TEXT-23: %gn, nested codes also against logic 0.
    texts = Texts()
    texts.messages[2] = b"wrong"
    texts.common[1] = b"<%m2>"
    texts.common[2] = b"right"
    assert format_message(b"%g1 %m2", texts, limit=30).text == b"<right> wrong"


def test_message_escape_takes_the_next_character_as_it_is() -> None:
    # reference: TEXT-18
    assert format_message(rb"100\% \\ \n", Texts(), limit=30).text == rb"100% \ n"
    assert format_message(rb"C:\games @@", Texts(), limit=30, escape=DIALOG_ESCAPE).text == rb"C:\games @"


def test_message_numbers_of_any_length_are_bytes() -> None:
    # reference: TEXT-23: the number is a byte.
    texts = Texts()
    texts.variables[132] = 5
    assert format_message(b"%v" + b"1" * 6_000 + b"300", texts, limit=30).text == b"5"  # ...11111300


def test_message_of_codes_that_mean_nothing_has_an_end() -> None:
    texts = Texts()
    texts.messages[1] = b"%z" * 30_000
    formatted = format_message(b"%m1" * 1_000, texts, limit=30)
    assert formatted.text == b""
    assert formatted.read <= MOST_READ


def test_message_ends_at_a_lone_percent_sign_or_escape() -> None:
    assert format_message(b"50%", Texts(), limit=30).text == b"50"
    assert format_message(b"a\\", Texts(), limit=30).text == b"a"


def test_message_goes_on_with_what_follows_it_behind_a_lone_percent_sign() -> None:
    # reference: TEXT-25: the end of the text counts as an unknown code
    texts = Texts()
    texts.following = {b"50%": b"Next %v5|3 and %", b"Next %v5|3 and %": b"last", b"last": b"never"}
    texts.messages[1] = b"50%"
    assert format_message(b"50%", texts, limit=30).text == b"50Next 000 and last"
    assert format_message(b"<%m1>", texts, limit=30).text == b"<50Next 000 and last>"


def test_message_shows_any_number_of_short_lines() -> None:
    # reference: TEXT-42: the limit of 19 lines is looked at only when a line has filled up.
    formatted = format_message(b"\n".join([b"x"] * 24), Texts(), limit=40)
    assert formatted.lines == 24


def test_message_stops_after_too_many_full_lines() -> None:
    # reference: TEXT-42
    formatted = format_message(b"word " * 200, Texts(), limit=10)
    assert formatted.lines == 21  # the 20th full line ends it, and so does the text


def test_message_that_inserts_itself_ends() -> None:
    # reference: TEXT-26: the original overflows its stack
    texts = Texts()
    texts.messages[1] = b"%m1%m1"
    assert format_message(b"a%m1b", texts, limit=30).text == b"ab"


@given(st.binary(max_size=300), st.integers(1, 255))
def test_message_takes_any_bytes(text: bytes, limit: int) -> None:
    texts = Texts()
    texts.messages = dict.fromkeys(range(10), b"%m1 abc \n%s1")
    texts.strings[1] = text
    formatted = format_message(text, texts, limit=limit)
    assert formatted.lines >= 1
    assert formatted.width >= 0
