"""The lines of a trace that the core writes, against their plain twin."""

from __future__ import annotations

import json
import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import trace_lines
from agi_emu.logic.opcodes import ACTIONS
from agi_emu.state.layout import StateLayout
from agi_emu.tracing.fields import ACTION_BYTES, LINE, OBJECT_FIELDS, columns
from agi_emu.tracing.observer import MODEL_BYTES
from agi_emu.tracing.tolerances import split_actions
from tests.core.plain.trace_lines import LineWriter, record_of, text_rows

TEXT_CELLS = 1000
AREAS = ("vars", "flags", "item_rooms", "strings", "objects", "picture", "text_chars", "text_attributes")
VALUES = (0, 1, 8, 9, 10, 13, 31, 32, 34, 47, 65, 92, 126, 127, 128, 255)
"""Bytes that are written in different ways."""


def lines_of(
    state: StateLayout, model: bytearray, names: tuple[str, ...] = tuple(OBJECT_FIELDS)
) -> trace_lines.TraceLines:
    cells = memoryview(state).cast("B")
    return trace_lines.TraceLines(cells, model, LINE, columns(names), ACTION_BYTES)


def scribble(chance: random.Random, memory: memoryview | bytearray, most: int) -> None:
    """Change some bytes, one here and there or a stretch."""
    for _ in range(chance.randrange(most)):
        start = chance.randrange(len(memory))
        for place in range(start, min(len(memory), start + chance.choice((1, 1, 2, 9, 170)))):
            memory[place] = chance.choice(VALUES)


def change(chance: random.Random, state: StateLayout, model: bytearray) -> None:
    """Let something happen in a state."""
    for name in AREAS:
        if chance.randrange(2):
            scribble(chance, memoryview(getattr(state, name)).cast("B"), 6)
    scribble(chance, model, 4)
    state.rng = chance.randrange(0x10000)
    state.clock.beats += chance.choice((0, 3, 1_000_000))
    state.clock.ticks += 1
    state.general.horizon = chance.choice(VALUES)
    state.general.text_mode = chance.randrange(2)
    state.window.open = chance.randrange(2)


def some_actions(chance: random.Random) -> bytes:
    """Return some actions with operands; now and then the last one is none, or lacks an operand."""
    rows = chance.choices(ACTIONS, k=chance.randrange(6))
    actions = b"".join(bytes([row.number]) + chance.randbytes(ACTION_BYTES[row.number] - 1) for row in rows)
    return actions + chance.choice((b"", b"", b"\xfe\x01\x02", bytes([3, 9])))


@given(st.integers(0, 2**32), st.lists(st.sampled_from(list(OBJECT_FIELDS)), max_size=30))
def test_lines_equal_their_twin(seed: int, names: list[str]) -> None:
    chance = random.Random(seed)
    state, model = StateLayout(), bytearray(MODEL_BYTES)
    state.general.object_count, state.general.item_count = chance.choice((0, 1, 16, 256)), chance.choice((0, 9, 300))
    lines, writer = lines_of(state, model, tuple(names)), LineWriter()
    for cycle in range(4):
        change(chance, state, model)
        actions, sound = some_actions(chance), [(1, 0x61, 3), (4294967295, 0xC0, 255)][: chance.randrange(3)]
        record = record_of(state, model, cycle, object_fields=names, sound=tuple(sound), actions=actions)
        happened = (len(split_actions(actions)), zlib.crc32(actions), actions)
        line = lines.compose(cycle, b"", None, sound, happened, lists_actions=True)
        assert line == writer.line(record)
        assert lines.compose(cycle, b"", None, sound, happened, lists_actions=True) == line
        lists_none = lines.compose(cycle, b"", None, sound, happened, lists_actions=False)
        assert lists_none == line[: line.index(b',"opl":')] + b"}\n"
        lines.accept()
        assert lines.screen_crc() == zlib.crc32(model)


def test_whole_lines_hold_everything_of_the_last_accepted_one() -> None:
    chance = random.Random(5)
    state, model = StateLayout(), bytearray(MODEL_BYTES)
    state.general.object_count = state.general.item_count = 5
    lines = lines_of(state, model)
    change(chance, state, model)
    first = lines.compose(0, b"", None, [], (0, 0, b""), lists_actions=False)
    lines.accept()
    whole = lines.whole()
    change(chance, state, model)
    lines.compose(1, b"", None, [], (0, 0, b""), lists_actions=False)
    lasting = slice(first.index(b'"v"'), first.index(b'"rng"'))
    assert whole[lasting] == lines.whole()[lasting] == first[lasting]
    assert whole[whole.index(b'"txt"') : whole.index(b"]]")] == first[first.index(b'"txt"') : first.index(b"]]")]


@given(st.binary(min_size=2 * TEXT_CELLS, max_size=2 * TEXT_CELLS), st.integers(0, 2**32))
def test_rows_equal_their_twin(now: bytes, seed: int) -> None:
    chance = random.Random(seed)
    before = bytearray(now)
    scribble(chance, before, 8)
    twins = [text_rows(bytes(cells[:TEXT_CELLS]), bytes(cells[TEXT_CELLS:])) for cells in (before, now)]
    writer = LineWriter()
    writer._changed_rows(twins[0])
    assert json.loads(trace_lines.rows(before, now)) == writer._changed_rows(twins[1])
    assert [(text, runs) for _, text, runs in json.loads(trace_lines.rows(None, now))] == list(twins[1])


def test_wrong_arguments_are_refused() -> None:
    state, model = memoryview(StateLayout()).cast("B"), bytearray(MODEL_BYTES)
    make = trace_lines.TraceLines
    with pytest.raises(ValueError, match="the state needs"):
        make(bytes(9), model, LINE, [], ACTION_BYTES)
    with pytest.raises(ValueError, match="the screen model"):
        make(state, bytes(9), LINE, [], ACTION_BYTES)
    with pytest.raises(ValueError, match="no part 'colour'"):
        make(state, model, [("c", "colour")], [], ACTION_BYTES)
    with pytest.raises(ValueError, match="at most 64 values"):
        make(state, model, LINE, [(0, 2, False)] * 65, ACTION_BYTES)
    with pytest.raises(ValueError, match="no value of 2 bytes"):
        make(state, model, LINE, [(1000, 2, False)], ACTION_BYTES)
    with pytest.raises(ValueError, match="256 opcodes"):
        make(state, model, LINE, [], b"")
    with pytest.raises(ValueError, match="a text screen has"):
        trace_lines.rows(None, bytes(9))
    with pytest.raises(ValueError, match="a text screen has"):
        make(state, model, LINE, [], ACTION_BYTES).compose(0, b"", bytes(9), [], (0, 0, b""), lists_actions=True)
