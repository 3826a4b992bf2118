"""Every cel of the recorded games, against what the original interpreter drew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agi_emu.resources import Game
from agi_emu.tracing.resource_digests import view_rows
from tests.accuracy.ground_truth import GroundTruth
from tests.golden.tables import Row, assert_equal

pytestmark = [pytest.mark.golden, pytest.mark.games]


@pytest.fixture(scope="module")
def rows(truth: GroundTruth) -> list[Row]:
    """The rows of the table."""
    return list(truth.rows("views"))


def rows_as_printed(game: Game) -> list[Row]:
    """Return the rows of a game as the verb prints them: in JSON tuples are lists."""
    found: list[Row] = json.loads(json.dumps(list(view_rows(game))))
    return found


def different_cels(ours: Row, row: Row) -> list[str]:
    """Return what differs from the original's view."""
    if ours["res_sha1"] != row["res_sha1"] or [len(loop) for loop in ours["cels"]] != [
        len(each) for each in row["cels"]
    ]:
        return ["other loops or cels"]
    return [
        f"loop {number} cel {index}: {cel}, should be {recorded}"
        for number, (found, expected) in enumerate(zip(ours["cels"], row["cels"], strict=True))
        for index, (cel, recorded) in enumerate(zip(found, expected, strict=True))
        if cel != recorded
    ]


def test_every_cel_is_that_of_the_original(rows: list[Row], games: Path) -> None:
    # reference: VIEW-3, VIEW-8, VIEW-12
    assert_equal(rows, "view", games, rows_as_printed, different_cels)
