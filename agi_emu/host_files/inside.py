"""Keeps projects and games in their folder: whatever they name lies below it.

They may come from a stranger. A link to a file of yours, or an include of one, would put it into what is written, or
quote it in an error message.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from agi_emu.facts.errors import GameError

_DEVICE = re.compile(r"(con|conin\$|conout\$|prn|aux|nul|clock\$|com\d|lpt\d)\s*([.:].*)?", re.IGNORECASE | re.ASCII)
"""Device names of Windows, whatever extension follows."""


class Inside(NamedTuple):
    """The folder that files must lie in."""

    folder: Path
    follow: bool = False
    """Allow files elsewhere, too."""

    def checked(self, path: Path) -> Path:
        """Return the path; GameError if it leads out of the folder, by a link, by ``..`` or as an absolute path."""
        if not self.follow and not is_below(path, self.folder):
            raise GameError(f"{path} leads out of {self.folder}; copy the file there, or allow it with --follow")
        return path


def is_on_this_computer(path: str) -> bool:
    """Return whether a path that a file names leads neither to another computer nor to a device, on any system."""
    parts = re.split(r"[/\\]", path)
    return parts[:2] != ["", ""] and not any(map(_DEVICE.fullmatch, parts))


def is_below(path: Path, folder: Path) -> bool:
    """Return whether what a path names in the end lies in a folder or below it."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        # Links that lead to each other, or a name with a zero.
        return False
