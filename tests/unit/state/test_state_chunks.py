"""The table of chunks: every field of the state is in one, files may have less and more than we know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.errors import SaveError
from agi_emu.state.files import state_chunks, state_file
from agi_emu.state.files.state_chunks import (
    ALWAYS_THERE,
    ENTRIES,
    LOAD_ORDER,
    TABLE,
    pack,
    read_contents,
    unpack,
    write_contents,
)
from agi_emu.state.files.state_file import Chunk, ChunkPart, join_parts, split_parts
from agi_emu.state.layout import STATE_BYTES, StateLayout
from agi_emu.state.state_contents import GameIdentity, ResourceReference, StateContents, StateSummary, fresh_copy

UNSAVED = frozenset({"spare_alignment", "spare_priorities"})
"""Fields of the state that mean nothing and are always 0."""


def some_state() -> StateLayout:
    state = StateLayout()
    state.vars[0], state.vars[40] = 7, 99
    state.general.object_count = 3
    state.objects[2].x = 42
    state.screen[100] = 15
    state.arena_used = 5
    state.arena[:5] = [1, 2, 3, 4, 5]
    return state


def read_or_named(file: bytes) -> StateContents | None:
    """Return what a file holds, None when it was refused by the name of a chunk."""
    try:
        return read_contents(file, StateLayout())[0]
    except SaveError as error:
        if not str(error).startswith("chunk "):
            raise
        return None


def raw(state: StateLayout) -> bytes:
    return bytes(memoryview(state).cast("B"))


def test_every_field_of_the_state_is_in_one_chunk() -> None:
    where = Counter(area for entry in TABLE for area in entry.areas)
    assert set(where.values()) == {1}
    assert where.keys() | UNSAVED == {each.name for each in StateLayout.fields()}


def test_every_chunk_is_read_after_what_it_depends_on() -> None:
    seen: set[str] = set()
    for entry in LOAD_ORDER:
        assert set(entry.depends) <= seen, entry.tag
        seen.add(entry.tag)
    assert seen == {entry.tag for entry in TABLE}


def test_tags_that_are_always_there_are_mandatory() -> None:
    assert all(state_file.is_mandatory(tag) for tag in ALWAYS_THERE)


def test_a_state_comes_back_as_it_was() -> None:
    contents = StateContents(
        some_state(),
        StateSummary("Quest", "before the bridge", 7, 3, 10, 61, 3000, True, bytes(4000), bytes(48)),
        GameIdentity(
            *(
                "00ff",
                "quest",
                "2.917",
                b"w" * 16,
                (b"?", b"l\x84mp"),
                (ResourceReference("view", 3, b"d" * 16, "ego"),),
            ),
            inventory=b"\x06\0\x01",
            game_id="QU\u00c9",
        ),
        {"machine": "pc", "seed": "4"},
        {"variables": {"lamp": 40}},
        b"earlier",
    )
    got, carried = read_contents(write_contents(contents, StateLayout()), StateLayout())
    assert raw(got.state) == raw(contents.state)
    assert replace_state(got) == replace_state(contents)
    assert carried == state_chunks.CarriedData((), {})


def replace_state(contents: StateContents) -> tuple[object, ...]:
    return contents.summary, contents.identity, contents.settings, contents.names, contents.before


@given(st.data())
def test_any_state_of_bytes_comes_back_or_is_refused_by_name(data: st.DataObject) -> None:
    changes = data.draw(st.dictionaries(st.integers(0, STATE_BYTES - 1), st.integers(1, 255), max_size=9))
    noise = bytearray(STATE_BYTES)
    for offset, value in changes.items():
        noise[offset] = value
    state = StateLayout.from_buffer(noise)
    arena_end = StateLayout.arena.offset + state.arena_used  # type: ignore[attr-defined]
    if arena_end > STATE_BYTES:
        return
    file = write_contents(StateContents(state), StateLayout())
    if not (got := read_or_named(file)):
        return
    spare = [getattr(StateLayout, name) for name in UNSAVED]
    mine, theirs = bytearray(noise[:arena_end]), bytearray(raw(got.state)[:arena_end])
    for each in spare:
        mine[each.offset : each.offset + each.size] = theirs[each.offset : each.offset + each.size]
    assert mine == theirs


def chunks_of(state: StateLayout) -> dict[str, bytes]:
    return {each.tag: each.data for each in state_file.read(write_contents(StateContents(state), StateLayout())).chunks}


def file_with(state: StateLayout, **changed: bytes | None) -> bytes:
    """Return a file in which some chunks are others, new, or gone (None)."""
    chunks = chunks_of(state) | changed
    return state_file.write(Chunk(tag, data) for tag, data in chunks.items() if data is not None)


def test_a_missing_tail_keeps_the_value_of_power_on() -> None:
    at_start = StateLayout()
    at_start.vars[200] = 8
    short = pack(ChunkPart("vars", 1, bytes([1, 2, 3])).encode())
    got, _ = read_contents(file_with(some_state(), Vars=short), at_start)
    assert (list(got.state.vars[:4]), got.state.vars[200]) == ([1, 2, 3, 0], 8)


def test_surplus_is_ignored_and_kept_when_the_file_is_written_again() -> None:
    state = some_state()
    parts = split_parts("Objs", unpack("Objs", chunks_of(state)["Objs"]))
    objects = parts["objects"]
    size = objects.size + 2
    longer = b"".join(objects.data[objects.size * i :][: objects.size] + b"\x07\x08" for i in range(objects.count))
    parts["objects"] = ChunkPart("objects", size, longer + bytes([9]) * size)
    parts["auras"] = ChunkPart("auras", 1, b"blue")
    variables = ChunkPart("vars", 1, bytes(state.vars) + b"later")
    file = file_with(state, Objs=pack(join_parts(parts.values())), Vars=pack(variables.encode()), note=b"kept")
    got, carried = read_contents(file, StateLayout())
    assert raw(got.state) == raw(state)
    got.state.objects[2].x = 50
    again = write_contents(got, StateLayout(), carried)
    chunks = {each.tag: each.data for each in state_file.read(again).chunks}
    assert chunks["note"] == b"kept"
    assert split_parts("Vars", unpack("Vars", chunks["Vars"]))["vars"].data[256:] == b"later"
    written = split_parts("Objs", unpack("Objs", chunks["Objs"]))
    assert written["auras"].data == b"blue"
    assert written["objects"].size == size
    assert written["objects"].data[2 * size : 2 * size + 2] == b"\x32\0"
    assert written["objects"].data[3 * size - 2 : 3 * size] == b"\x07\x08"
    assert written["objects"].data[-size:] == bytes([9]) * size


def test_unknown_tags_are_refused_when_mandatory_and_kept_when_not() -> None:
    with pytest.raises(SaveError, match="required chunk Wand is unknown"):
        read_contents(file_with(some_state(), Wand=b""), StateLayout())
    _, carried = read_contents(file_with(some_state(), wand=b"1", Xtra=b"2"), StateLayout())
    assert [each.tag for each in carried.chunks] == ["wand", "Xtra"]
    again = state_file.read(write_contents(StateContents(some_state()), StateLayout(), carried))
    assert {Chunk("wand", b"1"), Chunk("Xtra", b"2")} <= set(again.chunks)


@pytest.mark.parametrize("tag", ALWAYS_THERE[1:])
def test_a_chunk_that_every_file_has_is_missed(tag: str) -> None:
    with pytest.raises(SaveError, match=f"chunk {tag} is missing"):
        read_contents(file_with(some_state(), **{tag: None}), StateLayout())


@pytest.mark.parametrize("tag", [entry.tag for entry in TABLE if entry.tag != "befo"])
def test_data_that_passes_the_check_but_is_no_data_is_refused_at_its_chunk(tag: str) -> None:
    for wrong in (b"\xff", b"\xff" * 40, pack(b"\x05vars"), pack(b"\x04vars\x01\x00\xff\xff\xff\xff")):
        with pytest.raises(SaveError, match=f"chunk {tag}"):
            read_contents(file_with(some_state(), **{tag: wrong}), StateLayout())


def test_data_that_unpacks_to_more_than_a_state_is_refused() -> None:
    with pytest.raises(SaveError, match="chunk Vars: its data is not one stream"):
        read_contents(file_with(some_state(), Vars=pack(bytes(1 << 21))), StateLayout())


@pytest.mark.parametrize(
    ("tag", "path", "value"),
    [
        ("Exec", "vm.depth", 65),
        ("Modl", "modal.depth", 5),
        ("Keyb", "keyboard.queue_head", 20),
        ("Sprt", "updating_sprites.count", 257),
        ("Room", "general.object_count", 257),
        ("Load", "loaded.views.count", 300),
        ("Objs", "scratch.x", 2000),
        ("Scrn", "screen.9", 16),
    ],
)
def test_a_state_that_no_machine_can_be_in_is_refused_by_field(tag: str, path: str, value: int) -> None:
    state = some_state()
    *steps, last = path.split(".")
    target = state
    for step in steps:
        target = target[int(step)] if step.isdecimal() else getattr(target, step)  # type: ignore[index]
    if last.isdecimal():
        target[int(last)] = value  # type: ignore[index]
    else:
        setattr(target, last, value)
    with pytest.raises(SaveError, match=f"chunk {tag}: "):
        read_contents(write_contents(StateContents(state), StateLayout()), StateLayout())


def test_chunks_that_a_situation_does_not_need_are_left_out() -> None:
    tags = chunks_of(StateLayout()).keys()
    assert set(ALWAYS_THERE) == set(tags)
    state = StateLayout()
    state.modal.depth = 1
    state.sound.playing = 1
    assert {"Modl", "Soun"} <= chunks_of(state).keys()


def test_a_copy_shares_nothing() -> None:
    state = some_state()
    copied = fresh_copy(state)
    copied.vars[0] = 8
    assert (state.vars[0], raw(state)) == (7, raw(some_state()))
    assert replace(StateSummary(), room=3).room == 3
    assert ENTRIES["Vars"].areas == ("vars",)
