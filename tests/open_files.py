"""A stand-in for Windows, where a file that is open can be neither renamed, replaced nor removed.

Every test runs under it on Linux: what forgets to close a file first fails here as it would fail there.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

_OPEN = Path("/proc/self/fd")
_KEPT = {"os.rename": (0, 1), "os.remove": (0,)}
"""Event of Python -> which of its arguments are paths."""


def watch() -> None:
    """Refuse from now on, in this process, where the system can say which files are open."""
    if _OPEN.is_dir():
        sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in _KEPT:
        return
    folder = arguments[-1] if event == "os.remove" and arguments[-1] != -1 else None
    named = {_place(arguments[at], folder): arguments[at] for at in _KEPT[event]}
    for handle in os.listdir(_OPEN) if any(named) else ():
        place = _place(int(handle))
        if place is not None and (found := named.get(place)):
            raise PermissionError(13, "The file is open, and on Windows it would stay as it is", str(found))


def _place(file: Any, folder: int | None = None) -> tuple[int, int] | None:
    """Return what tells a plain file from all others; None if it is none, or absent."""
    try:
        about = os.stat(file, dir_fd=folder) if folder is not None else os.stat(file)
    except (OSError, ValueError):
        return None
    return (about.st_dev, about.st_ino) if stat.S_ISREG(about.st_mode) else None
