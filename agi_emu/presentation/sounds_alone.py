"""Plays one sound of a game by itself on a machine that runs no logics: for files, or to find what was sent before.

A state holds where the sound's voices stand, not what the ports got: a note is written once, when it begins. Who joins
a machine there (a state was loaded, time was turned back, a recording was sought) would hear nothing of the notes under
way. So the sound is played again, unheard and on a machine of its own, until its voices stand where the state has them.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from agi_emu._core.port_log import packed, unpacked
from agi_emu.facts.codes import BEATS_PER_SECOND, Flag, Var
from agi_emu.facts.errors import ResourceError
from agi_emu.machine import sound
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.presentation.synthesiser import DEFAULT_RATE, Synthesiser, samples_of
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

    def samples(self, rate: int = DEFAULT_RATE) -> memoryview[int]:
        """Return what is heard, 16 bits and mono."""
        return samples_of(self.log, self.beats + TAIL_BEATS, self.machine, rate)


def play_alone(game: Game, number: int, machine: str = "tandy", *, longest: int = LONGEST_BEATS) -> Solo:
    """Play sound `number` of a game on a machine (pc, pcjr, tandy) for at most `longest` beats."""
    if number not in game.sounds:
        count = len(list(game.sounds))
        raise ResourceError(f"{game.id}: sound {number} does not exist; there are {count}, listed by agi-emu info")
    player = Machine(game, settings=Settings(machine=machine))
    player.set_flag(Flag.SOUND_ON, True)
    sound.start(player.unguarded, number, END_FLAG)
    begun = packed(player.port_writes)
    beats, played = sound.play(player.unguarded, longest)
    return Solo(machine, begun + played, beats, not player.unguarded.state.sound.playing)


def under_way(machine: Machine) -> tuple[int, array[int]]:
    """Return how many beats the sound that plays has got, 0 for none, and the log of all it sent to the ports.

    Beat 0 of the log is the one in which it was started. The machine is only read. Nothing is returned of a sound that
    the game does not have (any more) or that has played for more than `LONGEST_BEATS`. Levels are those that
    variable 23 gives now; the next beat writes all of them again.
    """
    playing = machine.unguarded.state.sound
    if not playing.playing or playing.number not in machine.game.sounds:
        return 0, array("Q")
    player = Machine(machine.game, settings=machine.settings)
    player.set_flag(Flag.SOUND_ON, True)
    player.vars[Var.ATTENUATION] = machine.vars[Var.ATTENUATION]
    sound.start(player.unguarded, playing.number, playing.end_flag)
    begun = packed(player.port_writes)
    beats, log = sound.play(player.unguarded, LONGEST_BEATS, until=machine.unguarded)
    if not sound.stand_alike(player.unguarded, machine.unguarded):
        return 0, array("Q")
    return beats, begun + log


def synthesiser_of(machine: Machine, rate: int = DEFAULT_RATE) -> Synthesiser:
    """Return a synthesiser of a machine's hardware that stands where the machine does in the sound that it plays."""
    synthesiser = Synthesiser(machine.settings.machine, rate)
    beats, log = under_way(machine)
    if log:
        synthesiser.run(log, beats + 1)
    return synthesiser
