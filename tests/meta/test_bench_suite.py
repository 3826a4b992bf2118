"""The suite of benchmarks: what it names as slower or larger, with processes that only say what a test tells them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks import __main__ as command
from benchmarks import suite, trees
from benchmarks.case import CASES, Case, Kind
from benchmarks.cases import all_cases
from benchmarks.figure import REFERENCE_PACE

BEFORE = Path("before")
TREE_OF = command._tree_of
VALUES = {"steady": 1e-3, "slower": 1e-3, "unlucky": 1e-3, "larger": 1e6}


class Fake:
    """A process whose figures wobble; `unlucky` is slower in the first process of this program alone."""

    begun = 0

    def __init__(self, tree: Path) -> None:
        self.is_now = tree != BEFORE
        self.turn = 0
        Fake.begun += self.is_now
        self.is_first = Fake.begun == 1

    def __enter__(self) -> Fake:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def ask(self, case: str, calls: int, seconds: float) -> dict[str, Any]:
        """Answer as a process does."""
        self.turn += 1
        value = VALUES[case] * (1, 1.2, 0.97, 1.02, 1)[self.turn % 5]
        if self.is_now and (case in ("slower", "larger") or (case == "unlucky" and self.is_first)):
            value *= 1.1
        return {"value": value, "calls": calls or 3, "pace": REFERENCE_PACE}


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put cases and processes that measure nothing into place."""
    cases = {
        name: Case(name, name, lambda: lambda: None, Kind.BYTES if name == "larger" else Kind.TIME, 1, None)
        for name in VALUES
    }
    Fake.begun = 0
    monkeypatch.setattr(suite, "Worker", Fake)
    monkeypatch.setattr(command, "all_cases", lambda note: cases)
    monkeypatch.setattr(command, "_tree_of", lambda against: BEFORE)


def test_what_is_slower_or_larger_is_named_and_luck_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--against", "before"]) == 1
    named = [line for line in capsys.readouterr().out.splitlines() if " than in " in line]
    assert [line.split()[:3] for line in named] == [["slower", "is", "slower"], ["larger", "is", "larger"]]
    assert named[0].endswith("+10.0% +10.0% +10.0%")


def test_nothing_is_named_where_nothing_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["steady", "--against", "before"]) == 0
    assert "nothing is slower or larger" in capsys.readouterr().out


def test_wrong_words_are_refused() -> None:
    with pytest.raises(SystemExit):
        command.main(["nosuchcase"])


def test_what_is_no_tree_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_tree_of", TREE_OF)
    monkeypatch.setattr(trees, "commit_of", lambda name: None)
    assert command.main(["steady", "--against", "nosuch"]) > 1


def test_cases_are_prepared_and_work() -> None:
    """Those that are quick and need no game of others."""
    notes: list[str] = []
    cases = all_cases(notes.append)
    assert notes == []
    assert cases is CASES
    for name in ("kernel[lines]", "logic[flags]", "game_opened[demo]", "snapshot[demo]", "verb[version]"):
        cases[name].prepare()()
