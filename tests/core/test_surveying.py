"""What logics use, against a plain twin: codes that are whole, spoilt, and any bytes."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agi_emu._core.surveying import survey
from agi_emu.facts.versions import OLDEST, VersionProfile
from agi_emu.resources.clues import _tables
from tests.core.plain import surveying as plain
from tests.core.test_steps import some_logics
from tests.examples import examples

REST = 9999


def agree(code: bytes) -> None:
    for profile in (None, OLDEST):
        assert survey(code, *_tables(profile), REST) == plain.survey(code, profile, "quit", REST), code.hex(" ")


@examples(300)
@given(st.integers(0, 2**32 - 1))
def test_logics_are_read_as_they_are_decoded(seed: int) -> None:
    for code in some_logics(random.Random(seed)).values():
        agree(code)


@examples(600)
@given(st.lists(st.sampled_from(b"\x00\x01\x0c\x0e\x72\x73\x86\xfc\xfd\xfe\xff\x03\x0f\x27")).map(bytes))
@example(b"")
@example(b"\x86\x00")
@example(b"\xff\x0e\x01\x0f\x27\xff\x00\x00\x00")
@example(b"\xff\x0e\xff\x00")
@example(b"\xfe\xfd\xff\x00")
@example(b"\x72\x17\x01\x00")
def test_any_bytes_are_read_as_they_are_decoded(code: bytes) -> None:
    agree(code)


def test_short_tables_are_refused() -> None:
    actions, tests, marks = _tables(None)
    with pytest.raises(ValueError, match="256 entries"):
        survey(b"\0", actions[:255], tests, marks, REST)


@pytest.mark.parametrize("profile", [None, OLDEST])
def test_all_that_is_asked_for_is_found(profile: VersionProfile | None) -> None:
    quit_it = b"\x86" if profile else b"\x86\x01"
    said = b"\xff\x0e\x01\x0f\x27\xff\x00\x00"
    assert survey(said + quit_it + b"\x72\x05\x01\x00", *_tables(profile), REST) == (0x86, 5, True, True)
