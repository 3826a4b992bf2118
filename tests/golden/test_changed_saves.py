"""Savegames of the original with a byte changed or cut off: refused by their place, or restored and played on."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY, Mercy
from agi_emu.state.savegames.savegame import parse
from tests.golden.changed_saves import PLACE, Outcome, changers, count

PART = 360
"""One byte of so many is changed; `python -m tests.golden.changed_saves` changes more."""


@pytest.mark.parametrize(
    "mercies",
    [pytest.param(FRIENDLY, id="friendly", marks=pytest.mark.slow), pytest.param(AS_RECORDED, id="as recorded")],
)
def test_a_changed_byte_is_refused_by_its_place_or_the_game_plays_on(
    golden: Path, games: Path, mercies: frozenset[Mercy]
) -> None:
    found: Counter[tuple[str, Outcome]] = Counter()
    for number, each in enumerate(changers(golden / "saves", games, mercies)):
        lengths = [at for at, block in enumerate(each.blocks) if block == "lengths of the pieces"]
        places = random.Random(number).sample(range(len(each.data)), len(each.data) // PART)
        found += count(each, {*places, *lengths}, number)
    outcomes = {block: {key[1] for key in found if key[0] == block} for block, _ in found}
    # Another length is another place for all that follows; addresses and what stands behind a NUL mean nothing.
    assert outcomes["lengths of the pieces"] == {Outcome.REFUSED}
    assert outcomes["objects: addresses"] == outcomes["description"] == {Outcome.WITHOUT_EFFECT}
    # Every value of a variable, a flag or a string is one that a game can have.
    assert outcomes["strings"] == outcomes["flags"] == {Outcome.ANOTHER}
    assert all(Outcome.REFUSED in outcomes[name] for name in ("single numbers", "keys", "objects", "inventory"))


def test_whatever_is_cut_off_is_missed(golden: Path) -> None:
    for path in sorted((golden / "saves").glob("*/SG.1")):
        data = path.read_bytes()
        for length in range(len(data)):
            with pytest.raises(SaveError) as refused:
                parse(data[:length])
            assert PLACE.search(str(refused.value)) or str(refused.value).startswith("not a savegame")
