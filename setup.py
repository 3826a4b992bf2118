"""Builds the Cython core, and the demo game from its sources; all metadata stands in pyproject.toml.

What the core knows of the state and of codes, rules and opcodes is written from their declarations in Python first, and
what type checkers know of the core, from its own source.

Environment: AGI_EMU_ONLY=line,lzw builds only those modules, a name that no module has none.
AGI_EMU_CHECKED names a build for tests: bounds has Cython's bounds checks, memory also the compiler's address and
undefined behaviour sanitizers; shipped has those sanitizers around the code as it ships, without Cython's checks;
threads has the thread sanitizer; fuzz is shipped with counters that guide libFuzzer, by clang; coverage lets gcc count
what each line does; quick is not optimised, and built in less than half the time. The scripts and tests that name them
preload what each needs.
AGI_EMU_STABLE_ABI, not empty, builds for every Python from 3.11 on (scripts/dist); else the core is some 2 % faster.
AGI_EMU_TRANSLATED is the folder that keeps what Cython made of each source, by the digest of all that it came from:
builds that differ in the compiler's flags alone translate once.
"""

import os
import sys
from pathlib import Path
from typing import ClassVar

from Cython.Build import cythonize
from setuptools import Command, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import SetupError

CHECKED = os.environ.get("AGI_EMU_CHECKED", "")
ONLY = set(filter(None, os.environ.get("AGI_EMU_ONLY", "").split(",")))
STABLE_ABI = {}
"""Options of each module, and of the wheel."""
if os.environ.get("AGI_EMU_STABLE_ABI"):
    STABLE_ABI = {"define_macros": [("Py_LIMITED_API", "0x030B0000")], "py_limited_api": True}
BUILD_DIR = f"build/cython-{CHECKED}" if CHECKED else "build/cython"
TRANSLATED = os.environ.get("AGI_EMU_TRANSLATED") or "build/translated"
UTILITY = "agi_emu._core._cyutility"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
DEMO = Path("agi_emu/data/demo")

# The packages that build this one are all there is here: no Pillow, no numpy, perhaps no compiled core.
HERE = Path(__file__).parent.resolve()
sys.path[:0] = [str(HERE), str(HERE / "scripts")]
from core_declarations import CORE, write_declarations  # noqa: E402
from core_stubs import write_stubs  # noqa: E402


class BuildDemo(Command):
    """Makes the archive of the demo game, beside the compiled core: in the wheel, or in place."""

    description = "build the demo game from its sources"
    user_options: ClassVar = [("inplace", "i", "put the archive beside its sources")]
    boolean_options: ClassVar = ["inplace"]

    def initialize_options(self):
        self.inplace = False
        self.editable_mode = False
        self.build_lib = None

    def finalize_options(self):
        self.set_undefined_options("build", ("build_lib", "build_lib"))

    def run(self):
        from agi_emu.facts.errors import AgiError
        from agi_emu.resources.projects.project import build_project

        try:
            build_project(DEMO, self.archive)
        except AgiError as problem:
            raise SetupError(f"the demo game cannot be built:\n{problem}") from problem

    @property
    def archive(self):
        """The archive that is made."""
        folder = Path() if self.inplace or self.editable_mode else Path(self.build_lib)
        return folder / DEMO.with_suffix(".zip")

    def get_source_files(self):
        """Return what the archive is made of; setuptools asks for it."""
        return sorted(str(path) for path in DEMO.rglob("*") if path.is_file())

    def get_outputs(self):
        """Return what is made; setuptools asks for it."""
        return [str(self.archive)]

    def get_output_mapping(self):
        """Return which files of the wheel an editable installation takes from where: none by name."""
        return {}


class Build(build):
    """Makes the demo game, too."""

    sub_commands: ClassVar = [*build.sub_commands, ("build_demo", None)]


class BuildCore(build_ext):
    """Makes the demo game, too, where the core is built in place: whoever works on the program has both then."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def run(self):
        super().run()
        if self.inplace and not self.editable_mode:
            demo = self.reinitialize_command("build_demo")
            demo.inplace = True
            self.run_command("build_demo")

    def get_source_files(self):
        """Return what the core is made of; setuptools asks for it."""
        return [*super().get_source_files(), "scripts/core_declarations.py", "scripts/core_stubs.py"]


# What overflows with a sign is defined by a flag that Python's own build hands on; here it is to be seen.
TRACED = ["-O1", "-g1", "-fno-omit-frame-pointer"]
NOT_FOR_CLANG = ["-fno-sanitize=pointer-overflow", "-fno-sanitize-coverage=stack-depth"]
SHIPPED = [*TRACED, "-fno-wrapv", "-fno-sanitize-recover=undefined"]
CHECKS = {
    # Optimising such code takes longer than the tests on it gain.
    "memory": (["-O0", *SHIPPED[1:]], ["-fsanitize=address,undefined"]),
    "shipped": (SHIPPED, ["-fsanitize=address,undefined"]),
    "threads": (TRACED, ["-fsanitize=thread"]),
    # Cython itself adds 0 to a null pointer where a class is made; libFuzzer as atheris brings it counts no stack.
    "fuzz": ([*SHIPPED, "-fsanitize=address,undefined,fuzzer-no-link", *NOT_FOR_CLANG], []),
    "coverage": (["-O0", "-g0"], ["--coverage"]),
    "quick": (["-O0", "-g0"], []),
}
"""Flags of the compiler, and those of compiler and linker, of the builds for tests."""

flags, both = CHECKS.get(CHECKED, (["/O2"] if sys.platform == "win32" else ["-O2", "-g0"], []))
write_declarations()
write_stubs(CORE)
names = sorted(path.stem for path in Path("agi_emu/_core").glob("*.pyx"))
sources = {f"agi_emu._core.{name}": f"agi_emu/_core/{name}.pyx" for name in names if not ONLY or name in ONLY}
if sources:
    # cythonize writes this one itself, into the build folder.
    sources[UTILITY] = "agi_emu/_core/_cyutility.c"
modules = cythonize(
    [
        Extension(name, [source], extra_compile_args=[*flags, *both], extra_link_args=both, **STABLE_ABI)
        for name, source in sources.items()
    ],
    build_dir=BUILD_DIR,
    # Elsewhere the processes of a pool would begin with this very file.
    nthreads=CORES if sys.platform == "linux" else 0,
    cache=TRANSLATED,
    shared_utility_qualified_name=UTILITY,
    compiler_directives={
        "language_level": 3,
        "boundscheck": CHECKED in ("bounds", "memory"),
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": CHECKED in ("bounds", "memory"),
        "embedsignature": True,
        # They are for the stubs; what an argument may be, its type in C says.
        "annotation_typing": False,
    },
)
setup(
    ext_modules=modules,
    cmdclass={"build": Build, "build_ext": BuildCore, "build_demo": BuildDemo},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_ABI else {},
)
