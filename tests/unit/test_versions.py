"""The profiles against the tables of the reference and the specification."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY, IGNORE_GAME_ID, MERCIES, STRICT
from agi_emu.facts.versions import (
    DEFAULT_V2,
    DEFAULT_V3,
    PROFILES,
    V2_ENVELOPE,
    V3_ENVELOPE,
    AttenuationVariable,
    AutoLoop,
    FixedPriorityKey,
    LoopMirror,
    Pen,
)
from agi_emu.state.core_rules import RULES
from tests.quirks import QUIRKS, quirks_of

SOURCE = re.compile(r"[A-Z]{2,6}-\d")
"""A claim of the reference."""
LAST_ACTIONS = {
    # reference: CMD-2
    154: "2.089 2.230",
    160: "2.272",
    169: "2.411 2.425 2.426 2.435 2.439 2.440",
    173: "2.903 2.911 2.912 2.915 2.917",
    175: "2.936",
    177: "3.002.086",
    181: "3.002.098 3.002.102 3.002.107 3.002.149",
}
SAVEGAME_LENGTHS = {
    # reference: SAVE-4
    987: "2.089 2.272",
    1503: "2.411 2.440",
    1505: "2.903 2.917 2.936 3.002.086 3.002.098",
    1508: "3.002.102 3.002.107",
    1028: "3.002.149",
}
SIERRA = [profile for profile in PROFILES.values() if profile.name != "AGDS"]


@pytest.mark.parametrize(("number", "names"), LAST_ACTIONS.items())
def test_last_action(number: int, names: str) -> None:
    # reference: VER-12, VER-13, VER-15, VER-19
    assert {PROFILES[name].last_action for name in names.split()} == {number}


@pytest.mark.parametrize(("length", "names"), SAVEGAME_LENGTHS.items())
def test_savegame_length(length: int, names: str) -> None:
    # reference: VER-20, VER-21
    assert {PROFILES[name].savegame_length for name in names.split()} == {length}


def test_every_known_interpreter_has_a_profile() -> None:
    # reference: VER-1
    assert {name for names in LAST_ACTIONS.values() for name in names.split()} | {"AGDS"} == set(PROFILES)
    assert [profile.name for profile in SIERRA] == sorted(profile.name for profile in SIERRA)
    assert all(name == profile.name for name, profile in PROFILES.items())


def test_objects_are_encrypted_from_2_411_on() -> None:
    # specification 2.8; reference: RES-32
    assert [p.name for p in SIERRA if not p.items_encrypted] == ["2.089", "2.230", "2.272"]


def test_strings_and_keys() -> None:
    # reference: VER-21, CMD-43, KEY-19
    assert [p.name for p in SIERRA if p.string_count == 12] == ["2.089", "2.230", "2.272", "3.002.149"]
    assert [p.name for p in SIERRA if p.key_slots != 39] == ["3.002.149"]


def test_volumes() -> None:
    # reference: RES-10
    assert {profile.volume_count for profile in SIERRA if profile.generation == 2} == {5}
    assert {profile.volume_count for profile in SIERRA if profile.generation == 3} == {16}


def test_automatic_loops() -> None:
    # reference: VER-19, OBJ-37
    rules = {p.name: p.auto_loop for p in SIERRA}
    assert [name for name, rule in rules.items() if rule is AutoLoop.FOUR_OR_MORE] == ["2.936", "3.002.086"]
    assert rules["2.917"] is AutoLoop.EXACTLY_FOUR
    assert rules["3.002.098"] is rules["3.002.149"] is AutoLoop.MORE_THAN_FOUR_NEEDS_F20


def test_fixed_priority_keys() -> None:
    # reference: VIEW-25
    rules = {p.name: p.fixed_priority_key for p in SIERRA}
    assert rules["2.917"] is FixedPriorityKey.BANDS
    assert rules["2.936"] is rules["3.002.086"] is FixedPriorityKey.PAST_TABLE_AFTER_BASE
    assert rules["3.002.149"] is FixedPriorityKey.TABLE_AFTER_BASE


def test_2_917_and_2_936_differ_in_nothing_else() -> None:
    # reference: VER-17, VER-3, SAVE-4; the rest is addresses: memory seen by logics, and the size of the heap
    old, new = PROFILES["2.917"], PROFILES["2.936"]
    fields = [name for name in old._fields if getattr(old, name) != getattr(new, name)]
    assert set(fields) == {
        "name",
        "last_action",
        "auto_loop",
        "fixed_priority_key",
        "memory_texts",
        "memory_words",
        "memory_at_0",
        "heap_bytes",
        "behind_controllers",
    }
    assert (old.heap_bytes, new.heap_bytes) == (57744, 57728)  # reference: MEM-1
    assert (old.memory_at_0, new.memory_at_0) == (b"\x80\x1e", b"\x90\x1e")  # reference: MEM-1, WORD-30


def test_memory_begins_where_the_word_at_address_0_says() -> None:
    # reference: MEM-1; docs/heap.md: it ends at 10010h
    known = {p.name: p for p in PROFILES.values() if p.heap_is_known}
    assert {name: p.heap_bytes for name, p in known.items()} == {
        "2.440": 58224,
        "2.917": 57744,
        "2.936": 57728,
        "3.002.098": 57584,
    }
    for profile in PROFILES.values():
        first = 0x10010 - profile.heap_bytes
        assert profile.memory_at_0 == (first.to_bytes(2, "little") if profile.heap_is_known else b"")


def test_envelopes() -> None:
    # reference: SND-16 and VER-15, VER-18
    assert (len(V2_ENVELOPE), len(V3_ENVELOPE)) == (67, 77)
    assert V2_ENVELOPE[:11] == (-2, -3, -2, -1, 0, 0, 1, 1, 1, 1, 2)
    assert V2_ENVELOPE[-1] == V3_ENVELOPE[-1] == 13
    assert PROFILES["2.440"].envelope == ()
    assert PROFILES["2.936"].envelope is V2_ENVELOPE
    assert PROFILES["3.002.102"].envelope is V3_ENVELOPE


def test_early_sound() -> None:
    # reference: SND-20 to SND-22, SND-12
    variable = {p.name: p.attenuation_variable for p in SIERRA}
    assert [name for name, rule in variable.items() if rule is AttenuationVariable.ABSENT] == ["2.089", "2.230"]
    assert [name for name, rule in variable.items() if rule is AttenuationVariable.ADDED_TO_BYTE] == ["2.272"]
    assert [p.name for p in SIERRA if p.noise_has_second_byte] == ["2.089", "2.230", "2.272", "2.411"]
    assert {p.tandy_attenuation for p in SIERRA if not p.envelope} == {3}
    assert {p.tandy_attenuation for p in SIERRA if p.envelope} == {2}


def test_pens_and_mirrors() -> None:
    # reference: PIC-23, PIC-24, PIC-21, VIEW-11
    assert [p.name for p in SIERRA if p.pen is Pen.ABSENT] == ["2.089", "2.230", "2.272"]
    assert [p.name for p in SIERRA if p.pen is Pen.OFF_CENTRE] == ["2.425", "2.426"]
    assert PROFILES["2.411"].pen is Pen.POINTS
    assert [p.name for p in SIERRA if p.pen_survives_picture] == ["2.425"]
    assert PROFILES["2.435"].round_pen_one == (3, 3, 1)
    assert PROFILES["2.936"].round_pen_one == (3, 3, 3)
    assert PROFILES["3.002.149"].round_pen_one == (0, 3, 0)
    # reference: PIC-19
    assert all(p.pen_limit == (318 if p.generation == 3 else 320) for p in SIERRA)
    assert PROFILES["2.089"].loop_mirror is LoopMirror.NONE
    assert PROFILES["2.230"].loop_mirror is LoopMirror.CEL_COUNT_BYTE
    assert PROFILES["2.272"].loop_mirror is LoopMirror.CEL_FLAGS


def test_old_bugs_end_where_they_were_mended() -> None:
    # reference: VER-8, VER-10, VER-11, VER-12, VER-18
    assert [p.name for p in SIERRA if p.compare_strings_prefix_bug][-1] == "2.439"
    assert [p.name for p in SIERRA if p.voices_bug] == ["2.230", "2.272", "2.411"]
    assert [p.name for p in SIERRA if p.distance_wraps] == ["2.089", "2.230", "2.272"]
    assert [p.name for p in SIERRA if p.direction_pass_in_animation][-1] == "2.272"
    assert [p.name for p in SIERRA if p.left_edge_at_zero] == ["3.002.086"]
    assert [p.name for p in SIERRA if p.status_sound_on == b"Sound is on"] == ["2.089"]


def test_defaults() -> None:
    # reference: VER-23
    assert (DEFAULT_V2.name, DEFAULT_V3.name) == ("2.917", "3.002.149")


def test_profiles_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        DEFAULT_V2.last_action = 181  # type: ignore[misc]
    with pytest.raises(TypeError):
        PROFILES["2.917"] = DEFAULT_V3  # type: ignore[index]


def test_quirks_are_named_once_and_each_belongs_to_some_profile() -> None:
    names = [quirk.name for quirk in QUIRKS]
    assert len(set(names)) == len(names)
    for quirk in QUIRKS:
        assert quirk.sentence.endswith(".")
        assert SOURCE.search(quirk.source)
        assert any(quirk.applies(profile) for profile in PROFILES.values())
        assert not all(quirk.applies(profile) for profile in PROFILES.values())
    assert {quirk.name for quirk in quirks_of(PROFILES["2.936"])} == {
        "auto-loop-of-many",
        "fixed-priority-past-table",
        "plain-items-decrypted",
        "discard-sound-runs-its-operand",
        "pen-past-right-edge",
        "memory-in-strings",
        "memory-for-missing-text",
    }


def test_mercies_are_named_and_sorted_into_faces() -> None:
    assert not STRICT
    assert {IGNORE_GAME_ID} == AS_RECORDED
    assert set(MERCIES.values()) == FRIENDLY > AS_RECORDED
    for name, mercy in MERCIES.items():
        assert name == mercy.name
        assert SOURCE.search(mercy.source)
        assert mercy.original
        assert mercy.instead


def test_every_mercy_is_asked_for_somewhere(root: Path) -> None:
    sources = [path for path in (root / "agi_emu").rglob("*.py") if path.name != "mercies.py"]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    rules = {rule.name for rule in RULES}
    names = {name.replace("-", "_") for name in MERCIES}
    assert {name for name in names - rules if name.upper() not in text} == set()
