"""The table of display modes. It is read by command-line help, so it imports no adapter."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame

DisplayMode = Callable[["Frame"], "Frame"]
"""Returns the frame to look at: a frame of any size from 320x200 up, with at most 256 colours.

The same frame gives the same result. A mode may return the frame that it was given.
"""


def ega(frame: Frame) -> Frame:
    """Return the frame as it is: the EGA shows every colour as the game means it."""
    return frame


MODES = MappingProxyType(
    {
        "ega": ("modes:ega", "all colours"),
        "cga": ("adapters:cga", "black, cyan, magenta and white"),
        "hercules-green": ("adapters:green", "lit or dark, on a green monitor"),
        "hercules-amber": ("adapters:amber", "the same in amber"),
        "hercules-white": ("adapters:white", "the same in white"),
    }
)
"""Name of a mode: its module and function in this package, and what --help says of it."""
DEFAULT = "ega"


def name_of(mode: DisplayMode) -> str:
    """Return the name of a mode; "" if it is not in the table."""
    place = f"{mode.__module__.rpartition('.')[2]}:{mode.__name__}"
    return next((name for name, (own_place, _) in MODES.items() if own_place == place), "")


def neighbour_of(mode: DisplayMode, step: int) -> DisplayMode:
    """Return the mode some steps after one in the table, whose ends join."""
    names = list(MODES)
    return mode_named(names[(names.index(name_of(mode) or DEFAULT) + step) % len(names)])


def mode_named(name: str) -> DisplayMode:
    """Return the mode of this name; ValueError if there is none."""
    if name not in MODES:
        raise ValueError(f"unknown display mode {name!r}; use one of {', '.join(MODES)}")
    module, function = MODES[name][0].split(":")
    mode: DisplayMode = getattr(import_module(f"agi_emu.presentation.display_modes.{module}"), function)
    return mode
