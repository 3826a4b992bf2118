"""Version numbers of interpreters stand where the convention says, and nowhere else (docs/conventions.md, rule 4)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from agi_emu.facts.versions import PROFILES

VERSION = re.compile(r"\d\.\d{3}(?:\.\d{3})?")
ALLOWED = {
    "facts/versions.py": "declares them",
    "facts/witnesses.py": "says who vouches for each",
    "resources/interpreter.py": "recognises an interpreter by the size of its data file",
    "resources/releases.py": "lists Sierra's releases",
    "state/savegames/savegame.py": "lists the savegames of each",
}
"""Modules that may name a version, and why."""


def versions_named(module: Path) -> list[str]:
    """Return the texts in a module's code that are nothing but version numbers, with their lines."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    texts = (each for each in ast.walk(tree) if isinstance(each, ast.Constant) and isinstance(each.value, str))
    return [
        f"{module.name}:{each.lineno}: {each.value}"
        for each in texts
        if each.value.strip() and all(VERSION.fullmatch(word) for word in each.value.split())
    ]


def test_every_version_is_recognised() -> None:
    assert [name for name in PROFILES if not VERSION.fullmatch(name)] == ["AGDS"]


def test_no_other_module_names_a_version(root: Path) -> None:
    package = root / "agi_emu"
    named = {path.relative_to(package).as_posix(): versions_named(path) for path in package.rglob("*.py")}
    assert [text for path, texts in named.items() if path not in ALLOWED for text in texts] == []
    assert [path for path in ALLOWED if not named[path]] == []
