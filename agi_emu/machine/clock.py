"""Beats and ticks: what the timer interrupt does (reference: cycle-and-timing.md 1, findings.md 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine import keys, sound

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

BEATS_PER_SECOND = 60
BEATS_PER_TICK = 3
TICKS_PER_SECOND = 20


def beat(m: Machine) -> None:
    """Let one timer interrupt happen: the sound steps, and every third time the 20 Hz part runs."""
    clock = m.state.clock
    clock.beats += 1
    if m.state.sound.playing:
        sound.step(m)
    clock.divider += 1
    if clock.divider == BEATS_PER_TICK:
        clock.divider = 0
        tick(m)


def tick(m: Machine) -> None:
    """Run the 20 Hz part: counters, keyboard, and unless paused the animation counter and the clock variables."""
    clock = m.state.clock
    clock.ticks += 1
    clock.bios += 1
    keys.poll_bios(m)
    if clock.paused:
        return
    clock.animation = (clock.animation + 1) & 0xFFFF
    clock.fraction += 1
    if clock.fraction >= TICKS_PER_SECOND:
        clock.fraction -= TICKS_PER_SECOND
        _second(m)


def _second(m: Machine) -> None:
    """Advance v11 to v14; the comparisons use what the logics may have put there."""
    variables = m.state.vars
    variables[11] = (variables[11] + 1) & 0xFF
    if variables[11] >= 60:
        variables[11] = 0
        variables[12] = (variables[12] + 1) & 0xFF
    if variables[12] >= 60:
        variables[12] = 0
        variables[13] = (variables[13] + 1) & 0xFF
    if variables[13] >= 24:
        variables[13] = 0
        variables[14] = (variables[14] + 1) & 0xFF
