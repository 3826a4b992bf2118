"""Work that is counted in clocks of a computer of the time (reference: TIME-34)."""

from __future__ import annotations

import pytest

from agi_emu import Machine, open_game
from agi_emu._core.counting import begin_counting, take_counts
from agi_emu.facts.clock_prices import COMPUTERS, prices_of
from agi_emu.facts.errors import SaveError
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import BUDGETS, PC_CLOCKS, SMOOTH, Budget, Settings, parsed_budget, settings_of
from agi_emu.recording.head import head_of
from agi_emu.recording.writer import head_lines
from agi_emu.resources.game import Game
from agi_emu.state.files import state_file
from agi_emu.state.files.state_file import Chunk
from tests.own_games.building import GameBuilder

PC = BUDGETS["pc-4.77"]
BUDGETS_IN_CLOCKS = [budget for budget in BUDGETS.values() if budget.computer]
LOGIC_0 = """
if (!isset(f200)) {
    set(f200); v10 = 0; v20 = 1;
    load.pic(v20); draw.pic(v20); show.pic();
    load.view(1);
    animate.obj(o0); set.view(o0, 1); position(o0, 20, 100); draw(o0); wander(o0);
    animate.obj(o1); set.view(o1, 1); position(o1, 60, 120); draw(o1); start.cycling(o1);
    animate.obj(o2); set.view(o2, 1); position(o2, 30, 104); draw(o2); stop.cycling(o2);
}
if (v60 == 1 || v61 == 2 || !isset(f201)) { v62++; toggle(f201); }
if (said("look", "lamp") || v63 > 200) { display(22, 0, "You look."); }
if (v62 == 40) { v62 = 0; call(1); v20 = 1; draw.pic(v20); show.pic(); }
v63++;
return();
"""
PICTURE = """
color 1
line 0,100 159,100
fill 10,10
priority 1
line 0,110 159,140
"""
VIEW = """
loop
cel
.1111.
111111
.1..1.
cel
..11..
111111
11..11
"""


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    """Return a game that draws, moves, calls and displays."""
    return open_game(
        build_game(
            {0: LOGIC_0, 1: 'if (v1 == 7) { print("never"); } return();'}, pictures={1: PICTURE}, views={1: VIEW}
        )
    )


def standing(machine: Machine) -> tuple[int, int, str]:
    """Return where a machine stands in time, and its state."""
    vm, clock = machine.unguarded.state.vm, machine.unguarded.state.clock
    return clock.beats, vm.work, machine.digests().state


@pytest.mark.parametrize("budget", BUDGETS_IN_CLOCKS, ids=lambda budget: budget.name)
def test_what_is_kept_is_charged_as_what_is_done_again(game: Game, budget: Budget) -> None:
    # Steps of decoded logics, objects that stay in the picture and cels that are kept against none of these.
    quick = Machine(game, settings=Settings(seed=1, budget=budget))
    plain = Machine(game, settings=Settings(seed=1, budget=budget))
    begin_counting(plain.core, plain.screen)
    prices = prices_of(budget.computer)
    for cycle in range(90):
        spent = plain.core.spent
        quick.run(cycles=1)
        plain.run(cycles=1)
        assert (cycle, *standing(quick)) == (cycle, *standing(plain))
        counts = {name: count for name, count in take_counts(plain.core).items() if not name.startswith("called")}
        charged = sum(prices.get(name, 0) * count for name, count in counts.items())
        # Loading logic 1 is beside the table.
        assert 0 <= plain.core.spent - spent - charged <= prices["loaded"] + 10 * prices["decrypted"]


def test_a_picture_takes_its_beats_while_the_clock_goes_on(game: Game) -> None:
    smooth, slow = (Machine(game, settings=Settings(seed=1, budget=budget)) for budget in (SMOOTH, PC))
    smooth.run(cycles=2)
    slow.run(cycles=2)
    drawn = slow.core.spent / PC_CLOCKS
    assert smooth.unguarded.state.clock.beats < 20
    assert slow.unguarded.state.clock.beats == pytest.approx(drawn, rel=0.05)
    assert slow.unguarded.state.clock.beats > 50


def test_computers_differ_in_pace(game: Game) -> None:
    beats = {}
    for budget in BUDGETS_IN_CLOCKS:
        machine = Machine(game, settings=Settings(seed=1, budget=budget))
        machine.run(cycles=40)
        beats[budget.name] = machine.unguarded.state.clock.beats
    assert beats["pcjr"] > beats["pc-4.77"] >= beats["tandy1000"] > beats["at-8"]


def test_a_debt_is_part_of_the_state(game: Game) -> None:
    machine = Machine(game, settings=Settings(seed=1, budget=PC))
    machine.advance()
    assert machine.unguarded.state.vm.work < -PC_CLOCKS
    saved, snapshot = save_state(machine), machine.snapshot()
    others = [Machine(game, settings=Settings(seed=1, budget=PC)) for _ in range(2)]
    resume(others[0], saved)
    others[1].restore(snapshot)
    for _ in range(300):
        machine.advance()
        assert {standing(machine)} == {standing(other) for other in others if [other.advance()]}


def test_a_debt_in_clocks_means_nothing_where_units_count(game: Game) -> None:
    machine = Machine(game, settings=Settings(seed=1, budget=PC))
    machine.advance()
    other = Machine(game, settings=Settings(seed=1))
    resume(other, save_state(machine))
    assert other.unguarded.state.vm.work == 0


def test_other_budgets_have_no_clocks(game: Game) -> None:
    machine = Machine(game, settings=Settings(seed=1))
    machine.run(cycles=3)
    assert machine.rules.counts_clocks is False
    assert take_counts(machine.core) == {}


def test_recordings_name_budget_and_rules(game: Game) -> None:
    lines = [list(head_lines(head_of(Machine(game, settings=Settings(budget=budget))))) for budget in (PC, SMOOTH)]
    assert {"budget pc-4.77", "work 3"} <= set(lines[0])
    assert {"budget smooth", "work 2"} <= set(lines[1])


def test_every_computer_has_a_price_for_what_every_cycle_does() -> None:
    for computer in COMPUTERS:
        prices = prices_of(computer)
        assert min(prices.values()) >= 0
        assert min(prices[name] for name in ("cycles", "objects", "cels", "shown", "opaque", "action 3", "test 1")) > 0
    assert prices_of("pc", "tandy")["shown_cells"] < prices_of("pc", "ega")["shown_cells"]


def test_files_of_an_unknown_computer_are_refused_by_name(game: Game) -> None:
    with pytest.raises(ValueError, match="does not know the budget 'xt-10'; it knows unlimited, smooth, pc"):
        parsed_budget("xt-10")
    with pytest.raises(ValueError, match=r"work rules 2: this program knows only 3 for 'pc-4\.77'"):
        settings_of({"budget": parsed_budget("pc-4.77"), "work": 2})
    data = save_state(Machine(game, settings=Settings(budget=PC)))
    with pytest.raises(SaveError, match=r"does not know the budget 'xt-4\.77'"):
        resume(Machine(game), _renamed(data))


def _renamed(data: bytes) -> bytes:
    """Return a state file with a budget that nobody knows."""
    file = state_file.read(data)
    chunks = [Chunk(each.tag, each.data.replace(b"pc-4.77", b"xt-4.77")) for each in file.chunks]
    return state_file.write(chunks, file.version)


def test_displays_that_were_not_measured_are_refused() -> None:
    for display in ("hercules-green", "mcga"):
        with pytest.raises(ValueError, match=f"how long {display} took to show something is not known"):
            Settings(budget=PC, display=display)
    assert Settings(budget=PC, display="cga").display == "cga"


@pytest.mark.parametrize("budget", BUDGETS_IN_CLOCKS, ids=lambda budget: budget.name)
def test_a_cycle_takes_its_clocks_or_what_it_asks_for(game: Game, budget: Budget) -> None:
    machine = Machine(game, settings=Settings(seed=1, budget=budget))
    begin_counting(machine.core, machine.screen)
    machine.run(cycles=2)
    clock, free = machine.unguarded.state.clock, (budget.units or 0) - prices_of(budget.computer)["beat"]
    for ticks in (0, 1, 4):
        machine.unguarded.state.vars[10] = ticks
        machine.run(cycles=1)
        first, expected = clock.beats, 0.0
        for _ in range(20):
            spent = machine.core.spent
            machine.run(cycles=1)
            expected += max((machine.core.spent - spent) / free, 3 * ticks)
        assert clock.beats - first == pytest.approx(expected, rel=0.02, abs=2)
