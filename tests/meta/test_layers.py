"""Imports go downwards only, and nothing below the session knows the host (docs/architecture.md, "Layers")."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.meta.sources import CORE, MODULES, PACKAGE, imports_of, name_of, text_of

LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"_core", "data"}),
    frozenset({"facts"}),
    frozenset({"host_files"}),
    frozenset({"logic", "resources", "state"}),
    frozenset({"machine"}),
    frozenset({"session"}),
    frozenset({"input", "many", "presentation"}),
    frozenset({"debugging", "keeping", "recording", "tracing"}),
    frozenset({"coverage", "headless"}),
    frozenset({"authoring", "reporting", "translations", "window"}),
    frozenset({"editor", "web"}),
    frozenset({"checking"}),
    frozenset({"lab"}),
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
    "sounddevice": {"window/host/sound_card.py"},
}
"""Libraries that may be absent, and the only modules that import them, inside functions."""


def part_of(path: Path) -> str:
    """Return the part of the package that a module belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def own_imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the parts of the package that a module imports, with the lines."""
    for name, node in imports_of(path):
        top, _, rest = name.partition(".")
        if top == "agi_emu":
            yield rest.split(".")[0] or "__init__", node.lineno


def test_imports_go_downwards() -> None:
    assert {part_of(path) for path in MODULES} - LAYER_OF.keys() == set(), "a new part belongs into LAYERS"
    wrong = [
        f"{name_of(path)}, line {line}: {part}"
        for path in MODULES
        for part, line in own_imports(path)
        if LAYER_OF.get(part, 99) > LAYER_OF[part_of(path)]
    ]
    assert not wrong, "\n".join(wrong)


def test_the_core_imports_only_itself() -> None:
    imported = re.compile(r"^\s*(?:from|import|cimport) (agi_emu\S*)", re.M)
    wrong = [
        f"{path.name}: {name}"
        for path in CORE
        for name in imported.findall(text_of(path))
        if not name.startswith("agi_emu._core")
    ]
    assert not wrong, "\n".join(wrong)


def test_parts_of_one_layer_do_not_import_each_other_in_a_circle() -> None:
    needs: defaultdict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        needs[part_of(path)] |= {part for part, _ in own_imports(path)} - {part_of(path)}
    for part, others in needs.items():
        circular = {other for other in others if part in needs.get(other, ())}
        assert not circular, f"{part} and {circular} import each other"


def test_sub_packages_import_downwards() -> None:
    wrong = []
    for order in INSIDE:
        for index, lower in enumerate(order):
            higher = tuple(f"agi_emu.{each}" for each in order[index + 1 :])
            paths = sorted(PACKAGE.joinpath(*lower.split(".")).glob("*.py"))
            assert paths, f"there is no {lower}"
            wrong += [
                f"{name_of(path)}, line {node.lineno}: {name}"
                for path in paths
                for name, node in imports_of(path)
                if any(name == each or name.startswith(f"{each}.") for each in higher)
            ]
    assert not wrong, "\n".join(wrong)


def test_nothing_below_the_session_knows_the_host() -> None:
    wrong = [
        f"{name_of(path)}, line {node.lineno}: {name}"
        for path in MODULES
        if LAYER_OF.get(part_of(path), 99) < HOST_LAYER and part_of(path) != "host_files"
        for name, node in imports_of(path)
        if name.split(".")[0] in HOST_MODULES
    ]
    assert not wrong, "\n".join(wrong)


def test_libraries_that_may_be_absent_have_one_wrapper() -> None:
    wrong = [
        f"{name_of(path)}, line {node.lineno}: {name}{' at the top' if node.col_offset == 0 else ''}"
        for path in MODULES
        for name, node in imports_of(path)
        if (library := name.split(".")[0]) in WRAPPED
        and (name_of(path) not in WRAPPED[library] or node.col_offset == 0)
    ]
    assert not wrong, "\n".join(wrong)
