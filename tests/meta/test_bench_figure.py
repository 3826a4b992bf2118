"""Figures of the benchmarks: limits and units."""

from __future__ import annotations

import pytest

from benchmarks.figure import REFERENCE_PACE, Figure, with_unit


@pytest.mark.parametrize(("seconds", "pace", "is_over"), [(0.9, 1.0, False), (1.1, 1.0, True), (1.9, 2.0, False)])
def test_a_limit_grows_with_the_pace(seconds: float, pace: float, is_over: bool) -> None:
    assert Figure.of([seconds, 9.9], [pace * REFERENCE_PACE] * 2, limit=1.0).is_over_limit is is_over


def test_a_limit_of_bytes_does_not() -> None:
    assert Figure.of([101.0], [1.0], is_bytes=True, limit=100.0).is_over_limit
    assert not Figure.of([99.0], [1.0], is_bytes=True, limit=100.0).is_over_limit


def test_figures_have_fitting_units() -> None:
    assert [with_unit(value) for value in (2.5, 0.0125, 3.2e-6, 5e-9)] == ["2.5 s", "12.5 ms", "3.2 us", "5 ns"]
    assert [with_unit(value, is_bytes=True) for value in (3 << 29, 5 << 20, 512)] == ["1.5 GiB", "5 MiB", "512 B"]
