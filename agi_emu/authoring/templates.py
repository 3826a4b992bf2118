"""New projects: small games to begin with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from agi_emu.authoring.project_writing import Sources
from agi_emu.data import template_files
from agi_emu.resources.credits import mistake_in
from agi_emu.resources.titles import title_from

TEMPLATES: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType(
    {
        "empty": (("ego", "empty"), "one room to walk in"),
        "menu": (("ego", "menu"), "title screen, menu with keys, one room, death and restart"),
        "garden": (("ego", "garden"), "the game of the guide: two rooms, a key, a locked shed"),
    }
)
"""Name of a template -> the folders that it is made of, and a line of help."""
_ID, _TITLE = b'"GAME"', b'"A new game"'
"""What stands for id and title in a template."""
_LONGEST_ID = 6


def new_project(template: str, name: str) -> Sources:
    """Return the files of a new project; `name` is that of its folder."""
    files: Sources = {}
    for folder in TEMPLATES[template][0]:
        files |= template_files(folder)
    title = title_from(name)
    game_id = re.sub(r"\W|_", "", name, flags=re.ASCII)[:_LONGEST_ID].upper() or "GAME"
    shown = title if not mistake_in("title", title) else "A new game"
    return {
        path: data.replace(_ID, f'"{game_id}"'.encode()).replace(_TITLE, f'"{shown}"'.encode())
        for path, data in files.items()
    }
