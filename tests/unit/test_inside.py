"""Paths that files name lead to no other computer and to no device, on any system."""

from __future__ import annotations

import pytest

from agi_emu.host_files.inside import is_on_this_computer


@pytest.mark.parametrize(
    ("path", "is_here"),
    [
        ("../game", True),
        ("/games/game.zip", True),
        (r"C:\games\console", True),
        ("console/nullified.zip", True),
        (r"\\server\share\game", False),
        ("//server/share/game", False),
        (r"\/server/share", False),
        (r"\\?\GLOBALROOT\Device", False),
        ("games/NUL", False),
        ("con.zip/x", False),
        ("../COM1:", False),
    ],
)
def test_a_path_leads_to_another_computer_or_device(path: str, is_here: bool) -> None:
    assert is_on_this_computer(path) is is_here
