"""What the core does for Python handlers is what the handlers do: whole states are compared."""

from __future__ import annotations

import ctypes
from pathlib import Path

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from agi_emu import Machine, open_game
from agi_emu.facts.codes import ActionKind
from agi_emu.logic.opcodes import ACTIONS, operand_count
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.state.layout import LogicFrame
from agi_emu.state.progress import Stop
from tests.examples import examples
from tests.own_games.building import GameBuilder

TEXTS = ["short", "", "x" * 39, "x" * 40, "50%%", "back\\\\slash", "two\\nlines", "number %v3", "\\x01\\x08\\x0D!"]
SHORTCUTS = [row for row in ACTIONS if row.where == "both"]
COMMANDS = {"display", "display.v", "clear.lines", "set.text.attribute", "clear.text.rect", "load.view", "load.view.v"}


def test_every_shortcut_is_tried_here() -> None:
    assert {row.name for row in SHORTCUTS} == COMMANDS


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
)


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(commands, max_size=12))
def test_fast_actions_do_what_the_handlers_do(tmp_path: Path, lines: list[str]) -> None:
    declared = "".join(f'#message {number} "{text}"\n' for number, text in enumerate(TEXTS, 1))
    path = GameBuilder(tmp_path)({0: declared + "\n".join(lines) + "\nreturn();"})
    quick, slow = (Machine(open_game(path), settings=Settings(budget=UNLIMITED)) for _ in range(2))
    for row in SHORTCUTS:
        slow.core.set_action(row.number, ActionKind.PYTHON, operand_count(row.number, slow.profile))
    for _ in range(3):
        assert quick.advance((), Stop.CYCLE | Stop.WAITING) == slow.advance((), Stop.CYCLE | Stop.WAITING)
        assert living(quick) == living(slow)
        assert quick.notes == slow.notes
