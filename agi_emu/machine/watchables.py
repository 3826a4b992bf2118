"""Names what a debugger looks at in a state: variables, flags, fields of objects, items and strings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from agi_emu.facts.codes import STRING_BYTES
from agi_emu.facts.font import PC_CODE_PAGE
from agi_emu.facts.numbers import number_in
from agi_emu.machine.interpreter import NAMED_VARIABLES
from agi_emu.state.areas import Flags
from agi_emu.state.layout import ScreenObject, StateLayout

STRINGS = 24
"""Strings that logics have; what follows them is the interpreter's own."""
_LAST = 255
_FORM = re.compile(r"(flag |[vfis])(\d{1,3})|o(\d{1,3})\.(\w+)")
FIELDS: Mapping[str, str] = {
    field.name: field.meaning for field in ScreenObject.fields() if not field.name.startswith(("has_", "p"))
} | {"priority": "as stored; only its low nibble reaches the picture"}
"""Fields of an object that have a name for people, and their meaning."""
KINDS: Mapping[str, str] = {"v": "variable", "f": "flag", "o": "object", "i": "item", "s": "string"}


@dataclass(frozen=True, slots=True)
class Watchable:
    """A variable, flag, field of an object, the room of an item, or a string."""

    kind: str
    """One of `KINDS`."""
    number: int
    field: str = ""
    """Of an object."""

    def __str__(self) -> str:
        """Return its name, which `watchable_of` reads: v30, f40, o0.x, i3, s1."""
        return f"{self.kind}{self.number}{'.' if self.field else ''}{self.field}"

    @property
    def bits(self) -> list[tuple[int, int]]:
        """Its place in the state: offsets of bytes, each with a mask."""
        if self.kind == "f":
            return [(StateLayout.flags.offset + (self.number >> 3), 0x80 >> (self.number & 7))]  # type: ignore[attr-defined]
        start, size = self._place()
        return [(offset, _LAST) for offset in range(start, start + size)]

    def value(self, state: StateLayout, code_page: str = PC_CODE_PAGE) -> int | bool | str:
        """Return its value."""
        if self.kind == "f":
            return Flags(state.flags)[self.number]
        if self.kind == "v":
            return int(state.vars[self.number])
        if self.kind == "i":
            return int(state.item_rooms[self.number])
        if self.kind == "o":
            return int(getattr(state.objects[self.number], self.field))
        start = STRING_BYTES * self.number
        return bytes(state.strings[start : start + STRING_BYTES]).partition(b"\0")[0].decode(code_page, "replace")

    def put(self, state: StateLayout, value: int | bool | str, code_page: str = PC_CODE_PAGE) -> None:
        """Set its value; ValueError for one that it cannot have."""
        if self.kind == "s":
            text = str(value).encode(code_page, "replace")
            if len(text) >= STRING_BYTES or b"\0" in text:
                raise ValueError(f"{self} has at most {STRING_BYTES - 1} characters")
            start = STRING_BYTES * self.number
            state.strings[start : start + STRING_BYTES] = list(text.ljust(STRING_BYTES, b"\0"))
            return
        if isinstance(value, str):
            raise ValueError(f"{self} is a number, not {value!r}")
        most = (1 << 8 * self._place()[1]) - 1
        least = -(most // 2) - 1 if self.field and most > _LAST else 0
        if least < 0:
            most //= 2
        most = 1 if self.kind == "f" else most
        if not least <= value <= most:
            raise ValueError(f"{self} is {least} to {most}, not {value}")
        if self.kind == "f":
            Flags(state.flags)[self.number] = bool(value)
        elif self.kind == "v":
            state.vars[self.number] = value
        elif self.kind == "i":
            state.item_rooms[self.number] = value
        else:
            setattr(state.objects[self.number], self.field, value)

    def _place(self) -> tuple[int, int]:
        """Return offset and size of its bytes."""
        layout: type = StateLayout
        if self.kind == "o":
            own = getattr(ScreenObject, self.field)
            return StateLayout.objects.offset + self.number * (StateLayout.objects.size // 256) + own.offset, own.size  # type: ignore[attr-defined]
        if self.kind == "s":
            return layout.strings.offset + STRING_BYTES * self.number, STRING_BYTES  # type: ignore[attr-defined]
        area = {"v": "vars", "f": "flags", "i": "item_rooms"}[self.kind]
        return getattr(layout, area).offset + self.number, 1


def watchable_of(name: str) -> Watchable | None:
    """Return what a name stands for: v30, f40 or flag 40, o0.x, i3, s1, score and the interpreter's other variables.

    None for any other name.
    """
    if name in NAMED_VARIABLES:
        return Watchable("v", NAMED_VARIABLES[name])
    match = _FORM.fullmatch(name)
    if match is None:
        return None
    number = number_in(match[2] or match[3], _LAST)
    if number is None or (match[1] == "s" and number >= STRINGS) or (match[4] and match[4] not in FIELDS):
        return None
    return Watchable("o", number, match[4]) if match[4] else Watchable(match[1][0], number)


def shown(value: int | bool | str | None) -> str:
    """Return a value in words."""
    return value if isinstance(value, str) else "set" if value is True else "not set" if value is False else str(value)
