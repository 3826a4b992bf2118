"""Handles states while playing: quick save, quick load, going back, and automatic saves.

It saves automatically in a new room, every few minutes, before scripted sequences, and when the player leaves.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from types import FrameType
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BEATS_PER_SECOND, Var
from agi_emu.facts.errors import SaveError
from agi_emu.keeping.saves.rewind import Rewind
from agi_emu.keeping.saves.save_folder import AUTOMATIC, SHORT_RUN_BEATS, SavedState, StateFolder
from agi_emu.keeping.saves.save_writer import SaveWriter
from agi_emu.machine.saving.dialogs import NOT_RESTORED, NOT_SAVED
from agi_emu.machine.snapshots import MomentMemory, Snapshot
from agi_emu.session import FAR
from agi_emu.state.progress import is_played, is_sequence

if TYPE_CHECKING:
    from agi_emu.keeping.saves.journal import Journal
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.saving.resuming import Resumed
    from agi_emu.session import Ending, Observer, Session
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
NOTED_BEATS = 16
"""A game is remembered after its first picture, which comes within 15 beats, but in its first second."""
FIRST_SAVE_BEATS = BEATS_PER_SECOND
"""A younger machine has nothing to lose: the first picture comes before the first save."""

MOST_JUMPS_WAITING = 4
"""Times that a game may begin again or restore while a disk is slow before a save of before that gives way, too."""
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
        self.begins: Callable[[], object] | None = None
        """Called once, when the machine has played for `NOTED_BEATS`."""
        self._begins_at = machine.unguarded.state.clock.beats + NOTED_BEATS
        self.carried: CarriedData | None = None
        self.before_sequence = b""
        """The state file of the moment before the current sequence; empty if there is none."""
        self._calm = MomentMemory()
        """The moment before this cycle; kept in it only while `_is_calm`."""
        self._is_calm = False
        self._scratch: Machine | None = None
        self._resumptions = 0
        """Counts the moments that were left: what was saved before one gives way to nothing that is saved later."""
        self._is_first_run: bool | None = None
        """Whether the folder had no state before the first one written here; None before that."""
        self.resumed()

    def resumed(self) -> None:
        """Restart the count: the machine was switched on or a state was loaded into it."""
        m = self._machine
        beats = m.unguarded.state.clock.beats
        self._resumptions += 1
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
        if self.begins and beats >= self._begins_at:
            self.begins()
            self.begins = None
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

    def save(self, description: str, kind: str = AUTOMATIC) -> None:
        """Save now. A failure never stops the game; it is reported once, and again only after a success."""
        m = self._machine
        if m.vars[Var.ROOM] == 0:
            return
        self._last_save = m.unguarded.state.clock.beats
        if not m.unguarded.state.general.exited:
            self._write(self.file(description, self.before_sequence), kind)
        elif self._is_calm:
            # A game that has ended cannot be continued; the moment before it asked the player can.
            self._write(self.file(description, b"", self._machine_at(self._calm.snapshot())), kind)

    def save_unless_recent(self, description: str) -> None:
        """Save before the player jumps in time, unless little was played since the last save."""
        if self._machine.unguarded.state.clock.beats - self._last_save >= RECENT_BEATS:
            self.save(description, kind=description)

    def _sequence_begins(self, beats: int) -> None:
        """Keep and save the moment before, if the player really had control and the last such save is old enough."""
        is_calm, self._is_calm = self._is_calm, False
        self._control_since = None
        if not is_calm:
            return
        self.before_sequence = self.file("before a sequence", b"", self._machine_at(self._calm.snapshot()))
        if self._saved_before_sequence_here or beats - self._last_sequence < SEQUENCE_PAUSE_BEATS:
            return
        self._last_sequence = beats
        self._saved_before_sequence_here = True
        self._write(self.before_sequence, "before a sequence")

    def _machine_at(self, snapshot: Snapshot) -> Machine:
        """Return a second machine, at another moment."""
        if self._scratch is None:
            self._scratch = type(self._machine)(self._machine.game, settings=self._machine.settings)
        self._scratch.restore(replace(snapshot, disk=None))
        return self._scratch

    def file(self, description: str, before: bytes, m: Machine | None = None) -> bytes:
        """Return the machine as a state file; `before` is that of the moment before the current sequence."""
        # Imported when needed, usually after the first picture: it takes 10 ms.
        from agi_emu.machine.saving.state_saving import save_state

        carried = {} if self.carried is None else {"carried": self.carried}
        return save_state(m or self._machine, description, before=before, **carried)

    def _write(self, data: bytes, kind: str) -> None:
        """Let a state be written; it replaces a waiting one of its kind after which the game only went ahead."""
        made = self._progress.is_made
        place = (kind, self._resumptions, self._machine.unguarded.jumps % MOST_JUMPS_WAITING)
        self._writer.submit(place, lambda: self._write_if_worth_it(data, is_worth_it=made), self._was_written)

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


BEFORE_KEY = "Ctrl+Shift+Y"
LEAVING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""Signals that ask a program to end."""


class PlayerSaves:
    """States of one machine and its folder."""

    def __init__(
        self,
        machine: Machine,
        folder: StateFolder,
        *,
        minutes: int = DEFAULT_MINUTES,
        note: Callable[[str], None] = lambda sentence: None,
        remember: Callable[[], None] | None = None,
    ) -> None:
        """Save automatically every `minutes` of the game's time; `note` gets messages about failures.

        `remember` notes that the game is played: soon after it began, in case the program is killed, and at the end.
        """
        self._machine = machine
        self.folder = folder
        """The folder of the states."""
        self._writer = SaveWriter()
        self._note = note
        self._remember = remember
        self.autosave = Autosave(machine, folder, self._writer, minutes=minutes, note=self._tell)
        self._rewind = Rewind(machine)
        self.why_locked: Callable[[], str] = str
        """Returns why no other moment may be loaded now, "" if it may: a recording cannot go back."""
        self.slot = 1
        """The slot of the next quick save or load, 1 to 10."""
        self.show: Callable[[str], None] = lambda sentence: None
        """Also shows the messages of `note` in the window: players may not see a terminal."""
        self.autosave.begins = self._note_game

    @property
    def observers(self) -> tuple[Observer, ...]:
        """The observers of the session's machine."""
        return (self.autosave, self._rewind, SaveFailures(self._tell))

    def quick_save(self, tell: Callable[[str], None]) -> None:
        """Save; once the disk has it, `poll` calls `tell` with a message for the player."""
        before = self.autosave.before_sequence if is_sequence(self._machine.unguarded.state) else b""
        data = self.autosave.file("quick save", before)
        slot = self.slot
        place = f"saved in slot {slot}" if slot > 1 else "saved"
        saved = f"{place}, with the moment before this sequence" if before else place
        self._writer.submit(
            slot,
            lambda: self.folder.save_quick(data, slot),
            lambda problem: tell(f"not saved: {problem}" if problem else saved),
        )

    def _note_game(self) -> None:
        if self._remember:
            self.in_background("played", self._remember)

    @cached_property
    def journal(self) -> Journal:
        """What the game has said."""
        # Imported when needed: after the first picture.
        from agi_emu.keeping.saves.journal import Journal

        return Journal(lambda: self.folder.folder, self.in_background)

    def in_background(self, place: str, write: Callable[[], object]) -> None:
        """Write something else in order with the saves, in place of what waits for this place; a failure is told."""
        self._writer.submit(place, write, lambda problem: self._tell(str(problem)) if problem else None)

    def _tell(self, sentence: str) -> None:
        self._note(sentence)
        self.show(sentence)

    def wait(self) -> None:
        """Wait until the disk has everything."""
        self._writer.wait()

    def poll(self) -> None:
        """Report the outcome of saves in progress; called with every picture."""
        self._writer.poll()

    def quick_load(self, *, before_sequence: bool = False) -> str:
        """Load the quick save, or the moment before the sequence in it; return a message for the player."""
        self._writer.wait()
        return self._load(lambda: self.folder.quick(self.slot), before_sequence=before_sequence)

    def load_moment(self, saved: SavedState) -> str:
        """Load a state that the player has chosen from the list; return a message for the player."""
        return self._load(lambda: saved)

    def _load(self, find: Callable[[], SavedState], *, before_sequence: bool = False) -> str:
        if refusal := self.why_locked():
            return refusal
        try:
            saved = find()
            self.autosave.save_unless_recent("before a load")
            return self.load(saved, before_sequence=before_sequence)
        except SaveError as error:
            return f"not loaded: {error}"

    def load(self, saved: SavedState, *, before_sequence: bool = False) -> str:
        """Load a state; SaveError leaves the game as it was."""
        done = load_into(self._machine, saved, before_sequence=before_sequence)
        self.autosave.carried = done.carried
        self.autosave.resumed()
        self._rewind.forget()
        sentence = done.sentence
        if saved.contents.before and not before_sequence:
            sentence += f" It was saved during a scripted sequence: {BEFORE_KEY} loads the moment before it."
        return " ".join([*([saved.note] if saved.note else []), sentence])

    def begin_going_back(self) -> None:
        """Keep the moment that the player is about to leave."""
        if not self.why_locked():
            self.autosave.save_unless_recent("before going back")

    @property
    def span(self) -> tuple[int, int, int]:
        """The first moment that `go_back` reaches, this one and the last one, in beats."""
        now, history = self._machine.unguarded.state.clock.beats, self._rewind.history
        return (now, now, now) if history.newest is None else (history.oldest, now, max(history.newest, now))

    def go_back(self, moment: int | None = None) -> bool:
        """Go to a moment, or back a little, called with every picture while the key is held; return whether it did."""
        if self.why_locked() or not (self._rewind.back() if moment is None else self._rewind.go_to(moment)):
            return False
        self.autosave.resumed()
        return True

    def focus_lost(self) -> None:
        """Save: the player switches to another window."""
        self.autosave.save("on the way")

    def leave(self) -> None:
        """Save and wait until the disk has it: the player leaves the game."""
        try:
            self.autosave.save("on leaving")
            self.journal.keep()
            self._note_game()
        finally:
            self._writer.close()


class SaveFailures:
    """Reports why the game's own dialog did not save or restore: the original's window has no room for a reason."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Pass each reason to `tell` once."""
        self._tell = tell
        self._seen = 0

    def next_beat(self, machine: Machine) -> int:
        """Wait for no beat: notes stay."""
        return FAR

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look for new notes after a stop."""
        for note in machine.notes[self._seen :]:
            if note.startswith((NOT_SAVED, NOT_RESTORED)):
                self._tell(note)
        self._seen = len(machine.notes)


def load_into(m: Machine, saved: SavedState, *, before_sequence: bool = False) -> Resumed:
    """Load a saved state into a machine, or the state from before its sequence."""
    if before_sequence and not saved.contents.before:
        raise SaveError(f"{saved.path}: it was not saved during a scripted sequence, so there is no moment before one")
    # Imported when needed, like the reading of states in `agi_emu.keeping.saves.save_folder`.
    from agi_emu.machine.saving.resuming import resume

    return resume(m, saved.contents.before if before_sequence else saved.data)


@contextmanager
def stopping_on_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let signals that ask the program to end call `stop` first, so that there is time to save.

    An interruption at any moment, as by KeyboardInterrupt, would find the machine in the middle of a command, in a
    state not worth saving. A second signal ends a program that hangs. The old handlers return afterwards.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def on_signal(number: int, frame: FrameType | None) -> None:
        signal.signal(number, before[number])
        came.append(number)
        stop()

    before = {number: signal.getsignal(number) for number in LEAVING_SIGNALS}
    for number in LEAVING_SIGNALS:
        signal.signal(number, on_signal)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


def run_and_save(
    session: Session, saves: PlayerSaves | None, *, beats: int | None = None, close: Callable[[], object] = lambda: None
) -> Ending:
    """Run a session until anything ends it; save where it was left, and `close` the files written meanwhile."""
    with stopping_on_signals(session.stop):
        try:
            return session.run(beats=beats)
        finally:
            keep_what_was_played(saves, close)


def keep_what_was_played(saves: PlayerSaves | None, close: Callable[[], object]) -> None:
    """Save where the game was left, and close the files written meanwhile."""
    try:
        if saves:
            saves.leave()
    finally:
        close()
