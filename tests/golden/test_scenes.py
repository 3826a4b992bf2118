"""Scenes: a picture drawn by draw.pic, then cels added one after the other by add.to.pic; planes after every step."""

from __future__ import annotations

import pytest

from agi_emu.facts.witnesses import RECORDED_WITH
from tests.accuracy import tables
from tests.accuracy.ground_truth import GroundTruth
from tests.accuracy.scores import TableScore

pytestmark = [pytest.mark.golden, pytest.mark.games]


def test_every_step_is_that_of_the_original(truth: GroundTruth, record_property: pytest.RecordProperty) -> None:
    total = TableScore("scenes", RECORDED_WITH)
    steps = 0
    for game, rows in truth.rows_by_game("scenes").items():
        steps += sum(len(row["steps"]) for row in rows)
        total.add(tables.check(truth.game(game), "scenes", game, rows))
    print(f"scenes: {total.equal} of {steps} steps hold; {total.unclaimed} scenes end early in the original")
    record_property("equal", total.equal)
    assert total.different == []
    assert total.equal == total.checked == steps > 0
