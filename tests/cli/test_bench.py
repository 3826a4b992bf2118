"""`agi-emu bench`, with a suite that measures nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.measuring import suite
from agi_emu.measuring.results import Figure, Results, Sample


def invoke(*arguments: str) -> Result:
    """Run the verb in this process."""
    return CliRunner().invoke(cli.verbs, ["bench", *arguments])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, float]:
    """A suite of two cases; returns their times, which a test may change."""
    times = {"line": 1e-3, "flood": 2e-3}

    def measure(words: tuple[str, ...], *, name: str, passes: int, progress: object) -> Results:
        chosen = {case: time for case, time in times.items() if not words or any(word in case for word in words)}
        figures = {case: Figure.of([Sample(time, time, 1.0)] * passes) for case, time in chosen.items()}
        return Results(name, "2026-01-01", figures)

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
    steady = Figure.of([Sample(1e-3, 1e-3, 1.0), Sample(1e-3, 1e-3, 1.0)])
    wobbly = Figure.of([Sample(2e-3, 2e-3, 1.0), Sample(2e-3, 4e-3, 1.0)])
    Results("before", "2026-01-01", {"line": steady, "flood": wobbly}).save(tmp_path)
    line, flood = invoke("--against", "before").stdout.splitlines()[1:]
    assert line.endswith(" 1.00")
    assert flood.endswith(" 1.50 (passes up to 67% apart)")


def test_bench_draws_the_history(tmp_path: Path) -> None:
    invoke("--save", "before")
    assert invoke("--history", str(tmp_path / "history.png")).exit_code == 0
    assert (tmp_path / "history.png").stat().st_size > 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--fail-over", "5"], 2, "--against"),
        (["--against", "none"], 3, "no such run"),
        (["--save", "../out"], 2, "plain name"),
        (["nosuchcase"], 2, "--list"),
    ],
)
def test_bench_refuses(arguments: list[str], code: int, words: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == code
    assert words in result.stderr


def test_bench_lists_the_real_suite() -> None:
    assert "vm_calls" in suite.cases(["vm"])
    assert all("vm" in name for name in suite.cases(["vm"]))


def test_names_of_cases_are_short() -> None:
    assert suite.name_of("benchmarks/bench_vm.py::test_bench_vm_actions[flags] PASSED") == "vm_actions[flags]"
