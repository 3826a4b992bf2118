"""The plain twins of said and compare.strings give the reference's own vectors."""

from __future__ import annotations

import pytest

from tests.core.plain import compare_strings, said


@pytest.mark.parametrize(("tested", "spoken", "expected"), said.VECTORS)
def test_said_twin_gives_the_table(tested: tuple[int, ...], spoken: tuple[int, ...], expected: bool) -> None:
    assert said.said(tested, spoken) is expected


def test_said_twin_needs_input_and_no_match() -> None:
    assert not said.said((10,), (10,), have_input=False)
    assert not said.said((10,), (10,), have_match=True)
    assert not said.said((9999,), ())
    assert not said.said((9999,), (10,), rest=False)


@pytest.mark.parametrize(("first", "second", "expected"), compare_strings.VECTORS)
def test_compare_strings_twin_gives_the_vectors(first: bytes, second: bytes, expected: bool) -> None:
    assert compare_strings.compare_strings(first, second) is expected


def test_compare_strings_twin_has_the_prefix_bug() -> None:
    # reference: WORD-32: "ab" and "abc" are equal in 2.272 to 2.439
    assert compare_strings.compare_strings(b"ab", b"abc", prefix_bug=True)
    assert not compare_strings.compare_strings(b"abc", b"ab", prefix_bug=True)
