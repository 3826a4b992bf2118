"""A report names who wrote a differing value last, in the run as recorded and in the one of now."""

from __future__ import annotations

from dataclasses import replace

from agi_emu import Machine, Recorder, open_game
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
