"""The comparer: equal traces are equal, and one bit changed in any field is found at its cycle and field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from agi_emu import cli
from agi_emu.tracing.comparison import TraceComparison, compare_traces
from agi_emu.tracing.differences import FIELDS, Scope, compare_ends, differences, differing_fields
from agi_emu.tracing.records import TraceEnd, TraceEvent, TraceRecord
from agi_emu.tracing.tolerances import NOTHING_CLAIMED, free_memory_and_copies, split_actions
from agi_emu.tracing.trace import Trace
from tests.unit.sample_traces import META, records, write

SCOPE = Scope.of(META)


def flip(data: bytes, index: int) -> bytes:
    """Return `data` with the lowest bit of one byte changed."""
    return data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]


def moved(record: TraceRecord) -> TraceRecord:
    """Return the record with one bit of object 1's x changed."""
    objects = record.objects.copy()
    objects[1, 2] ^= 1
    return replace(record, objects=objects)


def waiting_elsewhere(record: TraceRecord) -> TraceRecord:
    """Return the record with one bit changed of the screen that the game showed while it waited."""
    events = list(record.events)
    waiting = events[1].waiting
    assert waiting is not None
    events[1] = replace(events[1], waiting=replace(waiting, screen=waiting.screen ^ 1))
    return replace(record, events=tuple(events))


ONE_BIT: list[tuple[str, str, Callable[[TraceRecord], TraceRecord]]] = [
    ("ops", "actions", lambda r: replace(r, action_count=r.action_count ^ 1)),
    ("ops", "actions", lambda r: replace(r, action_crc=r.action_crc ^ 1)),
    ("rng", "random seed", lambda r: replace(r, seed=r.seed ^ 1)),
    ("v", "v0", lambda r: replace(r, variables=flip(r.variables, 0))),
    ("v", "v7", lambda r: replace(r, variables=flip(r.variables, 7))),
    ("v", "v8", lambda r: replace(r, variables=flip(r.variables, 8))),
    ("v", "v9", lambda r: replace(r, variables=flip(r.variables, 9))),
    ("v", "v255", lambda r: replace(r, variables=flip(r.variables, 255))),
    ("f", "f7", lambda r: replace(r, flags=flip(r.flags, 0))),
    ("f", "f255", lambda r: replace(r, flags=flip(r.flags, 31))),
    ("o", "o1.x", moved),
    ("inv", "room of item 2", lambda r: replace(r, item_rooms=flip(r.item_rooms, 2))),
    ("inv", "room of item 3", lambda r: replace(r, item_rooms=r.item_rooms + b"\0")),
    ("s", "s0", lambda r: replace(r, strings=("?", *r.strings[1:]))),
    ("ctl", "picture number", lambda r: replace(r, control=(*r.control[:2], r.control[2] ^ 1, r.control[3]))),
    ("t", "beats", lambda r: replace(r, beats=r.beats ^ 1)),
    ("sys", "ticks", lambda r: replace(r, ticks=r.ticks ^ 1)),
    ("ev", "event 0", lambda r: replace(r, events=(replace(r.events[0], beat=4), *r.events[1:]))),
    ("ev", "event 2", lambda r: replace(r, events=r.events[:2])),
    ("ev", "screen while it waits at beat 21", waiting_elsewhere),
    ("snd", "port write 1", lambda r: replace(r, sound=(r.sound[0], (4, 0x61, 2)))),
    ("win", "open window", lambda r: replace(r, window=r.window ^ 1)),
    ("vis", "colours of the picture", lambda r: replace(r, visual=r.visual ^ 1)),
    ("pri", "priorities of the picture", lambda r: replace(r, priority=r.priority ^ 1)),
    ("scr", "screen", lambda r: replace(r, screen=r.screen ^ 1)),
    ("txt", "text row 0", lambda r: replace(r, text=(("Scorf", r.text[0][1]), *r.text[1:]))),
    ("txt", "attributes of row 0", lambda r: replace(r, text=((r.text[0][0], "8ex5 00x35"), *r.text[1:]))),
]


def test_equal_records_do_not_differ() -> None:
    for record in records():
        assert differing_fields(record, record, SCOPE) == []
        assert differences(record, record, SCOPE) == []


@pytest.mark.parametrize(("field", "place", "change"), ONE_BIT)
def test_one_changed_bit_is_found_in_a_file(
    tmp_path: Path, field: str, place: str, change: Callable[[TraceRecord], TraceRecord]
) -> None:
    good = records()
    expected = Trace(write(tmp_path / "expected.gz", good))
    found = Trace(write(tmp_path / "found.gz", [good[0], change(good[1]), good[2]]))
    outcome = compare_traces(expected, found)
    assert not outcome.is_equal
    assert [(each.cycle, each.field, each.place) for each in outcome.first_cycle] == [(1, field, place)]
    assert outcome.equal_cycles(field) == 1


def test_every_field_has_a_changed_bit_above() -> None:
    assert {field for field, _, _ in ONE_BIT} == set(FIELDS)


def test_items_behind_the_end_of_the_file_are_not_compared() -> None:
    # A file of 3 + 3 * 2 + 2 bytes names two items (reference: golden README, "inv").
    scope = Scope.of(META, object_file=bytes(11))
    record = records()[1]
    assert differing_fields(record, replace(record, item_rooms=flip(record.item_rooms, 2)), scope) == []
    assert differing_fields(record, replace(record, item_rooms=flip(record.item_rooms, 1)), scope) == ["inv"]


def test_keep_going_counts_every_field(tmp_path: Path) -> None:
    good = records()
    wrong = [good[0], replace(good[1], seed=1), replace(good[2], seed=2, ticks=0)]
    outcome = compare_traces(
        Trace(write(tmp_path / "a.gz", good)), Trace(write(tmp_path / "b.gz", wrong)), keep_going=True
    )
    assert (outcome.cycles, outcome.equal) == (3, 1)
    assert {key: each.cycle for key, each in outcome.first.items()} == {"rng": 1, "sys": 2}
    assert outcome.equal_cycles("rng") == 1


@pytest.mark.parametrize("missing", [0, 1])
def test_a_trace_that_ends_early_differs(tmp_path: Path, missing: int) -> None:
    lengths = [3, 3]
    lengths[missing] = 2
    first, second = (Trace(write(tmp_path / f"{index}.gz", records()[:length])) for index, length in enumerate(lengths))
    outcome = compare_traces(first, second)
    assert outcome.end is not None
    assert outcome.end.cycle == 2


@pytest.mark.parametrize(
    ("expected", "found", "equal"),
    [
        ("done", "done", True),
        ("exit(0)", "exit(1)", True),
        ("exit(0)", "done", False),
        ("stuck", "stuck", True),
        ("stuck", "done", False),
        ("stuck", "exit(1)", False),
    ],
)
def test_ends_are_compared_by_their_kind(expected: str, found: str, equal: bool) -> None:
    found_differences = list(compare_ends(TraceEnd(expected), TraceEnd(found), records()[2]))
    assert (not found_differences) is equal
    assert all(each.cycle == 3 for each in found_differences)


def test_what_happened_before_an_end_is_compared() -> None:
    events = records()[1].events
    (difference,) = compare_ends(TraceEnd("stuck", events=events), TraceEnd("stuck", events=events[:2]), None)
    assert (difference.expected, difference.found) == ("auto enter at beat 21", "none")


def test_ends_of_which_nothing_is_claimed_are_masked() -> None:
    for why, masked in (
        ("wall time", [NOTHING_CLAIMED.name]),
        ("error UcError()", [NOTHING_CLAIMED.name]),
        ("exit(0)", []),
    ):
        outcome = TraceComparison(SCOPE)
        outcome.take_end(TraceEnd(why), TraceEnd("exit(0)"))
        assert list(outcome.masked) == masked


def test_actions_are_named_where_both_traces_have_them() -> None:
    record = records()[1]
    other = replace(record, action_crc=0, actions=bytes.fromhex("030a0101331700"))
    (difference,) = differences(record, other, SCOPE)
    assert (difference.place, difference.expected, difference.found) == ("action 1", "increment(v50)", "increment(v51)")


def test_actions_are_cut_by_the_opcode_table() -> None:
    # 2.936 has discard.sound (AFh) without operands (reference: VER-3); FEh is no action.
    assert split_actions(bytes.fromhex("030a01af015afe1234")) == [
        bytes.fromhex("030a01"),
        bytes.fromhex("af"),
        bytes.fromhex("015a"),
        bytes.fromhex("fe1234"),
    ]


def test_copies_of_free_memory_are_recognised() -> None:
    variables = bytearray(256)
    variables[20], variables[21] = 8, 60
    actions = bytes.fromhex("040a080a0b1409150804280a041e1f")
    # assignv(v10, v8); rindirect(v11, v20); lindirectv(v21, v8); assignv(v40, v10); assignv(v30, v31)
    assert free_memory_and_copies(actions, bytes(variables)) == {8, 10, 11, 60, 40}


def test_an_event_too_few_is_shown() -> None:
    record = records()[1]
    (difference,) = differences(record, replace(record, events=record.events[:2]), SCOPE)
    assert (difference.expected, difference.found) == ("auto enter at beat 21", "none")
    (difference,) = differences(record, replace(record, events=(*record.events, TraceEvent("auto", 39, "y"))), SCOPE)
    assert difference.found == "auto y at beat 39"


def test_the_verb_tells_equal_from_different(tmp_path: Path) -> None:
    good = records()
    first = write(tmp_path / "a.gz", good)
    second = write(tmp_path / "b.gz", [good[0], replace(good[1], seed=1), good[2]])
    runner = CliRunner()
    equal = runner.invoke(cli.verbs, ["trace", "--diff", str(first), str(first)])
    assert (equal.exit_code, equal.output) == (0, "3 cycles, all equal\n")
    different = runner.invoke(cli.verbs, ["trace", "--diff", str(first), str(second)])
    assert different.exit_code == 1
    assert "cycle 1, room 2: random seed: 1, expected 43429" in different.output
    everything = runner.invoke(cli.verbs, ["trace", "--diff", str(first), str(second), "--keep-going", "--json"])
    assert everything.exit_code == 1
    assert '"equal_cycles": 2' in everything.output
