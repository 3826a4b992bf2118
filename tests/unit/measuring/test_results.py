"""Results of the benchmarks: sums, files, ratios."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.measuring.history import draw, seconds
from agi_emu.measuring.results import (
    REFERENCE_PACE,
    Figure,
    Ratio,
    Results,
    ResultsError,
    Sample,
    history,
    load,
    slower,
)


def results(name: str, when: str = "2026-01-01T00:00:00", **medians: float) -> Results:
    """Return a run in which every case took its median, at a pace of 1 s."""
    return Results(name, when, {case: Figure.of([Sample(t, t, 1.0)]) for case, t in medians.items()})


def test_a_slow_minute_of_the_computer_changes_no_ratio() -> None:
    idle = Figure.of([Sample(1.0, 2.0, 0.5)])
    busy = Figure.of([Sample(3.0, 6.0, 1.5)])
    ratio = Ratio.of(idle, busy)
    assert (ratio.minimum, ratio.median) == (pytest.approx(1.0), pytest.approx(1.0))
    assert busy.minimum == 3.0


def test_spread_is_how_far_the_passes_lie_apart() -> None:
    figure = Figure.of([Sample(1.0, 1.0, 1.0), Sample(1.0, 2.0, 1.0), Sample(1.0, 1.5, 1.0)])
    assert figure.median == 1.5
    assert figure.spread == pytest.approx(1.0 / 1.5)


@pytest.mark.parametrize(("seconds_taken", "pace", "is_over"), [(0.9, 1.0, False), (1.1, 1.0, True), (1.9, 2.0, False)])
def test_a_limit_grows_with_the_pace(seconds_taken: float, pace: float, is_over: bool) -> None:
    sample = Sample(seconds_taken, 9.9, pace * REFERENCE_PACE, limit=1.0)
    assert Figure.of([sample]).is_over_limit is is_over


def test_slower_needs_median_and_minimum() -> None:
    before = results("before", a=1.0, b=1.0)
    disturbed = Figure.of([Sample(1.0, 2.0, 1.0)])
    now = Results("now", "", {"a": Figure.of([Sample(1.3, 1.3, 1.0)]), "b": disturbed, "new": disturbed})
    assert slower(before, now, 20) == ["a"]
    assert slower(before, now, 40) == []


def test_runs_are_kept_and_read_in_order_of_time(tmp_path: Path) -> None:
    late, early = results("a", "2026-02-01T00:00:00", x=1.0), results("b", x=2.0)
    assert load(late.save(tmp_path)) == late
    early.save(tmp_path)
    assert [run.name for run in history(tmp_path)] == ["b", "a"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 9}', '{"format": 1, "name": "", "when": "", "figures": 3}']
)
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(ResultsError):
        load(path)


def test_a_missing_run_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="--save"):
        load(tmp_path / "none.json")


def test_the_picture_has_a_row_for_each_case(tmp_path: Path) -> None:
    from PIL import Image

    draw([results("one", a=1.0), results("two", a=0.5, b=2.0)], tmp_path / "two.png")
    draw([results("one", a=1.0)], tmp_path / "one.png")
    for name, rows in (("one.png", 1), ("two.png", 2)):
        with Image.open(tmp_path / name) as image:
            assert image.height == 30 + rows * 40


@pytest.mark.parametrize(("value", "words"), [(2.5, "2.5 s"), (0.0125, "12.5 ms"), (3.2e-6, "3.2 us"), (5e-9, "5 ns")])
def test_times_have_fitting_units(value: float, words: str) -> None:
    assert seconds(value) == words
