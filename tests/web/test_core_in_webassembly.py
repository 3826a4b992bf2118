"""The core compiled for WebAssembly is the same machine (make test-web, after make web)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.accuracy.conformance import known_differences
from tests.accuracy.ground_truth import RECORDINGS, TABLES, UNSCRIPTED
from tests.impatient_play import told
from web import compiling
from web.checking import check
from web.fetching import fetch
from web.packing import core_wheel, core_wheel_name, runtime_wheel

pytestmark = [pytest.mark.web, pytest.mark.timeout(1200)]

GAMES = ("ltec", "sarien", "demo1", "kq4dem", "groza", "texm2", "solsys", "cldest", "enclos", "agi256")
"""Sierra's demos, fan games in both versions, Russian and 256-colour ones."""
KINDS = [kind for kind in (*TABLES, *RECORDINGS) if kind not in UNSCRIPTED]
"""`make accuracy-web` compares the others, too."""


def test_the_conformance_suite_is_as_equal_as_natively(root: Path) -> None:
    folder = root / "tests" / "conformance"
    found = check("check_suite", ["/given/suite"], {"suite": folder})
    known = known_differences(folder)
    assert (found["uncompared"], found["equal_again"]) == ([], [])
    assert found["recordings"]["of"] > 200
    assert found["recordings"]["of"] - found["recordings"]["equal"] == len(known)
    assert {(each["probe"], each["interpreter"]) for each in found["differences"]} == set(known)


@pytest.mark.golden
@pytest.mark.games
def test_the_ground_truth_of_ten_games_is_equal(shared: Path, golden: Path) -> None:
    found = check("check", ["/given/shared", list(GAMES), KINDS], {"shared": shared})
    kinds = found["kinds"]
    assert found["differences"] == []
    assert {"pictures", "views", "tour", "fuzz", "sounds"} <= set(kinds)
    assert all(equal == of > 0 for equal, of, _ in kinds.values())
    assert sum(of for kind, (_, of, _) in kinds.items() if kind in ("tour", "fuzz")) > len(GAMES) * 1000


@pytest.mark.games
@pytest.mark.parametrize(("budget", "cycles"), [("unlimited", 60), ("pc-4.77", 15)])
def test_plays_without_patience_have_the_digests_of_those_here(shared: Path, budget: str, cycles: int) -> None:
    games, seed = shared / "games", 7
    there = check("plays", ["/given/games", seed, cycles, budget], {"games": games})
    assert len(there) > 70
    assert there == {path.name: json.loads(told(str(path), seed, cycles, budget)) for path in games.glob("*.zip")}
    assert sum(map(len, there.values())) > len(there) * cycles


def test_the_wheels_are_the_same_bytes_again(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched = fetch()
    monkeypatch.setattr(compiling, "BUILD", tmp_path)
    core = compiling.compile_core(fetched.zig)
    (runtime,) = (root / "dist").glob("agi_emu_web-*.whl")
    assert core_wheel(core) == (core_wheel_name(), (root / "dist" / core_wheel_name()).read_bytes())
    assert runtime_wheel(fetched, core) == (runtime.name, runtime.read_bytes())
