"""Saves automatically: in a new room, every few minutes, before scripted sequences, and when the player leaves.

An observer of the session: it looks at the machine after every stop and writes nothing into it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BEATS_PER_SECOND, Var
from agi_emu.facts.errors import SaveError
from agi_emu.keeping.saves.state_folder import SHORT_RUN_BEATS
from agi_emu.machine.snapshots import MomentMemory, Snapshot
from agi_emu.state.progress import is_played, is_sequence

if TYPE_CHECKING:
    from agi_emu.keeping.saves.save_writer import SaveWriter
    from agi_emu.keeping.saves.state_folder import StateFolder
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.machine.machine import Machine
    from agi_emu.state.files.state_chunks import CarriedData

DEFAULT_MINUTES = 5
"""Minutes of the game's time between two automatic saves in a room."""
BEATS_PER_MINUTE = 3600
CONTROL_BEATS = BEATS_PER_SECOND
"""How long the player must have had control before a sequence is worth a save."""
SEQUENCE_PAUSE_BEATS = 10 * BEATS_PER_SECOND
"""Time between two saves before sequences; there is also at most one per stay in a room."""
RECENT_BEATS = 10 * BEATS_PER_SECOND
"""Play this recent may be lost: otherwise loading again and again would push everything else out of the ring."""
FIRST_SAVE_BEATS = BEATS_PER_SECOND
"""A younger machine has nothing to lose: the first picture comes before the first save."""

UNSEEN_BEATS = 8
"""Beats that may pass between two looks, where the game runs as fast as it can."""


class RunProgress:
    """Watches one run: whether it has lasted, scored, or brought ego from one room into another.

    What a short start leaves must not hide a longer run.
    """

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
        elif is_played(state):
            room = variables[Var.ROOM]
            self.is_made = self._room not in (None, room)
            self._room = room


class Autosave:
    """Watches one machine and saves it into a folder."""

    def __init__(
        self,
        machine: Machine,
        folder: StateFolder,
        writer: SaveWriter,
        *,
        minutes: int = DEFAULT_MINUTES,
        note: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """Save every `minutes` of the game's time, 0 for never; call `note` if saving stops working."""
        self._machine = machine
        self._folder = folder
        self._writer = writer
        self._interval = minutes * BEATS_PER_MINUTE
        self._note = note
        self._told = False
        self.carried: CarriedData | None = None
        self.before_sequence = b""
        """The state file of the moment before the current sequence; empty if there is none."""
        self._calm = MomentMemory()
        """The moment before this cycle; kept in it only while `_is_calm`."""
        self._is_calm = False
        self._scratch: Machine | None = None
        self._is_first_run: bool | None = None
        """Whether the folder had no state before the first one written here; None before that."""
        self.resumed()

    def resumed(self) -> None:
        """Restart the count: the machine was switched on or a state was loaded into it."""
        m = self._machine
        beats = m.unguarded.state.clock.beats
        self._progress = RunProgress(m)
        self._room = m.vars[Var.ROOM]
        self._last_beat = beats
        self._last_save = beats
        self._control_since: int | None = None
        self._last_sequence = beats - SEQUENCE_PAUSE_BEATS
        self._saved_before_sequence_here = False
        self._was_sequence = is_sequence(m.unguarded.state)
        self._is_calm = False
        self._calm_cycle = -1
        """The cycle in which `_calm` was kept."""
        self.before_sequence = b""

    def next_beat(self, machine: Machine) -> int:
        """Return the beat to look at next: rooms and sequences that a player sees last longer than what passes."""
        return machine.unguarded.state.clock.beats + UNSEEN_BEATS

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look at the machine after a stop."""
        if machine is not self._machine:
            return
        self._writer.poll()
        state = machine.unguarded.state
        beats = state.clock.beats
        if beats == self._last_beat:
            return
        if not self._progress.is_made:
            self._progress.after(machine)
        self._last_beat = beats
        room = state.vars[Var.ROOM]
        sequence = is_sequence(machine.unguarded.state)
        if sequence and not self._was_sequence:
            self._sequence_begins(beats)
        elif not sequence:
            if self._was_sequence or self._control_since is None:
                self._control_since = beats
            self.before_sequence = b""
            cycle = state.cycle.number
            if cycle != self._calm_cycle and beats - self._control_since >= CONTROL_BEATS and not state.modal.depth:
                # A microsecond or two; the file is made from it only if a sequence starts with the next cycle.
                machine.keep(self._calm)
                self._is_calm = True
                self._calm_cycle = cycle
        self._was_sequence = sequence
        if room != self._room:
            self._room = room
            self._saved_before_sequence_here = False
            if not state.vm.depth and beats >= FIRST_SAVE_BEATS:
                self.save(f"room {room}")
            else:
                self._room = -1  # Once the room's logic has run: now it is half entered.
        elif self._interval and beats - self._last_save >= self._interval:
            self.save("on the way")

    def save(self, description: str) -> None:
        """Save now. A failure never stops the game; it is reported once, and again only after a success."""
        m = self._machine
        if m.vars[Var.ROOM] == 0:
            return
        self._last_save = m.unguarded.state.clock.beats
        if not m.unguarded.state.general.exited:
            self._write(self._file(m, description, self.before_sequence))
        elif self._is_calm:
            # A game that has ended cannot be continued; the moment before it asked the player can.
            self._write(self._file(self._machine_at(self._calm.snapshot()), description, b""))

    def save_unless_recent(self, description: str) -> None:
        """Save before the player jumps in time, unless little was played since the last save."""
        if self._machine.unguarded.state.clock.beats - self._last_save >= RECENT_BEATS:
            self.save(description)

    def _sequence_begins(self, beats: int) -> None:
        """Keep and save the moment before, if the player really had control and the last such save is old enough."""
        is_calm, self._is_calm = self._is_calm, False
        self._control_since = None
        if not is_calm:
            return
        self.before_sequence = self._file(self._machine_at(self._calm.snapshot()), "before a sequence", b"")
        if self._saved_before_sequence_here or beats - self._last_sequence < SEQUENCE_PAUSE_BEATS:
            return
        self._last_sequence = beats
        self._saved_before_sequence_here = True
        self._write(self.before_sequence)

    def _machine_at(self, snapshot: Snapshot) -> Machine:
        """Return a second machine, at another moment."""
        if self._scratch is None:
            self._scratch = type(self._machine)(self._machine.game, settings=self._machine.settings)
        self._scratch.restore(replace(snapshot, disk=None))
        return self._scratch

    def file(self, description: str, before: bytes) -> bytes:
        """Return the machine as a state file; `before` is that of the moment before the current sequence."""
        return self._file(self._machine, description, before)

    def _file(self, m: Machine, description: str, before: bytes) -> bytes:
        # Imported when needed, usually after the first picture: it takes 10 ms.
        from agi_emu.machine.saving.state_saving import save_state

        if self.carried is None:
            return save_state(m, description, before=before)
        return save_state(m, description, before=before, carried=self.carried)

    def _write(self, data: bytes) -> None:
        made = self._progress.is_made
        self._writer.submit(lambda: self._write_if_worth_it(data, is_worth_it=made), self._was_written)

    def _write_if_worth_it(self, data: bytes, *, is_worth_it: bool) -> None:
        """Write in the thread of the writer. A run that was only started leaves the states of others alone."""
        if self._is_first_run is None:
            self._is_first_run = not self._folder.has_states()
        if is_worth_it or self._is_first_run:
            self._folder.save_automatic(data)

    def _was_written(self, problem: SaveError | None) -> None:
        if problem and not self._told:
            self._note(f"no automatic saves: {problem}")
        self._told = problem is not None
