"""Plain English: the worst patterns of the "write / not" table in docs/conventions.md stay out of texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.meta.sources import MODULES, name_of, nodes_of, text_of

PATTERNS = {
    r"\banew\b": "again; re-",
    r"\b(?:is|are) no(?! longer\b| more\b| less\b)(?<![Tt]here is no)(?<![Tt]here are no) \w": "is not a",
    r"\b(?:is|are) there already\b": "already exists",
    r"\bbut for (?!the first time\b)": "except",
    r"\b(?:go|goes|going|went|gone) on (?:with|where|until|from)\b": "continues",
    r"\bat hand\b": "available",
    r"\b(?:cycles|ticks|beats|samples|pictures|lines|bytes) an? (?:run|second|beat|tick|cycle|line|minute)\b": "per",
    r"\bto be\.(?= |$)": "to emulate, or the like",
    r"\b(?:second|third) last\b": "second from last",
}
"""What to avoid -> what to write instead."""

OPENING = re.compile(r"(?:Whether|What|Which|Tells? (?:whether|what|how|the))\b")
"""Beginnings of docstrings of modules, classes and functions; begin with a verb, or a noun for a class."""

NOT_YET = ("data/",)
"""Where the patterns may still stand: an entry goes when its texts are rewritten."""
ROOT = Path(__file__).parents[2]
SHOWS_WHAT_TO_AVOID = "docs/conventions.md"
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "tests/conformance/*.md")
    for path in ROOT.glob(pattern)
    if path.relative_to(ROOT).as_posix() != SHOWS_WHAT_TO_AVOID
)


SOURCES = [path for path in MODULES if not name_of(path).startswith(NOT_YET)]


def unplain(text: str) -> Iterator[str]:
    """Yield the patterns found in a text, each with the better words."""
    words = re.sub(r"\s+(?:# )?", " ", text)
    for pattern, better in PATTERNS.items():
        for match in re.finditer(pattern, words):
            yield f"{words[max(0, match.start() - 30) : match.end() + 10]!r}: write {better!r}"


def openings(path: Path) -> Iterator[str]:
    """Yield the docstrings of a module, its classes and functions that begin with a question word."""
    for node in nodes_of(path):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node) or ""
            is_property = isinstance(node, ast.FunctionDef) and bool(node.decorator_list)
            if OPENING.match(text) and not is_property and not isinstance(node, ast.ClassDef):
                yield text.splitlines()[0]


def test_sources_are_plain() -> None:
    found = [f"{name_of(path)}: {each}" for path in SOURCES for each in unplain(text_of(path))]
    assert not found, "\n".join(found)


def test_docstrings_begin_with_a_verb() -> None:
    found = [f"{name_of(path)}: {each}" for path in SOURCES for each in openings(path)]
    assert not found, "\n".join(found)


def test_documents_are_plain(root: Path) -> None:
    found = [f"{name}: {each}" for name in DOCUMENTS for each in unplain((root / name).read_text("utf-8"))]
    assert not found, "\n".join(found)


def test_each_pattern_is_found() -> None:
    text = (
        "built anew; is no image; is there already; all but for one; it goes on with it; is at hand; "
        "60 beats a second; what it has to be. The third last"
    )
    assert len(list(unplain(text))) == len(PATTERNS)
    assert list(unplain("there is no image, there are no cels, it is no longer known")) == []
