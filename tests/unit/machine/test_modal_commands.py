"""Menu, inventory and trace window in a running machine: where they open, and that a snapshot can be taken in them."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.machine.input.events import key_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources.game import open_game
from agi_emu.state.progress import Stop
from tests.own_games.building import GameBuilder

MENU = """
if (isset(f5)) {
  v10 = 1;
  set(f14);
  set.menu("Game"); set.menu.item("About", c20); set.menu.item("Save", c5);
  set.menu("Speed"); set.menu.item("Slow", c11); set.menu.item("Fast", c12);
  submit.menu();
  menu.input();
}
if (controller(c12)) { v60 += 1; v61 = v19; }
return();
"""


def machine(build_game: GameBuilder, source: str) -> Machine:
    game = open_game(build_game({0: source}))
    return Machine(game, settings=Settings(mercies=AS_RECORDED))


def press(m: Machine, *names: str) -> None:
    """Press keys one by one, with time for each to be polled and taken."""
    for name in names:
        m.advance(key_events(name))
        for _ in range(3):
            m.advance()


def test_menu_opens_in_the_next_input_step_and_its_choice_counts_in_the_same(build_game: GameBuilder) -> None:
    m = machine(build_game, MENU)
    m.cycle()
    assert m.modal is None
    m.run(ticks=3)
    assert m.modal is Purpose.MENU
    number = m.state.cycle.number
    press(m, "right", "down", "enter")
    assert m.modal is None
    m.cycle()
    assert m.vars[60] == 1
    assert m.vars[61] == 0
    assert m.state.cycle.number >= number


def test_game_stands_still_and_the_clock_runs_while_the_menu_is_open(build_game: GameBuilder) -> None:
    m = machine(build_game, MENU)
    m.run(until=lambda m: m.modal is not None)
    number, second = m.state.cycle.number, m.vars[11]
    m.run(seconds=2)
    assert m.state.cycle.number == number
    assert m.vars[11] == second + 2


@pytest.mark.parametrize(
    "source",
    [
        MENU,
        "v10 = 1; v50 += 1; if (v50 == 3) { set(f13); get(i1); get(i2); status(); } return();",
        "v10 = 1; set(f10); v50 += 1; if (v50 == 3) { trace.on(); } if ((f1 || v50 > 200)) { v51 = 1; } return();",
    ],
    ids=["menu", "inventory", "trace"],
)
def test_snapshot_goes_on_as_if_never_stopped(build_game: GameBuilder, source: str) -> None:
    m = machine(build_game, source)
    m.run(until=lambda m: m.modal is not None)
    assert m.modal is not None
    press(m, "down")
    here = m.snapshot()
    press(m, "right", "space", "down", "enter")
    m.run(seconds=1)
    after = m.snapshot()
    m.run(seconds=1)
    m.restore(here)
    press(m, "right", "space", "down", "enter")
    m.run(seconds=1)
    assert m.snapshot() == after


def test_trace_shows_every_command_of_a_cycle(build_game: GameBuilder) -> None:
    m = machine(build_game, "v10 = 1; set(f10); trace.on(); v51 = 7; if (v51 == 7) { set(f30); } return();")
    m.run(until=lambda m: m.modal is Purpose.TRACE)
    press(m, "x", "x")
    rows = [bytes(m.state.text_chars[40 * row : 40 * row + 40]).replace(b"\0", b" ").strip() for row in range(25)]
    shown = [row for row in rows if row and b"Score" not in row]
    # The box counts the picture's row twice, and that is 0 here.
    assert shown == [
        *(b"=" * 26, b"0: 3(51,7)", b"(0,7)"),
        *(b"0: 1(51,7)", b"(7,7)" + b" " * 24 + b" :T", b"0: 12(30)"),
    ]
    assert not m.flag(30)
    press(m, "x")
    assert m.flag(30)


def test_scroll_lock_opens_and_closes_the_trace_window(build_game: GameBuilder) -> None:
    # reference: KEY-21, TEXT-74
    m = machine(build_game, "v10 = 1; v50 += 1; if (v50 == 1) { set(f10); } return();")
    m.run(ticks=10)
    press(m, "scroll-lock")
    assert m.modal is Purpose.TRACE
    number = m.state.cycle.number
    m.run(ticks=10)
    assert m.state.cycle.number == number
    press(m, "scroll-lock")
    m.run(ticks=10)
    assert m.modal is None
    assert m.state.cycle.number > number


def test_status_answers_through_v25(build_game: GameBuilder) -> None:
    source = "v10 = 1; if (v50 == 0) { v50 = 1; set(f13); get(i1); get(i2); status(); v51 = v25; } return();"
    m = machine(build_game, source)
    m.run(until=lambda m: m.modal is Purpose.INVENTORY)
    press(m, "right", "enter")
    m.cycle()
    assert m.vars[51] == 2
    assert m.state.general.text_mode == 0


def test_stop_names_the_wait(build_game: GameBuilder) -> None:
    m = machine(build_game, MENU)
    m.run(until=lambda m: m.modal is not None)
    assert m.advance((), Stop.WAITING) & Stop.WAITING
