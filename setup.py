"""Builds the Cython core; all metadata stands in pyproject.toml.

Environment: AGI_EMU_ONLY=line,lzw builds only those modules, a name that no module has none.
AGI_EMU_CHECKED=bounds builds with Cython's bounds checks, AGI_EMU_CHECKED=memory also with the compiler's address
sanitizer, which must be preloaded then; both are for tests.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CHECKED = os.environ.get("AGI_EMU_CHECKED", "")
ONLY = set(filter(None, os.environ.get("AGI_EMU_ONLY", "").split(",")))
BUILD_DIR = "build/cython-checked" if CHECKED else "build/cython"
UTILITY = "agi_emu._core._cyutility"

flags = ["/O2"] if sys.platform == "win32" else ["-O2", "-g0"]
sanitizers = ["-fsanitize=address,bounds", "-fno-sanitize-recover=bounds"] if CHECKED == "memory" else []
if sanitizers:
    flags = ["-O1", "-g1", "-fno-omit-frame-pointer", *sanitizers]
names = sorted(path.stem for path in Path("agi_emu/_core").glob("*.pyx"))
sources = {f"agi_emu._core.{name}": f"agi_emu/_core/{name}.pyx" for name in names if not ONLY or name in ONLY}
if sources:
    # cythonize writes this one itself, into the build folder.
    sources[UTILITY] = "agi_emu/_core/_cyutility.c"
modules = cythonize(
    [
        Extension(name, [source], extra_compile_args=flags, extra_link_args=sanitizers)
        for name, source in sources.items()
    ],
    build_dir=BUILD_DIR,
    shared_utility_qualified_name=UTILITY,
    compiler_directives={
        "language_level": 3,
        "boundscheck": bool(CHECKED),
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": bool(CHECKED),
        "embedsignature": True,
    },
)
setup(ext_modules=modules)
