"""The fewest changes that bring an effect about."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from agi_emu.recording.causes.minimal_set import minimal_set


@given(st.integers(1, 40), st.data())
def test_changes_that_are_all_needed_are_found(count: int, data: st.DataObject) -> None:
    needed = data.draw(st.sets(st.integers(0, count - 1), min_size=1))
    assert minimal_set(range(count), lambda some: needed <= set(some)) == sorted(needed)


@given(st.integers(1, 20), st.data())
def test_one_of_several_causes_is_found(count: int, data: st.DataObject) -> None:
    sets = st.sets(st.integers(0, count - 1), min_size=1, max_size=3)
    causes = data.draw(st.lists(sets, min_size=1, max_size=4))
    found = set(minimal_set(range(count), lambda some: any(cause <= set(some) for cause in causes)))
    assert any(cause == found for cause in causes)


def test_one_culprit_of_many_takes_few_trials() -> None:
    trials = []

    def has_effect(some: Sequence[int]) -> bool:
        trials.append(some)
        return 700 in some

    assert minimal_set(range(1000), has_effect) == [700]
    assert len(trials) <= 20


def test_a_set_that_cannot_be_tried_is_passed_over() -> None:
    # Changes 2 and 3 only make sense together, as a label and the jump to it.
    def has_effect(some: Sequence[int]) -> bool:
        return (2 in some) == (3 in some) and 3 in some

    assert minimal_set(range(8), has_effect) == [2, 3]
