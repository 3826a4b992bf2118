"""A report names who wrote a differing value last, in the run as recorded and in the one of now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agi_emu import Machine, Recorder, open_game
from agi_emu.checking.check import check
from agi_emu.recording.comparing.compare import compare_with_game
from agi_emu.reporting.case import Case
from agi_emu.reporting.page import report_html
from tests.own_games.building import GameBuilder

LOGIC_0 = "v10 = 2; v40++; if (v40 == 5) { {} } return();"


def test_both_sides_of_a_difference_have_their_last_writer(build_game: GameBuilder) -> None:
    was = open_game(build_game({0: LOGIC_0.replace("{}", "v60 = 7; set(f70);")}))
    now = open_game(build_game({0: LOGIC_0.replace("{}", "v60 = 7; v60++; v3 = 1;")}))
    recorder = Recorder(Machine(was, seed=1))
    recorder.run(seconds=2)
    recording = recorder.recording
    outcome = replace(compare_with_game(now, recording), name="try")
    case = Case(outcome, recording, now, was)
    named = {each.name: (each.expected, each.actual) for each in case.moments[0].writers}
    assert set(named) == {"v3", "v60", "f70"}
    assert named["v60"] == (
        "v60 became 7 (was 0) at logic 0, offset 12, v60 = 7; cycle 4, room 0",
        "v60 became 8 (was 7) at logic 0, offset 15, v60++; cycle 4, room 0",
    )
    assert named["v3"][0] == "currentScore (v3) has not changed since cycle 0"
    assert named["f70"][1] == "f70 has not changed since cycle 0"
    assert all(not each.writers for each in case.moments[1:])
    assert "Who wrote last what differs" in report_html([case])


WALKER = "if (v40 == 0) { animate.obj(o3); position(o3, 20, 100); } v40++; if (v40 == 5) { {} } return();"


@pytest.mark.parametrize(
    ("logic", "was", "now", "lines"),
    [
        (
            LOGIC_0,
            "v60 = 7;",
            "v60 = 7; v60++;",
            [
                "expected: v60 became 7 (was 0) at logic 0, offset 12, v60 = 7; cycle 4, room 0",
                "actual: v60 became 8 (was 7) at logic 0, offset 15, v60++; cycle 4, room 0",
            ],
        ),
        (
            WALKER,
            "position(o3, 30, 100);",
            "position(o3, 31, 100);",
            [
                "expected: o3.x became 30 (was 20) at logic 0, offset 22, position(o3, 30, 100); cycle 4, room 0",
                "actual: o3.x became 31 (was 20) at logic 0, offset 22, position(o3, 31, 100); cycle 4, room 0",
            ],
        ),
    ],
)
def test_a_comparison_says_it_in_text(
    build_game: GameBuilder, tmp_path: Path, logic: str, was: str, now: str, lines: list[str]
) -> None:
    recorded, changed = (build_game({0: logic.replace("{}", each)}) for each in (was, now))
    path = tmp_path / "try.agirec"
    recorder = Recorder(Machine(open_game(recorded), seed=1))
    recorder.run(seconds=2)
    recorder.recording.save(path)
    found = [line.strip() for line in check(path, game=changed, reference=recorded).lines()]
    assert [line for line in found if line in lines] == lines
    assert [line for line in found if line.startswith(("expected:", "actual:"))][:2] == lines


def test_without_the_game_as_recorded_one_side_is_known(build_game: GameBuilder, tmp_path: Path) -> None:
    recorded, changed = (build_game({0: LOGIC_0.replace("{}", each)}) for each in ("v60 = 7;", "v60 = 8;"))
    path = tmp_path / "try.agirec"
    recorder = Recorder(Machine(open_game(recorded), seed=1))
    recorder.run(seconds=2)
    recorder.recording.save(path)
    recorded.rename(tmp_path / "gone")
    found = [line.strip() for line in check(path, game=changed).lines()]
    assert "actual: v60 became 8 (was 0) at logic 0, offset 12, v60 = 8; cycle 4, room 0" in found
    assert not any(line.startswith("expected:") for line in found)
