"""The tests of the core once more on a core that checks every index.

The core that ships checks none inside its loops: a wrong index there would read or write other memory and perhaps show
nothing. Built with bounds checks, the same tests raise at the first one.
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


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_tests_of_the_core_hold_with_bounds_checks(root: Path, tmp_path: Path) -> None:
    for path in project_files(root):
        name = path.relative_to(root)
        if name.parts[0] in PARTS:
            (tmp_path / name.parent).mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, tmp_path / name)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {
        "AGI_EMU_CHECKED": "1",
        "AGI_EMU_SHARED": os.environ.get("AGI_EMU_SHARED") or str(root.parent / "shared"),
    }
    for command in (
        ["setup.py", "-q", "build_ext", "--inplace"],
        ["-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow", "tests/core"],
    ):
        ran = subprocess.run([sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
