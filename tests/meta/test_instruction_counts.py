"""The core's kernels take no more instructions than they did: what a clock cannot tell on a busy computer."""

from __future__ import annotations

import pytest

from benchmarks import instruction_counts


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_kernel_takes_more_instructions() -> None:
    reason = instruction_counts.why_not()
    if reason:
        pytest.skip(reason)
    now = instruction_counts.count()
    changes = instruction_counts.changes(now)
    assert {name: f"{change:+.1%}" for name, change in changes.items() if change > instruction_counts.TOLERANCE} == {}
    assert now["in clocks"] <= (1 + instruction_counts.MOST_OF_CLOCKS) * now["cycles"]
