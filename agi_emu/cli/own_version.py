"""The version of the program, found without the modules that read all that is known of a package."""

from __future__ import annotations

import os
import sys


def own_version() -> str:
    """Return the version of the program, from the name of the folder that an installer has left about it."""
    start, end = "agi_emu-", ".dist-info"
    for folder in sys.path:
        for name in os.listdir(folder) if os.path.isdir(folder) and os.access(folder, os.R_OK) else ():
            if name.startswith(start) and name.endswith(end):
                return name[len(start) : -len(end)]
    return "(running from a source tree; not installed)"
