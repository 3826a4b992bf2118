"""How fast rooms were on the computers of the time (reference: TIME-34)."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageColor

from agi_emu import Machine, open_game
from agi_emu.coverage.pace import PARTS, RoomPace, paces_of, part_of, slow_rooms
from agi_emu.facts.clock_prices import prices_of
from agi_emu.machine.saving.resuming import at_pace
from agi_emu.machine.settings import BUDGETS, Settings
from agi_emu.recording.replaying.played_recorder import Recorder
from agi_emu.reporting.pace_picture import COLOURS, ROOM, TOP, pace_png
from agi_emu.resources.kinds import Kind
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
    (told,) = slow_rooms(rooms)
    assert told.startswith(f"room 2 misses its pace on a PC 4.77 MHz: {busy.reached('pc'):.1f} of 20.0 cycles")
    # Each room calls a logic of its own once, and none is loaded for it before.
    game = recorder.machine.game
    assert (quiet.visits, busy.visits) == (1, 1)
    assert (quiet.seeks, quiet.disk_bytes) == (1, 5 + len(game.stored(Kind.LOGIC, 1).data))


def test_the_picture_has_a_bar_for_each_room_and_computer() -> None:
    computers = {"pc": "PC", "at": "AT"} | dict.fromkeys(("pcjr", "tandy"), "another")
    fast, slow = (RoomPace(cycles=100, asked=600, beats=dict.fromkeys(computers, beats)) for beats in (600, 1200))
    image = Image.open(io.BytesIO(pace_png({1: fast, 2: slow}, computers))).convert("RGB")
    red = ImageColor.getrgb(COLOURS[0])
    # The key stands above the bars.
    lengths = [sum(image.getpixel((x, TOP + ROOM * room + 3)) == red for x in range(image.width)) for room in range(2)]
    assert lengths[0] == pytest.approx(2 * lengths[1], abs=2)
    assert image.height == TOP + 2 * ROOM


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
