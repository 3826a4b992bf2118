"""The log of executed actions knows where each action stands."""

from __future__ import annotations

from agi_emu.data import demo_path
from agi_emu.logic.code import Action, decode
from agi_emu.machine.machine import Machine
from agi_emu.resources.game import open_game
from agi_emu.tracing.tolerances import split_actions


def test_every_action_stands_where_the_log_says() -> None:
    machine = Machine(open_game(demo_path()), seed=1)
    machine.core.record_actions(True)
    codes = {number: machine.logic_code(number) for number in machine.game.logics}
    instructions = {
        (number, each.offset): code[each.offset : each.end]
        for number, code in codes.items()
        for each in decode(code, machine.profile)
        if isinstance(each, Action)
    }
    seen = set()
    for _ in range(100):
        machine.tick()
        places = machine.core.action_places()
        count, log = machine.core.take_actions()
        assert len(places) == count
        assert [instructions[place] for place in places] == split_actions(log)
        seen |= set(places)
    assert {logic for logic, _ in seen} == {0, 1}


def test_taking_the_log_empties_the_places() -> None:
    machine = Machine(open_game(demo_path()), seed=1)
    machine.core.record_actions(True)
    machine.tick()
    assert machine.core.action_places()
    machine.core.take_actions()
    assert machine.core.action_places() == []
