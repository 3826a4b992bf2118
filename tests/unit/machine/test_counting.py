"""What a cycle asks of the original's routines, counted (reference: TIME-34)."""

from __future__ import annotations

from agi_emu import Machine, open_game
from agi_emu._core.counting import begin_counting, take_counts
from tests.own_games.building import GameBuilder

LOGIC_0 = """
if (v60 == 1) { v61 = 2; v62 = 3; }
if (v60 == 0 || v60 == 1) { v63++; }
if (!isset(f200)) { call(1); }
return();
"""


def test_counts_say_what_a_cycle_asks_for(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: LOGIC_0, 1: "return();"})), seed=1)
    begin_counting(machine.core, machine.screen)
    machine.run(cycles=2)
    take_counts(machine.core)
    machine.run(cycles=1)
    counts = take_counts(machine.core)
    # The first condition is false and passes its end; the group is true at once and passes its other test and its end.
    assert (counts["if"], counts["passed"], counts["skipped"], counts["skipped_in_group"]) == (3, 1, 1, 2)
    assert (counts["test 1"], counts["test 7"], counts["not"], counts["or"]) == (2, 1, 1, 1)
    # Logic 1 is not in memory, so it is loaded for the call, and all objects are taken out and put back around it.
    assert (counts["called 1"], counts["return"], counts["action 22"], counts["list"]) == (1, 2, 1, 2)
    assert (counts["lists"], counts.get("saved")) == (4, None)
    assert take_counts(machine.core) == {}


def test_who_never_began_has_no_counts(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: "return();"})), seed=1)
    machine.run(cycles=1)
    assert take_counts(machine.core) == {}
