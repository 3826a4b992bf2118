"""The memory for resources: the core equals its plain twin."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.machine import Core
from agi_emu.facts.font import built_in_face
from agi_emu.state.layout import STATE_BYTES, StateLayout
from tests.core.core_settings import configure
from tests.core.plain.heap import Memory, backgrounds

ENTRY = 16
CELS = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), max_size=6)


def machine(size: int) -> tuple[Core, StateLayout]:
    buffer = bytearray(STATE_BYTES)
    core = Core(buffer, built_in_face())
    configure(core, heap_bytes=size, background_entry_bytes=ENTRY)
    return core, StateLayout.from_buffer(buffer)


@given(st.integers(1, 60_000), st.lists(st.integers(0, 20_000), max_size=8), CELS, CELS)
def test_the_core_takes_memory_like_its_twin(
    size: int, pieces: list[int], still: list[tuple[int, int]], moving: list[tuple[int, int]]
) -> None:
    core, state = machine(size)
    twin = Memory(size)
    for piece in pieces:
        assert core.take_memory(piece) == twin.take([piece])
    for sprites, cels in ((state.static_sprites, still), (state.updating_sprites, moving)):
        sprites.count = len(cels)
        for entry, (width, height) in zip(sprites.entries, cels, strict=False):
            entry.width, entry.height = width, height
            state.arena_used += width * height
    core.tell_free()
    if twin.take(backgrounds(still + moving, ENTRY)) and twin.lacking is None:
        assert (state.vars[8], state.heap.most) == (twin.pages_left, twin.most)
    assert (state.heap.wanted, state.heap.had) == (twin.lacking or (0, 0))


def test_without_an_end_nothing_is_told() -> None:
    core, state = machine(0)
    state.vars[8] = 160
    assert all(core.take_memory(60_000) for _ in range(4))
    # More than a word holds counts as the most that it holds.
    assert (state.vars[8], state.heap.used, state.heap.wanted) == (160, 0xFFFF, 0)
