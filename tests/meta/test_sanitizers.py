"""A short form of `make sanitize`: the core as it ships under sanitizers, with the inputs that a search has kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NEEDS_TOOLS = 3


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_no_sanitizer_finds_anything(root: Path) -> None:
    # The copies lie below build/ and are compiled again only where something changed.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "scripts/sanitize", "--quick"]
    ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    if ran.returncode == NEEDS_TOOLS:
        pytest.skip(ran.stderr.strip())
    assert ran.returncode == 0, ran.stdout + ran.stderr
