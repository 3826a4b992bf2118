"""Expanding the packed resources of version 3."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import open_game
from agi_emu._core import lzw
from agi_emu.data import demo_path
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Packing, Presence
from tests.core.plain.lzw import compress


def expand_all(resources: list[tuple[bytes, int]]) -> None:
    """Expand resources one after the other."""
    for stored, length in resources:
        lzw.expand(stored, bytearray(length))


def test_bench_lzw_demo(benchmark: BenchmarkFixture) -> None:
    """The views of the demo, packed here."""
    views = list(open_game(demo_path()).views.values())
    benchmark(expand_all, [(compress(view), len(view)) for view in views])


@pytest.mark.games
def test_bench_lzw_all_games(benchmark: BenchmarkFixture, games: Path) -> None:
    """Every packed resource of the real games."""
    unpacked = []
    for path in sorted(games.glob("*.zip")):
        game = open_game(path)
        for kind in Kind:
            for number in range(256):
                if game.presence(kind, number) is not Presence.PRESENT:
                    continue
                resource = game.stored(kind, number)
                if resource.packing is Packing.LZW:
                    unpacked.append(resource.data)
    benchmark.extra_info["resources"] = len(unpacked)
    benchmark(expand_all, [(compress(data), len(data)) for data in unpacked])
