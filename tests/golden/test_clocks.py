"""What cycles cost the original, computed from what they ask of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.accuracy import clocks

pytestmark = [pytest.mark.golden, pytest.mark.games, pytest.mark.slow]

SHARED = Path(os.environ.get("AGI_EMU_SHARED") or Path(__file__).parents[3] / "shared")


@pytest.fixture(scope="module")
def found() -> list[clocks.Summary]:
    """Return the errors by computer."""
    if not clocks.has_clocks():
        pytest.skip(f"needs the clocks of the original's cycles in {SHARED / 'speed'}")
    return clocks.summaries()


@pytest.mark.parametrize(("share", "most"), [(0.5, 0.03), (0.9, 0.06), (1, 0.12)])
def test_cycles_cost_what_they_cost_the_original(found: list[clocks.Summary], share: float, most: float) -> None:
    # reference: TIME-34
    assert {
        each.computer: clocks.rank(each.games, share) for each in found if clocks.rank(each.games, share) > most
    } == {}


def test_cycles_that_draw_pictures_cost_what_they_cost_the_original(found: list[clocks.Summary]) -> None:
    # reference: TIME-34
    assert {each.computer: each.pictures for each in found if each.pictures > 0.15} == {}


def test_games_reach_the_pace_that_they_reached_on_the_original(found: list[clocks.Summary]) -> None:
    # reference: TIME-34
    paces = {each.computer: each.paces for each in found if each.paces}
    assert set(paces) == {"pc", "pcjr", "at"}
    assert [
        (computer, each.run, each.ours, each.theirs)
        for computer, of_games in paces.items()
        for each in of_games
        if each.share > 0.05
    ] == []
