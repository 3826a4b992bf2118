"""Every input that a search has kept goes through its target again: the shortest way to each place, and every find."""

from __future__ import annotations

import pytest

from tests.fuzz import seeds
from tests.fuzz.targets import CORPUS, TARGETS

MOST_BYTES = 1 << 20
"""The corpus stays small enough to lie beside the tests."""
MOST_WITH_NUMBERS = 250
"""Of a target: sources are compiled, which takes long, and have numbers everywhere."""


@pytest.mark.parametrize("name", list(TARGETS))
def test_a_target_stands_every_input_that_was_kept(name: str) -> None:
    inputs = sorted((CORPUS / name).iterdir())
    assert inputs
    for path in inputs:
        try:
            TARGETS[name].run(path.read_bytes())
        except Exception as error:
            error.add_note(f"the input is {path}")
            raise


@pytest.mark.parametrize("name", seeds.WITH_NUMBERS)
def test_a_target_stands_numbers_of_any_length(name: str) -> None:
    numbers = b"9" * 5000, b"1e400", b"0x" + b"f" * 5000
    changed = [each for data in seeds.SEEDS[name]() for each in seeds.with_long_numbers(data, numbers)]
    for data in changed[:: len(changed) // MOST_WITH_NUMBERS + 1]:
        TARGETS[name].run(data)


def test_the_corpus_is_small_and_has_a_folder_for_each_target() -> None:
    assert sorted(path.name for path in CORPUS.iterdir()) == sorted(TARGETS)
    assert sum(path.stat().st_size for path in CORPUS.rglob("*")) < MOST_BYTES
