"""Games that are built anew while they run: when a source changes, the running game goes on with what was built."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from agi_emu.errors import AgiError
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.resources.game import Game
from agi_emu.resources.projects.project import SOURCE_PATTERNS
from agi_emu.session import Session

BEATS_BETWEEN_LOOKS = 30
"""Half a second: a look at the sources of a large game takes some milliseconds."""
_SECONDS_BETWEEN_LOOKS = 0.5


class SourceWatch:
    """Knows whether a source below a project's folder was changed, added or removed since the last look."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen = self._look()

    def has_changed(self) -> bool:
        """Return whether something is different from the last look."""
        now = self._look()
        changed = now != self._seen
        self._seen = now
        return changed

    def _look(self) -> dict[Path, tuple[int, int]]:
        found = {}
        # The game itself may be built in the same folder; it is no source.
        for path in chain.from_iterable(self._folder.glob(pattern) for pattern in SOURCE_PATTERNS):
            try:
                about = path.stat()
            except OSError:
                # An editor has just replaced it; the next look sees what it became.
                continue
            if path.is_file():
                found[path] = about.st_mtime_ns, about.st_size
        return found


def can_continue(machine: Machine, game: Game) -> bool:
    """Return whether no logic that is being executed, maybe under a window, is another one in `game`."""
    frames = machine.state.vm.frames[: machine.state.vm.depth]
    return all(machine.game.logics[frame.logic] == game.logics.get(frame.logic) for frame in frames)


def continued(old: Machine, game: Game) -> tuple[Machine, str]:
    """Return a machine that goes on with another build of the game that runs, and why it starts anew, if it does.

    The logics that the old machine is executing must be the same (`can_continue`). Its picture stays as it is drawn;
    what a room does when it is entered is not done again.
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
                return new, "something that was loaded is no longer there"
    # Another build is another game; what would not fit was looked for above.
    new.restore(replace(old.snapshot(), kind=""))
    for number in game.logics:
        if game.logics[number] != old.game.logics.get(number):
            new.state.loaded.scan_start[number] = 0
    return new, ""


class Reloader:
    """Looks at the sources while a game runs; when a new build stops the session, `take` gives the next machine."""

    def __init__(self, folder: Path, rebuild: Callable[[], Game], note: Callable[[str], None]) -> None:
        """`rebuild` builds and opens the game; an AgiError of it is noted, and the old game goes on."""
        self.session: Session | None = None
        self._watch = SourceWatch(folder)
        self._rebuild = rebuild
        self._note = note
        self._beats = 0
        self._built: Game | None = None
        self._is_waiting = False
        self._next: Machine | None = None

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look now and then; stop the session when a new build is ready and fits."""
        self._beats += 1
        if self._beats % BEATS_BETWEEN_LOOKS == 0 and self._watch.has_changed():
            self._build()
        if self._built is None:
            return
        if not can_continue(machine, self._built):
            if not self._is_waiting:
                self._note("built; the game goes on with it when what is open is closed")
            self._is_waiting = True
            return
        self._is_waiting = False
        self._next, reason = continued(machine, self._built)
        self._built = None
        self._note(f"started anew: {reason}" if reason else "goes on with the new build")
        if self.session is not None:
            self.session.stop()

    def take(self) -> Machine | None:
        """Return the machine to go on with, once."""
        machine, self._next = self._next, None
        return machine

    def build_until_interrupted(self) -> None:
        """Build at every change, without a running game; Ctrl+C ends it."""
        while True:
            time.sleep(_SECONDS_BETWEEN_LOOKS)
            if self._watch.has_changed():
                self._build()

    def _build(self) -> None:
        try:
            self._built = self._rebuild()
        except AgiError as problem:
            self._note(str(problem))
