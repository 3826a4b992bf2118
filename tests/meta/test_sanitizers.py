"""The tests of the core once more on a core that checks every index and every access to memory.

The core that ships checks none inside its loops: a wrong index there would read or write other memory and may show
nothing. This is the short form of `make sanitize`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_tests_of_the_core_hold_with_every_access_checked(root: Path) -> None:
    # The copy lies below build/ and is compiled again only where something changed.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "scripts/sanitize", "--quick"]
    ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
