"""Every module of the core has a stub for its callers and a plain twin that says what it should do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.core_stubs import stub
from tests.meta.sources import CORE, text_of

PLAIN = Path(__file__).parents[1] / "core" / "plain"
MODULES = [path for path in CORE if path.suffix == ".pyx"]

TWINS = {
    "added_cels": ("sprites",),
    "backgrounds": ("sprites",),
    "redrawing": ("sprites",),
    "sprite_lists": ("sprites",),
    "below": ("cel",),
    "decoding": ("interp",),
    "steps": ("interp",),
    "checksums": ("trace_lines",),
    "conditions": ("conditions", "said", "compare_strings"),
    "placement": ("motion",),
    "variable_actions": ("interp",),
}
"""Modules with more than one twin, or with one of another name."""

STRAIGHT = "goes straight through: recordings and tests of single commands execute every line (make coverage)"

NO_TWIN = {
    "fuel": "counts; tests of whole machines see that counting changes nothing (test_stopping.py)",
    "counting": "counts; its sums are compared with clocks of the original (tests/golden/test_clocks.py)",
    "context": "holds the pointers that the others work with; has no algorithm",
    "cga": "compared dot for dot with the original's driver, and by small games (test_adapters.py, test_drivers.py)",
    "hercules": "as cga",
    "cel_cache": "its twin is that of cel: what is kept must not show",
    "fast_actions": "its twins are the Python handlers of the same actions (test_fast_actions.py)",
    "view_tables": "its twin is that of cel, whose tests call it",
    "flag_actions": STRAIGHT,
    "looks_actions": STRAIGHT,
    "motion_actions": STRAIGHT,
    "placing_actions": STRAIGHT,
    "port_log": "packs numbers and unpacks them; tests see that both agree (test_psg.py)",
    "observing": "compares and marks; tests of whole machines see what is told (test_watching.py, test_coverage.py)",
    "memory_image": "has one way to read and write; recorded probes go it (called-loads-views, memory-v8)",
    "keyboard": STRAIGHT,
    "turns": "only asks for memory; machines by turns come out as others do (test_many.py)",
    "machine": "joins the others; has no algorithm of its own",
    "stepper": "as machine",
}
"""Modules without a plain twin, and why."""


FUNCTION = re.compile(r"^ *(?:cdef|cpdef|def) [^=(\n]*?(\w+)\((?:[^()]|\([^()]*\))*\)[^:\n]*:\n( *)(\S.*)", re.M)
"""A function of the core: its name, and the first line of its body."""


def has_python_face(module: Path) -> bool:
    """Tell whether Python can call anything of a module: it has a `def`, `cpdef` or public class at its top level."""
    return re.search(r"^(?:def|cpdef) (?!_)|^cdef class (?!_)|^class (?!_)", text_of(module), re.M) is not None


def test_modules_have_stubs() -> None:
    called = [module for module in MODULES if has_python_face(module)]
    assert [module.name for module in called if not module.with_suffix(".pyi").is_file()] == []
    assert [module.name for module in called if module.with_suffix(".pyi").read_text() != stub(module)] == []


def test_a_stub_has_the_types_of_the_source(tmp_path: Path) -> None:
    source = tmp_path / "turns.pyx"
    source.write_text(
        "LIMIT = 3  # type: int\n\n\n"
        "cdef class Turn:\n    cdef readonly bint is_over\n\n"
        "    def __cinit__(self, const uint8_t[::1] data not None, int size=0):\n        pass\n\n"
        "    cpdef void take(self, int steps) noexcept nogil:\n        pass\n\n\n"
        "def all_of(turns not None: Sequence[Turn], bytes name=None, *, bint quick=False) -> list[int]:\n    pass\n"
    )
    assert stub(source).splitlines()[1:] == [
        "from typing_extensions import Buffer",
        "import numpy as np",
        "from numpy.typing import NDArray",
        "from collections.abc import Sequence",
        "LIMIT: int",
        "",
        "class Turn:",
        "    @property",
        "    def is_over(self) -> bool: ...",
        "    def __init__(self, data: Buffer | NDArray[np.uint8], size: int = ...) -> None: ...",
        "    def take(self, steps: int) -> None: ...",
        "",
        "def all_of(turns: Sequence[Turn], name: bytes | None = ..., *, quick: bool = ...) -> list[int]: ...",
    ]


@pytest.mark.parametrize("head", ["def one(int a):", "def one(a) -> int:"])
def test_what_has_no_type_is_named(head: str, tmp_path: Path) -> None:
    source = tmp_path / "turns.pyx"
    source.write_text(f"{head}\n    pass\n")
    with pytest.raises(ValueError, match=r"turns\.pyx: one"):
        stub(source)


def test_modules_have_plain_twins() -> None:
    twins = {module.stem: TWINS.get(module.stem, (module.stem,)) for module in MODULES if module.stem not in NO_TWIN}
    assert [
        (stem, name) for stem, names in twins.items() for name in names if not (PLAIN / f"{name}.py").is_file()
    ] == []


def test_functions_say_what_they_do() -> None:
    silent = [
        f"{path.name}: {name}"
        for path in CORE
        for name, _, first in FUNCTION.findall(text_of(path))
        if not first.startswith(('"""', "# "))
    ]
    assert not silent, "\n".join(silent)


def test_loops_run_without_python() -> None:
    # `cimport numpy` would make numpy's headers a requirement of every build; memoryviews need none.
    assert [module.name for module in MODULES if "cimport numpy" in text_of(module)] == []


def test_exceptions_name_modules_that_exist() -> None:
    assert set(TWINS) | set(NO_TWIN) <= {module.stem for module in MODULES}
