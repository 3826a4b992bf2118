"""Builds the Cython core; all metadata stands in pyproject.toml.

Environment: AGI_EMU_CHECKED=1 builds with bounds checks (for the tests of the core), AGI_EMU_ONLY=line,lzw builds
only those modules.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CHECKED = os.environ.get("AGI_EMU_CHECKED") == "1"
ONLY = set(filter(None, os.environ.get("AGI_EMU_ONLY", "").split(",")))
BUILD_DIR = "build/cython-checked" if CHECKED else "build/cython"
UTILITY = "agi_emu._core._cyutility"

flags = ["/O2"] if sys.platform == "win32" else ["-O2", "-g0"]
names = sorted(path.stem for path in Path("agi_emu/_core").glob("*.pyx"))
extensions = [
    Extension(f"agi_emu._core.{name}", [f"agi_emu/_core/{name}.pyx"], extra_compile_args=flags)
    for name in names
    if not ONLY or name in ONLY
]
if extensions:
    # cythonize writes this one itself, into the build folder.
    extensions.append(Extension(UTILITY, ["agi_emu/_core/_cyutility.c"], extra_compile_args=flags))
modules = cythonize(
    extensions,
    build_dir=BUILD_DIR,
    shared_utility_qualified_name=UTILITY,
    compiler_directives={
        "language_level": 3,
        "boundscheck": CHECKED,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": CHECKED,
        "embedsignature": True,
    },
)
setup(ext_modules=modules)
