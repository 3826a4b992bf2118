"""Who vouches for what the profiles say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from agi_emu.facts import witnesses
from agi_emu.facts.versions import PROFILES, VersionProfile
from agi_emu.facts.witnesses import EVIDENCE, FIELDS, RECORDED, Sureness, by_sureness, summary, witness


def test_every_field_has_a_row_and_every_row_a_field() -> None:
    assert {*VersionProfile._fields} - {"name"} == set(EVIDENCE)
    assert all(evidence.words for evidence in EVIDENCE.values())
    assert len({evidence.words for evidence in EVIDENCE.values()}) == len(EVIDENCE)


@pytest.mark.parametrize("name", PROFILES)
def test_every_field_of_every_interpreter_has_a_witness(name: str) -> None:
    for field in FIELDS:
        found = witness(PROFILES[name], field)
        assert found.source, field
        if found.sureness is Sureness.INFERRED:
            assert found.source.split(",")[0].split(";")[0] in PROFILES, field
        else:
            assert re.search(r"\.md|[A-Z]-\d", found.source) or found.source.startswith("not known"), field


def test_witnesses_are_of_known_interpreters() -> None:
    assert {name for evidence in EVIDENCE.values() for name in evidence.witnesses} <= set(PROFILES)
    assert set(RECORDED) <= set(PROFILES)


def test_what_no_witness_and_no_neighbour_says_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = PROFILES["2.426"]._replace(key_slots=7)
    monkeypatch.setattr(witnesses, "PROFILES", {**PROFILES, "2.426": alone})
    with pytest.raises(LookupError, match=r"no witness is given for key_slots of 2\.426"):
        witness(alone, "key_slots")


def test_a_neighbour_with_the_same_value_is_named() -> None:
    assert witness(PROFILES["2.912"], "last_action").source == "2.915"
    assert witness(PROFILES["2.912"], "last_action").sureness is Sureness.INFERRED
    assert witness(PROFILES["2.936"], "last_action").sureness is Sureness.MEASURED
    # 2.425 draws pens off centre, 2.435 does not: 2.440 vouches for nothing before that.
    assert witness(PROFILES["2.426"], "pen").sureness is Sureness.STUDY


def test_contradictions_are_guesses() -> None:
    # reference: VER-9, VER-11, "open"
    assert witness(PROFILES["2.411"], "compare_strings_prefix_bug").sureness is Sureness.GUESSED
    assert witness(PROFILES["2.089"], "placement_search_in_position").sureness is Sureness.GUESSED


def test_a_summary_counts_every_field_once() -> None:
    assert summary(PROFILES["2.936"]) == "2.936 itself was run and recorded, cycle by cycle"
    for name in ("2.089", "2.911", "3.002.149", "AGDS"):
        kinds = by_sureness(PROFILES[name])
        assert list(kinds) == [each for each in Sureness if each in kinds]
        assert sum(len(words) for sources in kinds.values() for words in sources.values()) == len(FIELDS)
        assert summary(PROFILES[name]).startswith(f"{name} itself was not recorded; of {len(FIELDS)} facts")


def test_the_recorded_interpreters_are_those_of_the_recordings(shared: Path) -> None:
    rows = [
        json.loads(line)
        for folder in ("golden", "golden-versions")
        if (shared / folder / "index.jsonl").is_file()
        for line in (shared / folder / "index.jsonl").read_text().splitlines()
    ]
    assert {row["interpreter"] for row in rows} <= set(RECORDED)
