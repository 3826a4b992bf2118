"""Imports go downwards only, and nothing below the session knows the host (docs/architecture.md, "Layers")."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "agi_emu"

LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"_core", "data"}),
    frozenset({"facts"}),
    frozenset({"host_files"}),
    frozenset({"logic", "resources", "state"}),
    frozenset({"machine"}),
    frozenset({"session"}),
    frozenset({"input", "many", "presentation"}),
    frozenset({"keeping", "recording", "tracing"}),
    frozenset({"coverage", "headless"}),
    frozenset({"authoring", "reporting", "window"}),
    frozenset({"lab", "web"}),
    frozenset({"checking", "measuring"}),
    frozenset({"farm"}),
    frozenset({"cli", "pytest_plugin"}),
    frozenset({"__init__", "__main__"}),
)
"""Parts of the package, lowest layer first."""

INSIDE: tuple[tuple[str, ...], ...] = (
    ("machine.input", "machine.display", "machine.windows", "machine.saving", "machine.actions"),
    ("recording.replaying", "recording.comparing", "recording.causes"),
    ("state.savegames", "state.files"),
    ("resources.writing", "resources.projects"),
)
"""Sub-packages of one part, lowest first: none imports one that comes after it."""

LAYER_OF = {part: layer for layer, parts in enumerate(LAYERS) for part in parts}
HOST_LAYER = LAYER_OF["session"]
"""From here on clocks, threads and the environment may be used."""

HOST_MODULES = frozenset(
    {
        *("asyncio", "datetime", "locale", "multiprocessing", "os", "queue", "random", "secrets", "select", "signal"),
        *("socket", "subprocess", "tempfile", "threading", "time", "uuid"),
    }
)
"""What a machine must not know: it would differ from one run to the next (docs/conventions.md, rule 7)."""

WRAPPED = {
    "sdl2": {"window/host/sdl.py"},
    "sounddevice": {"window/host/audio.py"},
}
"""Libraries that may be absent, and the only modules that import them, inside functions."""


def part_of(path: Path) -> str:
    """Return the part of the package that a module belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the absolute names that the code under `node` imports, with their lines."""
    for each in ast.walk(node):
        if isinstance(each, ast.Import):
            yield from ((alias.name, each.lineno) for alias in each.names)
        elif isinstance(each, ast.ImportFrom):
            assert each.level == 0, f"relative import in line {each.lineno}"
            assert each.module is not None
            if each.module == "agi_emu":
                yield from ((f"agi_emu.{alias.name}", each.lineno) for alias in each.names)
            else:
                yield each.module, each.lineno


def own_imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the parts of the package that a module imports, with the lines."""
    for name, line in imports(ast.parse(path.read_text())):
        top, _, rest = name.partition(".")
        if top == "agi_emu":
            yield rest.split(".")[0] or "__init__", line


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_go_downwards(path: Path) -> None:
    assert part_of(path) in LAYER_OF, "a new part of the package belongs into LAYERS"
    layer = LAYER_OF[part_of(path)]
    wrong = [f"line {line}: {part}" for part, line in own_imports(path) if LAYER_OF.get(part, 99) > layer]
    assert not wrong


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.p[yx][xd]")), ids=lambda path: path.name)
def test_the_core_imports_only_itself(path: Path) -> None:
    imported = re.findall(r"^\s*(?:from|import|cimport) (agi_emu\S*)", path.read_text(), re.M)
    assert [name for name in imported if not name.startswith("agi_emu._core")] == []


def test_parts_of_one_layer_do_not_import_each_other_in_a_circle() -> None:
    needs: defaultdict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        needs[part_of(path)] |= {part for part, _ in own_imports(path)} - {part_of(path)}
    for part, others in needs.items():
        circular = {other for other in others if part in needs.get(other, ())}
        assert not circular, f"{part} and {circular} import each other"


@pytest.mark.parametrize("order", INSIDE, ids=lambda order: order[0].partition(".")[0])
def test_sub_packages_import_downwards(order: tuple[str, ...]) -> None:
    for index, lower in enumerate(order):
        higher = tuple(f"agi_emu.{each}" for each in order[index + 1 :])
        paths = sorted(PACKAGE.joinpath(*lower.split(".")).glob("*.py"))
        assert paths, f"there is no {lower}"
        wrong = [
            f"{path.name}, line {line}: {name}"
            for path in paths
            for name, line in imports(ast.parse(path.read_text()))
            if any(name == each or name.startswith(f"{each}.") for each in higher)
        ]
        assert not wrong


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if LAYER_OF.get(part_of(path), 99) < HOST_LAYER and part_of(path) != "host_files"],
    ids=lambda path: path.relative_to(PACKAGE).as_posix(),
)
def test_nothing_below_the_session_knows_the_host(path: Path) -> None:
    used = {(name, line) for name, line in imports(ast.parse(path.read_text())) if name.split(".")[0] in HOST_MODULES}
    assert not used


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_libraries_that_may_be_absent_have_one_wrapper(path: Path) -> None:
    tree = ast.parse(path.read_text())
    at_import = {node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)}
    name_here = path.relative_to(PACKAGE).as_posix()
    for name, line in imports(tree):
        library = name.split(".")[0]
        if library in WRAPPED:
            assert name_here in WRAPPED[library], f"line {line} imports {library}"
            assert all(line != node.lineno for node in at_import), f"line {line} imports {library} too early"
