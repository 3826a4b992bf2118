"""Every hostile input of the reviews, and a changed one of each: no traceback, no hang, no want of memory."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.formats.hostile_inputs import trial


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory and processor time are asked of Linux")
def test_no_hostile_input_is_too_much(shared: Path) -> None:
    assert trial(shared / "review" / "hostile", lambda line: None) == []
