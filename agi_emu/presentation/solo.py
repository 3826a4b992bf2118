"""One sound of a game by itself: its port writes, from a machine that runs no logics."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from agi_emu._core.port_log import packed, unpacked
from agi_emu.facts.codes import BEATS_PER_SECOND, Flag
from agi_emu.facts.errors import ResourceError
from agi_emu.machine import sound
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.presentation.synthesiser import DEFAULT_RATE, samples_of

if TYPE_CHECKING:
    from agi_emu.resources.game import Game

END_FLAG = 100
LONGEST_BEATS = 5 * 60 * BEATS_PER_SECOND
"""Sounds of more than five minutes are cut off: they are damaged, or have notes of duration 0."""
TAIL_BEATS = 6
"""Silence after a sound, in which the high-pass settles."""


class Solo(NamedTuple):
    """The port writes of a sound, the first notes in beat 1; its end sets the flag."""

    machine: str
    log: array[int]
    """Its port writes, packed (agi_emu/_core/port_log.pyx)."""
    beats: int
    """From its start to its end, or to where it was cut off."""
    is_whole: bool

    @property
    def port_writes(self) -> list[tuple[int, int, int]]:
        """Its port writes as (beat, port, value)."""
        return unpacked(self.log)

    def samples(self, rate: int = DEFAULT_RATE) -> array[int]:
        """Return what is heard, 16 bits and mono."""
        return samples_of(self.log, self.beats + TAIL_BEATS, self.machine, rate)


def play_alone(game: Game, number: int, machine: str = "tandy", *, longest: int = LONGEST_BEATS) -> Solo:
    """Play sound `number` of a game on a machine (pc, pcjr, tandy) for at most `longest` beats."""
    if number not in game.sounds:
        count = len(list(game.sounds))
        raise ResourceError(f"{game.id}: sound {number} does not exist; there are {count}, listed by agi-emu info")
    player = Machine(game, settings=Settings(machine=machine))
    player.set_flag(Flag.SOUND_ON, True)
    sound.start(player, number, END_FLAG)
    begun = packed(player.port_writes)
    beats, played = sound.play(player, longest)
    return Solo(machine, begun + played, beats, not player.unguarded.state.sound.playing)
