"""What the sources of the package say: each file is read and parsed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "agi_emu"
MODULES = sorted(PACKAGE.rglob("*.py"))
CORE = sorted((PACKAGE / "_core").glob("*.p[yx][xd]"))
"""Modules of the core, and what they share."""


@cache
def text_of(path: Path) -> str:
    """Return the text of a source."""
    return path.read_text(encoding="utf-8")


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module of Python."""
    return tuple(ast.walk(ast.parse(text_of(path))))


def name_of(path: Path) -> str:
    """Return the path of a source in the package."""
    return path.relative_to(PACKAGE).as_posix()


@cache
def imports_of(path: Path) -> tuple[tuple[str, ast.Import | ast.ImportFrom], ...]:
    """Return the absolute names that a module imports, anywhere in it, with the statements."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[str, ast.Import | ast.ImportFrom]]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: relative import in line {node.lineno}"
            assert node.module is not None
            if node.module == "agi_emu":
                yield from ((f"agi_emu.{alias.name}", node) for alias in node.names)
            else:
                yield node.module, node
