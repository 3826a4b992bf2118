"""Tells a run that was played from one that was only started: what a short start leaves must not hide a longer run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.facts.codes import BEATS_PER_SECOND, ObjectFlag, Var
from agi_emu.facts.errors import SaveError

if TYPE_CHECKING:
    from agi_emu.keeping.saves.state_folder import SavedState
    from agi_emu.machine.machine import Machine
    from agi_emu.state.layout import StateLayout

SHORT_RUN_BEATS = 60 * BEATS_PER_SECOND
"""A run of this length counts in any case."""


class RunProgress:
    """Watches one run: whether it has lasted, scored, or brought ego from one room into another."""

    def __init__(self, machine: Machine) -> None:
        """Begin with the machine as it is: at power-on, or at a state that was loaded."""
        self.is_made = machine.unguarded.state.clock.beats > 0
        """Whether the run is worth continuing; one that continues another run is."""
        self._room: int | None = None

    def after(self, machine: Machine) -> None:
        """Look at the machine after a stop."""
        if self.is_made:
            return
        state = machine.unguarded.state
        variables = state.vars
        if state.clock.beats >= SHORT_RUN_BEATS or variables[Var.SCORE]:
            self.is_made = True
        elif _is_played(state):
            room = variables[Var.ROOM]
            self.is_made = self._room not in (None, room)
            self._room = room


def _is_played(state: StateLayout) -> bool:
    """Return whether the player moves somebody: a title that shows one picture after another draws no ego."""
    return bool(state.general.player_control and state.objects[0].flags & ObjectFlag.DRAWN)


def is_mere_start(saved: SavedState) -> bool:
    """Return whether a state is what a short start left of a title: any other state is worth more, however old.

    Short starts save nothing today where there are other states; they did before.
    """
    from agi_emu.state.files.state_chunks import read_contents
    from agi_emu.state.layout import StateLayout
    from agi_emu.state.progress import put_at_start

    summary = saved.contents.summary
    if not saved.is_automatic or summary.beats >= SHORT_RUN_BEATS or summary.score:
        return False
    at_start = StateLayout()
    put_at_start(at_start)
    try:
        contents, _ = read_contents(saved.data, at_start)
    except SaveError:
        return False
    return not _is_played(contents.state)
