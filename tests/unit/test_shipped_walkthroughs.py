"""Walkthroughs of the demo game and the templates hold, also at another pace, and fail where the game changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu import Game, open_game
from agi_emu.authoring.project_writing import TEMPLATES, new_project
from agi_emu.checking.scripts import PICTURE, walked
from agi_emu.data import demo_path
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.resources.projects.project import build_project

NAME = "walkthrough.agiwalk"
DEMO = demo_path().with_suffix("") / NAME


def changed(folder: Path, template: str, before: str = "", now: str = "") -> tuple[str, Game]:
    """Return the walkthrough of a template, and its game, with a text of its sources replaced."""
    files = new_project(template, "game")
    assert not before or any(before.encode() in data for name, data in files.items() if name != NAME)
    for name, data in files.items():
        path = folder / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if name == NAME or not before else data.replace(before.encode(), now.encode()))
    build_project(folder / "project", folder / "game.zip")
    return files[NAME].decode(), open_game(folder / "game.zip")


def outcome(script: str, game: Game) -> Outcome:
    return walked(NAME, script, game)


@pytest.mark.parametrize("template", sorted(TEMPLATES))
def test_those_of_the_templates_hold(tmp_path: Path, template: str) -> None:
    assert outcome(*changed(tmp_path, template)).lines() == [
        f"{NAME}: all {outcome(*changed(tmp_path, template)).details['steps']} steps hold"
    ]


def test_that_of_the_demo_game_wins_it() -> None:
    found = outcome(DEMO.read_text(), open_game(demo_path()))
    assert found.status is Status.EQUAL, found.lines()
    assert "35 of 35 points" in DEMO.read_text()


@pytest.mark.parametrize("pace", ["animationInterval = 1;", "animationInterval = 5;"])
def test_another_pace_changes_nothing(tmp_path: Path, pace: str) -> None:
    assert outcome(*changed(tmp_path, "garden", "animationInterval = 2;", pace)).equal


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ("The key turns.", "The lock clicks.", 'line 16: .*"The lock clicks. The door is open."'),
        ("currentScore += 1;", "currentScore += 2;", "line 14: expect score 1: not within 10 seconds; score is 2"),
        ("if (egoHitSpecial && shed.open) {", "if (f99) {", "line 19: expect room 2: not within .*; room is 1"),
    ],
)
def test_what_changed_is_told_at_its_line(tmp_path: Path, before: str, now: str, said: str) -> None:
    found = outcome(*changed(tmp_path, "garden", before, now))
    assert (found.status, found.code) == (Status.DIFFERENT, 1)
    pytest.importorskip("PIL")
    assert found.details[PICTURE].startswith("data:image/png;base64,")
    with pytest.raises(AssertionError, match=said):
        raise AssertionError(found.failure)
