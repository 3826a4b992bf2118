"""Compares two states side by side: objects, variables, flags, strings, text, and whatever else differs."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agi_emu.facts.codes import CARRIED, STRING_BYTES, CycleType, Motion, ObjectFlag
from agi_emu.logic.names import RESERVED
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.state.areas import Area
from agi_emu.state.digest_lists import LEFT_OUT
from agi_emu.state.layout import TEXT_COLUMNS, TEXT_ROWS, ScreenObject, StateLayout

STRING_COUNT = 24
_INDEX = re.compile(r"\[\d+\]")
MOST_OTHERS = 60
"""Most other fields listed."""
MOST_ELEMENTS = 8
"""Most elements of one array listed; of more, only the number is shown."""
ELSEWHERE = frozenset(
    {"vars", "flags", "strings", "item_rooms", "objects", "text_chars", "text_attributes"}
    | {"picture", "deep", "screen", "arena", "arena_used"}
)
"""Areas that have a table or a picture of their own, and the memory behind sprites."""


@dataclass(frozen=True, slots=True)
class ValuePair:
    """A value in both states; the expected one is empty if it is unknown."""

    name: str
    expected: str
    actual: str
    differs: bool
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class ObjectRow:
    """A screen object."""

    number: int
    fields: tuple[ValuePair, ...]

    @property
    def differs(self) -> bool:
        """Whether any of its fields does."""
        return any(each.differs for each in self.fields)


@dataclass(slots=True)
class StateTables:
    """Everything that a page shows about two states."""

    objects: list[ObjectRow] = field(default_factory=list)
    variables: list[ValuePair] = field(default_factory=list)
    flags: list[ValuePair] = field(default_factory=list)
    strings: list[ValuePair] = field(default_factory=list)
    items: list[ValuePair] = field(default_factory=list)
    """Those that are somewhere else."""
    text: list[ValuePair] = field(default_factory=list)
    others: list[ValuePair] = field(default_factory=list)
    others_left_out: int = 0

    @property
    def differing(self) -> int:
        """How many variables, flags, strings, items, rows and other fields differ."""
        tables = (self.variables, self.flags, self.strings, self.items, self.text, self.others)
        return sum(pair.differs for table in tables for pair in table) + self.others_left_out


def state_tables(
    expected: StateLayout | None, actual: StateLayout, masks: Masks = NO_MASKS, *, items: Sequence[str] = ()
) -> StateTables:
    """Compare two states; without an expected one, only what is in use is listed. Masked variables do not differ.

    `items` are the names of the inventory by number.
    """
    tables = StateTables()
    was = expected
    tables.objects = list(_objects(was, actual))
    variables = _numbered("v", list(was.vars) if was is not None else None, list(actual.vars))
    masked = {f"v{each.number}": each.reason for each in masks.variables}
    tables.variables = [
        replace(each, differs=False, meaning=f"masked: {masked[each.name]}") if each.name in masked else each
        for each in variables
    ]
    tables.flags = list(_numbered("f", _flags(was) if was is not None else None, _flags(actual)))
    tables.strings = list(_texts("s", _strings(was) if was is not None else None, _strings(actual)))
    tables.text = list(_texts("row ", _rows(was) if was is not None else None, _rows(actual)))
    if expected is not None:
        tables.items = list(_items(expected, actual, items))
        others = list(_others(expected, actual))
        tables.others, tables.others_left_out = others[:MOST_OTHERS], max(0, len(others) - MOST_OTHERS)
    return tables


def _numbered(marker: str, expected: Sequence[int] | None, actual: Sequence[int]) -> Iterator[ValuePair]:
    for number, value in enumerate(actual):
        was = None if expected is None else expected[number]
        if value or was:
            name = f"{marker}{number}"
            differs = was is not None and was != value
            yield ValuePair(name, "" if was is None else str(was), str(value), differs, RESERVED.get(name, ""))


def _texts(marker: str, expected: Sequence[str] | None, actual: Sequence[str]) -> Iterator[ValuePair]:
    for number, text in enumerate(actual):
        was = None if expected is None else expected[number]
        if text or was:
            yield ValuePair(f"{marker}{number}", was or "", text, was is not None and was != text)


def _flags(state: StateLayout) -> list[int]:
    return [state.flags[number >> 3] >> (7 - (number & 7)) & 1 for number in range(256)]


def _strings(state: StateLayout) -> list[str]:
    raw = bytes(memoryview(state.strings)[: STRING_BYTES * STRING_COUNT])
    cells = (raw[start : start + STRING_BYTES] for start in range(0, len(raw), STRING_BYTES))
    return [cell.split(b"\0", 1)[0].decode("cp437") for cell in cells]


def _rows(state: StateLayout) -> list[str]:
    raw = bytes(state.text_chars).replace(b"\0", b" ").decode("cp437")
    return [raw[TEXT_COLUMNS * row : TEXT_COLUMNS * (row + 1)].rstrip() for row in range(TEXT_ROWS)]


def _objects(expected: StateLayout | None, actual: StateLayout) -> Iterator[ObjectRow]:
    names = [each.name for each in ScreenObject.fields() if not each.name.startswith("spare")]
    meanings = {each.name: each.meaning for each in ScreenObject.fields()}
    for number in range(actual.general.object_count):
        now = actual.objects[number]
        was = expected.objects[number] if expected is not None else None
        if not any(bytes(now)) and (was is None or not any(bytes(was))):
            continue
        pairs = []
        for name in names:
            value, before = getattr(now, name), None if was is None else getattr(was, name)
            differs = before is not None and before != value
            shown = "" if before is None else _in_words(name, before)
            pairs.append(ValuePair(name, shown, _in_words(name, value), differs, meanings[name]))
        yield ObjectRow(number, tuple(pairs))


def _in_words(name: str, value: int) -> str:
    """Return the value of an object's field: bits and numbers that stand for something by name."""
    if name == "flags":
        names = [flag.name.lower() for flag in ObjectFlag if flag.bit_count() == 1 and value & flag]
        return " ".join(each.replace("_", "-") for each in names)
    kind = {"motion": Motion, "cycle_type": CycleType}.get(name)
    return kind(value).name.lower().replace("_", " ") if kind and value in {*kind} else str(value)


def _items(expected: StateLayout, actual: StateLayout, names: Sequence[str]) -> Iterator[ValuePair]:
    """Yield the items that are in another room."""
    for number, (was, now) in enumerate(zip(expected.item_rooms, actual.item_rooms, strict=True)):
        if was != now:
            before, after = ("carried" if room == CARRIED else f"room {room}" for room in (was, now))
            name = names[number] if number < len(names) else ""
            yield ValuePair(f"i{number} {name}".strip(), before, after, differs=True)


def _others(expected: StateLayout, actual: StateLayout) -> Iterator[ValuePair]:
    for each in StateLayout.fields():
        if each.name not in ELSEWHERE:
            yield from _field_pairs(each.name, each.meaning, getattr(expected, each.name), getattr(actual, each.name))


def _field_pairs(name: str, meaning: str, was: Any, now: Any) -> Iterator[ValuePair]:
    """Yield the differences in a field, at any depth; what no digest covers does not count."""
    if _INDEX.sub("", name) in LEFT_OUT:
        return
    if isinstance(was, Area):
        if bytes(was) != bytes(now):
            for each in type(was).fields():
                yield from _field_pairs(
                    f"{name}.{each.name}", each.meaning, getattr(was, each.name), getattr(now, each.name)
                )
    elif isinstance(was, ctypes.Array):
        places = [index for index in range(len(was)) if _value(was[index]) != _value(now[index])]
        if len(places) > MOST_ELEMENTS and not isinstance(was[0], Area):
            yield ValuePair(name, "", f"{len(places)} of {len(was)} differ, from {places[0]} on", True, meaning)
        else:
            for index in places:
                yield from _field_pairs(f"{name}[{index}]", meaning, was[index], now[index])
    elif was != now:
        yield ValuePair(name, str(was), str(now), True, meaning)


def _value(element: Any) -> Any:
    return bytes(element) if isinstance(element, Area) else element
