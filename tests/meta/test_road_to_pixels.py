"""Frames are the only road from a state to a picture (docs/architecture.md, "Screen and sound")."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.meta.sources import MODULES, name_of, nodes_of

STATES = {"state", "masked", "saved"}
"""What variables and attributes that hold a state are called."""
ALLOWED = {
    "machine/frame.py": "makes frames",
    "machine/display/screen_modes.py": "sets the colours",
    "machine/display/wide_letters.py": "draws the signs of letters that no byte stands for, and reads them",
    "state/validation.py": "checks a state from a file",
}


def pixels_of_states(path: Path) -> list[int]:
    """Return the lines that read `screen` or `palette` of a state."""
    lines = []
    for node in nodes_of(path):
        if isinstance(node, ast.Attribute) and node.attr in ("screen", "palette"):
            holder = node.value
            name = holder.attr if isinstance(holder, ast.Attribute) else getattr(holder, "id", "")
            if name in STATES:
                lines.append(node.lineno)
    return lines


def test_pixels_of_a_state_are_read_by_frames_only() -> None:
    found = {name_of(path): lines for path in MODULES if (lines := pixels_of_states(path))}
    others = {name: lines for name, lines in found.items() if name not in ALLOWED}
    assert others == {}, "take the pixels from agi_emu.machine.frame.frame_of"
    assert ALLOWED.keys() - found.keys() == set(), "these need no exception"
