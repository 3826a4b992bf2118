"""Results of comparisons as JUnit XML, which services that build and test can show."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from agi_emu.recording.comparing.compare import Comparison
from agi_emu.recording.comparing.comparison_text import lines_of


def junit_xml(results: Sequence[tuple[str, Comparison]]) -> str:
    """Return a test suite with one case per recording."""
    failures = sum(not found.equal for _, found in results)
    suite = ElementTree.Element(
        "testsuite", name="agi-emu compare", tests=str(len(results)), failures=str(failures), errors="0"
    )
    for name, found in results:
        case = ElementTree.SubElement(suite, "testcase", classname="recordings", name=name)
        if found.first is not None:
            failure = ElementTree.SubElement(case, "failure", message=str(found.first))
            failure.text = "\n".join(lines_of(name, found, all_spans=True))
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"
