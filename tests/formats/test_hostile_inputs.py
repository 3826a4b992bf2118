"""Every hostile input of the reviews, and a changed one of each: no traceback, no hang, no want of memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory and processor time are asked of Linux")
def test_no_hostile_input_is_too_much(root: Path, shared: Path) -> None:
    # Each is opened in a fork, whose memory would begin with that of these tests.
    command = [sys.executable, "-m", "tests.formats.hostile_inputs", str(shared / "review" / "hostile")]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " done: at most " in done.stdout
