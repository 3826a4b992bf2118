"""The table of display modes. It is read by command-line help, so it imports no mode."""

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
MODES = MappingProxyType(
    {
        "ega": ("ega:show", "all 16 colours"),
    }
)
"""Name of a mode: its module and function in this package, and what --help says of it."""
DEFAULT = "ega"


def mode_named(name: str) -> DisplayMode:
    """Return the mode of this name; ValueError if there is none."""
    if name not in MODES:
        raise ValueError(f"unknown display mode {name!r}; use one of {', '.join(MODES)}")
    module, function = MODES[name][0].split(":")
    mode: DisplayMode = getattr(import_module(f"agi_emu.display_modes.{module}"), function)
    return mode
