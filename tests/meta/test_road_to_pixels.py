"""Frames are the only road from a state to a picture (docs/architecture.md, "Screen and sound")."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "agi_emu"
STATES = {"state", "masked", "saved"}
"""What variables and attributes that hold a state are called."""
ALLOWED = {
    "machine/frame.py": "makes frames",
    "machine/display/palettes.py": "sets the colours",
    "state/validation.py": "checks a state from a file",
}


def pixels_of_states(tree: ast.AST) -> list[int]:
    """Return the lines that read `screen` or `palette` of a state."""
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("screen", "palette"):
            holder = node.value
            name = holder.attr if isinstance(holder, ast.Attribute) else getattr(holder, "id", "")
            if name in STATES:
                lines.append(node.lineno)
    return lines


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_pixels_of_a_state_are_read_by_frames_only(path: Path) -> None:
    lines = pixels_of_states(ast.parse(path.read_text()))
    if path.relative_to(PACKAGE).as_posix() in ALLOWED:
        assert lines, "this module needs no exception"
    else:
        assert lines == [], "take the pixels from agi_emu.machine.frame.frame_of"
