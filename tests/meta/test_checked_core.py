"""The tests of the core once more on a core that checks every index and every access to memory.

The core that ships checks none inside its loops: a wrong index there would read or write other memory and may show
nothing. Built with bounds checks and, where the compiler has it, the address sanitizer, the same tests end there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meta.test_tree import project_files

PARTS = ("agi_emu", "tests", "setup.py", "pyproject.toml", "README.md", "LICENSE")


def sanitizer() -> Path | None:
    """Return the library that a program built with the address sanitizer needs from its start."""
    compiler = shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        return None
    found = subprocess.run([compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    library = Path(found.stdout.strip())
    return library if library.is_absolute() and library.exists() else None


def run(folder: Path, environment: dict[str, str], *arguments: str) -> None:
    """Run Python in a folder."""
    ran = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_tests_of_the_core_hold_with_every_access_checked(root: Path, tmp_path: Path) -> None:
    for path in project_files(root):
        name = path.relative_to(root)
        if name.parts[0] in PARTS:
            (tmp_path / name.parent).mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, tmp_path / name)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["AGI_EMU_SHARED"] = os.environ.get("AGI_EMU_SHARED") or str(root.parent / "shared")
    library = sanitizer()
    environment["AGI_EMU_CHECKED"] = "memory" if library else "bounds"
    run(tmp_path, environment, "setup.py", "-q", "build_ext", "--inplace")
    if library:
        # Python's own allocator would hide accesses behind an object; what Python leaks at its end is not ours.
        environment |= {"LD_PRELOAD": str(library), "PYTHONMALLOC": "malloc", "ASAN_OPTIONS": "detect_leaks=0"}
    options = ["-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow"]
    run(tmp_path, environment, "-X", "faulthandler", "-m", "pytest", *options, "tests/core")
