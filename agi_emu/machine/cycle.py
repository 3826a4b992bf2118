"""The main loop: the order of a cycle, with the position in it as state.

Sources: reference: cycle-and-timing.md 2, findings.md 2.

A phase does its work, moves the cursor and says at which stop the machine now stands, or None to go on. Whatever waits
sets `cycle.beat_due`; whatever opens a window pushes a modal record. Both come before the next phase.
"""

from __future__ import annotations

import ctypes
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

from agi_emu.machine import input_line, keys, menu, modal, status, trace_window, vm
from agi_emu.machine.binding import TrappableError
from agi_emu.machine.settings import RUNAWAY_UNITS

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

EGO = 0
TANDY = 2
TANDY_DIRECTIONS = {ord(digit): direction for direction, digit in enumerate("589632147")}
"""Digits that are directions on a Tandy (reference: keyboard.md 3.3)."""


class Stop(IntFlag):
    """Where `advance` can stop."""

    BEAT = 1
    """The machine waits for the next beat."""
    CYCLE = 2
    """Top of the main loop: the cycle has fully run."""
    READY = 4
    """After the wait, before input is read."""
    WAITING = 8
    """A window, prompt or menu found no event."""
    ENDED = 16
    """The program has ended."""


class BeatReason(IntEnum):
    """Why the machine waits for a beat (state: cycle.beat_due)."""

    ZERO_DELAY = 1
    ANIMATION = 2
    POLL = 3
    WORK = 4
    IDLE = 5


class Phase(IntEnum):
    """Position in the cycle; the numbers are part of saved states."""

    TOP = 0
    DELAY = 1
    READY = 2
    INPUT = 3
    EVENTS = 4
    DIRECTIONS = 5
    SCAN = 6
    LOGIC = 7
    FINISH = 8


def work(m: Machine) -> Stop:
    """Run until the machine stands at a stop."""
    state = m.state
    cycle = state.cycle
    while True:
        if state.general.exited:
            return Stop.ENDED
        if cycle.beat_due:
            return Stop.BEAT
        if state.general.hung:
            cycle.beat_due = BeatReason.IDLE
            return Stop.BEAT | Stop.WAITING
        try:
            if state.modal.depth:
                if modal.turn(m):
                    wait_for_event(m)
                    return Stop.BEAT | Stop.WAITING
                continue
            stop = PHASES[cycle.phase](m)
        except TrappableError as error:
            # Also outside the logics: string 0, the prompt, can name a message that is not there.
            vm.raise_error(m, error.code, error.value)
            continue
        if stop is not None:
            return stop


def wait_for_event(m: Machine) -> None:
    """Let time pass until the next poll can find something new.

    In the recordings' convention the 61st empty poll does that; those that would only find nothing again are skipped.
    """
    cycle = m.state.cycle
    cycle.poll_count = 0
    cycle.beat_due = BeatReason.POLL if m.settings.budget.units is None else BeatReason.IDLE


def refill_work(m: Machine) -> None:
    """Give the processor the work of one beat; what was overdrawn is paid back."""
    units = m.settings.budget.units
    vm_state = m.state.vm
    vm_state.work = RUNAWAY_UNITS if units is None else min(vm_state.work, 0) + units


def top(m: Machine) -> Stop | None:
    """Stand at the top of the main loop."""
    cycle = m.state.cycle
    cycle.phase = Phase.DELAY
    cycle.poll_count = 0
    cycle.zero_beats = 255
    if m.settings.budget.units is None:
        refill_work(m)
    return Stop.CYCLE


def delay(m: Machine) -> Stop | None:
    """Wait until the animation counter has reached v10, then zero it: work counts towards the next wait."""
    state = m.state
    cycle = state.cycle
    if cycle.zero_beats == 255:
        cycle.zero_beats = m.settings.budget.zero_delay_beats if state.vars[10] == 0 else 0
    if cycle.zero_beats:
        cycle.zero_beats -= 1
        cycle.beat_due = BeatReason.ZERO_DELAY
    elif state.clock.animation < state.vars[10]:
        cycle.beat_due = BeatReason.ANIMATION
    else:
        state.clock.animation = 0
        cycle.phase = Phase.READY
    return None


def ready(m: Machine) -> Stop | None:
    """Stand before input is read: scripted keys go in here."""
    m.state.cycle.phase = Phase.INPUT
    return Stop.READY


def begin_input(m: Machine) -> Stop | None:
    """Clear what a cycle's input sets; open the menu when menu.input asked for it."""
    state = m.state
    ctypes.memset(state.controllers, 0, 256)
    m.set_flag(2, False)
    m.set_flag(4, False)
    state.vars[19] = 0
    state.vars[9] = 0
    state.cycle.phase = Phase.EVENTS
    if menu.is_due(m):
        menu.open_menu(m)
    return None


def events(m: Machine) -> Stop | None:
    """Take every event of the queue; keys behind an Enter belong to the same cycle."""
    while True:
        event = m.next_event()
        if event is None:
            m.state.cycle.phase = Phase.DIRECTIONS
            return None
        take_event(m, *event)
        if m.state.modal.depth:
            return None


def take_event(m: Machine, kind: int, value: int) -> None:
    """Let one event act: a controller, a direction, or a character for v19 and the input line."""
    state = m.state
    if kind == modal.CHARACTER:
        controller = keys.controller_of(m, value)
        if controller is not None:
            state.controllers[controller] = 1
            return
        if state.vars[20] == TANDY and value in TANDY_DIRECTIONS:
            turn_ego(m, TANDY_DIRECTIONS[value])
            return
        state.vars[19] = value & 0xFF
        if state.input.enabled:
            input_line.take_char(m, value & 0xFF)
    elif kind == modal.DIRECTION:
        turn_ego(m, value)
    else:
        state.controllers[value & 0xFF] = 1


def turn_ego(m: Machine, direction: int) -> None:
    """Set v6; the direction in which ego goes already stops it."""
    state = m.state
    ego = state.objects[EGO]
    state.vars[6] = 0 if direction == ego.direction else direction
    if state.general.player_control:
        ego.motion = 0


def directions(m: Machine) -> Stop | None:
    """Exchange v6 and ego's direction, recompute the objects' directions, remember score and sound."""
    state = m.state
    ego = state.objects[EGO]
    if state.general.player_control:
        ego.direction = state.vars[6]
    else:
        state.vars[6] = ego.direction
    m.core.direction_pass()
    state.cycle.old_score = state.vars[3]
    state.cycle.old_sound = m.flag(9)
    state.cycle.phase = Phase.SCAN
    return None


def scan(m: Machine) -> Stop | None:
    """Begin logic 0; new.room, restart, restore and errors come back here."""
    m.state.vm.depth = 0
    m.core.enter(0)
    trace_window.show_start(m)
    m.state.cycle.phase = Phase.LOGIC
    return None


def logic(m: Machine) -> Stop | None:
    """Run the logics; abandoned ones begin again with what a new scan clears."""
    cycle = m.state.cycle
    if cycle.rescan:
        cycle.rescan = 0
        variables = m.state.vars
        variables[4] = variables[5] = variables[9] = 0
        m.set_flag(2, False)
        cycle.old_score = variables[3]
        cycle.phase = Phase.SCAN
    elif vm.run(m):
        cycle.phase = Phase.FINISH
    return None


def finish(m: Machine) -> Stop | None:
    """End the cycle: status line, flags of one cycle, animation."""
    state = m.state
    cycle = state.cycle
    variables = state.vars
    state.objects[EGO].direction = variables[6]
    if variables[3] != cycle.old_score or m.flag(9) != cycle.old_sound:
        status.draw(m)
    variables[4] = variables[5] = 0
    for flag in (5, 6, 12):
        m.set_flag(flag, False)
    if not state.general.text_mode and m.core.animate() and not m.bounded_search:
        m.hang("a moving object has no free place and the original searches for ever")
    cycle.number += 1
    cycle.phase = Phase.TOP
    return None


PHASES = (top, delay, ready, begin_input, events, directions, scan, logic, finish)
"""In the order of Phase."""
