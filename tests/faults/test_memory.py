"""No memory at any request of the core: MemoryError or none needed, the state is whole, and the game continues."""

from __future__ import annotations

import json
from pathlib import Path

from tests.faults.preloading import build_library, run_preloaded

LEAST_REQUESTS = 8
"""Unpacked cels, port writes, actions and their places, four tables of the scaler."""


def test_a_request_of_the_core_that_fails_costs_no_game(tmp_path: Path) -> None:
    ran = run_preloaded(build_library(tmp_path), "tests.faults.requests", tmp_path)
    assert ran.returncode == 0, ran.stderr[-2000:]
    runs = [json.loads(line) for line in ran.stdout.splitlines()]
    failed = [each for each in runs if each["failed"]]
    assert len(failed) >= LEAST_REQUESTS
    assert {each["error"] for each in failed} <= {"", "MemoryError"}
    assert any(each["error"] for each in failed), "what is lost is told"
    assert not runs[-1]["failed"]
    assert {each["state"] for each in runs} == {runs[-1]["state"]}, "the game is where it would be"
