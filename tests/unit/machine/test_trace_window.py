"""Sierra's trace window."""

from __future__ import annotations

from typing import Any

import pytest

from agi_emu._core.machine import Core
from agi_emu.facts.codes import ActionKind
from agi_emu.facts.font import built_in_face
from agi_emu.logic.opcodes import ACTIONS, operand_count
from agi_emu.machine.binding import HANDLERS
from agi_emu.machine.windows import trace_window
from agi_emu.state.progress import Need
from tests.core.core_settings import configure
from tests.unit.desk import Desk

TRACE_ALLOWED = 10


class TracedDesk(Desk):
    """A desk that runs logics."""

    def __init__(self, codes: dict[int, bytes], interpreter: str = "2.936") -> None:
        """Load logics given as code; logic 0 is entered."""
        super().__init__(interpreter)
        self.codes = codes
        self.core = Core(self.buffer, built_in_face())
        for row in ACTIONS:
            kind = ActionKind.CORE if row.where == "core" or row.is_null else ActionKind.PYTHON
            self.core.set_action(row.number, kind, operand_count(row.number, self.profile))
        configure(self.core, last_action=self.profile.last_action)
        for number, code in codes.items():
            self.core.set_code(number, code)
            self.state.loaded.logics.present[number] = 1
        self.state.trace.row, self.state.trace.height = 1, 15
        self.state.vm.work = 10_000
        self.set_flag(TRACE_ALLOWED, True)
        self.core.enter(0)

    def logic_code(self, number: int) -> bytes:
        """Return the code of a logic."""
        return self.codes[number]

    def go(self) -> int | None:
        """Run until a key is needed or logic 0 ends."""
        while not self.waits:
            if not self.state.trace.state:
                return int(self.core.run())
            stop = trace_window.run(self)
            if stop == Need.ACTION:
                row = ACTIONS[self.state.vm.last_action]
                HANDLERS[row.name](self, *self.state.vm.last_operands[: len(row.operands)])
            elif stop is not None:
                return stop
        return None

    def lines(self) -> list[str]:
        """Return the rows of the window that hold text, top to bottom."""
        return [self.row(row).strip() for row in range(3, 18) if self.row(row).strip()]

    def step(self) -> list[str]:
        """Press a key and return the lines that it brought."""
        before = len(self.lines())
        self.hit("x")
        self.go()
        return self.lines()[before:]


def traced(code: str, called: str = "00", *, interpreter: str = "2.936") -> Any:
    """Run a logic 0 under the trace window up to its first line."""
    m = TracedDesk({0: bytes.fromhex(code), 1: bytes.fromhex(called)}, interpreter)
    m.vars[5] = 77
    trace_window.start(m)
    trace_window.note_start(m)
    m.go()
    return m


def test_window_needs_flag_10() -> None:
    # reference: TEXT-74
    m = Desk()
    trace_window.start(m)
    assert m.state.trace.state == 0
    m.set_flag(TRACE_ALLOWED, True)
    trace_window.toggle(m)
    assert trace_window.is_on(m)
    trace_window.toggle(m)
    assert m.state.trace.state == 0


def test_box_has_a_red_frame_and_goes_away() -> None:
    # reference: TEXT-74, TEXT-75
    m = Desk()
    m.state.picture[:] = b"\x42" * len(m.state.picture)
    m.set_flag(TRACE_ALLOWED, True)
    trace_window.set_place(m, 0, 1, 15)
    trace_window.start(m)
    # picture row 1: text rows 3 to 17, x from 3, 154 wide, bottom 8 * 17 + 5, height 130; the frame is inset by one
    bottom = 8 * 17 + 5 + 8
    assert m.pixel(6, bottom) == 15
    assert m.pixel(8, bottom - 1) == 4
    assert m.pixel(8, bottom - 128) == 4
    assert m.pixel(6, bottom - 129) == 15
    trace_window.stop(m)
    assert m.pixel(8, bottom - 1) == 2


def test_height_is_at_least_two() -> None:
    # reference: TEXT-73
    m = Desk()
    trace_window.set_place(m, 99, 3, 0)
    assert (m.state.trace.logic, m.state.trace.row, m.state.trace.height) == (99, 3, 2)


def test_an_action_is_shown_before_it_runs() -> None:
    # reference: TEXT-76, TEXT-77
    m = traced("03 05 09 01 05 00")  # v5 = 9; v5 += 1; return
    assert m.lines() == ["=" * 26, "0: 3(5,9)", "(77,9)"]
    assert m.vars[5] == 77
    assert m.step() == ["0: 1(5)", "(9)"]
    assert m.vars[5] == 9
    # "(values)" stand below the "("
    assert m.row(17) == "      (9)"
    m.hit("f3")  # a function key steps, too
    assert m.go() == Need.NONE  # the return that ends logic 0 is not shown
    assert m.vars[5] == 10


@pytest.mark.parametrize(("interpreter", "operands"), [("2.440", "(5,3,9)"), ("2.917", "(5,3,9,6)")])
@pytest.mark.parametrize("number", ["97", "98"])
def test_print_at_has_three_operands_in_the_table_of_early_interpreters(
    number: str, interpreter: str, operands: str
) -> None:
    # reference: CMD-3: only the tracer takes the number from the table
    m = traced(f"{number} 05 03 09 06 00", interpreter=interpreter)
    assert m.lines()[1] == f"0: {int(number, 16)}{operands}"


def test_directions_do_not_step() -> None:
    # reference: TEXT-81
    m = traced("03 05 09 00")
    m.hit("up", "left", "kp5")
    m.go()
    assert m.vars[5] == 77


def test_tests_show_their_raw_result() -> None:
    # reference: TEXT-78, TEXT-79
    # if (v5 == 77 && !(v5 > 80) && (f1 || !f2)) f3 = 1
    m = traced("FF 01 05 4D FD 05 05 50 FC 07 01 FD 07 02 FC FF 02 00 0C 03 00")
    assert m.row(16) == "  0: 1(5,77)"
    assert m.row(17) == "      (77,77)" + " " * 22 + " :T"
    m.step()
    assert m.row(17) == "      (77,80)" + " " * 22 + " :F"
    m.step()
    assert m.row(17) == "  0: 7(1)" + " " * 26 + " :F"
    m.step()
    assert m.row(17) == "  0: 7(2)" + " " * 26 + " :F"
    m.step()
    assert m.row(17) == "  0: 12(3)"
    m.hit("x")
    assert m.go() == Need.NONE
    assert m.flag(3)


def test_a_false_test_ends_the_condition() -> None:
    m = traced("FF 01 05 4C 07 03 FF 02 00 0C 03 03 06 01 00")
    assert m.row(17).endswith(" :F")
    assert m.step() == ["0: 3(6,1)", "(0,1)"]
    assert not m.flag(3)


def test_said_shows_word_groups() -> None:
    m = traced("FF 0E 02 0A 00 0F 27 FF 00 00 00")
    assert m.row(17) == "  0: 14(10,9999)" + " " * 19 + " :F"


def test_calls_and_returns() -> None:
    m = traced("16 01 0C 04 00", "0C 03 00")
    assert m.lines()[1:] == ["0: 22(1)"]
    assert m.step() == ["1: 12(3)"]
    # reference: TEXT-79: no return gets a line
    assert m.step() == ["0: 12(4)"]


def test_plus_runs_to_the_next_logic() -> None:
    m = traced("0C 02 0C 03 16 01 0C 04 00", "0C 05 00")
    m.hit("+")
    m.go()
    assert m.flag(2)
    assert m.flag(3)
    assert m.lines()[-1] == "1: 12(5)"
    m.hit("+")
    assert m.go() == Need.NONE
    assert m.flag(4)
    trace_window.note_start(m)
    m.core.enter(0)
    m.go()
    # reference: TEXT-80, TEXT-81: the line of "=" comes with the first line of every run of logic 0
    assert m.lines()[-2:] == ["=" * 26, "0: 12(2)"]


def test_names_come_from_the_trace_logic() -> None:
    # reference: TEXT-73, TEXT-76
    m = TracedDesk({0: bytes.fromhex("01 05 00"), 1: b"\0"})
    m.messages[1] = (b"increment",)
    trace_window.set_place(m, 1, 1, 15)
    trace_window.start(m)
    m.go()
    assert m.row(16) == "  0: increment(5)"
    assert m.row(17) == "              (0)"


def test_names_of_tests_are_messages_220_and_up() -> None:
    # reference: TEXT-76; test 0 alone is called "return", reference: TEXT-79
    m = TracedDesk({0: bytes.fromhex("FF FD 00 07 05 FF 00 00 00"), 1: b"\0"})
    m.messages[1] = (*[None] * 226, b"isset")
    trace_window.set_place(m, 1, 1, 15)
    trace_window.start(m)
    m.go()
    assert m.row(17) == "  0: return" + " " * 24 + " :F"
    assert m.step() == ["0: isset(5)" + " " * 22 + " :F"]


def test_stepping_does_not_spend_more_work_than_running() -> None:
    m = traced("0C 02 0C 03 00")
    m.step()
    assert m.state.vm.work == 10_000 - 1


@pytest.mark.parametrize("code", ["FF 01", "FF", "0C", "FF 0E", "FF 0E 05 01", "FE", "16", ""])
def test_cut_code_is_traced_to_its_end(code: str) -> None:
    m = traced(code)
    for _ in range(5):
        if not m.waits:
            break
        m.step()
    assert m.state.vm.work > 0
