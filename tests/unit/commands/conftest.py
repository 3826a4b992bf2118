"""The fixture that plays a few lines of LOGIC."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.own_games.building import GameBuilder
from tests.unit.commands.stage import Stage


@pytest.fixture
def play(request: pytest.FixtureRequest, build_game: GameBuilder) -> Iterator[Stage]:
    """A stage for the test's game; afterwards the commands that the test declares must have been run on it."""
    stage = Stage(build_game)
    yield stage
    declared = set(getattr(request.function, "covers", ()))
    missing = declared - stage.run_commands()
    assert not missing, f"the test covers {sorted(missing)} and did not run them"
