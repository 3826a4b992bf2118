"""Run the logics: the core executes what it can, Python handlers the rest, by name (reference: LANG-2, CMD-17)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from agi_emu.facts.codes import HUNG_SEARCHING, HUNG_SORTING, ActionKind, ErrorCode, Var
from agi_emu.facts.mercies import ERROR_FOR_STRAY_TOKEN, SKIP_OPERANDS_OF_NULL_ACTIONS
from agi_emu.facts.versions import VersionProfile
from agi_emu.logic.opcodes import ACTIONS, NOT, OR, TESTS, Operand, operand_count
from agi_emu.machine import costs, heap, loading, memory_image, sound
from agi_emu.machine.binding import HANDLERS, Handler, TrappableError, parameter_range
from agi_emu.machine.input import keys
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.start import drop_room_resources
from agi_emu.machine.windows import trace_window
from agi_emu.state.progress import Need, Phase

FAMILIES = (
    "boxes",
    "direct_actions",
    "menus",
    "printing",
    "prompts",
    "resource_actions",
    "rooms",
    "screen_effects",
    "strings",
    "text_screen",
)
"""Modules of agi_emu.machine.actions."""

KINDS = {
    "core": ActionKind.CORE,
    "nobody": ActionKind.CORE,
    "python": ActionKind.PYTHON,
    "both": ActionKind.BOTH,
}
ERROR_BEEP_DIVISOR = 0x0500
BEEP_BEATS = 6
"""Its length: about 0.1 s (reference: SND-28)."""


@cache
def handlers() -> Mapping[int, Handler]:
    """Return the Python handlers by action number; fails when a row lacks one or the parameters do not match."""
    for family in FAMILIES:
        import_module(f"agi_emu.machine.actions.{family}")
    bound: dict[int, Handler] = {}
    for row in ACTIONS:
        if KINDS[row.where] is ActionKind.CORE:
            assert row.name not in HANDLERS, f"{row.name} is executed by the core and bound in Python"
            continue
        handler = HANDLERS[row.name]
        least, most = parameter_range(handler)
        fewest = min(map(len, (row.operands, *row.overrides.values())))
        assert least <= fewest <= most == len(row.operands), f"{row.name}: the handler's parameters do not match"
        bound[row.number] = handler
    return MappingProxyType(bound)


@cache
def action_rules(profile: VersionProfile, *, skip_operands: bool) -> tuple[tuple[int, ActionKind, int], ...]:
    """Return number, kind and count of operand bytes of every action; null commands may skip their operands."""
    return tuple(
        (
            row.number,
            KINDS[row.where],
            len(row.operands) if row.is_null and skip_operands else operand_count(row.number, profile),
        )
        for row in ACTIONS
    )


TEST_RULES = tuple((row.number, 0 if Operand.WORDS in row.operands else len(row.operands)) for row in TESTS)
"""Number of every test and count of its operand bytes; said counts its own."""


def declare_opcodes(m: Interpreter) -> None:
    """Give the core the rules by which this profile executes every action and test."""
    handlers()  # What does not match fails now, not when a game comes to it.
    for action, kind, length in action_rules(
        m.profile, skip_operands=SKIP_OPERANDS_OF_NULL_ACTIONS in m.settings.mercies
    ):
        m.core.set_action(action, kind, length)
    for test, length in TEST_RULES:
        m.core.set_test(test, length)


def run_handler(m: Interpreter) -> None:
    """Let the Python handler of the last action act."""
    number, operands = m.core.last_command()
    try:
        handlers()[number](m, *operands)
    except TrappableError as error:
        raise_error(m, error.code, error.value)
    except (loading.MissingError, heap.NoMemoryError):
        pass


def raise_noted_error(m: Interpreter) -> None:
    """Raise the error that the core has noted."""
    vm = m.state.vm
    code = vm.error
    vm.error = 0
    is_stray = code == ErrorCode.BAD_ACTION and vm.error_value in (OR, NOT)
    if is_stray and ERROR_FOR_STRAY_TOKEN not in m.settings.mercies:
        m.hang("a logic meets FC or FD outside of a condition, and the original hangs there")
    else:
        raise_error(m, code, vm.error_value)


def call_wanted(m: Interpreter) -> None:
    """Call a logic whose code the core lacks."""
    with contextlib.suppress(loading.MissingError):
        loading.call_unloaded(m, m.core.wanted_logic)


def hang_without_place(m: Interpreter) -> None:
    """Stand still as the original does when its search for a place finds none, if nothing else is why."""
    if not m.state.general.hung:
        m.hang("an object has no free place and the original searches for ever")


def end_by_division(m: Interpreter) -> None:
    """End as the processor's exception makes DOS end the program."""
    m.crash("a division by zero ended the program, as the processor's exception did", code=0)


def look_at_memory(m: Interpreter) -> None:
    """Nothing more than what follows every need: the game ends if its memory is full."""


SERVICES: Mapping[int, Callable[[Interpreter], None]] = MappingProxyType(
    {
        Need.ACTION: run_handler,
        Need.ERROR: raise_noted_error,
        Need.LOGIC: call_wanted,
        Need.PLACE: hang_without_place,
        Need.DIVISION: end_by_division,
        Need.DEPTH: Interpreter.stack_blown,
        Need.MEMORY: look_at_memory,
    }
)
"""Functions that serve the needs of logics and objects."""


def serve(m: Interpreter, need: int) -> None:
    """Do what logics or objects need Python for, one of `SERVICES`."""
    SERVICES[need](m)
    if m.core.is_in_trouble():
        tell_hang(m)
        heap.end_if_full(m)


def tell_hang(m: Interpreter) -> None:
    """Say why the core hung, if it did over the views in memory or the order of the objects (reference: VIEW-25)."""
    if m.state.general.hung == HUNG_SEARCHING:
        m.hang("the list of the views in memory has no end, and the original follows it for ever")
    elif m.state.general.hung == HUNG_SORTING:
        m.hang("an object has the fixed priority 0 after set.pri.base, and the original searches for its row for ever")


def run_traced(m: Interpreter) -> None:
    """Run one token of the logics under the trace window."""
    stop = trace_window.run(m)
    if stop == Need.NONE:
        m.state.cycle.phase = Phase.STATUS
    elif stop is not None and stop < 0:
        serve(m, stop)


def raise_error(m: Interpreter, code: int, value: int) -> None:
    """Raise one of the interpreter's own errors: drop everything, report it to logic 0 in v17 and v18, start it again.

    Quirk: the sprite lists are forgotten, not taken out, and nothing of the cycle is reset (reference: CMD-40,
    TIME-16).
    """
    m.errors.add_number(m.state, code, value)
    m.state.modal.depth = 0
    sound.stop(m)
    m.core.forget_sprites()
    if memory_image.shows_views(m):
        memory_image.begin(m)
    if m.profile.error_loses_volumes:
        m.state.general.volumes_lost = 1
    drop_room_resources(m)
    keys.flush(m)
    for _ in range(2):
        beep(m)
    m.state.vars[Var.ERROR] = code
    m.state.vars[Var.ERROR_VALUE] = value
    m.core.burn(costs.ERROR)
    m.scan_again()


def beep(m: Interpreter) -> None:
    """Write what the beep of an error writes to the speaker's ports (reference: CMD-40), and wait as long as it lasts.

    The original waits in a loop, so only a processor whose work is counted spends time on it. Without that a game that
    raises error after error would be as busy as the host can make it.
    """
    if m.settings.budget.units is not None:
        m.state.vm.work -= BEEP_BEATS * m.settings.budget.units
    low, high = ERROR_BEEP_DIVISOR & 0xFF, ERROR_BEEP_DIVISOR >> 8
    for port, value in ((0x43, 0xB6), (0x42, low), (0x42, high), (0x61, 3), (0x61, 0)):
        m.write_port(port, value)
