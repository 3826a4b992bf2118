"""Every picture of the recorded games, against what the original interpreter drew."""

from __future__ import annotations

import functools
import hashlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from agi_emu.authoring.lint.fills import MOST_SEEN, deepest_fill
from agi_emu.resources import open_game
from agi_emu.tracing.resource_digests import picture_rows
from tests.accuracy.ground_truth import GroundTruth
from tests.core import cells
from tests.core.plain import picture as plain

pytestmark = [pytest.mark.golden, pytest.mark.games]

KEYS = ("res_sha1", "len", "vis_sha1", "pri_sha1")


@pytest.fixture(scope="module")
def rows(truth: GroundTruth) -> list[dict[str, Any]]:
    """The rows of the table."""
    return list(truth.rows("pictures"))


def test_every_picture_is_that_of_the_original(
    rows: list[dict[str, Any]], games: Path, record_property: pytest.RecordProperty
) -> None:
    @functools.cache
    # reference: PIC-6, PIC-13, PIC-14, PIC-15, PIC-16, PIC-18, PIC-20, PIC-22, PIC-25
    def drawn(game: str) -> dict[object, dict[str, object]]:
        return {row["pic"]: row for row in picture_rows(open_game(games / f"{game}.zip"))}

    outcome = Counter[str]()
    wrong = []
    for row in rows:
        name = f"{row['game']} picture {row['pic']}"
        if "error" in row:
            outcome["without ground truth"] += 1
            continue
        ours = drawn(row["game"]).get(row["pic"], {"error": "is not there"})
        different = [key for key in KEYS if ours.get(key) != row[key]]
        if different:
            wrong.append(f"{name}: {ours.get('error') or ', '.join(different)}")
        outcome["different" if different else "equal"] += 1
    for key, count in outcome.items():
        record_property(key, count)
    print(f"pictures: {dict(outcome)} of {len(rows)} rows")
    assert not wrong, "\n".join(wrong[:20])
    assert outcome["equal"] + outcome["without ground truth"] == len(rows)
    assert outcome["equal"] > 0


def test_lint_allows_the_deepest_fills_that_the_original_drew(games: Path) -> None:
    # reference: PIC-27
    deepest = {}
    for name, numbers in {"starco": (241, 251), "nickq": (1,), "kq4dem": (1,)}.items():
        game = open_game(games / f"{name}.zip")
        for number in numbers:
            deepest[name, number], _ = deepest_fill(game.pictures[number], game.profile)
    assert max(deepest.values()) == deepest["starco", 251] == MOST_SEEN


def test_plain_twin_draws_pictures_of_the_original(rows: list[dict[str, Any]], games: Path) -> None:
    # The twin is slow; a picture in 150 is enough to show that it is right on its own.
    for row in rows[::150]:
        if "error" in row:
            continue
        picture = cells.empty()
        plain.draw(picture, open_game(games / f"{row['game']}.zip").pictures[row["pic"]])
        assert hashlib.sha1(bytes(cell & 15 for cell in picture)).hexdigest() == row["vis_sha1"]
        assert hashlib.sha1(bytes(cell >> 4 for cell in picture)).hexdigest() == row["pri_sha1"]
