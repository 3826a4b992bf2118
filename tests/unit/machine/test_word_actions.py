"""Actions on strings, keys and the script list, and those that save."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agi_emu.facts.mercies import FRIENDLY
from agi_emu.machine.actions import boxes, prompts, rooms, strings
from agi_emu.machine.display.message import set_string, string_of
from agi_emu.machine.input import parser
from tests.unit.desk import Desk
from tests.unit.machine.test_parser import DICTIONARY


@pytest.fixture
def desk() -> Any:
    m = Desk()
    m.game = SimpleNamespace(words=SimpleNamespace(raw=DICTIONARY))  # type: ignore[assignment]
    return m


def test_set_string_keeps_codes_and_39_bytes(desk: Any) -> None:
    # reference: WORD-29
    strings.store_message(desk, 3, desk.message_number(b"%v5 \\ and " + b"x" * 40))
    assert string_of(desk, 3) == b"%v5 \\ and " + b"x" * 29


def test_set_string_leaves_its_neighbours(desk: Any) -> None:
    set_string(desk, 4, b"next")
    strings.store_message(desk, 3, desk.message_number(b"y" * 50))
    strings.store_message(desk, 255, desk.message_number(b"y" * 50))
    assert string_of(desk, 4) == b"next"


def test_word_to_string_counts_from_0_and_keeps_case(desk: Any) -> None:
    # reference: WORD-30
    parser.parse(desk, b"Open the RED door")
    strings.word_to_string(desk, 1, 1)
    assert string_of(desk, 1) == b"RED door"
    strings.word_to_string(desk, 1, 0)
    assert string_of(desk, 1) == b"Open"


@pytest.mark.parametrize(("profile", "expected"), [("2.917", b"\x80\x1e"), ("2.936", b"\x90\x1e")])
@pytest.mark.parametrize("word", [1, 9, 11, 255])
def test_missing_word_is_memory(profile: str, expected: bytes, word: int) -> None:
    # reference: WORD-30
    m: Any = Desk(profile)
    parser.parse(m, b"look")
    strings.word_to_string(m, 2, word)
    assert string_of(m, 2) == expected


def test_missing_word_is_memory_with_the_id_of_the_game_behind(desk: Any) -> None:
    # reference: SAVE-5: the savable state, which begins with the id, is DS:0002 and up
    desk.state.general.game_id[:4] = list(b"LTEC")
    parser.parse(desk, b"look")
    strings.word_to_string(desk, 2, 1)
    assert string_of(desk, 2) == b"\x90\x1eLTEC"


def test_missing_message_is_the_same_memory(desk: Any) -> None:
    # reference: TEXT-28
    strings.store_message(desk, 3, 200)
    assert string_of(desk, 3) == b"\x90\x1e"


def test_missing_word_is_empty_for_friends(desk: Any) -> None:
    desk.settings = SimpleNamespace(mercies=FRIENDLY)
    set_string(desk, 2, b"before")
    strings.word_to_string(desk, 2, 0)
    assert string_of(desk, 2) == b""


def test_parse_reads_a_string(desk: Any) -> None:
    set_string(desk, 5, b"open red barn")
    desk.set_flag(4, True)
    desk.vars[9] = 7
    strings.parse(desk, 5)
    assert desk.flag(2)
    assert not desk.flag(4)
    assert desk.vars[9] == 3


def test_parse_does_not_clear_v9(desk: Any) -> None:
    # reference: WORD-17
    set_string(desk, 5, b"open")
    desk.vars[9] = 7
    strings.parse(desk, 5)
    assert desk.vars[9] == 7


def test_parse_of_string_12_only_clears_flags(desk: Any) -> None:
    # reference: WORD-17: parse(12): f2 = f4 = 0
    set_string(desk, 12, b"open")
    desk.set_flag(2, True)
    desk.set_flag(4, True)
    strings.parse(desk, 12)
    assert not desk.flag(2)
    assert not desk.flag(4)
    assert desk.state.input.word_count == 0


def test_set_key_joins_the_two_bytes(desk: Any) -> None:
    # reference: KEY-2
    prompts.set_key(desk, 0, 59, 3)
    prompts.set_key(desk, 9, 0, 7)
    prompts.set_key(desk, 1, 1, 8)
    keyboard = desk.state.keyboard
    assert (keyboard.map_key[:3], keyboard.map_controller[:3]) == ([0x3B00, 9, 0x0101], [3, 7, 8])


def test_hold_and_release_key(desk: Any) -> None:
    prompts.hold_key(desk)
    assert desk.state.keyboard.hold == 1
    prompts.release_key(desk)
    assert desk.state.keyboard.hold == 0


class Sprites:
    """Counts how often the objects are taken out of the picture and put back."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def sprites_out(self) -> None:
        self.calls.append("out")

    def sprites_in(self) -> None:
        self.calls.append("in")

    def take_memory(self, size: int) -> bool:
        self.calls.append(f"take {size}")
        return True


def test_script_size_empties_the_list_and_redraws(desk: Any) -> None:
    # reference: SAVE-13
    desk.core = Sprites()
    desk.state.script.size, desk.state.script.count = 50, 7
    rooms.script_size(desk, 100)
    assert (desk.state.script.size, desk.state.script.count) == (100, 0)
    # Two bytes an entry, taken once: a longer list gets no more.
    assert desk.core.calls == ["out", "take 200", "in"]
    rooms.script_size(desk, 150)
    assert desk.core.calls[3:] == ["out", "in"]


def test_set_simple_keeps_30_characters(desk: Any) -> None:
    set_string(desk, 6, b"z" * 39)
    boxes.set_simple(desk, 6)
    assert bytes(desk.state.modal.simple_name[:32]) == b"z" * 30 + b"\0\0"
    set_string(desk, 6, b"")
    boxes.set_simple(desk, 6)
    assert desk.state.modal.simple_name[0] == 0
