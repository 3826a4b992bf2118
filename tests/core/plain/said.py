"""Plain twin of the test ``said`` (reference: WORD-24)."""

from __future__ import annotations

from collections.abc import Sequence

ANY_WORD = 1
REST_OF_LINE = 9999

INPUT = (10, 30, 20)
VECTORS: tuple[tuple[tuple[int, ...], tuple[int, ...], bool], ...] = (
    # words of the test, words of the sentence, result: the table in reference: WORD-24
    ((10, 30, 20), INPUT, True),
    ((10,), INPUT, False),
    ((10, 1, 20), INPUT, True),
    ((10, 9999), INPUT, True),
    ((10, 30, 20, 9999), INPUT, True),
    ((10, 30, 20, 1), INPUT, False),
    ((1, 1), INPUT, False),
    ((9999,), INPUT, True),
    ((30,), INPUT, False),
    # reference: WORD-24: after `look`, said(look, rol); no words; an unknown second word is group 0
    ((10, 9999), (10,), True),
    ((), (10,), False),
    ((10, 0), (10, 0), True),
    ((10, 1), (10, 0), True),
    # reference: WORD-24: words behind 9999 are skipped, not tested
    ((10, 9999, 77), INPUT, True),
    ((9999, 77), INPUT, True),
)
"""For a machine with flag 2 set and flag 4 clear."""


def said(
    tested: Sequence[int],
    spoken: Sequence[int],
    *,
    have_input: bool = True,
    have_match: bool = False,
    rest: bool = True,
) -> bool:
    """Tell whether the sentence `spoken` satisfies the test; on True flag 4 is to be set.

    `rest` is False for the interpreters that take 9999 literally (2.089).
    """
    if not spoken or have_match or not have_input:
        return False
    left = list(spoken)
    for word in tested:
        if rest and word == REST_OF_LINE:
            return True
        if not left:
            return False
        if word not in (left.pop(0), ANY_WORD):
            return False
    return not left
