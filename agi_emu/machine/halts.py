"""Where a debugger stops the logics of a machine: at places of their code, or once so many tokens have run.

A machine that nobody stops runs the loop without that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from agi_emu._core import observing
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.progress import Phase

NEVER = (1 << 64) - 1
Place = tuple[int, int]
"""A logic, and an offset in its code."""


class Halts:
    """What stops the logics of one machine."""

    def __init__(self, m: Interpreter, halted: Callable[[], bool]) -> None:
        """Stop nowhere yet, and count tokens; `halted` is called at each stop and returns whether to stand there."""
        self._m = m
        m.halted = halted
        self.set_places(())

    def end(self) -> None:
        """Stop nowhere any more."""
        observing.halt(self._m.core, None)

    def set_places(self, places: Iterable[Place]) -> None:
        """Stop before the tokens at these places alone."""
        self.places = tuple(places)
        observing.halt(self._m.core, self.places)

    def stop_at(self, tokens: int) -> None:
        """Stop before the next token, too, once so many have run; 0 for every token, `NEVER` for none."""
        observing.halt_at(self._m.core, tokens)

    @property
    def tokens(self) -> int:
        """Tokens that have run since somebody stops the logics."""
        return int(self._m.core.tokens)

    def count_from(self, tokens: int, *, halted: bool) -> None:
        """Set the count for a machine that was brought back; `halted` where it has been told that it stands there."""
        observing.count_from(self._m.core, tokens, halted)

    @property
    def place(self) -> Place | None:
        """Where the innermost logic continues; at a window, where the action stands that opened it. None outside."""
        vm = self._m.state.vm
        if not vm.depth or self._m.state.cycle.phase != Phase.LOGIC:
            return None
        frame = vm.frames[vm.depth - 1]
        if vm.asked_pc:
            return frame.logic, vm.asked_pc & 0xFFFF
        if self._m.state.modal.depth:
            return observing.place(self._m.core) or (frame.logic, frame.pc)
        return frame.logic, frame.pc

    @property
    def in_condition(self) -> bool:
        """Whether the innermost logic stands between two tests of a condition."""
        vm = self._m.state.vm
        return bool(vm.depth and vm.frames[vm.depth - 1].condition)
