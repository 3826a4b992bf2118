"""Decoded logics against the same logics read token by token: whatever they are, states are equal at every stop.

A core with an observer reads token by token; test_logic_runs.py compares the steps with a plain twin.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.counting import set_prices
from agi_emu._core.decoding import DecodedLogic
from agi_emu._core.machine import Core
from agi_emu.facts.clock_prices import prices_of
from agi_emu.facts.codes import ActionKind
from agi_emu.logic.opcodes import ACTIONS
from agi_emu.state.core_rules import CoreRules
from agi_emu.state.progress import Need
from tests.core.scenes import LAST_ACTION, NUMBERS, Scene
from tests.core.test_logic_runs import fill_in, some_code, some_condition
from tests.examples import examples

PYTHON_ACTION = next(row.number for row in ACTIONS if row.where == "python")
MOST_STOPS = 60
CLOCKS_OF_TOKEN = 250
IF, GOTO, RETURN = b"\xff", b"\xfe", b"\0"


def spoilt(chance: random.Random, code: bytes) -> bytes:
    """Return code with some bytes changed, jumps to anywhere put in, and perhaps cut off."""
    changed = bytearray(code)
    for _ in range(chance.choice((0, 1, 2, 5))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.choice((0, 0xFC, 0xFD, 0xFE, 0xFF, chance.randrange(256)))
    for _ in range(chance.choice((0, 0, 1, 3))):
        at = chance.randrange(len(changed) + 1)
        distance = chance.randint(-len(changed) - 5, len(changed) + 5)
        changed[at:at] = GOTO + distance.to_bytes(2, "little", signed=True)
    return bytes(changed[: chance.randrange(len(changed) + 1)] if chance.random() < 0.2 else changed)


def some_question(chance: random.Random) -> bytes:
    """Return a condition of sentences and controllers, and what it skips."""
    tests = [
        b"\xfd" * chance.choice((0, 0, 0, 1))
        + chance.choice((b"\x0c" + bytes([chance.choice((3, 49, 50, 200))]), b"\x0e\x01\x0a\x00", b"\x0e\x01\x01\x00"))
        for _ in range(chance.randint(1, 3))
    ]
    body = chance.choice((b"", bytes([NUMBERS["increment"], 5]), GOTO + b"\x00\x00", bytes([NUMBERS["set"], 2])))
    group = b"\xfc" if chance.random() < 0.5 else b""
    return IF + group + b"".join(tests) + group + IF + len(body).to_bytes(2, "little") + body


def some_piece(chance: random.Random, callable_logics: list[int]) -> bytes:
    """Return a condition, stray marks of one, a long one that is stepped over, a call, or other code."""
    kind = chance.randrange(6)
    skipped = chance.choice((0, 0, 2, 5)).to_bytes(2, "little")
    if kind < 2:
        return IF + b"".join(some_condition(chance, 3) for _ in range(chance.randint(1, 3))) + IF + skipped
    if kind == 2:
        return IF + chance.choice((b"\xfc", b"\xfd", b"", b"\xfc\x00\xfc", b"\xfc\xfc")) + IF + skipped
    if kind == 3:
        # Steps over 26 to 36 bytes, outside of a group and inside.
        filling = b"\x0e" + bytes([12]) + b"\xff\x00" * 12 + b"\x00" * chance.randrange(11)
        never = chance.choice((b"\x00", b"\xfc\xfd\x00"))
        return IF + never + filling + (b"\xfc" if len(never) > 1 else b"") + IF + skipped
    if kind == 4 and callable_logics:
        return bytes([NUMBERS["call"], chance.choice(callable_logics)])
    return some_code(chance, 3, callable_logics)


def some_logics(chance: random.Random) -> dict[int, bytes]:
    """Return logics that call each other, mostly spoilt."""
    last = chance.randrange(4)
    logics = {}
    for number in range(last, -1, -1):
        callable_logics = list(range(number + 1, last + 1))
        code = b"".join(some_piece(chance, callable_logics) for _ in range(chance.randint(1, 6)))
        if chance.random() < 0.3:
            code += bytes([PYTHON_ACTION, 1, 2])
        code += RETURN + bytes(chance.randrange(12))
        logics[number] = spoilt(chance, code) if chance.random() < 0.7 else code
    return logics


def prepared(seed: int, logics: dict[int, bytes], rules: CoreRules, *, by_token: bool) -> Scene:
    """Return a scene that is about to run logic 0; some of the logics it calls are not in memory."""
    scene = Scene(seed, objects=3)
    fill_in(scene)
    if seed % 2:
        # Nothing was typed.
        scene.state.controllers[:50] = bytes(50)
    scene.core.set_rules(rules)
    if rules.counts_clocks:
        set_prices(scene.core, prices_of("pc"))
    scene.core.set_action(PYTHON_ACTION, ActionKind.PYTHON, 2)
    for number, code in logics.items():
        scene.core.set_code(number, code, 50)
        scene.state.loaded.logics.present[number] = number != 2
    scene.state.general.first_logic_changed = seed % 5 == 0
    scene.core.enter(0)
    if by_token:
        scene.core.record_actions(True)
    return scene


def run_once(core: Core, scene: Scene, work: int, fuel: int) -> int:
    """Let a core run with this much work and fuel; return its stop."""
    scene.state.cycle.beat_due = 0
    scene.state.vm.work, scene.state.vm.fuel = work, fuel
    return core.run()


def compare_runs(seed: int, logics: dict[int, bytes], rules: CoreRules, most_work: int) -> None:
    """Run logics both ways, from stop to stop, and compare the states at each."""
    decoded = prepared(seed, logics, rules, by_token=False)
    by_token = prepared(seed, logics, rules, by_token=True)
    chance = random.Random(seed)
    for _ in range(MOST_STOPS):
        work = chance.randint(1, most_work)
        fuel = chance.choice((1, 50, 3_000, 30_000_000))
        stop = run_once(decoded.core, decoded, work, fuel)
        assert stop == run_once(by_token.core, by_token, work, fuel)
        if decoded.buffer != by_token.buffer:
            where = next(
                i for i, pair in enumerate(zip(decoded.buffer, by_token.buffer, strict=True)) if pair[0] != pair[1]
            )
            raise AssertionError(f"byte {where} of the states differs after stop {stop}: {logics}")
        if stop != Need.ACTION and stop <= 0:
            return


@examples(600)
@given(st.integers(0, 2**32 - 1), st.sampled_from((3, 12, 2_000)), st.booleans(), st.booleans())
def test_steps_equal_tokens(seed: int, most_work: int, has_fuel: bool, counts_clocks: bool) -> None:
    rules = CoreRules(
        last_action=LAST_ACTION,
        runaway_units=1000,
        cells_per_unit=random.Random(seed).choice((3, 1000)),
        beat_units=CLOCKS_OF_TOKEN if counts_clocks else random.Random(seed).choice((0, 100)),
        beat_fuel=1000 if has_fuel else 0,
        counts_clocks=counts_clocks,
        survive_division_by_zero=seed % 2,
    )
    compare_runs(seed, some_logics(random.Random(seed)), rules, most_work * (CLOCKS_OF_TOKEN if counts_clocks else 1))


@examples(600)
@given(st.integers(0, 2**32 - 1), st.sampled_from((30, 2_000)), st.booleans())
def test_questions_that_nobody_answers_equal_tokens(seed: int, most_work: int, counts_clocks: bool) -> None:
    chance = random.Random(seed)
    code = b"".join(some_question(chance) for _ in range(chance.randint(2, 20)))
    rules = CoreRules(
        last_action=LAST_ACTION,
        beat_units=100,
        counts_clocks=counts_clocks,
        behind_controllers=chance.choice(((), (1, 1, 1))),
    )
    compare_runs(seed, {0: code + RETURN}, rules, most_work * (CLOCKS_OF_TOKEN if counts_clocks else 1))


def test_logic_that_is_returned_to_runs_with_its_changed_byte() -> None:
    # reference: CMD-42: erase of the object after the table clears a bit of logic 0's 26th byte
    scene = Scene(1)
    code = bytes([NUMBERS["call"], 1]) + bytes([NUMBERS["increment"], 50]) * 11 + bytes([NUMBERS["assignn"], 41, 7])
    scene.core.set_code(1, RETURN)
    scene.state.loaded.logics.present[1] = 1
    scene.state.general.first_logic_changed = 1
    scene.state.vars[40] = scene.state.vars[41] = 1
    assert scene.execute(code + RETURN * 9) == Need.NONE
    assert (scene.state.vars[40], scene.state.vars[41]) == (7, 1)


def test_decoded_logics_are_shared_by_what_they_depend_on() -> None:
    first, second, third = Scene(1), Scene(1), Scene(1)
    decoded: dict[tuple[bytes, bytes], DecodedLogic] = {}
    code = bytes([NUMBERS["assignn"], 40, 7]) + RETURN
    first.core.set_code(5, code, 10, decoded)
    second.core.set_code(6, bytes(bytearray(code)), 10, decoded)
    assert len(decoded) == 1
    third.core.set_action(NUMBERS["assignn"], ActionKind.CORE, 1)
    third.core.set_code(5, code, 10, decoded)
    assert len(decoded) == 2


@pytest.mark.parametrize("size", [0, 1, 65_535, 65_536, 100_000])
def test_logics_of_any_size_run(size: int) -> None:
    scene = Scene(1)
    assert scene.execute(bytes([NUMBERS["toggle"], 200] * (size // 2 + 1))[:size]) == Need.NONE


@pytest.mark.parametrize("byte", [0xFF, 0xFC, 0xFD, 0x01, 0x0E])
def test_logic_with_more_steps_than_places_runs(byte: int) -> None:
    scene = Scene(1)
    code = b"\xff\x00" + bytes([byte]) * 60_000
    assert scene.execute(code) == Need.NONE
