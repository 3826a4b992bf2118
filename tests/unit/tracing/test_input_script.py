"""Input scripts: every line form, the limit of keys a cycle, and errors that name their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.facts.errors import RecordingError
from agi_emu.input.input_script import KEYS_PER_CYCLE, KeySchedule, parse_input_script, read_input_script
from agi_emu.machine.input.events import Key, key_events

# The forms of the language: reference: golden README, "Input script".
EVERY_FORM = """
# dismiss the title
cycle 5: key enter
cycle 6: keys right right down
cycle 7: text look at
cycle 8: type ab
every 10 from 20 to 40: key space
blocked: key esc
blocked: text abc
"""


def test_parse_reads_every_form() -> None:
    script = parse_input_script(EVERY_FORM)
    assert script.keys_of(5) == ("enter",)
    assert script.keys_of(6) == ("right", "right", "down")
    assert script.keys_of(7) == (*"look at", "enter")
    assert script.keys_of(8) == ("a", "b")
    assert [cycle for cycle in range(100) if script.keys_of(cycle) == ("space",)] == [20, 30, 40]
    assert script.blocked == (("esc",), ("a", "b", "c", "enter"))
    assert script.last_cycle == 40


def test_lines_of_the_same_cycle_add_up() -> None:
    script = parse_input_script("cycle 3: key up\ncycle 3: key down\nevery 3 from 3 to 9: key x")
    assert script.keys_of(3) == ("up", "down", "x")


def test_text_without_words_is_enter_alone() -> None:
    assert parse_input_script("cycle 1: text").keys_of(1) == ("enter",)


def test_empty_script_presses_nothing() -> None:
    script = parse_input_script("\n# nothing\n")
    assert script.last_cycle == 0
    assert not script.blocked
    assert KeySchedule(script).due(0) == ()


def test_schedule_keeps_what_exceeds_twelve_keys_for_the_next_cycle() -> None:
    schedule = KeySchedule(parse_input_script("cycle 2: text abcdefghijklmn\ncycle 3: key esc"))
    assert [schedule.due(cycle) for cycle in range(5)] == [
        (),
        (),
        tuple("abcdefghijkl"),
        ("m", "n", "enter", "esc"),
        (),
    ]
    assert KEYS_PER_CYCLE == 12


@pytest.mark.parametrize(
    "line",
    [
        "cycle 5 key enter",
        "cycle x: key enter",
        "cycle 5: key",
        "cycle 5: key up down",
        "cycle 5: press enter",
        "cycle 5: key hyper",
        "cycle 5: keys up hyper",
        "cycle 5: keys",
        "cycle 5: type",
        "every 0 from 1 to 2: key x",
        "every 5: key x",
        "sometimes: key x",
    ],
)
def test_parse_names_the_line_that_is_wrong(line: str) -> None:
    with pytest.raises(RecordingError, match="line 2"):
        parse_input_script(f"# first\n{line}\n")


def test_characters_beyond_ascii_are_bytes_of_code_page_437() -> None:
    script = parse_input_script("cycle 1: text ü")
    assert script.keys_of(1) == ("ü", "enter")
    assert key_events("ü") == (Key(0x81),)


def test_read_names_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "input.script"
    path.write_bytes(b"cycle 1: key \xff")
    with pytest.raises(RecordingError, match=r"input\.script"):
        read_input_script(path)
