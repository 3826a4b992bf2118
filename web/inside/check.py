"""Compares the core in WebAssembly with the original's recordings; runs in Pyodide, with stand-ins for numpy."""

import json
import time
from pathlib import Path

from tests.accuracy.conformance import open_suite, run_suite
from tests.accuracy.ground_truth import GroundTruth
from tests.accuracy.measure import check_parts, kinds_of, parts_of
from tests.accuracy.scores import Accuracy
from tests.impatient_play import told


def check(shared: str, games: list[str], kinds: list[str]) -> str:
    """Return JSON: for each kind how much is equal, of how much, in how many seconds; then what
    differs, as game, interpreter and a sentence.

    `games` and `kinds` say what to check, all if empty; tables that belong to no game are always checked.
    """
    folders = [Path(shared) / name for name in ("golden", "golden-versions", "golden-play", "probes")]
    truths = [GroundTruth(folder, Path(shared) / "games") for folder in folders if folder.is_dir()]
    parts = list(parts_of(truths, kinds or kinds_of(truths)))
    chosen = [part for part in parts if not games or not part.game or part.game in games]
    rows: dict[str, list[float]] = {}
    differences: list[tuple[str, str, str]] = []
    for part in chosen:
        begun = time.perf_counter()
        accuracy = check_parts([part])
        seconds = time.perf_counter() - begun
        equal, of = counted(accuracy)
        row = rows.setdefault(part.kind, [0, 0, 0.0])
        row[0], row[1], row[2] = row[0] + equal, row[1] + of, row[2] + seconds
        differences += [(part.game, part.interpreter, words) for words in differing(accuracy)]
    return json.dumps({"kinds": rows, "differences": differences})


def check_suite(folder: str) -> str:
    """Return JSON about the conformance suite: what `python -m tests.conformance --json` says of it."""
    return json.dumps(run_suite(open_suite(Path(folder))).as_data())


def plays(folder: str, seed: int, cycles: int, budget: str) -> str:
    """Return JSON: what a play without patience of each game in a folder tells of itself, by the game's file."""
    paths = Path(folder).glob("*.zip")
    return json.dumps({path.name: json.loads(told(str(path), seed, cycles, budget)) for path in paths})


def counted(accuracy: Accuracy) -> tuple[int, int]:
    """Return how many values or cycles are equal, of how many."""
    tables = [(table.equal, table.checked) for table in accuracy.tables]
    runs = [(run.equal, run.recorded) for run in accuracy.runs]
    return sum(equal for equal, _ in tables + runs), sum(of for _, of in tables + runs)


def differing(accuracy: Accuracy) -> list[str]:
    """Return a sentence about everything that differs or could not be compared."""
    found = [line for table in accuracy.tables for line in table.different]
    found += [f"{run.name}: {run.first}" for run in accuracy.runs if run.first]
    return found + [f"{each.name}: {each.why}" for each in accuracy.uncompared]
