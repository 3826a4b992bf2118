"""Edge values of the arithmetic actions, as tried on the original (reference: CMD-9 to CMD-13)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.accuracy import tables
from tests.accuracy.ground_truth import GroundTruth

pytestmark = pytest.mark.golden

ARITHMETIC = {f"{name}{kind}" for name in ("add", "sub") for kind in "nv"}
ARITHMETIC |= {f"{name}.{kind}" for name in ("mul", "div") for kind in "nv"} | {"increment", "decrement"}


def test_every_row_holds(golden: Path, record_property: pytest.RecordProperty) -> None:
    truth = GroundTruth(golden, golden)
    rows = truth.whole("arith")
    score = tables.check(None, "arith", "", truth.groups("arith")[""])
    print(f"arith: {score.equal} of {len(rows)} rows hold")
    record_property("equal", score.equal)
    assert score.different == []
    assert score.equal == score.checked == len(rows) > 0
    assert {row[0] for row in rows} == ARITHMETIC
