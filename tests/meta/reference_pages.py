"""Reads the claims of docs/reference and who cites them; with ``--write``, fills in the claims' lines of tests
and writes docs/commands.md, whose rows lead to claims.

The index of the conformance suite, which names the claims of each probe, is written with them.

A claim is a heading of the third level that is its number, such as ``### KEY-8``, followed by a sentence in bold, text,
and a list of fields. The form is described in docs/reference/README.md.
"""

import argparse
import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.meta.commands_page import manual, read_claims

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "reference"
FIELDS = ("Example", "Versions", "Evidence", "Commands", "Tests")
"""The fields of a claim, in their order. A claim may have several examples, and need not have examples or commands."""
EVIDENCE = ("recording", "probe", "experiment", "address", "study", "games", "specification", "inferred")
"""The first words that evidence may begin with, strongest first."""
HEADING = re.compile(r"^### ([A-Z]+-\d+)$", re.MULTILINE)
NUMBER = re.compile(r"\b[A-Z]{2,6}-\d+\b")
RANGE = re.compile(r"\b([A-Z]{2,6})-(\d+)[\s#]+to[\s#]+\1-(\d+)\b")
CITATION = re.compile(r"reference:((?:[\s#,]|and|to)+(?:[A-Z]{2,6}-\d+))+")


@dataclass(frozen=True)
class Claim:
    """One claim: its number, the page that it stands on, its rule, and its fields as written."""

    number: str
    page: str
    rule: str
    fields: dict[str, str]
    problems: tuple[str, ...]


@dataclass(frozen=True)
class Citation:
    """A place in code or a test that cites a claim: ``where`` is path, or path::test."""

    number: str
    path: str
    line: int
    where: str


def claims() -> list[Claim]:
    """Return all claims in the order of pages and of the text."""
    return [claim for path in sorted(PAGES.glob("*.md")) for claim in _claims_of(path)]


def _claims_of(path: Path) -> Iterator[Claim]:
    text = path.read_text(encoding="utf-8")
    headings = list(HEADING.finditer(text))
    for heading in headings:
        following = re.compile(r"^##+ ", re.MULTILINE).search(text, heading.end())
        yield _claim(heading[1], path.name, text[heading.end() : following.start() if following else len(text)])


def _claim(number: str, page: str, body: str) -> Claim:
    rule = re.search(r"\A\s*\*\*(.+?)\*\*", body, re.DOTALL)
    found = [(m[1], " ".join(m[2].split())) for m in _FIELD.finditer(body)]
    fields = dict(found)
    problems = []
    if not rule:
        problems.append("begins without its rule in bold")
    if [name for name, _ in found] != sorted((name for name, _ in found), key=FIELDS.index):
        problems.append("has its fields in another order than " + ", ".join(FIELDS))
    problems += [f"has no field {name}" for name in ("Versions", "Evidence", "Tests") if name not in fields]
    problems += [
        f"has evidence of no known kind: {part.strip()}"
        for part in fields.get("Evidence", "").split(";")
        if not part.strip().startswith(EVIDENCE)
    ]
    return Claim(number, page, " ".join(rule[1].split()) if rule else "", fields, tuple(problems))


_FIELD = re.compile(rf"^\* ({'|'.join(FIELDS)}):(.*(?:\n  .*)*)", re.MULTILINE)


def citations(folders: tuple[str, ...] = ("agi_emu", "tests", "benchmarks")) -> list[Citation]:
    """Return the places that cite claims, by path and line."""
    found = []
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".pyx", ".pxd", ".pyi", ".h"} and path != Path(__file__):
                found += list(_citations_of(path))
    return found


def _citations_of(path: Path) -> Iterator[Citation]:
    text = path.read_text(encoding="utf-8")
    if "reference:" not in text:
        return
    name = path.relative_to(ROOT).as_posix()
    tests = _tests_of(text) if path.suffix == ".py" and path.name.startswith("test_") else []
    for match in CITATION.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        inside = [test for test, first, last in tests if first <= line <= last]
        for number in _numbers_in(match[0]):
            yield Citation(number, name, line, f"{name}::{inside[0]}" if inside else name)


def _numbers_in(citation: str) -> list[str]:
    """Return the claims that a citation names; "KEY-1 to KEY-16" names those between, too."""
    between = [
        f"{prefix}-{number}"
        for prefix, first, last in RANGE.findall(citation)
        for number in range(int(first) + 1, int(last))
    ]
    return [*NUMBER.findall(citation), *between]


def _tests_of(text: str) -> list[tuple[str, int, int]]:
    """Return name, first and last line of each test; comments above a test, and its decorators, belong to it."""
    found = []
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            while first > 1 and lines[first - 2].startswith("#"):
                first -= 1
            found.append((node.name, first, node.end_lineno or first))
    return found


def citing_tests() -> dict[str, list[str]]:
    """Return the tests that cite each claim, sorted, by the claim's number."""
    found: dict[str, set[str]] = {}
    for citation in citations(("tests",)):
        found.setdefault(citation.number, set()).add(citation.where)
    return {number: sorted(tests) for number, tests in found.items()}


def with_tests(text: str, tests: dict[str, list[str]]) -> str:
    """Return a page's text with each claim's line of tests filled in."""
    parts = re.split(r"(?m)^(?=### )", text)
    return "".join(_with_tests_of_claim(part, tests) for part in parts)


def _with_tests_of_claim(part: str, tests: dict[str, list[str]]) -> str:
    heading = HEADING.match(part)
    if not heading:
        return part
    named = ", ".join(f"`{test.removeprefix('tests/')}`" for test in tests.get(heading[1], [])) or _reason_in(part)
    line = textwrap.fill(
        f"* Tests: {named}", 100, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return re.sub(r"^\* Tests:.*(?:\n  .*)*", lambda _: line, part, flags=re.MULTILINE)


def _reason_in(part: str) -> str:
    """Return why a claim has no tests, which is written by hand as "Tests: none: why"; "-" where nobody has."""
    reason = re.search(r"^\* Tests: (none: .*(?:\n  .*)*)", part, re.MULTILINE)
    return " ".join(reason[1].split()) if reason else "-"


def main() -> None:
    """Fill in the lines of tests and docs/commands.md, or print how many claims there are by page."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="fill in each claim's line of tests and docs/commands.md")
    tests = citing_tests()
    if parser.parse_args().write:
        for path in sorted(PAGES.glob("*.md")):
            text = path.read_text(encoding="utf-8")
            path.write_text(with_tests(text, tests), encoding="utf-8")
        (ROOT / "docs" / "commands.md").write_text(manual(read_claims(PAGES)), encoding="utf-8")
        # Imported late: it reads the claims from here.
        from tests.conformance import conformance_index

        conformance_index.write()
    for path in sorted(PAGES.glob("*.md")):
        numbers = [claim.number for claim in _claims_of(path)]
        if numbers:
            print(f"{path.name}: {len(numbers)} claims, {sum(number in tests for number in numbers)} cited by tests")


if __name__ == "__main__":
    main()
