"""What waits for the player waits the same whether the core or Python lets a beat pass."""

from __future__ import annotations

import random

import pytest

from agi_emu import Machine, open_game
from agi_emu.machine import cycle
from agi_emu.machine.input.events import Key
from agi_emu.machine.settings import BUDGETS, SMOOTH, UNLIMITED, Budget, Settings
from agi_emu.state.progress import Stop, Wait
from tests.own_games.building import GameBuilder

UNTIL = Stop.BEAT | Stop.WAITING
MENU = (
    'set.menu("One"); set.menu.item("First", c1); set.menu.item("Second", c2); submit.menu(); set(f14); menu.input();'
)
WAITS = {
    "window": ('print("Anybody there?");', Wait.CONFIRM),
    "window with a time limit": ('v21 = 2; print("Soon gone.");', Wait.CONFIRM),
    "prompt": ('get.string(s1, "Your name?", 3, 4, 20);', Wait.EDIT),
    "number": ('get.num("How many?", v60);', Wait.EDIT),
    "menu": (MENU, Wait.MENU),
    "inventory": ("status();", Wait.INVENTORY),
    "inventory to choose from": ("set(f13); status();", Wait.INVENTORY),
    "dialogue of savegames": ('set.game.id("X"); save.game();', Wait.SLOTS),
    "trace window": ("set(f10); trace.on();", Wait.TRACE),
    "shaking": ("shake.screen(2);", Wait.BEATS),
}


def waiting(build_game: GameBuilder, name: str, budget: Budget) -> list[Machine]:
    """Return two machines that have come to a wait in the same way."""
    source, _ = WAITS[name]
    game = open_game(build_game({0: f"if (!isset(f50)) {{ set(f50); {source} }} return();"}))
    return [Machine(game, settings=Settings(budget=budget)) for _ in range(2)]


def advance_by_python(m: Machine) -> Stop:
    """Do what `advance` does, with the turns of what waits in Python."""
    if m.state.cycle.beat_due:
        m.deliver_beat()
    if m.modal is not None:
        stop = cycle.modal_turn(m)
        if stop:
            return Stop(stop)
    return m.advance((), UNTIL)


@pytest.mark.parametrize("budget", [SMOOTH, UNLIMITED], ids=["smooth", "unlimited"])
@pytest.mark.parametrize("name", WAITS)
def test_a_wait_is_the_same_in_the_core(build_game: GameBuilder, name: str, budget: Budget) -> None:
    core, python = waiting(build_game, name, budget)
    waits = set()
    for beat in range(200):
        keys = [Key(ord("s"))] if beat == 60 else [Key(0x0D)] if beat == 150 else []
        for machine in (core, python):
            machine.press(*keys)
        assert core.advance((), UNTIL) == advance_by_python(python)
        assert core.snapshot() == python.snapshot()
        if core.state.modal.depth:
            waits.add(core.state.modal.records[core.state.modal.depth - 1].wait)
    # Where the processor is infinitely fast shaking takes no time.
    assert waits >= (set() if name == "shaking" and budget is UNLIMITED else {WAITS[name][1]})


@pytest.mark.parametrize("budget", [SMOOTH, UNLIMITED, BUDGETS["pc-4.77"]], ids=lambda budget: str(budget.name))
@pytest.mark.parametrize("name", WAITS)
def test_a_wait_is_the_same_in_one_call(build_game: GameBuilder, name: str, budget: Budget) -> None:
    hopping, single = waiting(build_game, name, budget)
    chance = random.Random(name)
    beats = 0
    for hop in (1, 2, 700, 3, 100, 1300, 50, 20, 10, 5000):
        beats += hop
        hopping.advance_to(beats)
        while single.unguarded.state.clock.beats < beats:
            single.advance()
        assert hopping.snapshot() == single.snapshot()
        key = Key(chance.choice((ord("s"), 0x0D, 0x4800, 0x5000)))
        for machine in (hopping, single):
            machine.press(key)
