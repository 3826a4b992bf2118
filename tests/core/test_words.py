"""The core's ``said`` and ``compare.strings`` against their plain twins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.machine import Core
from agi_emu.facts.font import built_in_face
from agi_emu.state.layout import STATE_BYTES, StateLayout
from tests.core.core_settings import configure
from tests.core.plain.compare_strings import VECTORS as STRING_VECTORS
from tests.core.plain.compare_strings import compare_strings
from tests.core.plain.said import VECTORS as SAID_VECTORS
from tests.core.plain.said import said
from tests.examples import examples

SAID, COMPARE_STRINGS = 0x0E, 0x0F
HAVE_INPUT, HAVE_MATCH = 0x20, 0x08
"""Flags 2 and 4 as bits of the first flag byte."""
GROUPS = st.sampled_from([0, 1, 10, 20, 30, 9999, 65535])


class Rig:
    """A core that evaluates one condition."""

    def __init__(self, *, prefix_bug: bool = False) -> None:
        self.buffer = bytearray(STATE_BYTES)
        self.state = StateLayout.from_buffer(self.buffer)
        self.core = Core(self.buffer, built_in_face())
        configure(self.core, compare_strings_prefix_bug=prefix_bug)
        self.core.set_action(1, 1, 1)  # increment

    def holds(self, test: bytes) -> bool:
        """Run ``if (test) { v100 += 1; }``."""
        self.core.set_code(0, b"\xff" + test + b"\xff\x02\x00\x01\x64\x00")
        self.state.vars[100] = 0
        self.state.vm.depth = 0
        self.state.vm.work = 1000
        self.core.enter(0)
        self.core.run()
        return bool(self.state.vars[100])


def said_in_core(
    tested: tuple[int, ...], spoken: tuple[int, ...], *, have_input: bool = True, have_match: bool = False
) -> bool:
    rig = Rig()
    rig.state.flags[0] = HAVE_INPUT * have_input | HAVE_MATCH * have_match
    rig.state.input.word_count = len(spoken)
    rig.state.input.word_number[: len(spoken)] = spoken
    words = b"".join(word.to_bytes(2, "little") for word in tested)
    result = rig.holds(bytes([SAID, len(tested)]) + words)
    assert bool(rig.state.flags[0] & HAVE_MATCH) == (result or have_match)
    return result


@pytest.mark.parametrize(("tested", "spoken", "expected"), SAID_VECTORS)
def test_said_gives_the_vectors(tested: tuple[int, ...], spoken: tuple[int, ...], expected: bool) -> None:
    assert said_in_core(tested, spoken) is expected


@examples(200)
@given(
    tested=st.lists(GROUPS, max_size=11).map(tuple),
    spoken=st.lists(GROUPS, max_size=10).map(tuple),
    have_input=st.booleans(),
    have_match=st.booleans(),
)
def test_said_equals_its_twin(
    tested: tuple[int, ...], spoken: tuple[int, ...], have_input: bool, have_match: bool
) -> None:
    expected = said(tested, spoken, have_input=have_input, have_match=have_match)
    assert said_in_core(tested, spoken, have_input=have_input, have_match=have_match) is expected


def strings_alike(first: bytes, second: bytes, *, prefix_bug: bool = False) -> bool:
    rig = Rig(prefix_bug=prefix_bug)
    for number, text in enumerate((first, second)):
        rig.state.strings[40 * number : 40 * number + len(text)] = list(text)
    return rig.holds(bytes([COMPARE_STRINGS, 0, 1]))


@pytest.mark.parametrize(("first", "second", "expected"), STRING_VECTORS)
def test_compare_strings_gives_the_vectors(first: bytes, second: bytes, expected: bool) -> None:
    assert strings_alike(first, second) is expected


TEXTS = st.one_of(
    st.binary(max_size=40),
    st.lists(st.sampled_from(b"aAbB .,-'!:;\t\0z{@[`\x80"), max_size=40).map(bytes),
)


@examples(300)
@given(first=TEXTS, second=TEXTS, prefix_bug=st.booleans())
def test_compare_strings_equals_its_twin(first: bytes, second: bytes, prefix_bug: bool) -> None:
    expected = compare_strings(first, second, prefix_bug=prefix_bug)
    assert strings_alike(first, second, prefix_bug=prefix_bug) is expected
