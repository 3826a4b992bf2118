"""Random numbers and the seeds behind them, as the original gave them (reference: TIME-26)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.accuracy import tables
from tests.accuracy.ground_truth import GroundTruth

pytestmark = pytest.mark.golden

SEED_0 = "seed 0"


def values_of(table: dict[str, Any]) -> int:
    """Return how many recorded values the table holds."""
    series = [rows for name, rows in table.items() if name.startswith("seed 0x")]
    ranges = [row[2] for name, rows in table.items() if not name.startswith("seed") for row in rows]
    return sum(map(len, series + ranges)) + (SEED_0 in table)


def test_every_value_holds(golden: Path, record_property: pytest.RecordProperty) -> None:
    truth = GroundTruth(golden, golden)
    expected = values_of(truth.whole("random"))
    score = tables.check(None, "random", "", truth.groups("random")[""])
    print(f"random: {score.equal} of {expected} values hold")
    record_property("equal", score.equal)
    assert score.different == []
    assert score.equal == score.checked == expected > 0


def test_seed_0_is_replaced_by_the_clock(golden: Path) -> None:
    # The recorded clock is the one that the machine starts with (reference: golden data, "The time convention").
    recorded = GroundTruth(golden, golden).whole("random")[SEED_0]
    assert recorded["clock_read"] == [0x12345]
