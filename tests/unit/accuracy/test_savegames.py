"""Savegames of recorded runs: what differs is named, what only the original's memory explains is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agi_emu.facts.codes import OBJECT_BYTES
from agi_emu.facts.versions import PROFILES
from agi_emu.machine.save_store import ROOT, MemoryStore
from agi_emu.state.layout import StateLayout
from agi_emu.state.savegames.savegame import Savegame, form_of
from agi_emu.state.savegames.savegame_state import pack
from tests.accuracy.savegames import savegame_difference

INVENTORY = bytes(range(12))


def savegame() -> Savegame:
    """A savegame of two objects, one item, one script event of ten."""
    state = StateLayout()
    state.general.object_count = 2
    state.script.size = 10
    state.script.count = 1
    state.script.entries[0:2] = [2, 30]
    return pack(state, form_of(PROFILES["2.936"]), INVENTORY, b"here")


def changed(piece: bytes, place: int) -> bytes:
    return piece[:place] + bytes([piece[place] ^ 1]) + piece[place + 1 :]


def difference(tmp_path: Path, recorded: Savegame, ours: Savegame) -> str | None:
    path = tmp_path / "SG.1"
    path.write_bytes(recorded.to_bytes())
    store = MemoryStore()
    store.write(ROOT, b"SG.1", ours.to_bytes())
    return savegame_difference(path, store)


CHANGES: list[tuple[str, Callable[[Savegame], Savegame]]] = [
    ("description b'there'", lambda save: save.with_description(b"there")),
    ("general state, byte 15: 1", lambda save: replace(save, general=changed(save.general, 7 + 8))),
    ("general state, byte 16: 1", lambda save: replace(save, general=changed(save.general, 7 + 9))),
    ("o1.number 0", lambda save: replace(save, objects=changed(save.objects, OBJECT_BYTES + 2))),
    ("inventory, byte 5: 4", lambda save: replace(save, inventory=changed(save.inventory, 5))),
    ("inventory of 11 bytes", lambda save: replace(save, inventory=save.inventory[:11])),
    ("script events [(2, 31)]", lambda save: replace(save, script=changed(save.script, 1))),
    ("1 objects", lambda save: replace(save, objects=save.objects[:OBJECT_BYTES])),
]


@pytest.mark.parametrize(("words", "change"), CHANGES)
def test_what_differs_is_named(tmp_path: Path, words: str, change: Callable[[Savegame], Savegame]) -> None:
    found = difference(tmp_path, savegame(), change(savegame()))
    assert found is not None
    assert found.startswith(f"SG.1: {words}, expected ")


@pytest.mark.parametrize(
    "change",
    [
        lambda save: save,
        lambda save: replace(save, objects=changed(save.objects, 8)),  # the address of a view
        lambda save: replace(save, script=changed(save.script, 4)),  # behind the last event
    ],
)
def test_what_only_memory_explains_is_left_out(tmp_path: Path, change: Callable[[Savegame], Savegame]) -> None:
    assert difference(tmp_path, savegame(), change(savegame())) == ""


def test_a_savegame_that_is_missing_or_damaged_is_told(tmp_path: Path) -> None:
    path = tmp_path / "SG.1"
    assert savegame_difference(path, MemoryStore()) is None
    path.write_bytes(savegame().to_bytes())
    assert savegame_difference(path, MemoryStore()) == "SG.1 was not written"
    store = MemoryStore()
    store.write(ROOT, b"SG.1", b"short")
    found = savegame_difference(path, store)
    assert found is not None
    assert "description" in found
