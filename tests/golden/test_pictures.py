"""Every picture of the recorded games, against what the original interpreter drew."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from agi_emu.authoring.lint.fills import MOST_SEEN, deepest_fill
from agi_emu.resources import open_game
from agi_emu.tracing.resource_digests import picture_rows
from tests.accuracy.ground_truth import GroundTruth
from tests.core import cells
from tests.core.plain import picture as plain
from tests.golden.tables import Row, assert_equal

pytestmark = [pytest.mark.golden, pytest.mark.games]

KEYS = ("res_sha1", "len", "vis_sha1", "pri_sha1")


@pytest.fixture(scope="module")
def rows(truth: GroundTruth) -> list[Row]:
    """The rows of the table."""
    return list(truth.rows("pictures"))


def different_columns(ours: Row, row: Row) -> list[str]:
    """Return the columns in which a picture differs from the original's."""
    return [key for key in KEYS if ours.get(key) != row[key]]


def test_every_picture_is_that_of_the_original(rows: list[Row], games: Path) -> None:
    # reference: PIC-6, PIC-13, PIC-14, PIC-15, PIC-16, PIC-18, PIC-20, PIC-22, PIC-25
    assert_equal(rows, "pic", games, picture_rows, different_columns)


def test_lint_allows_the_deepest_fills_that_the_original_drew(games: Path) -> None:
    # reference: PIC-27
    deepest = {}
    for name, numbers in {"starco": (241, 251), "nickq": (1,), "kq4dem": (1,)}.items():
        game = open_game(games / f"{name}.zip")
        for number in numbers:
            deepest[name, number], _ = deepest_fill(game.pictures[number], game.profile)
    assert max(deepest.values()) == deepest["starco", 251] == MOST_SEEN


def test_plain_twin_draws_pictures_of_the_original(rows: list[Row], games: Path) -> None:
    # The twin is slow; a picture in 150 is enough to show that it is right on its own.
    for row in rows[::150]:
        if "error" in row:
            continue
        picture = cells.empty()
        plain.draw(picture, open_game(games / f"{row['game']}.zip").pictures[row["pic"]])
        assert hashlib.sha1(bytes(cell & 15 for cell in picture)).hexdigest() == row["vis_sha1"]
        assert hashlib.sha1(bytes(cell >> 4 for cell in picture)).hexdigest() == row["pri_sha1"]
