"""Every sound of the real games against the port writes of the original (golden/README.md, "Tables")."""

from __future__ import annotations

import pytest

from tests.accuracy import tables
from tests.accuracy.ground_truth import GroundTruth


@pytest.mark.golden
@pytest.mark.games
def test_port_writes_are_those_of_the_original(truth: GroundTruth) -> None:
    scores = [tables.check(truth.game(game), "sounds", game, rows) for game, rows in truth.groups("sounds").items()]
    assert sum(score.checked for score in scores) == 818
    assert [f"{words}" for score in scores for words in score.different] == []
