"""Sierra's own trace window: each action and test in a line, one step per key (reference: TEXT-73 to TEXT-82).

While it is open the main loop calls `run` in place of the core's own loop. It lets the core execute token by token,
shows an action before it is executed and a test after it, and waits for a key after each.
"""

from __future__ import annotations

from collections.abc import Sequence

from agi_emu.facts.codes import BLACK, WHITE, EventType, Flag
from agi_emu.logic.opcodes import ACTIONS, END_OF_LOGIC, TESTS, Opcode, Operand, operands_of
from agi_emu.machine.costs import TRACED
from agi_emu.machine.display import text
from agi_emu.machine.display.drivers import cell_height
from agi_emu.machine.input.keys import SCROLL_LOCK, interrupt
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import modal, windows
from agi_emu.machine.windows.modal import Event, Purpose, finish, wait
from agi_emu.state.layout import ModalRecord
from agi_emu.state.progress import TRACE_START_DUE, BeatReason, TraceState, Wait

LEFT_COLUMN, RIGHT_COLUMN = 2, 37
RESULT_COLUMN = 35
FIRST_TEST_NAME = 220
LEAST_HEIGHT = 2
WHITE_CELLS = 0xFF
"""White in graphics mode and, as an attribute, in text mode."""
START_LINE = b"=" * 26
RUN_KEY = ord("+")


def is_on(m: Interpreter) -> bool:
    """Return whether commands are to be shown."""
    return bool(m.state.trace.state)


def _state(m: Interpreter) -> int:
    return int(m.state.trace.state & (TRACE_START_DUE - 1))


def _set_state(m: Interpreter, state: TraceState) -> None:
    """Change what the window does; what is due stays due."""
    m.state.trace.state = state | (m.state.trace.state & TRACE_START_DUE)


def _top(m: Interpreter) -> int:
    return m.state.text.picture_row + 1 + m.state.trace.row


def _bottom(m: Interpreter) -> int:
    return _top(m) + m.state.trace.height - 1


def _box(m: Interpreter) -> windows.WindowBox:
    # Quirk: the picture's row counts twice, so the box fits its text only where that row is 1.
    high = cell_height(m)
    height = high * m.state.trace.height + 10
    return windows.WindowBox(x=3, bottom=high * _bottom(m) + 5, width=154, height=height)


def start(m: Interpreter) -> None:
    """Open the window, if flag 10 allows it and it is not open yet.

    In the original a second trace.on swallows the next byte of the logic: a bug that no game can want
    (reference: TEXT-82).
    """
    trace = m.state.trace
    if trace.state or not m.flag(Flag.TRACE):
        return
    # The mark of this run of logic 0 still stands, for nothing has been shown (reference: TEXT-80).
    trace.state = TraceState.STEPPING | TRACE_START_DUE
    windows.draw_box(m, _box(m), windows.FRAME_COLOUR)


def set_place(m: Interpreter, logic: int, row: int, height: int) -> None:
    """Set the logic whose messages are the commands' names, and where the window stands."""
    trace = m.state.trace
    trace.logic = logic
    trace.row = row
    trace.height = max(height, LEAST_HEIGHT)


def stop(m: Interpreter) -> None:
    """Close the window: the picture comes back under it."""
    if m.state.trace.state:
        m.state.trace.state = TraceState.OFF
        box = _box(m)
        m.screen.copy(box.x, box.top, box.width, box.height)


@interrupt(SCROLL_LOCK)
def toggle(m: Interpreter) -> None:
    """Open or close the window: Scroll Lock."""
    if is_on(m):
        stop(m)
    else:
        start(m)


def run(m: Interpreter) -> int | None:
    """Execute one token of the logics under the trace window; return what the core's `run` would.

    None means that it has to be called again, once nothing waits any more.
    """
    vm = m.state.vm
    m.core.burn(TRACED)
    if not vm.depth or vm.work <= 0 or not m.core.has_fuel():
        return int(m.core.run())
    frame = vm.frames[vm.depth - 1]
    code = m.logic_code(frame.logic)
    at = frame.pc
    token = code[at] if at < len(code) else END_OF_LOGIC
    in_condition, in_group, is_negated = bool(frame.condition), bool(frame.or_mode), bool(frame.not_flag)
    is_begun = at == m.state.loaded.scan_start[frame.logic] and _state(m) <= TraceState.RUNNING
    if is_begun and frame.logic == 0 and vm.depth > 1:
        note_start(m)
    elif is_begun:
        _set_state(m, TraceState.STEPPING)
    elif _state(m) == TraceState.LEAVING:
        _set_state(m, TraceState.RUNNING)
    # Jumps and returns get no line (reference: TEXT-79).
    is_shown_first = not in_condition and token != END_OF_LOGIC and token <= m.profile.last_action
    if is_shown_first and _state(m) == TraceState.STEPPING:
        _set_state(m, TraceState.SHOWN)
        _show_action(m, frame.logic, token, code[at + 1 : at + 1 + len(operands_of(ACTIONS[token], m.profile))])
        return None
    if _state(m) == TraceState.SHOWN:
        _set_state(m, TraceState.STEPPING)
    stop = _run_one_token(m)
    if in_condition and at < len(code) and token < len(TESTS) and _state(m) == TraceState.STEPPING:
        # What the test gave shows in where the condition stands now (reference: LANG-4, TEXT-78).
        passed = not frame.or_mode if in_group else bool(frame.condition)
        # Imported with the first test: few players trace.
        from agi_emu.logic.code import token_of_condition

        test = token_of_condition(code, at)
        _show_test(m, frame.logic, token, test.operands if test else (), result=passed != is_negated)
    return stop


def _run_one_token(m: Interpreter) -> int | None:
    """Let the core do one unit of work; return None when only that unit has ended it."""
    vm, cycle = m.state.vm, m.state.cycle
    left = vm.work - 1
    vm.work = 1
    stop = int(m.core.run())
    ran_out = cycle.beat_due == BeatReason.WORK
    if ran_out and left > 0:
        cycle.beat_due = 0
    vm.work = max(left, 0)
    return None if ran_out and left > 0 else stop


def note_start(m: Interpreter) -> None:
    """Note that logic 0 begins: a line says so before the next one that is shown. This ends a run, too."""
    if is_on(m):
        m.state.trace.state = TraceState.STEPPING | TRACE_START_DUE


def _show_action(m: Interpreter, logic: int, number: int, operands: Sequence[int]) -> None:
    """Show an action that is about to be executed, and wait for a key."""
    opcode = ACTIONS[number]
    kinds = operands_of(opcode, m.profile)
    if opcode.name in ("print.at", "print.at.v"):
        operands = operands[: m.profile.print_at_operands_traced]
    _show(m, logic, opcode, kinds, operands, result=None)


def _show_test(m: Interpreter, logic: int, number: int, operands: Sequence[int], *, result: bool) -> None:
    """Show a test with its raw result (a negation is not seen), and wait for a key; the operands of said are words."""
    opcode = TESTS[number]
    kinds = opcode.operands
    if kinds == (Operand.WORDS,):
        kinds = (Operand.NUMBER,) * len(operands)
    _show(m, logic, opcode, kinds, operands, result=result)


def _show(
    m: Interpreter,
    logic: int,
    opcode: Opcode,
    kinds: Sequence[Operand],
    operands: Sequence[int],
    *,
    result: bool | None,
) -> None:
    text.push_cursor(m)
    text.push_attribute(m)
    text.set_attribute(m, BLACK, WHITE)
    if m.state.trace.state & TRACE_START_DUE:
        m.state.trace.state &= TRACE_START_DUE - 1
        _print_line(m, START_LINE, LEFT_COLUMN)
    line = b"%d: %b" % (logic, _name(m, opcode, is_test=result is not None))
    column = LEFT_COLUMN + len(line)
    if operands:
        line += _list(operands)
    _print_line(m, line, LEFT_COLUMN)
    if Operand.VARIABLE in kinds:
        values = [
            m.vars[operand] if kind is Operand.VARIABLE else operand
            for kind, operand in zip(kinds, operands, strict=False)
        ]
        _print_line(m, _list(values), column)
    if result is not None:
        text.goto(m, _bottom(m), RESULT_COLUMN)
        text.print_text(m, b" :T" if result else b" :F")
    text.pop_attribute(m)
    text.pop_cursor(m)
    modal.open(m, wait=Wait.TRACE, purpose=Purpose.TRACE)


def _name(m: Interpreter, opcode: Opcode, *, is_test: bool) -> bytes:
    """Return a command's name from the messages of the trace logic, its number where there is none.

    Quirk: the name of action 0, which gets no line, is seen for test 0 (reference: TEXT-79).
    """
    if opcode.number == 0:
        return b"return"
    logic = m.state.trace.logic
    name_number = opcode.number + (FIRST_TEST_NAME if is_test else 0)
    if logic and m.state.loaded.logics.present[logic]:
        messages = m.logic_messages(logic)
        if name_number <= len(messages):
            return messages[name_number - 1] or b""
    return b"%d" % opcode.number


def _list(values: Sequence[int]) -> bytes:
    return b"(" + b",".join(b"%d" % value for value in values) + b")"


def _print_line(m: Interpreter, line: bytes, column: int) -> None:
    """Move the window's text up by a row and print into the lowest one."""
    m.screen.scroll(_top(m), LEFT_COLUMN, _bottom(m), RIGHT_COLUMN, WHITE_CELLS)
    text.goto(m, _bottom(m), column)
    text.print_text(m, line)


@wait(Wait.TRACE)
def turn(m: Interpreter, record: ModalRecord, event: Event | None) -> int | None:
    """Any character steps, a function key too; directions do not. A closed window waits for nothing."""
    if not is_on(m):
        return 0
    if event is None or event[0] != EventType.CHARACTER:
        return None
    return int(event[1] & 0xFF == RUN_KEY)


@finish(Purpose.TRACE)
def step(m: Interpreter, record: ModalRecord, result: int) -> None:
    """Go on with the next command, after '+' with the next logic."""
    if result and is_on(m):
        _set_state(m, TraceState.LEAVING if _state(m) == TraceState.SHOWN else TraceState.RUNNING)
