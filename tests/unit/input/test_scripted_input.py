"""Scripts in a session: when keys go in, what waits, and that the speed of play changes nothing."""

from __future__ import annotations

import pytest

from agi_emu.input.input_script import ScriptPlayer, parse_input_script
from agi_emu.machine.machine import Machine
from agi_emu.machine.snapshots import Snapshot
from agi_emu.session import EveryBeat, NoInput, Pacer, Session
from agi_emu.window.host.pacer import RealTimePacer
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

COUNTS_KEYS = "v10 = 2; if (have.key()) { v60 += 1; v61 = v50; } v50 += 1; return();"
"""v61 is how many cycles had passed when the last key came."""
ASKS_TWICE = 'v10 = 1; v50 += 1; if (v50 == 5) { print("One."); print("Two."); v51 = 1; } return();'


def session(machine: Machine, script: str, pacer: Pacer | None = None) -> Session:
    prompter = ScriptPlayer(parse_input_script(script))
    return Session(machine, source=NoInput(), pacer=pacer or EveryBeat(), prompter=prompter)


def machine_of(build_game: GameBuilder, logic: str) -> Machine:
    from agi_emu.resources import open_game

    return Machine(open_game(build_game({0: logic})))


def test_keys_of_a_cycle_are_read_in_it(build_game: GameBuilder) -> None:
    # golden README, "Input script": keys of cycle N are in the queue when the cycle that gives record N + 1 reads
    # input, so N cycles have passed.
    machine = machine_of(build_game, COUNTS_KEYS)
    session(machine, "cycle 20: key a").run(beats=300)
    assert machine.vars[60] == 1
    assert machine.vars[61] == 20


def test_text_beyond_ascii_is_typed(build_game: GameBuilder) -> None:
    machine = machine_of(build_game, "v10 = 2; if (have.key()) { v60 = v19; } return();")
    session(machine, "cycle 5: type ü").run(beats=60)
    assert machine.vars[60] == 0x81, "its byte in code page 437"


def test_blocked_lines_answer_windows_one_by_one(build_game: GameBuilder) -> None:
    machine = machine_of(build_game, ASKS_TWICE)
    session(machine, "blocked: key enter").run(beats=200)
    assert machine.vars[51] == 0, "one line closes one window"
    machine = machine_of(build_game, ASKS_TWICE)
    session(machine, "blocked: key enter\nblocked: key esc").run(beats=200)
    assert machine.vars[51] == 1


@pytest.mark.parametrize("speed", [0.1, 1.0, 16.0, None])
def test_the_machine_does_the_same_at_every_speed(build_game: GameBuilder, speed: float | None) -> None:
    from agi_emu.resources import open_game

    game = open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]
    script = "cycle 10: key left\ncycle 30: text look\nblocked: key enter\ncycle 60: key up"

    def played(pacer: Pacer) -> Snapshot:
        machine = Machine(game, seed=5)
        session(machine, script, pacer).run(beats=400)
        return machine.snapshot()

    time = [0.0]

    def sleep(seconds: float) -> None:
        time[0] += seconds

    assert played(RealTimePacer(speed, clock=lambda: time[0], sleep=sleep)) == played(EveryBeat())
