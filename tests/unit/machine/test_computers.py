"""A game goes on with another computer, and a player hears of voices that the speaker lacks."""

from __future__ import annotations

import pytest

from agi_emu.facts.codes import Flag, Var
from agi_emu.machine.saving.resuming import on_computer
from agi_emu.window.host.sound_out import SENTENCE, FourVoices
from tests.unit.commands.conftest import play
from tests.unit.commands.stage import Stage

__all__ = ["play"]


def sound(voices: int, beats: int = 60) -> bytes:
    """Return a sound whose first voices have one note of this length."""
    note = beats.to_bytes(2, "little") + bytes([0x10, 0x80, 0x90])
    ends = b"\xff\xff"
    bodies = [note + ends if voice < voices else ends for voice in range(4)]
    offsets = [8 + sum(map(len, bodies[:voice])) for voice in range(4)]
    return b"".join(offset.to_bytes(2, "little") for offset in offsets) + b"".join(bodies)


@pytest.mark.parametrize(("computer", "number", "voices"), [("tandy", 2, 3), ("pcjr", 1, 3), ("pc", 0, 1)])
def test_the_game_learns_of_its_new_computer(play: Stage, computer: str, number: int, voices: int) -> None:
    # reference: SAVE-26: as after restoring on that computer
    m = play.room("v60 = 7; load.sound(1); sound(1, f90);", sounds={1: sound(4, 600)})
    assert m.state.sound.playing
    other = on_computer(m, computer)
    assert other.settings.machine == computer
    assert (other.vars[Var.COMPUTER], other.vars[Var.VOICES]) == (number, voices)
    assert other.flag(Flag.HAS_NOISE) is (computer != "pc")
    assert other.vars[60] == 7
    assert other.frame == m.frame
    assert not other.state.sound.playing
    assert other.flag(90)
    assert m.state.sound.playing, "the other machine is left alone"


@pytest.mark.parametrize(("machine", "voices", "told"), [("pc", 3, 1), ("pc", 1, 0), ("tandy", 3, 0)])
def test_the_player_is_told_once_of_more_voices(play: Stage, machine: str, voices: int, told: int) -> None:
    m = play.room("load.sound(1); sound(1, f90);", sounds={1: sound(voices, 600)}, machine=machine)
    heard: list[str] = []
    observer = FourVoices(heard.append)
    for _ in range(3):
        observer.after(m, [])
        m.cycle(beats=10)
    assert heard == [SENTENCE] * told
