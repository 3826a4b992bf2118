"""A command whose workers are killed, and which is killed itself, ends with the summary of one process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.trials.killed_jobs import run

COUNT, STEPS = 40, 60


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.slow
@pytest.mark.parametrize("on_a_cluster", [False, True])
def test_what_is_killed_twice_loses_nothing(tmp_path: Path, on_a_cluster: bool) -> None:
    if on_a_cluster:
        pytest.importorskip("distributed", reason="the extra agi-emu[cluster] is not installed")
    result = run(tmp_path, COUNT, STEPS, 2.0, on_a_cluster=on_a_cluster)
    assert result.summary == result.expected
    assert sum(int(line.split()[0]) for line in result.summary[1:]) < COUNT
    assert result.killed > 0
