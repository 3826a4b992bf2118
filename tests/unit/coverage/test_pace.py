"""How fast rooms were on the computers of the time (reference: TIME-34)."""

from __future__ import annotations

import pytest

from agi_emu import Machine, open_game
from agi_emu.coverage.pace import PARTS, paces_of, part_of
from agi_emu.facts.clock_prices import prices_of
from agi_emu.machine.saving.starting import at_pace
from agi_emu.machine.settings import BUDGETS, Settings
from agi_emu.recording.replaying.played_recorder import Recorder
from tests.own_games.building import GameBuilder

SUM = "v90 = 0; :again v90++; if (v90 < 200) { goto(again); }"
"""Some 200 times what an action, a test and a jump take."""
LOGIC = f"""
v10 = 1;
if (v0 == 0) {{ new.room(1); }}
if (v0 == 1) {{ v60++; if (v60 > 30) {{ new.room(2); }} }}
if (v0 == 2) {{ v91 = 0; :outer {SUM} v91++; if (v91 < 4) {{ goto(outer); }} }}
return();
"""


def test_a_room_that_computes_misses_its_pace_on_a_pc_only(build_game: GameBuilder) -> None:
    recorder = Recorder(Machine(open_game(build_game({0: LOGIC, 1: "return();", 2: "return();"})), seed=1))
    recorder.run(seconds=4)
    rooms = paces_of(recorder.machine.game, [recorder.recording])
    quiet, busy = rooms[1], rooms[2]
    assert quiet.cycles > 25
    assert quiet.wanted == 20
    assert (quiet.reached("pc"), quiet.misses("pc")) == (20, False)
    prices = prices_of("pc")
    clocks = 800 * (prices["action 1"] + prices["test 3"] + prices["if"])
    assert busy.clocks["logics"] > busy.cycles * clocks
    assert busy.reached("pc") < 60 * 79_545 / clocks < busy.wanted
    assert busy.misses("pc")
    assert busy.reached("pc") < busy.reached("at") <= 20
    assert not busy.misses("at")


def test_every_price_belongs_to_a_part_of_a_cycle() -> None:
    numbered = ("action ", "test ", "beat")
    parts = {name: part_of(name) for name in prices_of("pc") if not name.startswith(numbered)}
    assert set(PARTS) <= set(parts.values())
    assert {name for name, part in parts.items() if part == "logics"} == {
        *("passed", "skipped", "skipped_in_group", "if", "goto", "not", "or", "return", "list", "said")
    }


def test_a_machine_goes_on_at_another_pace(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: LOGIC, 1: "return();", 2: "return();"})), seed=1)
    machine.run(cycles=50)
    slow = at_pace(machine, "pc-4.77")
    assert slow.settings == Settings(seed=1, budget=BUDGETS["pc-4.77"])
    assert slow.digests().frame == machine.digests().frame
    beats = slow.unguarded.state.clock.beats
    slow.run(cycles=20)
    assert slow.unguarded.state.clock.beats - beats > 100
    assert at_pace(slow, "smooth").unguarded.state.vm.work == 0
    hercules = Machine(machine.game, settings=Settings(display="hercules-green"))
    with pytest.raises(ValueError, match="how long hercules-green took"):
        at_pace(hercules, "at-8")
