"""The sound that a machine plays in the middle of it: what it has sent to the ports before.

A state holds where the sound's voices stand, not what the ports got: a note is written once, when it begins. Who joins
a machine there (a state was loaded, time was turned back, a recording was sought) would hear nothing of the notes under
way. So the sound is played again, unheard and on a machine of its own, until its voices stand where the state has them.
"""

from __future__ import annotations

from array import array

from agi_emu._core.port_log import packed
from agi_emu.facts.codes import Flag, Var
from agi_emu.machine import sound
from agi_emu.machine.machine import Machine
from agi_emu.presentation.solo import LONGEST_BEATS
from agi_emu.presentation.synthesiser import DEFAULT_RATE, Synthesiser


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
    sound.start(player, playing.number, playing.end_flag)
    begun = packed(player.port_writes)
    beats, log = sound.play(player, LONGEST_BEATS, until=machine)
    if not sound.stand_alike(player, machine):
        return 0, array("Q")
    return beats, begun + log


def synthesiser_of(machine: Machine, rate: int = DEFAULT_RATE) -> Synthesiser:
    """Return a synthesiser of a machine's hardware that stands where the machine does in the sound that it plays."""
    synthesiser = Synthesiser(machine.settings.machine, rate)
    beats, log = under_way(machine)
    if log:
        synthesiser.run(log, beats + 1)
    return synthesiser
