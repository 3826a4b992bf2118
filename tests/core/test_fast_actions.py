"""What the core does for Python handlers is what the handlers do: whole states are compared."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from agi_emu import Machine, open_game
from agi_emu.facts.codes import ActionKind
from agi_emu.logic.opcodes import ACTIONS, operand_count
from agi_emu.machine.settings import BUDGETS, UNLIMITED, Settings
from agi_emu.state.layout import LogicFrame
from agi_emu.state.progress import Stop
from tests.examples import examples
from tests.own_games.building import GameBuilder

TEXTS = ["short", "", "x" * 39, "x" * 40, "50%%", "back\\\\slash", "two\\nlines", "number %v3", "\\x01\\x08\\x0D!"]
SHORTCUTS = [row for row in ACTIONS if row.where == "both"]
COMMANDS = {"display", "display.v", "clear.lines", "set.text.attribute", "clear.text.rect", "load.view", "load.view.v"}
AS_DEAR_AS_HANDLERS = ["show.pic", "status.line.off", "prevent.input"]
"""Shortcuts that burn the fuel of a handler and leave the place of the logic as one does: recordings hold both."""


def test_every_shortcut_is_tried_here() -> None:
    assert {row.name for row in SHORTCUTS} == COMMANDS | set(AS_DEAR_AS_HANDLERS)


def living(m: Machine) -> bytes:
    """Return the state without what lies above the stack of logics: where they were interrupted last."""
    vm = m.state.vm
    ctypes.memset(
        ctypes.byref(vm.frames, vm.depth * ctypes.sizeof(LogicFrame)), 0, (64 - vm.depth) * ctypes.sizeof(LogicFrame)
    )
    vm.fuel = 0  # they burn less than the handlers do
    return m.snapshot().used


numbers = st.integers(0, 255)
rows = st.one_of(st.integers(0, 26), numbers)
columns = st.one_of(st.integers(0, 41), numbers)
messages = st.integers(0, len(TEXTS) + 1)
commands = st.one_of(
    st.builds("display({}, {}, {});".format, rows, columns, messages),
    st.builds("v60 = {}; v61 = {}; v62 = {}; display.v(v60, v61, v62);".format, rows, columns, messages),
    st.builds("clear.lines({}, {}, {});".format, rows, rows, numbers),
    st.builds("set.text.attribute({}, {});".format, numbers, numbers),
    st.builds("clear.text.rect({}, {}, {}, {}, {});".format, rows, columns, rows, columns, numbers),
    st.builds("load.view({});".format, st.integers(0, 2)),
    st.builds("v60 = {}; load.view.v(v60);".format, st.integers(0, 2)),
    st.sampled_from(["text.screen();", "graphics();", "load.view(0);", "push.script();"]),
    st.sampled_from([f"{name}();" for name in AS_DEAR_AS_HANDLERS]),
    st.sampled_from(["status.line.on();", "set.cursor.char(1);", "accept.input();", "configure.screen(1, 20, 24);"]),
    st.sampled_from(["set(f15);", "print(1);", "set(f15); print(1);"]),
)


def pair(folder: Path, lines: list[str], settings: Settings) -> tuple[Machine, Machine]:
    """Return two machines with a logic, of which the second one does all in Python."""
    declared = "".join(f'#message {number} "{text}"\n' for number, text in enumerate(TEXTS, 1))
    path = GameBuilder(folder)({0: declared + "\n".join(lines) + "\nreturn();"})
    quick, slow = (Machine(open_game(path), settings=settings) for _ in range(2))
    for row in SHORTCUTS:
        slow.core.set_action(row.number, ActionKind.PYTHON, operand_count(row.number, slow.profile))
    return quick, slow


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(commands, max_size=12))
def test_fast_actions_do_what_the_handlers_do(tmp_path: Path, lines: list[str]) -> None:
    quick, slow = pair(tmp_path, lines, Settings(budget=UNLIMITED))
    for _ in range(3):
        assert quick.advance((), Stop.CYCLE | Stop.WAITING) == slow.advance((), Stop.CYCLE | Stop.WAITING)
        assert living(quick) == living(slow)
        assert quick.notes == slow.notes


@pytest.mark.parametrize("budget", ["smooth", "pc-4.77"])
def test_what_handlers_did_before_costs_as_much(tmp_path: Path, budget: str) -> None:
    quick, slow = pair(tmp_path, [f"{name}();" for name in AS_DEAR_AS_HANDLERS], Settings(budget=BUDGETS[budget]))
    for m in (quick, slow):
        m.core.record_actions(True)
    for _ in range(3):
        assert quick.advance((), Stop.CYCLE) == slow.advance((), Stop.CYCLE)
        assert quick.digests() == slow.digests()
        assert quick.core.take_actions() == slow.core.take_actions()
    assert (quick.core.burnt, quick.core.spent) == (slow.core.burnt, slow.core.spent)


def test_a_hercules_has_its_own_colours_of_text_and_no_input_line(tmp_path: Path) -> None:
    # reference: TEXT-85, TEXT-86
    lines = ["set.text.attribute(5, 3);", "prevent.input();", "status.line.off();"]
    quick, slow = pair(tmp_path, lines, Settings(display="hercules-green"))
    for _ in range(2):
        assert quick.advance((), Stop.CYCLE) == slow.advance((), Stop.CYCLE)
        assert living(quick) == living(slow)
