"""The table of looks: ways to show a play on an EGA as it never was on one. Command-line help reads it.

A look is presentation only: the machine, its digests and recordings know nothing of it. Each is a function of
`look_colours` and a row here; windows, captures and reports take theirs from this table. What an adapter of the time
showed is not a look: it has a driver (`agi_emu.facts.adapters`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame

ScreenLook = Callable[["Frame"], "Frame"]
"""Returns the frame to look at: a frame of any size from 320x200 up, with at most 256 colours.

The same frame gives the same result. A look may return the frame that it was given.
"""


def plain(frame: Frame) -> Frame:
    """Return the frame as it is: what the adapter showed."""
    return frame


LOOKS = MappingProxyType(
    {
        "plain": "what the adapter showed",
        "composite-on-ega": "cyan and magenta, as the driver for a television looked on an EGA",
        "amiga": "an EGA with the colours of the Amiga",
        "apple-iigs": "with those of the Apple IIgs",
        "atari-st": "with those of the Atari ST",
    }
)
"""Name of a look, with - for _ of its function, and what --help says of it."""
DEFAULT = "plain"


def name_of(look: ScreenLook) -> str:
    """Return the name of a look; "" if it is not in the table."""
    name = look.__name__.replace("_", "-")
    return name if name in LOOKS else ""


def neighbour_of(look: ScreenLook, step: int) -> ScreenLook:
    """Return the look some steps after one in the table, whose ends join."""
    names = list(LOOKS)
    return look_named(names[(names.index(name_of(look) or DEFAULT) + step) % len(names)])


def look_named(name: str) -> ScreenLook:
    """Return the look of this name; ValueError if there is none."""
    if name not in LOOKS:
        raise ValueError(f"unknown look {name!r}; use one of {', '.join(LOOKS)}")
    if name == DEFAULT:
        return plain
    look: ScreenLook = getattr(import_module("agi_emu.presentation.look_colours"), name.replace("-", "_"))
    return look
