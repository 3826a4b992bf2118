"""Every cel of the recorded games, against what the original interpreter drew."""

from __future__ import annotations

import functools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from agi_emu.resources import open_game
from agi_emu.tracing.resource_digests import view_rows
from tests.accuracy.ground_truth import GroundTruth

pytestmark = [pytest.mark.golden, pytest.mark.games]


@pytest.fixture(scope="module")
def rows(truth: GroundTruth) -> list[dict[str, Any]]:
    """The rows of the table."""
    return list(truth.rows("views"))


def test_every_cel_is_that_of_the_original(
    rows: list[dict[str, Any]], games: Path, record_property: pytest.RecordProperty
) -> None:
    @functools.cache
    # reference: VIEW-3, VIEW-8, VIEW-12
    def drawn(game: str) -> dict[object, dict[str, object]]:
        # Through JSON, as the verb prints it: tuples become lists.
        return {row["view"]: json.loads(json.dumps(row)) for row in view_rows(open_game(games / f"{game}.zip"))}

    outcome = Counter[str]()
    wrong = []
    for row in rows:
        name = f"{row['game']} view {row['view']}"
        if "error" in row:
            outcome["views without ground truth"] += 1
            continue
        ours: Any = drawn(row["game"]).get(row["view"], {"error": "is not there"})
        if ours.get("res_sha1") != row["res_sha1"] or [len(loop) for loop in ours["cels"]] != [
            len(loop) for loop in row["cels"]
        ]:
            wrong.append(f"{name}: {ours.get('error', 'other loops or cels')}")
            outcome["views different"] += 1
            continue
        equal = True
        for number, (found, expected) in enumerate(zip(ours["cels"], row["cels"], strict=True)):
            for index, (cel, recorded) in enumerate(zip(found, expected, strict=True)):
                if cel != recorded:
                    equal = False
                    wrong.append(f"{name} loop {number} cel {index}: {cel}, should be {recorded}")
                outcome["cels that do not fit" if recorded is None else "cels"] += 1
        outcome["views equal" if equal else "views different"] += 1
    for key, count in outcome.items():
        record_property(key, count)
    print(f"views: {dict(outcome)} of {len(rows)} rows")
    assert not wrong, "\n".join(wrong[:20])
    assert outcome["views equal"] + outcome["views without ground truth"] == len(rows)
    assert outcome["views equal"] > 0
