"""The page about the Python interface says what happens."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_every_block_of_the_page_does_what_it_says(root: Path, tmp_path: Path) -> None:
    parser = doctest.DocTestParser()
    page = root / "docs" / "python.md"
    # A line of ``` ends a block; doctest would take it for output.
    text = "\n".join("" if line.startswith("```") else line for line in page.read_text().splitlines())
    test = parser.get_doctest(text, {"folder": tmp_path}, "python.md", str(page), 0)
    assert len(test.examples) > 20
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test, out=report.append)
    assert not report, "".join(report)
