"""The colours on the monitor: the EGA's, or a file's under AGIPAL (reference: EXT-4, EXT-5, EXT-6, EXT-7)."""

from __future__ import annotations

import pytest

from agi_emu.facts.palette import EGA_BYTES
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources.game import open_game
from agi_emu.resources.releases import Extension
from tests.own_games.building import GameBuilder

LEVELS = bytes(range(24)) + bytes(24) + bytes(range(0xC0, 0xD8)) + bytes(120)
"""A file of 192 bytes: colours 0 to 7 first, 8 to 15 behind the copy; of the latter two bits are too many."""
SHOWN = tuple(level * 255 // 63 for level in (*range(24), *range(24)))


def colours(
    build_game: GameBuilder, source: str, files: dict[str, bytes], extensions: frozenset[str] = frozenset({"AGIPAL"})
) -> bytes:
    """Return the colours that the monitor shows behind a cycle of `source`."""
    folder = build_game({0: f"{source} return();"})
    for name, data in files.items():
        (folder / name).write_bytes(data)
    m = Machine(open_game(folder), settings=Settings(extensions=extensions))
    before = m.frame
    m.cycle()
    assert before.colours == EGA_BYTES
    return m.frame.colours


def test_shake_screen_chooses_a_file(build_game: GameBuilder) -> None:
    # reference: EXT-4
    # the low 6 bits of a byte count, 63 is the brightest
    assert colours(build_game, "shake.screen(103);", {"PAL.103": LEVELS}) == bytes(SHOWN)


@pytest.mark.parametrize(
    ("source", "files"),
    [
        ("shake.screen(103);", {}),
        ("shake.screen(103);", {"PAL.103": bytes(71)}),
        ("shake.screen(99);", {"PAL.99": LEVELS}),
        ("shake.screen(103); text.screen();", {"PAL.103": LEVELS}),
        ("set(f16); if (!f6) { shake.screen(103); restart.game(); }", {"PAL.103": LEVELS}),
    ],
)
def test_colours_of_the_ega_stay_or_come_back(build_game: GameBuilder, source: str, files: dict[str, bytes]) -> None:
    # reference: EXT-7
    assert colours(build_game, source, files) == EGA_BYTES


def test_without_the_extension_the_screen_shakes(build_game: GameBuilder) -> None:
    found = colours(build_game, "shake.screen(103);", {"PAL.103": LEVELS}, frozenset({Extension.AGIMOUSE}))
    assert found == EGA_BYTES
