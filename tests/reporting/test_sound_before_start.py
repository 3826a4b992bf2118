"""A report of a recording that begins in the middle of a note lets the note be heard."""

from __future__ import annotations

import base64
from array import array

from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.recording.head import StartKind
from agi_emu.recording.masks import NO_MASKS
from agi_emu.reporting.moment_sound import sound_around
from agi_emu.reporting.scenes import BEFORE_START, Moment, _Run
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder
from tests.replay.recorded import record

LOGIC = "v10 = 1; v40 += 1; if (v40 == 3) { load.sound(1); sound(1, f40); } return();"


def test_a_note_under_way_at_the_start_is_heard(build_game: GameBuilder) -> None:
    game = open_game(build_game({0: LOGIC}, sounds={1: "voice 0\na4:600\n"}))
    machine = Machine(game, settings=Settings(machine="tandy", seed=3))
    machine.run(ticks=10)
    assert machine.state.sound.playing
    recording = record(machine, {}, 30)
    assert recording.head.start.kind is StartKind.STATE
    run = _Run(game, recording, NO_MASKS)
    scene = run.scene_at(5)
    writes = list(run.writes_until(10, 30))
    assert {beat for beat, _, _ in writes} == {BEFORE_START, *range(1, 30)}
    assert (BEFORE_START, 0xC0, 0x8E) in writes, "the note's pitch (a4: divisor 254)"
    found = sound_around(Moment(5, (), None, scene, actual_writes=writes), "tandy")
    assert found is not None
    wave = base64.b64decode(found.actual.partition(",")[2])
    assert max(array("h", wave[44:])) > 1000
