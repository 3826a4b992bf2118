"""Digests keep their values when the layout of the state changes, or a test says what to do."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import pytest
import xxhash

from agi_emu._core.stretches import digest
from agi_emu.state.areas import Area, i16, u8, u16
from agi_emu.state.digest_lists import FRAME_FIELDS, LEFT_OUT, STATE_FIELDS
from agi_emu.state.digests import CURRENT, DigestField, FrozenFieldError, frame_digest, parse, plan, state_digest
from agi_emu.state.layout import (
    LoadedList,
    LogicFrame,
    MenuEntry,
    MenuItem,
    ModalRecord,
    ScreenObject,
    Sprite,
    StateLayout,
)

STATE_DIGESTS = {1: "0faee88f5fdc43cd", 2: "f3b3e2a5b8bf32f1"}
FRAME_DIGEST = "65053780007d20fd"
"""Of `filled(StateLayout)`, by the program as it was when digests still hashed whole areas."""


def leaves(top: Any, path: str = "") -> Iterator[str]:
    """Yield the dotted names of all fields that are numbers or arrays of numbers."""
    for name, ctype in top._fields_:
        element = getattr(ctype, "_type_", ctype) if hasattr(ctype, "_length_") else ctype
        if issubclass(element, Area):
            yield from leaves(element, f"{path}{name}.")
        else:
            yield path + name


def covered(fields: tuple[DigestField, ...], path: str = "") -> Iterator[str]:
    for field in fields:
        if field.fields:
            yield from covered(field.fields, f"{path}{field.name}.")
        else:
            yield path + field.name


def fill(record: Any, path: str) -> None:
    """Put bytes into every field that depend on its name, not on its place."""
    for name, ctype in record._fields_:
        element = ctype._type_ if hasattr(ctype, "_length_") else ctype
        value = getattr(record, name)
        if element is ctype and issubclass(ctype, Area):
            fill(value, f"{path}{name}.")
        elif issubclass(element, Area):
            for index, each in enumerate(value):
                fill(each, f"{path}{name}.{index}.")
        else:
            descriptor = getattr(type(record), name)
            seed = xxhash.xxh3_64_intdigest((path + name).encode())
            pattern = seed.to_bytes(8, "little") * (descriptor.size // 8 + 1)
            ctypes.memmove(ctypes.addressof(record) + descriptor.offset, pattern, descriptor.size)


def filled(layout: Any) -> Any:
    state = layout()
    fill(state, "")
    state.general.object_count, state.vm.depth, state.modal.depth = 17, 5, 2
    return state


def grown(top: Any, seen: dict[Any, Any]) -> Any:
    """Return an area with one more field in front of its own, and so each area in it."""
    if top not in seen:
        fields: list[tuple[str, Any]] = [("added", u8)]
        for name, ctype in top._fields_:
            element = ctype._type_ if hasattr(ctype, "_length_") else ctype
            inner = grown(element, seen) if issubclass(element, Area) else element
            fields.append((name, inner * ctype._length_ if hasattr(ctype, "_length_") else inner))
        seen[top] = type(f"Grown{top.__name__}", (Area,), {"_fields_": fields})
    return seen[top]


@pytest.mark.parametrize("number", STATE_FIELDS)
def test_digests_are_what_they_were_when_they_were_introduced(number: int) -> None:
    state = filled(StateLayout)
    assert (state_digest(state, number), frame_digest(state, number)) == (STATE_DIGESTS[number], FRAME_DIGEST)


@pytest.mark.parametrize("number", STATE_FIELDS)
def test_a_new_field_in_every_area_changes_no_digest(number: int) -> None:
    layout = grown(StateLayout, {})
    assert layout.vars.offset > StateLayout.vars.offset  # type: ignore[attr-defined]
    state = filled(layout)
    assert digest(state, plan(STATE_FIELDS[number], layout)) == STATE_DIGESTS[number]
    assert digest(state, plan(FRAME_FIELDS[number], layout)) == FRAME_DIGEST


def test_every_field_of_the_state_is_covered_or_left_out_with_a_reason() -> None:
    decided = {*covered(parse(STATE_FIELDS[CURRENT])), *covered(parse(FRAME_FIELDS[CURRENT]))}
    open_fields = [name for name in leaves(StateLayout) if name not in decided]
    used = {row for row in LEFT_OUT for name in open_fields if f"{name}.".startswith(f"{row}.")}
    undecided = [
        name
        for name in open_fields
        if not name.rpartition(".")[2].startswith("spare") and not any(f"{name}.".startswith(f"{row}.") for row in used)
    ]
    assert undecided == [], (
        "no digest covers these fields: write a list with the next number in state/digest_lists.py that does "
        "(the old lists stay), or name them in its LEFT_OUT with the reason"
    )
    assert set(LEFT_OUT) == used, "rows of LEFT_OUT in state/digest_lists.py that name no field, or a covered one"


class Thing(Area):
    _fields_ = [("a", u8), ("b", i16)]  # noqa: RUF012


class Small(Area):
    _fields_ = [("count", u16), ("things", Thing * 3)]  # noqa: RUF012


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ("number:u16", "digests cover number, which the state no longer has. Renamed?"),
        ("things*3{a:u8 c:u8}", "digests cover things.c, which"),
        ("count:u8", "digests cover count as u8, and the state now has another type"),
        ("count:u16*2", "digests cover count as u16[*]2,"),
        ("things*4{a:u8 b:i16}", "digests cover things as records[*]4,"),
        ("things*count{b:u16}", "digests cover things.b as u16,"),
    ],
)
def test_a_field_that_changed_is_named_with_what_to_do(fields: str, sentence: str) -> None:
    with pytest.raises(FrozenFieldError, match=sentence):
        plan(fields, Small)


def test_counted_records_are_those_in_use_and_never_more_than_there_are() -> None:
    small = Small(count=2)
    for index, each in enumerate(small.things):
        each.a, each.b = index, -1 - index
    whole = plan("things*count{a:u8 b:i16}", Small)
    parts = plan("things*count{b:i16}", Small)
    assert digest(small, parts) == xxhash.xxh3_64_hexdigest(b"\xff\xff\xfe\xff")
    before = digest(small, whole)
    small.things[2].a = 9
    assert digest(small, whole) == before
    small.count = 60000
    assert digest(small, parts) == xxhash.xxh3_64_hexdigest(b"\xff\xff\xfe\xff\xfd\xff")


def test_records_only_grow_at_their_end() -> None:
    # State files hold a record as its bytes: a reader knows only that older ones are shorter (docs/state-file.md).
    records: list[tuple[Any, list[str]]] = [
        (Sprite, ["offset", "x", "top", "width", "height", "object", "saved", "spare"])
    ]

    def collect(layout: Any, fields: tuple[DigestField, ...], depth: int) -> None:
        types = dict(layout._fields_)
        for field in fields:
            ctype = types[field.name]
            if field.fields:
                element = ctype._type_ if hasattr(ctype, "_length_") else ctype
                if depth or element is not ctype:
                    records.append((element, [each.name for each in field.fields]))
                collect(element, field.fields, depth + 1)

    collect(StateLayout, parse(STATE_FIELDS[1]), 0)
    assert {ScreenObject, LogicFrame, ModalRecord, MenuEntry, MenuItem, LoadedList} <= {record for record, _ in records}
    for record, names in records:
        now = [name for name, _ in record._fields_]
        assert now[: len(names)] == names, f"{record.__name__}: put new fields after those that it had"
