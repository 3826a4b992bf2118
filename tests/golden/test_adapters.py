"""The program beside the original's own drivers: a play and the pictures of one game; make accuracy compares all."""

from __future__ import annotations

import pytest

from tests.accuracy import adapters
from tests.accuracy.adapters import AdapterTables, new_scores

pytestmark = pytest.mark.skipif(not adapters.folder().is_dir(), reason="the tables of the adapters are not here")


def test_a_play_shows_the_same_on_every_adapter() -> None:
    # reference: PIC-41, PIC-44 to PIC-47, PIC-50, TEXT-10, TEXT-85, TEXT-86
    scores = new_scores()
    AdapterTables(adapters.folder()).compare_screens(scores, only="ltec")
    assert {name: (score.equal, score.differing) for name, score in scores.items()} == {
        name: (score.checked, []) for name, score in scores.items()
    }
    assert min(score.checked for score in scores.values()) > 0


def test_pictures_are_the_same_on_every_adapter() -> None:
    scores = new_scores()
    AdapterTables(adapters.folder()).compare_pictures(scores, "pictures/pictures.jsonl", only="dashik")
    assert [score.differing for score in scores.values()] == [[]] * len(scores)
    assert min(score.checked for score in scores.values()) > 0
