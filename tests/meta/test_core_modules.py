"""Every module of the core has a stub for its callers and a plain twin that says what it should do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "agi_emu" / "_core"
PLAIN = Path(__file__).parents[1] / "core" / "plain"
MODULES = sorted(CORE.glob("*.pyx"))

TWINS = {
    "added_cels": ("sprites",),
    "backgrounds": ("sprites",),
    "redrawing": ("sprites",),
    "sprite_lists": ("sprites",),
    "below": ("cel",),
    "decoding": ("interp",),
    "steps": ("interp",),
    "checksums": ("trace_lines",),
    "trace_parts": ("trace_lines",),
    "conditions": ("conditions", "said", "compare_strings"),
    "placement": ("motion",),
    "variable_actions": ("interp",),
}
"""Modules with more than one twin, or with one of another name."""

STRAIGHT = "goes straight through: recordings and tests of single commands execute every line (make coverage)"

NO_TWIN = {
    "fuel": "counts; tests of whole machines see that counting changes nothing (test_stopping.py)",
    "context": "holds the pointers that the others work with; has no algorithm",
    "cel_cache": "its twin is that of cel: what is kept must not show",
    "fast_actions": "its twins are the Python handlers of the same actions (test_fast_actions.py)",
    "view_tables": "its twin is that of cel, whose tests call it",
    "looks_actions": STRAIGHT,
    "motion_actions": STRAIGHT,
    "placing_actions": STRAIGHT,
    "port_log": "packs numbers and unpacks them; tests see that both agree (test_psg.py)",
    "observing": "compares and marks; tests of whole machines see what is told (test_watching.py, test_coverage.py)",
    "memory_image": "has one way to read and write; recorded probes go it (called-loads-views, memory-v8)",
    "machine": "joins the others; has no algorithm of its own",
}
"""Modules without a plain twin, and why."""


FUNCTION = re.compile(r"^ *(?:cdef|cpdef|def) [^=(\n]*?(\w+)\((?:[^()]|\([^()]*\))*\)[^:\n]*:\n( *)(\S.*)", re.M)
"""A function of the core: its name, and the first line of its body."""


def has_python_face(module: Path) -> bool:
    """Tell whether Python can call anything of a module: it has a `def`, `cpdef` or public class at its top level."""
    return re.search(r"^(?:def|cpdef) (?!_)|^cdef class (?!_)|^class (?!_)", module.read_text(), re.M) is not None


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_module_has_a_stub(module: Path) -> None:
    if has_python_face(module):
        assert module.with_suffix(".pyi").is_file()


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_module_has_a_plain_twin(module: Path) -> None:
    if module.stem not in NO_TWIN:
        twins = TWINS.get(module.stem, (module.stem,))
        assert [name for name in twins if not (PLAIN / f"{name}.py").is_file()] == []


@pytest.mark.parametrize("path", sorted([*MODULES, *CORE.glob("*.pxd")]), ids=lambda path: path.name)
def test_functions_say_what_they_do(path: Path) -> None:
    found = FUNCTION.findall(path.read_text())
    assert [name for name, _, first in found if not first.startswith(('"""', "# "))] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_loops_run_without_python(module: Path) -> None:
    # `cimport numpy` would make numpy's headers a requirement of every build; memoryviews need none.
    assert "cimport numpy" not in module.read_text()


def test_exceptions_name_modules_that_exist() -> None:
    assert set(TWINS) | set(NO_TWIN) <= {module.stem for module in MODULES}
