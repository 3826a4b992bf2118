"""Compares the savegame that a recorded run wrote with the one that ours wrote at the same moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from agi_emu.facts.errors import SaveError
from agi_emu.machine.save_store import ROOT, SaveStore
from agi_emu.state.savegames.savegame import Savegame, parse, script_entries
from agi_emu.state.savegames.savegame_state import OBJECT_ADDRESSES, object_values

NAME = "SG.1"
"""The recorded games have no id, and save into their first slot."""


def savegame_difference(recorded: Path, store: SaveStore) -> str | None:
    """Return where our savegame differs, in words; empty if it does not, None if none was recorded."""
    if not recorded.is_file():
        return None
    name = NAME.encode()
    if name not in (store.list(ROOT) or {}):
        return f"{NAME} was not written"
    try:
        differences = _differences(parse(recorded.read_bytes()), parse(store.read(ROOT, name)))
        return "".join(f"{NAME}: {words}" for words in [*differences][:1])
    except SaveError as error:
        return f"{NAME}: {error}"


def _differences(expected: Savegame, found: Savegame) -> Iterator[str]:
    """Yield the differences, except what the mask saved-memory leaves out."""
    if expected.description != found.description:
        yield f"description {found.description!r}, expected {expected.description!r}"
    yield from _bytes("general state", expected.general, found.general)
    if len(expected.objects) != len(found.objects):
        yield f"{found.object_count} objects, expected {expected.object_count}"
        return
    for number in range(expected.object_count):
        was, now = object_values(expected.objects, number), object_values(found.objects, number)
        wrong = [name for name in was if was[name] != now[name] and name not in OBJECT_ADDRESSES]
        yield from (f"o{number}.{name} {now[name]}, expected {was[name]}" for name in wrong)
    yield from _bytes("inventory", expected.inventory, found.inventory)
    if len(expected.script) != len(found.script) or script_entries(expected) != script_entries(found):
        yield f"script events {script_entries(found)}, expected {script_entries(expected)}"
    yield from _bytes("scan starts", expected.scan_starts or b"", found.scan_starts or b"")


def _bytes(name: str, was: bytes, now: bytes) -> Iterator[str]:
    if was == now:
        return
    if len(was) != len(now):
        yield f"{name} of {len(now)} bytes, expected {len(was)}"
        return
    place = next(index for index, (first, second) in enumerate(zip(was, now, strict=True)) if first != second)
    yield f"{name}, byte {place}: {now[place]}, expected {was[place]}"
