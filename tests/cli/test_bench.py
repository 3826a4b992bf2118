"""`agi-emu bench`, with a suite that measures nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.measuring import suite, trees
from agi_emu.measuring.results import REFERENCE_PACE, Figure, Results, Sample

LIMITS = {"line": 1.5e-3}
"""Seconds."""


def invoke(*arguments: str) -> Result:
    """Run the verb in this process."""
    return CliRunner().invoke(cli.verbs, ["bench", *arguments])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, float]:
    """A suite of two cases; returns their times, which a test may change."""
    times = {"line": 1e-3, "flood": 2e-3}

    def measure(
        words: tuple[str, ...], *, trees: dict[str, Path], games: list[Path], passes: int, progress: object
    ) -> list[Results]:
        found = times | {f"chosen_start[{path.stem}]": 1e-2 for path in games}
        wanted = (*words, *(["chosen"] if games else []))
        chosen = {case: time for case, time in found.items() if not wanted or any(word in case for word in wanted)}
        figures = {
            case: Figure.of([Sample(time, time, REFERENCE_PACE, LIMITS.get(case))] * passes)
            for case, time in chosen.items()
        }
        return [Results(name, "2026-01-01", figures) for name in trees]

    monkeypatch.setattr(suite, "measure", measure)
    monkeypatch.setattr(suite, "FOLDER", tmp_path)
    return times


def test_bench_prints_a_table() -> None:
    result = invoke()
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["case", "line", "flood"]


def test_bench_compares_with_a_kept_run(quick: dict[str, float]) -> None:
    assert invoke("--save", "before").exit_code == 0
    quick["flood"] *= 2
    result = invoke("--against", "before", "--fail-over", "50")
    assert result.exit_code == 1
    assert "0.50" in result.stdout
    assert "flood is more than 50 % slower than in before" in result.stdout
    assert invoke("line", "--against", "before", "--fail-over", "50").exit_code == 0


def test_bench_tells_which_ratios_wobble(tmp_path: Path) -> None:
    steady = Figure.of([Sample(1e-3, 1e-3, REFERENCE_PACE), Sample(1e-3, 1e-3, REFERENCE_PACE)])
    wobbly = Figure.of([Sample(2e-3, 2e-3, REFERENCE_PACE), Sample(2e-3, 4e-3, REFERENCE_PACE)])
    Results("before", "2026-01-01", {"line": steady, "flood": wobbly}).save(tmp_path)
    line, flood, summary = invoke("--against", "before").stdout.splitlines()[1:]
    assert line.endswith("  1.00  1.00")
    assert flood.endswith("  1.00  1.50 (passes up to 67% apart)")
    assert summary.startswith("2 cases by their minima: 1.00 in the middle, least 1.00")


def test_bench_against_a_commit_measures_both(monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    monkeypatch.setattr(trees, "commit_of", lambda name: "c0ffee" * 7 if name == "HEAD~1" else None)
    monkeypatch.setattr(trees, "build", lambda commit: built.append(commit) or Path("built"))
    result = invoke("--against", "HEAD~1")
    assert result.exit_code == 0
    assert built == ["c0ffee" * 7]
    assert "times as fast as c0ffeec0ffee" in result.stdout
    assert "2 cases by their minima" in result.stdout


def test_bench_fails_when_a_promise_is_broken(quick: dict[str, float]) -> None:
    quick["line"] = 1.6e-3
    result = invoke()
    assert result.exit_code == 1
    assert "line takes longer than docs/performance.md promises: 0.0015 s" in result.stdout


@pytest.mark.slow
def test_bench_measures_a_game(tmp_path: Path) -> None:
    game = tmp_path / "mine.zip"
    game.touch()
    lines = invoke(str(game)).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["case", "chosen_start[mine]"]
    assert suite.cases([suite.CHOSEN], games=[game])[0] == "chosen_start[mine]"


def test_bench_draws_the_history(tmp_path: Path) -> None:
    invoke("--save", "before")
    assert invoke("--history", str(tmp_path / "history.png")).exit_code == 0
    assert (tmp_path / "history.png").stat().st_size > 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--fail-over", "5"], 2, "--against"),
        (["--against", "none"], 4, "neither a stored run"),
        (["--save", "../out"], 2, "plain name"),
        (["nosuchcase"], 2, "--list"),
    ],
)
def test_bench_refuses(arguments: list[str], code: int, words: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == code
    assert words in result.stderr


@pytest.mark.slow
def test_bench_lists_the_real_suite() -> None:
    assert "vm_calls" in suite.cases(["vm"])
    assert all("vm" in name for name in suite.cases(["vm"]))


def test_names_of_cases_are_short() -> None:
    assert suite.name_of("benchmarks/bench_vm.py::test_bench_vm_actions[flags] PASSED") == "vm_actions[flags]"
