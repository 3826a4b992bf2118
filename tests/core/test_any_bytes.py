"""Whatever bytes a game is made of, the machine stays within its memory and says what is wrong in its own words.

On the core that ships, this finds crashes; on the one built with the address sanitizer
(tests/meta/test_sanitizers.py), every access out of bounds.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from agi_emu.facts.errors import AgiError
from agi_emu.facts.mercies import FRIENDLY, STRICT
from agi_emu.logic.emitter import logic_resource, text_section
from agi_emu.logic.opcodes import ACTIONS, TESTS, Operand, action_by_name
from agi_emu.machine.input.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import SMOOTH, Settings
from agi_emu.resources import open_game
from agi_emu.resources.writing.game_files import GameContents, write_game

BEATS = 90
LOGICS = 40
RESOURCES = 4
OBJECTS = 6
MESSAGES = [b"%v1 %s2 %w1 %m1 %g1 %o1", b"Line\nline", b"\x81\xff%", None, b"long " * 60]
KEYS = (0x000D, 0x000D, 0x001B, 0x0061, 0x0020, 0x3B00, 0x1C0D)

SELDOM = {"new.room", "new.room.v", "quit", "restart.game", "pause", "restore.game", "save.game", "shake.screen"}
"""Actions that end or stop what goes on: they come, but not often."""

SMALL = {
    Operand.LOGIC: LOGICS,
    Operand.OBJECT: OBJECTS,
    Operand.MESSAGE: len(MESSAGES) + 1,
    Operand.VIEW: RESOURCES,
    Operand.PICTURE: RESOURCES,
    Operand.SOUND: RESOURCES,
    Operand.ROOM: RESOURCES,
    Operand.LOOP: 2,
    Operand.CEL: 2,
    Operand.VARIABLE: 40,
    Operand.FLAG: 20,
}
"""How many numbers of a kind mean something in these games."""


def act(name: str, *operands: int) -> bytes:
    """Return the bytes of one action."""
    return bytes([action_by_name(name).number, *operands])


def some_bytes(chance: random.Random, longest: int) -> bytes:
    """Return random bytes, often small ones: they are valid numbers of more things."""
    return bytes(chance.choice((chance.randrange(8), chance.randrange(256))) for _ in range(chance.randrange(longest)))


def some_operand(chance: random.Random, kind: Operand) -> int:
    """Return an operand that means something, or one in ten times any."""
    return chance.randrange(SMALL.get(kind, 256) if chance.random() < 0.9 else 256)


def some_code(chance: random.Random) -> bytes:
    """Return a few actions and conditions, and now and then bytes that are neither."""
    pieces = []
    for _ in range(chance.randrange(1, 8)):
        kind = chance.random()
        if kind < 0.02:
            pieces.append(some_bytes(chance, 6))
        elif kind < 0.15:
            test = chance.choice(TESTS)
            operands = bytes(some_operand(chance, operand) for operand in test.operands)
            pieces.append(bytes([0xFF, test.number]) + operands + bytes([0xFF, chance.randrange(6), 0]))
        else:
            row = chance.choice(ACTIONS)
            if row.name not in SELDOM or chance.random() < 0.1:
                pieces.append(bytes([row.number, *(some_operand(chance, operand) for operand in row.operands)]))
    return b"".join(pieces) + b"\0" * chance.randrange(2)


def some_view(chance: random.Random) -> bytes:
    """Return a view of two loops and two cels; one in three times some of its bytes are wrong."""
    cels = [
        bytes([chance.randrange(1, 20), chance.randrange(1, 12), chance.randrange(256)])
        + some_bytes(chance, 40)
        + b"\0"
        for _ in range(2)
    ]
    loop = bytes([2, 5, 0, 5 + len(cels[0]), 0]) + b"".join(cels)
    view = bytearray(bytes([1, 1, 2, 0, 0, 9, 0, 9, 0]) + loop)
    if chance.random() < 0.35:
        for _ in range(3):
            view[chance.randrange(len(view))] = chance.randrange(256)
    return bytes(view)


def beginning() -> bytes:
    """Return the code of logic 0: once (and not after an error) a room, then one of the other logics each cycle."""
    room = [act("assignn", 100, 1), act("load.pic", 100), act("draw.pic", 100), act("show.pic"), act("accept.input")]
    for number in range(RESOURCES):
        room += [act("load.view", number), act("load.sound", number), act("animate.obj", number)]
        room += [act("set.view", number, number), act("position", number, 30 * number, 100), act("draw", number)]
    once = b"".join(room)
    return (
        b"\xff\x07\x05\x01\x11\x00\xff" + len(once).to_bytes(2, "little") + once
        + act("random", 1, LOGICS - 1, 101) + act("call.v", 101) + act("return")
    )  # fmt: skip


def some_game(folder: Path, seed: int) -> Path:
    """Write a game whose logics do random things with random resources."""
    chance = random.Random(seed)
    codes = [beginning(), *(some_code(chance) for _ in range(LOGICS - 1))]
    return write_game(
        folder / str(seed),
        GameContents(
            logics={number: logic_resource(code, text_section(MESSAGES)) for number, code in enumerate(codes)},
            pictures={number: some_bytes(chance, 300) for number in range(RESOURCES)},
            views={number: some_view(chance) for number in range(RESOURCES)},
            sounds={number: some_bytes(chance, 60) for number in range(RESOURCES)},
            words={"look": 20},
            items=[("?", 0), ("key", 1)],
            max_object=OBJECTS,
        ),
    )


@pytest.mark.parametrize("seed", range(60))
def test_machine_survives(tmp_path: Path, seed: int) -> None:
    mercies = FRIENDLY if seed % 2 else STRICT
    chance = random.Random(seed)
    machine = Machine(
        open_game(some_game(tmp_path, seed)), settings=Settings("tandy", seed=1, budget=SMOOTH, mercies=mercies)
    )
    try:
        for _ in range(BEATS):
            machine.advance([Key(chance.choice(KEYS))] if chance.random() < 0.3 else [])
            if chance.random() < 0.1:
                machine.restore(machine.snapshot())
    except AgiError as error:
        pytest.fail(f"a running machine raised {error!r}")
