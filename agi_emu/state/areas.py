"""Building blocks of the state's declarations: C structures whose fields say what they mean."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_args, get_origin

u8 = ctypes.c_uint8
u16 = ctypes.c_uint16
u32 = ctypes.c_uint32
i16 = ctypes.c_int16
i32 = ctypes.c_int32

Array = ctypes.Array


class Variables(u8 * 256):  # type: ignore[misc]
    """The 256 variables."""

    def __repr__(self) -> str:
        """Show those that are not 0."""
        return f"<Variables {' '.join(f'v{number}={value}' for number, value in enumerate(self) if value)}>"


class Flags:
    """The 256 flags of a state, 32 bytes, as a sequence of truth values."""

    __slots__ = ("_raw",)

    def __init__(self, raw: Array[u8]) -> None:
        self._raw = raw

    def __repr__(self) -> str:
        """Show those that are set."""
        return f"<Flags {' '.join(f'f{number}' for number in range(len(self)) if self[number])}>"

    def __len__(self) -> int:
        return 256

    def __getitem__(self, number: int) -> bool:
        if not 0 <= number <= 255:
            raise IndexError(f"flag {number} does not exist")
        return bool(self._raw[number >> 3] & 0x80 >> (number & 7))

    def __setitem__(self, number: int, on: bool) -> None:
        if not 0 <= number <= 255:
            raise IndexError(f"flag {number} does not exist")
        mask = 0x80 >> (number & 7)
        kept = self._raw[number >> 3] & ~mask & 0xFF
        self._raw[number >> 3] = kept | mask if on else kept


@dataclass(frozen=True, slots=True)
class AreaField:
    """One field of an area: its ctypes type, how many elements (1 for a scalar) and what it means."""

    name: str
    ctype: Any
    count: int
    meaning: str


def _field(name: str, hint: Any) -> AreaField:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{name}: every field of a state area is declared with Annotated")
    _, ctype, *rest = get_args(hint)
    meaning = rest[-1] if rest and isinstance(rest[-1], str) else ""
    length = getattr(ctype, "_length_", 1)
    return AreaField(name, ctype, length, meaning)


class Area(ctypes.Structure):
    """Base of the declarations below."""

    @classmethod
    def fields(cls) -> Iterator[AreaField]:
        """Yield the declared fields in order."""
        for name, hint in cls.__annotations__.items():
            yield _field(name, hint)


AreaType = TypeVar("AreaType", bound=type[Area])


def area(cls: AreaType) -> AreaType:
    """Build the ctypes fields of a declaration from its annotations."""
    cls._fields_ = [(field.name, field.ctype) for field in cls.fields()]
    return cls
