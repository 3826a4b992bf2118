"""The pages of docs/reference: claims in one form, citations that lead somewhere."""

import re

from agi_emu.facts.mercies import MERCIES
from agi_emu.facts.witnesses import EVIDENCE
from agi_emu.logic.opcodes import ACTIONS, TESTS
from tests.meta.commands_page import manual, read_claims
from tests.meta.reference_pages import HEADING, NUMBER, PAGES, ROOT, citations, citing_tests, claims, with_tests
from tests.quirks import QUIRKS

CLAIMS = claims()
NUMBERS = {claim.number for claim in CLAIMS}


def test_numbers_are_given_once():
    numbers = [claim.number for claim in CLAIMS]
    assert sorted(numbers) == sorted(set(numbers))


def test_each_page_has_a_prefix_of_its_own():
    pages: dict[str, set[str]] = {}
    for claim in CLAIMS:
        pages.setdefault(claim.number.split("-")[0], set()).add(claim.page)
    assert {prefix: found for prefix, found in pages.items() if len(found) > 1} == {}


def test_each_claim_has_the_form_that_the_first_page_describes():
    assert [f"{claim.page}: {claim.number} {problem}" for claim in CLAIMS for problem in claim.problems] == []


def test_each_claim_names_its_tests_or_says_why_it_has_none():
    """Cite the claim in a test, or write "Tests: none: why" into it."""
    assert [f"{claim.page}: {claim.number}" for claim in CLAIMS if claim.fields["Tests"] == "-"] == []


def test_headings_of_the_third_level_are_numbers():
    wrong = [
        f"{path.name}: {line}"
        for path in sorted(PAGES.glob("*.md"))
        if path.name != "README.md"
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("### ") and not HEADING.match(line)
    ]
    assert wrong == []


def test_commands_that_claims_name_exist():
    names = {opcode.name for opcode in (*ACTIONS, *TESTS)}
    wrong = [
        f"{claim.number}: {name}"
        for claim in CLAIMS
        for name in re.findall(r"`([^`]+)`", claim.fields.get("Commands", ""))
        if name not in names
    ]
    assert wrong == []


def test_cited_claims_exist():
    assert [f"{each.path}:{each.line}: {each.number}" for each in citations() if each.number not in NUMBERS] == []


def test_claims_that_quirks_mercies_and_witnesses_name_exist():
    witnesses = [witness for evidence in EVIDENCE.values() for witness in evidence.witnesses.values()]
    sources = " ".join(each.source for each in (*QUIRKS, *MERCIES.values(), *witnesses))
    assert set(NUMBER.findall(sources)) - NUMBERS == set()


def test_facts_are_cited_by_claims_alone():
    """A fact about the original has a claim; a page with a section number, or a note, is no citation."""
    cited = re.compile(r"\b[a-z-]+\.md,? (?:\d|[EV]\d|head\b)|reference: *[a-z-]+\.md")
    wrong = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("agi_emu", "tests", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".py", ".pyx", ".pxd", ".pyi", ".h"}
        for line in path.read_text(encoding="utf-8").splitlines()
        if any("docs/" not in line[max(0, found.start() - 5) : found.start()] for found in cited.finditer(line))
    ]
    assert wrong == []


def test_claims_that_a_page_mentions_exist():
    prefixes = {number.split("-")[0] for number in NUMBERS}
    named = [
        (path.name, number)
        for path in sorted(PAGES.glob("*.md"))
        for number in NUMBER.findall(path.read_text(encoding="utf-8"))
    ]
    assert [each for each in named if each[1].split("-")[0] in prefixes and each[1] not in NUMBERS] == []


def test_lines_of_tests_are_current():
    """``python -m tests.meta.reference_pages --write`` brings them up to date."""
    tests = citing_tests()
    pages = {path.name: path.read_text(encoding="utf-8") for path in sorted(PAGES.glob("*.md"))}
    assert [name for name, text in pages.items() if with_tests(text, tests) != text] == []


def test_table_of_commands_is_current():
    """``python -m tests.meta.reference_pages --write`` brings it up to date, with the links to claims."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert text == manual(read_claims(PAGES))
