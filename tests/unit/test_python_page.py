"""The pages about the Python interface say what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest


@pytest.mark.parametrize(("name", "least"), [("python.md", 20), ("lab.md", 8), ("debugging.md", 15)])
def test_every_block_of_the_page_does_what_it_says(name: str, least: int, root: Path, tmp_path: Path) -> None:
    parser = doctest.DocTestParser()
    page = root / "docs" / name
    # A line of ``` ends a block; doctest would take it for output.
    text = "\n".join("" if line.startswith("```") else line for line in page.read_text().splitlines())
    test = parser.get_doctest(text, {"folder": tmp_path}, name, str(page), 0)
    assert len(test.examples) > least
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test, out=report.append)
    assert not report, "".join(report)
