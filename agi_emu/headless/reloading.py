"""Rebuilds games while they run: when a source changes, the running game continues with the new build."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from agi_emu.facts.errors import AgiError
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.resources.game import Game
from agi_emu.resources.projects.project import SOURCE_PATTERNS
from agi_emu.session import Session

BEATS_BETWEEN_LOOKS = 30
"""Half a second: checking the sources of a large game takes some milliseconds."""
_SECONDS_BETWEEN_LOOKS = 0.5


class SourceWatch:
    """Detects whether a source below a project's folder was changed, added or removed since the last check."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen = self._look()

    def has_changed(self) -> bool:
        """Return whether anything changed since the last check."""
        now = self._look()
        changed = now != self._seen
        self._seen = now
        return changed

    def _look(self) -> dict[Path, tuple[int, int]]:
        found = {}
        # The game itself may be built in the same folder; it is not a source.
        for path in chain.from_iterable(self._folder.glob(pattern) for pattern in SOURCE_PATTERNS):
            try:
                about = path.stat()
            except OSError:
                # An editor is just replacing it; the next check sees the new file.
                continue
            if path.is_file():
                found[path] = about.st_mtime_ns, about.st_size
        return found


def can_continue(machine: Machine, game: Game) -> bool:
    """Return whether every logic being executed, perhaps under a window, is the same in `game`."""
    frames = machine.unguarded.state.vm.frames[: machine.unguarded.state.vm.depth]
    return all(machine.game.logics[frame.logic] == game.logics.get(frame.logic) for frame in frames)


def continued(old: Machine, game: Game) -> tuple[Machine, str]:
    """Return a machine that continues with another build of the running game, and why it restarts, if it does.

    The logics that the old machine is executing must be the same (`can_continue`). The picture stays as drawn; what a
    room does on entry is not repeated.
    """
    new = Machine(game, settings=old.settings)
    new.save_store = old.save_store
    if game.profile.name != old.game.profile.name:
        return new, f"the interpreter is {game.profile.name} now"
    if game.items_strict.count != old.game.items_strict.count:
        return new, "the number of items has changed"
    if game.items_strict.object_count != old.game.items_strict.object_count:
        return new, "the number of screen objects has changed"
    loaded = old.state.loaded
    for kind, existing in ((loaded.logics, game.logics), (loaded.views, game.views), (loaded.pictures, game.pictures)):
        for number in kind.order[: kind.count]:
            if number not in existing:
                return new, "a resource that was loaded no longer exists"
    # Another build is another game; the checks above have found what would not fit.
    new.restore(replace(old.snapshot(), kind=""))
    for number in game.logics:
        if game.logics[number] != old.game.logics.get(number):
            new.state.loaded.scan_start[number] = 0
    return new, ""


class Reloader:
    """Watches the sources while a game runs; when a new build stops the session, `take` returns the next machine."""

    def __init__(self, folder: Path, rebuild: Callable[[], Game], note: Callable[[str], None]) -> None:
        """`rebuild` builds and opens the game; if it raises an AgiError, that is noted and the old game continues."""
        self.session: Session | None = None
        self._watch = SourceWatch(folder)
        self._rebuild = rebuild
        self._note = note
        self._beats = 0
        self._built: Game | None = None
        self._is_waiting = False
        self._next: Machine | None = None

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Check now and then; stop the session when a new build is ready and fits."""
        self._beats += 1
        if self._beats % BEATS_BETWEEN_LOOKS == 0 and self._watch.has_changed():
            self._build()
        if self._built is None:
            return
        if not can_continue(machine, self._built):
            if not self._is_waiting:
                self._note("built; the game continues with it when the open window is closed")
            self._is_waiting = True
            return
        self._is_waiting = False
        self._next, reason = continued(machine, self._built)
        self._built = None
        self._note(f"restarted: {reason}" if reason else "continues with the new build")
        if self.session is not None:
            self.session.stop()

    def take(self) -> Machine | None:
        """Return the machine to continue with, once."""
        machine, self._next = self._next, None
        return machine

    def build_until_interrupted(self) -> None:
        """Build at every change, without running a game; Ctrl+C ends it."""
        while True:
            time.sleep(_SECONDS_BETWEEN_LOOKS)
            if self._watch.has_changed():
                self._build()

    def _build(self) -> None:
        try:
            self._built = self._rebuild()
        except AgiError as problem:
            self._note(str(problem))
