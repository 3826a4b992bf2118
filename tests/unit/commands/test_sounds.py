"""Sounds (reference: SND-6 to SND-11, SND-13)."""

from __future__ import annotations

from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage

# One note of 30 beats on each voice.
NOTE = "1E 00 05 86 90 FF FF"
TONE = bytes.fromhex(f"0800 0F00 1600 1D00 {NOTE} {NOTE} {NOTE} {NOTE}")


@covers("load.sound", "sound")
def test_sound_sets_its_flag_at_the_end(play: Stage) -> None:
    # reference: SND-8
    m = play.room("load.sound(1); set(f90); sound(1, f90); if (!f90) { v40 = 1; }", sounds={1: TONE})
    assert m.vars[40] == 1
    assert not m.flag(90)
    m.run(seconds=1)
    assert m.flag(90)
    assert m.port_writes


@covers("stop.sound", "sound")
def test_stop_sound_sets_the_flag(play: Stage) -> None:
    m = play.room("load.sound(1); sound(1, f90); stop.sound(); if (f90) { v40 = 1; }", sounds={1: TONE})
    assert m.vars[40] == 1
    # reference: SND-7: with nothing playing it sets nothing
    m = play.room("reset(f90); stop.sound(); if (f90) { v40 = 1; }")
    assert m.vars[40] == 0


@covers("sound")
def test_sound_over_a_playing_one_ends_that_one(play: Stage) -> None:
    # reference: SND-6
    m = play.room(
        "load.sound(1); sound(1, f90); sound(1, f91); if (f90) { v40 = 1; } if (f91) { v41 = 1; }", sounds={1: TONE}
    )
    assert (m.vars[40], m.vars[41]) == (1, 0)


@covers("sound", "reset")
def test_flag_9_off_ends_a_sound(play: Stage) -> None:
    # reference: SND-9
    m = play.room("load.sound(1); sound(1, f90);", "reset(f9);", sounds={1: TONE}, cycles=3)
    assert m.flag(90)
