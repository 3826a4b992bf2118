"""Guards one machine: nobody runs it twice at once, and what a caller wrote into its state is checked before it runs.

The loops of the core trust the state. Whoever takes `Machine.state` may write anything into it, so the next step first
compares the state with what it was, and validates it when it differs.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable

from agi_emu._core.stepper import BUSY, FREE, LENT, TOUCHED, Guarded
from agi_emu.facts.adapters import ADAPTERS, NAMES, Driver
from agi_emu.facts.errors import SaveError
from agi_emu.machine import snapshots, start
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.layout import ARENA_OFFSET, StateLayout
from agi_emu.state.validation import check_state


class Guard(Guarded):
    """The condition of one machine: free, its state lent to a caller, or running."""

    __slots__ = ("_lent_bytes", "_m")

    def __init__(self, m: Interpreter) -> None:
        """Guard a machine that nobody knows yet."""
        self._m = m
        self._lent_bytes: bytes | None = None
        self.view: weakref.ref[StateLayout] | None = None
        """The state as callers have it; parts of it keep it alive."""

    def lend(self) -> StateLayout:
        """Return the state for a caller, who may write into it as long as it or a part of it is kept."""
        view = self.view() if self.view else None
        if view is None:
            view = StateLayout.from_buffer(self._m.buffer)
            self.view = weakref.ref(view)
            self._m.screen.touch()
        if self.attention == FREE:
            self._note()
        elif self.attention == BUSY:
            self.attention = TOUCHED
        return view

    def admit(self) -> None:
        """Let a step begin: RuntimeError when one is under way, ValueError when the state is not one of a machine."""
        self.refuse_another()
        if not self.is_unchanged():
            self._validate()
        self._m.core.forget_drawn()

    def look_again(self) -> None:
        """Continue a step during which the state was lent: ValueError when it is not one of a machine now."""
        self._validate()
        self.attention = BUSY

    def _validate(self) -> None:
        self._m.screen.touch()
        try:
            make_valid(self._m)
        except SaveError as error:
            raise ValueError(f"machine.state was set to what no machine can be in: {error}") from None

    def refuse_another(self) -> None:
        """Raise RuntimeError when a step is under way."""
        if self.attention >= BUSY:
            raise RuntimeError(
                "this machine is running already, in another thread or further up in this one: "
                "one machine runs in one thread at a time"
            )

    def is_unchanged(self) -> bool:
        """Return whether the state is as this program left it."""
        if self.attention != LENT:
            return self.attention == FREE
        return self._lent_bytes is not None and self._m.buffer.startswith(self._lent_bytes)

    def leave(self) -> None:
        """End a step during or before which the state was lent: whoever still holds it may write again."""
        is_valid = self.attention != TOUCHED
        self.attention = FREE
        if not is_valid:
            self._lent_bytes, self.attention = None, LENT
        elif self.view is not None and self.view() is not None:
            self._note()
        else:
            self.view = None

    def _note(self) -> None:
        self._lent_bytes = bytes(memoryview(self._m.buffer)[:ARENA_OFFSET])
        self.attention = LENT

    def replace(self, change: Callable[[], None]) -> None:
        """Make a step of which nothing is left of what callers wrote, unless it fails."""
        self.refuse_another()
        before, self.attention = self.attention, BUSY
        try:
            change()
        except BaseException:
            self.attention = before
            raise
        self.attention = BUSY
        self.leave()


def make_valid(m: Interpreter) -> None:
    """Give the core what the state of the machine refers to; SaveError when no machine with this game can be there."""
    # Imported when needed: it knows every window and dialog.
    from agi_emu.machine.saving.modal_validation import check_open

    state = m.state
    check_state(state)
    for frame in state.vm.frames[: state.vm.depth]:
        _check_place(m, frame.logic, frame.pc, "is under way")
    for number in state.loaded.logics.order[: state.loaded.logics.count]:
        _check_place(m, number, state.loaded.scan_start[number], "begins")
    adapter = NAMES[state.general.adapter]
    drivers = {m.settings.adapter.driver, ADAPTERS[adapter].driver}
    if adapter != m.settings.display and drivers != {Driver.CGA}:
        raise SaveError(f"chunk Room: the state is one of the display {adapter}, this machine has {m.settings.display}")
    most = start.object_count(m)
    if state.general.object_count > most:
        raise SaveError(f"chunk Room: {state.general.object_count} objects, but the game has {most}")
    check_open(m)
    snapshots.give_what_is_needed(m)


def _check_place(m: Interpreter, logic: int, offset: int, what: str) -> None:
    """Raise SaveError when a place in a logic is after its end."""
    if logic in m.game.logics and offset > len(m.logic_code(logic)):
        raise SaveError(f"chunk Exec: logic {logic} {what} at {offset}, after its {len(m.logic_code(logic))} bytes")
