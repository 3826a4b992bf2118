"""Suspended commands: a window, prompt or menu is a record in the state, and nothing waits.

A record names the event to wait for (`Wait`) and what resumes when the wait is over (`Purpose`). Each turn of the main
loop gives the innermost record the next event, or None when the queue was empty. Records survive snapshots; the
functions bound to them are found by number again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum, auto
from typing import TypeVar

from agi_emu._core import keyboard
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.layout import MODAL_DEPTH, ModalRecord
from agi_emu.state.progress import Wait

Event = tuple[int, int]
"""Type (1 character, 2 direction, 3 controller) and value."""


class Purpose(IntEnum):
    """The code that resumes when a wait is over; numbers are part of saved states, so new members go to the end."""

    PRINT = auto()
    PAUSE = auto()
    QUIT = auto()
    RESTART = auto()
    SHOW_PRIORITIES = auto()
    SHOW_OBJECT = auto()
    GET_STRING = auto()
    GET_NUMBER = auto()
    MENU = auto()
    INVENTORY = auto()
    TRACE = auto()
    NOT_FOUND = auto()
    INSERT_DISK = auto()
    SAVE = auto()
    RESTORE = auto()
    SHAKE = auto()
    NO_MEMORY = auto()
    COMMAND = auto()

    def __repr__(self) -> str:
        """Name the purpose: ``Purpose.PRINT``."""
        return f"Purpose.{self.name}"


Turn = Callable[["Interpreter", ModalRecord, Event | None], int | None]
Limit = Callable[["Interpreter", ModalRecord], bool]
Finish = Callable[["Interpreter", ModalRecord, int], None]
Function = TypeVar("Function", Turn, Limit, Finish)

LISTS = (Wait.MENU, Wait.SLOTS, Wait.INVENTORY)
"""Waits in which directions move a mark."""

TURNS: dict[int, Turn] = {}
LIMITS: dict[int, Limit] = {}
FINISHES: dict[int, Finish] = {}


def wait(kind: Wait) -> Callable[[Turn], Turn]:
    """Bind the function that is called at each turn of a wait; its int result ends the wait."""
    return _binder(TURNS, kind)


def limit(kind: Wait) -> Callable[[Limit], Limit]:
    """Bind the function that returns, before each turn of a wait, whether its time is up; then no event is taken."""
    return _binder(LIMITS, kind)


def finish(purpose: Purpose) -> Callable[[Finish], Finish]:
    """Bind the function that resumes when a wait of this purpose is over."""
    return _binder(FINISHES, purpose)


def _binder(bound: dict[int, Function], key: Wait | Purpose) -> Callable[[Function], Function]:
    """Return what binds a function to a number, once."""

    def bind(function: Function) -> Function:
        assert key not in bound, f"{key!r} is bound twice"
        bound[key] = function
        return function

    return bind


def open(m: Interpreter, *, wait: Wait, purpose: Purpose, stage: int = 0, values: Sequence[int] = ()) -> None:
    """Suspend the running command; opcode and operands of the action under way are kept in the record."""
    modal = m.state.modal
    assert modal.depth < MODAL_DEPTH, "modal records are nested too deeply"
    record: ModalRecord = modal.records[modal.depth]
    modal.depth += 1
    vm = m.state.vm
    record.opcode = vm.last_action
    record.operands = vm.last_operands
    record.wait = wait
    record.purpose = purpose
    record.stage = stage
    record.polled = 0
    for i in range(len(record.values)):
        record.values[i] = values[i] if i < len(values) else 0


def conclude(m: Interpreter, result: int) -> None:
    """Pop the innermost record and let its purpose resume with `result`."""
    modal = m.state.modal
    modal.depth -= 1
    record = ModalRecord.from_buffer_copy(modal.records[modal.depth])
    FINISHES[record.purpose](m, record, result)


def turn(m: Interpreter) -> bool:
    """Give the innermost record one event; return whether it found none and keeps waiting."""
    record: ModalRecord = m.state.modal.records[m.state.modal.depth - 1]
    is_over = LIMITS.get(record.wait)
    takes_none = record.wait == Wait.BEATS or (is_over and is_over(m, record))
    event = None if takes_none else keyboard.take_event(m.core, digits_move=record.wait in LISTS)
    record.polled = 1
    result = TURNS[record.wait](m, record, event)
    if result is None:
        return event is None
    conclude(m, result)
    return False
