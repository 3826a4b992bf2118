"""Over the sources of real games: places are answered, renaming and formatting keep bytes, typing breaks nothing.

Here a part of what ``python -m tests.unit.editor.over_games`` does with all of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.editor.over_games import Effort, archives, extracted, try_game

PART = Effort(places=90, edits=20, renamed=3, formatted=20)
GAMES = sorted(archives(), key=lambda path: path.stat().st_size)[:40:8]
"""Five of the smaller half: most of the time goes into making projects of games."""

pytestmark = [pytest.mark.games, pytest.mark.slow]


@pytest.mark.parametrize("archive", GAMES, ids=lambda path: path.stem)
def test_editors_may_ask_type_rename_and_format(archive: Path, tmp_path: Path) -> None:
    project = extracted(archive, tmp_path / "project")
    assert project is not None
    done = try_game(project, archive.stem, PART)
    assert done["places"] == PART.places
    assert done["answers"] > PART.places / 10
    assert done["edits"] == PART.edits
    assert done["formatted"]
    assert any(name.startswith("renamed") for name in done)
