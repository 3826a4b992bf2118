"""The core's fetch loop, conditions and actions on variables against their plain twins: logics that call each other."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.logic.opcodes import ACTIONS, TESTS, Operand
from agi_emu.state.progress import Need, Stop
from tests.core.plain import conditions, interp, sprites
from tests.core.plain.world import AgiTrap, HungError
from tests.core.scenes import NAMES, NUMBERS, Scene
from tests.examples import examples

DEEPEST = 3
GROUPS = (0, 1, 10, 20, 9999)
SELDOM = {"div.n", "div.v", "random", "get", "get.v", "drop", "put", "put.v", "get.room.v", "call", "call.v"}
"""Actions that may end the run; they come, but less often."""
OTHERS = {"random", "mul.n", "mul.v", "div.n", "div.v", "call", "call.v", "set.scan.start", "reset.scan.start"}
KNOWN = [row for row in ACTIONS if row in (*ACTIONS[1:18], *ACTIONS[92:98]) or row.name in OTHERS]
"""Actions of the plain twin: on variables, flags and items, and on logics."""
COMMON = [row for row in KNOWN if row.name not in SELDOM]
RARE = [row for row in KNOWN if row.name in SELDOM]


def test_twin_knows_the_operands_of_every_test() -> None:
    expected = tuple(-1 if Operand.WORDS in row.operands else len(row.operands) for row in TESTS)
    assert expected == conditions.OPERANDS


def some_operand(chance: random.Random, kind: Operand, objects: int) -> int:
    """Return an operand byte; objects exist, variables and flags meet often."""
    if kind is Operand.OBJECT:
        return chance.randrange(objects)
    return chance.randrange(8 if kind in (Operand.VARIABLE, Operand.FLAG, Operand.STRING) else 256)


def some_test(chance: random.Random, objects: int) -> bytes:
    """Return a test with its operands, perhaps negated."""
    row = chance.choice(TESTS)
    head = b"\xfd" * chance.choice((0, 0, 1, 2)) + bytes([row.number])
    if Operand.WORDS in row.operands:
        words = [chance.choice(GROUPS) for _ in range(chance.randrange(4))]
        return head + bytes([len(words)]) + b"".join(word.to_bytes(2, "little") for word in words)
    return head + bytes(some_operand(chance, kind, objects) for kind in row.operands)


def some_condition(chance: random.Random, objects: int) -> bytes:
    """Return the tests between two FF."""
    parts = []
    for _ in range(chance.randint(1, 3)):
        if chance.random() < 0.3:
            parts.append(b"\xfc" + b"".join(some_test(chance, objects) for _ in range(chance.randrange(4))) + b"\xfc")
        else:
            parts.append(some_test(chance, objects))
    return b"".join(parts)


def some_code(chance: random.Random, objects: int, callable_logics: list[int], depth: int = 0) -> bytes:
    """Return actions and conditions with what they skip; jumps go forwards only, so the code ends."""
    code = b""
    for _ in range(chance.randint(1, 8)):
        kind = chance.random()
        if kind < 0.25 and depth < DEEPEST:
            body = some_code(chance, objects, callable_logics, depth + 1)
            code += b"\xff" + some_condition(chance, objects) + b"\xff" + len(body).to_bytes(2, "little") + body
        elif kind < 0.3:
            code += b"\xfe\x01\x00" + bytes([chance.randrange(256)])
        else:
            row = chance.choice(RARE if chance.random() < 0.1 else COMMON)
            if row.name == "call":
                code += bytes([row.number, chance.choice(callable_logics)]) if callable_logics else b""
            elif row.name == "call.v":
                if callable_logics:
                    code += bytes([NUMBERS["assignn"], 9, chance.choice(callable_logics), row.number, 9])
            elif row.name.startswith("put") or row.name.endswith(".v") or chance.random() < 0.95:
                code += bytes([row.number, *(some_operand(chance, operand, objects) for operand in row.operands)])
            else:
                code += bytes([chance.choice((175, 200, 251))])
    return code


def fill_in(scene: Scene) -> None:
    """Give both sides strings, words, controllers and flags of a sentence."""
    chance, world, state = scene.chance, scene.world, scene.state
    for number in range(8):
        text = bytes(chance.choices(b"aAbB ,.'\x80", k=chance.randrange(6)))
        world.strings[40 * number : 40 * number + len(text)] = text
    state.strings[:] = bytes(world.strings)
    world.words = [chance.choice(GROUPS[:4]) for _ in range(chance.randrange(4))]
    state.input.word_count = len(world.words)
    state.input.word_number[: len(world.words)] = world.words
    world.controllers = [chance.randrange(2) for _ in range(256)]
    state.controllers[:] = world.controllers
    world.events = [(chance.randint(1, 3), chance.choice((0x61, 0x3B00, 0x0D))) for _ in range(chance.randrange(4))]
    for slot, (kind, value) in enumerate(world.events):
        state.keyboard.queue_type[slot], state.keyboard.queue_value[slot] = kind, value
    state.keyboard.queue_tail = len(world.events)
    world.variables[19] = state.vars[19] = chance.choice((0, 0, 65))


def run_both(scene: Scene, codes: dict[int, bytes]) -> None:
    """Run logic 0 on both sides and compare how it ended and everything else."""
    state = scene.state
    for number, code in codes.items():
        scene.core.set_code(number, code)
        state.loaded.logics.present[number] = 1
    stop = scene.execute(codes[0])
    starts: dict[int, int] = {}
    expected: tuple[int, int, int] = (Need.NONE, 0, 0)
    try:
        interp.run(scene.world, codes, NAMES, starts)
    except AgiTrap as trap:
        expected = (Need.ERROR, trap.number, trap.value)
    except HungError:
        expected = (Need.PLACE, 0, 0)
    except interp.DivisionByZeroError:
        expected = (Need.DIVISION, 0, 0)
    if scene.world.hung_sorting:
        expected = (Need.PLACE, 0, 0)
    vm = state.vm
    assert ((stop, vm.error, vm.error_value) if stop == Need.ERROR else (stop, 0, 0)) == expected
    assert {number: state.loaded.scan_start[number] for number in starts} == starts
    scene.check("the logics")
    keyboard = state.keyboard
    left = [(keyboard.queue_type[i], keyboard.queue_value[i]) for i in range(keyboard.queue_head, keyboard.queue_tail)]
    assert left == scene.world.events


@examples(150)
@given(st.integers(0, 2**32 - 1))
def test_logics_equal_the_plain_ones(seed: int) -> None:
    scene = Scene(seed, objects=3)
    sprites.put_all_in(scene.world)
    fill_in(scene)
    last = scene.chance.randrange(4)
    run_both(
        scene,
        {
            number: some_code(scene.chance, 3, list(range(number + 1, last + 1))) + b"\0"
            for number in range(last, -1, -1)
        },
    )


@examples(150)
@given(st.integers(0, 2**32 - 1))
def test_conditions_equal_the_plain_ones(seed: int) -> None:
    scene = Scene(seed, objects=3)
    sprites.put_all_in(scene.world)
    fill_in(scene)
    code = b""
    for number in range(8):
        code += b"\xff" + some_condition(scene.chance, 3) + b"\xff\x02\x00" + bytes([NUMBERS["set"], 200 + number])
    run_both(scene, {0: code + b"\0"})


@pytest.mark.parametrize("number", [19, 38, 0xFB, 0xFE])
def test_bad_test_is_error_15_on_both_sides(number: int) -> None:
    scene = Scene(1)
    sprites.put_all_in(scene.world)
    run_both(scene, {0: bytes([0xFF, number, 0xFF, 0, 0, 0])})


def test_code_without_return_ends_the_logic() -> None:
    # reference: docs/cases.md 17: the Christmas card's logic lacks its return
    scene = Scene(1)
    assert scene.execute(bytes([NUMBERS["assignn"], 40, 7])) == Need.NONE
    assert scene.state.vars[40] == 7


def test_work_runs_out_between_two_actions_and_goes_on_there() -> None:
    scene = Scene(1)
    scene.execute(b"\0")
    code = bytes([NUMBERS["assignn"], 40, 0] + [NUMBERS["increment"], 40] * 5 + [0])
    scene.core.set_code(0, code)
    state = scene.state
    state.vm.depth = 0
    scene.core.enter(0)
    seen = []
    for _ in range(8):
        state.vm.work = 1
        state.cycle.beat_due = 0
        seen.append(scene.core.run())
        if seen[-1] == Need.NONE:
            break
    assert seen == [Stop.BEAT] * 6 + [Need.NONE]
    assert state.vars[40] == 5
