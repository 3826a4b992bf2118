"""Waits as a guided player does: for variables that count, ends of movements and scenes; closes windows meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.lab.exploring.aimable_goals import is_under_way
from agi_emu.machine.input.events import key_events

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from agi_emu.lab.exploring.answers import WindowAnswers
    from agi_emu.lab.exploring.takes import Hand
    from agi_emu.logic.clauses import Test

CYCLES_PER_NUDGE, CYCLES_WITH_NUDGES = 50, 200
LONGEST_WAIT, STILL_CYCLES = 450, 110
"""Cycles of waiting for a variable that counts, at most, and those in which it stands still."""
MOST_WINDOWS = 6
"""Windows that are closed one after the other, or on a walk."""
CYCLES_OF_A_PAUSE = 60
"""Cycles without anything new after which a scene is over that brought something new."""
NUDGES = ("enter", "space", "esc", "y", "n", "1")


class Waits:
    """Lets cycles pass."""

    def __init__(self, answers: WindowAnswers, chance: random.Random, step: Callable[[], bool]) -> None:
        """`step` runs a cycle and returns whether the play goes on."""
        self._answers = answers
        self._chance = chance
        self._step = step

    def close_windows(self, hand: Hand) -> None:
        """Answer some windows, one after the other."""
        for _ in range(MOST_WINDOWS):
            if hand.machine.modal is None or hand.machine.unguarded.state.general.exited:
                return
            hand.begin()
            self._answers.answer(hand)
            self._step()

    def wait_for(self, hand: Hand, counter: Test) -> None:
        """Wait until a variable has a wanted value or stands still, or a movement ends; close windows meanwhile.

        As long as that brings something new, wait on.
        """
        state, core = hand.machine.unguarded.state, hand.machine.core
        variable, wanted = (*counter.operands, -1)[:2]
        values = state.vars
        still, value, marks, quiet, is_over, left = 0, -1, core.new_marks, CYCLES_OF_A_PAUSE, False, LONGEST_WAIT
        while left and not (is_over and quiet >= CYCLES_OF_A_PAUSE):
            self.close_windows(hand)
            if not self._step() and hand.machine.modal is None:
                return
            left, quiet = (left - 1, quiet + 1) if core.new_marks == marks else (LONGEST_WAIT, 0)
            marks = core.new_marks
            is_met = values[variable] == wanted and counter.name == "equaln"
            still, value = (still + 1 if values[variable] == value else 0), values[variable]
            is_over = is_over or is_met or not is_under_way(counter, state) or still > STILL_CYCLES

    def wait(self, cycles: int) -> None:
        """Do nothing for some cycles."""
        for _ in range(cycles):
            if not self._step():
                return

    def wait_for_control(self, hand: Hand, cycles: int) -> None:
        """Wait until the player has control, press keys at first, and close windows on the way."""
        state = hand.machine.unguarded.state
        last = state.cycle.number + cycles
        last_key = state.cycle.number + CYCLES_WITH_NUDGES
        while state.cycle.number <= last and not (state.general.player_control or state.general.exited):
            if hand.machine.modal is not None:
                hand.begin()
                self._answers.answer(hand)
            elif state.cycle.number % CYCLES_PER_NUDGE == 0 and state.cycle.number < last_key:
                self.nudge(hand)
            if not self._step() and hand.machine.modal is None:
                return

    def nudge(self, hand: Hand) -> None:
        """Press a key because a logic seems to wait for one."""
        hand.begin()
        hand.press(key_events(self._chance.choice(NUDGES)))
