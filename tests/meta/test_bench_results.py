"""Results of the benchmarks: sums, files, changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.history import draw
from benchmarks.results import REFERENCE_PACE, Figure, Results, ResultsError, changes, history, load, with_unit


def results(name: str, when: str = "2026-01-01T00:00:00", **values: float) -> Results:
    """Return a run in which every case took its time, at a pace of 1 s."""
    return Results(name, when, {case: Figure.of([value], [1.0]) for case, value in values.items()})


def test_a_slow_minute_of_the_computer_changes_nothing() -> None:
    idle = Results("idle", "", {"a": Figure.of([1.0, 2.0], [0.5, 0.5])})
    busy = Results("busy", "", {"a": Figure.of([3.0, 6.0], [1.5, 1.5])})
    assert changes(idle, busy) == {"a": pytest.approx(0.0)}
    assert busy.figures["a"].least == 3.0


def test_a_change_needs_median_and_least() -> None:
    before = results("before", a=1.0, b=1.0)
    disturbed = Figure.of([1.0, 2.0, 2.0], [1.0, 1.0, 1.0])
    now = Results("now", "", {"a": Figure.of([1.3], [1.0]), "b": disturbed, "new": disturbed})
    assert changes(before, now) == {"a": pytest.approx(0.3), "b": pytest.approx(0.0)}


@pytest.mark.parametrize(("seconds", "pace", "is_over"), [(0.9, 1.0, False), (1.1, 1.0, True), (1.9, 2.0, False)])
def test_a_limit_grows_with_the_pace(seconds: float, pace: float, is_over: bool) -> None:
    assert Figure.of([seconds, 9.9], [pace * REFERENCE_PACE] * 2, limit=1.0).is_over_limit is is_over


def test_a_limit_of_bytes_does_not() -> None:
    assert Figure.of([101.0], [1.0], is_bytes=True, limit=100.0).is_over_limit
    assert not Figure.of([99.0], [1.0], is_bytes=True, limit=100.0).is_over_limit


def test_runs_are_kept_and_read_in_order_of_time(tmp_path: Path) -> None:
    late, early = results("a", "2026-02-01T00:00:00", x=1.0), results("b", x=2.0)
    assert load(late.save(tmp_path)) == late
    early.save(tmp_path)
    assert [run.name for run in history(tmp_path)] == ["b", "a"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 9}', '{"format": 2, "name": "", "when": "", "figures": 3}']
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


def test_figures_have_fitting_units() -> None:
    assert [with_unit(value) for value in (2.5, 0.0125, 3.2e-6, 5e-9)] == ["2.5 s", "12.5 ms", "3.2 us", "5 ns"]
    assert [with_unit(value, is_bytes=True) for value in (3 << 29, 5 << 20, 512)] == ["1.5 GiB", "5 MiB", "512 B"]
