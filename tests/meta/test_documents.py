"""What holds for the text of every document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.meta.test_layers import LAYER_OF

WIDTH = 100
TABLE_OR_PICTURE = re.compile(r"\s*(?:\||!\[)")
UNBREAKABLE = re.compile(r"\s*(?:(?:[*+-]|#+|\d+\.) )?(?:\[[^\]]*\]\([^)]*\)|`[^`]*`|\S)+$")
"""A line of one word, link or code span."""


def documents(root: Path) -> list[Path]:
    """Return every document of the project."""
    return [*sorted(root.glob("*.md")), *sorted((root / "docs").glob("*.md"))]


def lines_outside_of_code(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a document with their numbers, without those of code blocks."""
    in_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield number, line


def test_lines_are_wrapped(root: Path) -> None:
    long = [
        f"{path.name}:{number}"
        for path in documents(root)
        for number, line in lines_outside_of_code(path)
        if len(line) > WIDTH and not TABLE_OR_PICTURE.match(line) and not UNBREAKABLE.match(line)
    ]
    assert not long, f"longer than {WIDTH}; scripts/wrap-documents FILE wraps them: {' '.join(long)}"


def test_the_architecture_has_a_row_for_every_part_of_the_package(root: Path) -> None:
    _, _, table = (root / "docs" / "architecture.md").read_text(encoding="utf-8").partition("| part |")
    table, _, _ = table.partition("\n\n")
    first_cells = "".join(re.findall(r"^\| (`.*?) \|", table, re.M))
    named = [name.removesuffix("/").removesuffix(".py") for name in re.findall(r"`(.*?)`", first_cells)]
    assert sorted(named) == sorted(LAYER_OF)
