"""What tests against the ground truth share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.accuracy.ground_truth import GroundTruth


@pytest.fixture(scope="session")
def truth(golden: Path, games: Path) -> GroundTruth:
    """The recordings of the original, with the games that were recorded."""
    return GroundTruth(golden, games)
