"""Handles states while playing: quick save, quick load, going back, and automatic saves."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from agi_emu.facts.errors import SaveError
from agi_emu.keeping.saves.autosave import DEFAULT_MINUTES, Autosave
from agi_emu.keeping.saves.rewind import Rewind
from agi_emu.keeping.saves.save_writer import SaveWriter
from agi_emu.keeping.saves.state_folder import SavedState, StateFolder
from agi_emu.machine.saving.dialogs import NOT_RESTORED, NOT_SAVED
from agi_emu.session import FAR
from agi_emu.state.progress import is_sequence

if TYPE_CHECKING:
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.saving.resuming import Resumed
    from agi_emu.session import Ending, Observer, Session

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
    ) -> None:
        """Save automatically every `minutes` of the game's time; `note` gets messages about failures."""
        self._machine = machine
        self._folder = folder
        self._writer = SaveWriter()
        self._note = note
        self.autosave = Autosave(machine, folder, self._writer, minutes=minutes, note=self._tell)
        self._rewind = Rewind(machine)
        self.why_locked: Callable[[], str] = str
        """Returns why no other moment may be loaded now, "" if it may: a recording cannot go back."""
        self.slot = 1
        """The slot of the next quick save or load, 1 to 10."""
        self.show: Callable[[str], None] = lambda sentence: None
        """Also shows the messages of `note` in the window: players may not see a terminal."""

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
            lambda: self._folder.save_quick(data, slot),
            lambda problem: tell(f"not saved: {problem}" if problem else saved),
        )

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
        if refusal := self.why_locked():
            return refusal
        self._writer.wait()
        try:
            saved = self._folder.quick(self.slot)
            self.autosave.save_unless_recent("before a load")
            return self.load(saved, before_sequence=before_sequence)
        except SaveError as error:
            return f"not loaded: {error}"

    @property
    def folder(self) -> StateFolder:
        """The folder of the states."""
        return self._folder

    def load_moment(self, saved: SavedState) -> str:
        """Load a state that the player has chosen from the list; return a message for the player."""
        if refusal := self.why_locked():
            return refusal
        try:
            self.autosave.save_unless_recent("before a load")
            return self.load(saved)
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

    def go_back(self) -> bool:
        """Go back a little, called with every picture while the key is held; return whether that was possible."""
        if self.why_locked() or not self._rewind.back():
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
        if len(machine.notes) == self._seen:
            return
        for note in machine.notes[self._seen :]:
            if note.startswith((NOT_SAVED, NOT_RESTORED)):
                self._tell(note)
        self._seen = len(machine.notes)


def load_into(m: Machine, saved: SavedState, *, before_sequence: bool = False) -> Resumed:
    """Load a saved state into a machine, or the state from before its sequence."""
    if before_sequence and not saved.contents.before:
        raise SaveError(f"{saved.path}: it was not saved during a scripted sequence, so there is no moment before one")
    # Imported when needed, like the reading of states in `agi_emu.keeping.saves.state_folder`.
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
