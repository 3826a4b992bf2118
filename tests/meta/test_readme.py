"""What the README and the documents say can be done, and is where they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.own_games.building import GameBuilder

LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
MAKE = re.compile(r"^make (\w+)|`make (\w+)", re.M)


def documents(root: Path) -> list[Path]:
    """Return the README and the documents."""
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def test_links_lead_somewhere(root: Path) -> None:
    for document in documents(root):
        for link in LINK.findall(document.read_text()):
            assert (document.parent / link).exists(), f"{document.name}: {link}"


def test_make_targets_exist(root: Path) -> None:
    targets = set(re.findall(r"^(\w+):", (root / "Makefile").read_text(), re.M))
    for document in documents(root):
        named = {one or other for one, other in MAKE.findall(document.read_text())}
        assert named <= targets, document.name


def test_the_python_lines_run(root: Path, build_game: GameBuilder, capsys: pytest.CaptureFixture[str]) -> None:
    (lines,) = re.findall(r"```python\n(.*?)```", (root / "README.md").read_text(), re.S)
    game = build_game({0: "accept.input(); return();"})
    exec(lines.replace("path/to/game", str(game)), {})
    assert capsys.readouterr().out == "0 None (200, 320, 3)\n"
