"""`agi-emu bench`, with rounds that are too short to say anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.cli.commands import bench
from tests.own_games.building import GameBuilder

NAMES = ["start", "cycle with its frame", "cycle without", "minute", "frame", "snapshot", "restore", "digests"]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game that ends after some cycles."""
    monkeypatch.setattr(bench, "ROUND_SECONDS", 1e-4)
    monkeypatch.setattr(bench.gc, "collect", lambda: 0)  # all objects of all tests are looked at in each round
    return GameBuilder(tmp_path)({0: "v50++; if (v50 > 90) { quit(1); } return();"})


def invoke(*arguments: str) -> Result:
    """Run the verb in this process."""
    return CliRunner().invoke(cli.verbs, ["bench", *arguments])


def test_bench_prints_a_line_for_each_thing(game: Path) -> None:
    result = invoke(str(game))
    assert result.exit_code == 0, result.output
    assert [line.rpartition("least")[0].rsplit(maxsplit=2)[0] for line in result.stdout.splitlines()] == NAMES


def test_bench_as_json(game: Path) -> None:
    found = json.loads(invoke(str(game), "--json").stdout)
    assert list(found) == NAMES
    assert all(each["median"] >= each["least"] > 0 for each in found.values())


def test_bench_needs_a_game() -> None:
    assert invoke().exit_code == 2


@pytest.mark.parametrize(("value", "words"), [(2.5, "2.5 s"), (0.0125, "12.5 ms"), (3.2e-6, "3.2 us"), (5e-9, "5 ns")])
def test_times_have_fitting_units(value: float, words: str) -> None:
    assert bench.with_unit(value) == words
