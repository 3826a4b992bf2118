"""A farm whose workers are killed, and which is killed itself, ends with the table of one process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="the extra agi-emu[farm] is not installed")

from benchmarks.trials.killed_farm import run

COUNT, STEPS = 40, 60


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_farm_that_is_killed_twice_loses_nothing(tmp_path: Path) -> None:
    result = run(tmp_path, COUNT, STEPS, seconds_between_deaths=1.0)
    assert result.table == result.expected
    assert sum(int(line.split()[0]) for line in result.table[1:]) == COUNT
    assert result.killed > 0
