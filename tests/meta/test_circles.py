"""No module imports itself by way of others: a reader can begin with what stands on nothing, the core included."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "agi_emu"
CIMPORTED = re.compile(r"^\s*(?:from|cimport) (agi_emu\.[\w.]+)", re.M)


def module_of(path: Path) -> str:
    """Return the name of a module as imports write it; the parts of a module of the core are one."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> Iterator[str]:
    """Yield what a file imports, also inside of functions and for annotations, and names that may be modules."""
    if path.suffix != ".py":
        yield from CIMPORTED.findall(path.read_text())
        return
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from names
            # `from package import module` needs nothing that the package itself defines.
            if any(not is_module(name) for name in names):
                yield node.module


def is_module(name: str) -> bool:
    """Return whether there is a module or package of that name."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.is_dir() or any(path.with_suffix(suffix).is_file() for suffix in (".py", ".pyx", ".pxd"))


def needs() -> dict[str, set[str]]:
    """Return what each module of the package imports of it."""
    found: dict[str, set[str]] = {}
    for path in sorted(path for suffix in ("py", "pyx", "pxd") for path in PACKAGE.rglob(f"*.{suffix}")):
        found.setdefault(module_of(path), set()).update(imported(path))
    return {name: {each for each in others if each in found and each != name} for name, others in found.items()}


def test_no_module_imports_itself_by_way_of_others() -> None:
    found = needs()
    assert len(found["agi_emu._core.machine"]) > 10, "the core is not read"
    try:
        TopologicalSorter(found).prepare()
    except CycleError as problem:
        pytest.fail(" -> ".join(reversed(problem.args[1])))
