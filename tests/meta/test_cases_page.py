"""The page of old bugs names tests that exist, and every test of a case stands on it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.meta.reference_pages import NUMBER, claims

CASES = 22


def names_of_tests(path: Path) -> set[str]:
    """Return the names of the tests in a file."""
    return set(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M))


def test_page_names_tests_that_exist(root: Path) -> None:
    page = (root / "docs" / "cases.md").read_text(encoding="utf-8")
    own = {name for path in (root / "tests/unit/cases").glob("test_*.py") for name in names_of_tests(path)}
    missing = []
    for path, name in re.findall(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`", page):
        found = names_of_tests(root / path) if (root / path).is_file() else set()
        if not found or (name and name not in found):
            missing.append(f"{path}::{name}")
    named = set(re.findall(r"`(test_\w+)`", page))
    assert missing == []
    assert named - own == set()
    assert own - named == set()


def test_page_names_claims_that_exist(root: Path) -> None:
    named = set(NUMBER.findall((root / "docs" / "cases.md").read_text(encoding="utf-8")))
    assert len(named) > CASES
    assert named - {claim.number for claim in claims()} == set()


def test_page_has_every_case(root: Path) -> None:
    page = (root / "docs" / "cases.md").read_text(encoding="utf-8")
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", page, re.M)] == list(range(1, CASES + 1))
