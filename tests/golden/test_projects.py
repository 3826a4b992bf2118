"""Real games as projects: what is built of them is the same game, also for the original's recordings."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.project_writing import extract_project, project_files
from agi_emu.cli import verbs
from agi_emu.facts.versions import PROFILES
from agi_emu.resources import Kind, Packing, open_game
from agi_emu.resources.projects.project import build_project
from agi_emu.resources.volumes import unpack_nibbles
from agi_emu.resources.writing.packing import compress
from tests.core.plain.lzw import expand

pytestmark = [pytest.mark.golden, pytest.mark.games]

TEN = ("agentq", "snwbrd", "qfhome", "biriq1", "ruby", "texm1", "brianq", "lostpl", "abrah", "sergd2")
"""Games of both interpreters that were recorded."""
QUICK = TEN[:3]
RAW = {"sounds": 3}
"""Resources that are written as their bytes, by their folder."""


def project(game_path: Path, folder: Path, *, profile: str | None = None) -> Path:
    folder.mkdir(parents=True)
    extract_project(open_game(game_path, profile), folder, Extraction())
    return folder


def assert_trace_is_equal(golden: Path, game: Path, kind: str) -> None:
    recording = golden / "traces" / kind / game.stem
    result = CliRunner().invoke(verbs, ["trace", str(game), "--against", str(recording), "-q"])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in TEN]
)
def test_built_game_plays_as_the_original_recorded_it(golden: Path, games: Path, tmp_path: Path, name: str) -> None:
    profile = open_game(games / f"{name}.zip").profile
    source = project(games / f"{name}.zip", tmp_path / "src")
    built = build_project(source, tmp_path / f"{name}.zip")
    assert_trace_is_equal(golden, built, "tour")
    # To version 3, out of it as sources again, and back.
    packed = build_project(source, tmp_path / "v3.zip", profile=PROFILES["3.002.149"])
    assert packed.stat().st_size < built.stat().st_size
    (tmp_path / "back").mkdir()
    back = build_project(project(packed, tmp_path / "src3"), tmp_path / "back" / built.name, profile=profile)
    assert back.read_bytes() == built.read_bytes()


def test_packed_resources_are_as_small_as_sierras(games: Path) -> None:
    game = open_game(games / "kq4dem.zip")
    ours = theirs = compared = 0
    for kind in Kind:
        for number in game.volumes.numbers(kind):
            stored = game.stored(kind, number)
            entry = game.volumes.entry(kind, number)
            assert entry is not None
            volume = game.files.contents[game.layout.volume_names[entry.volume]]
            length = int.from_bytes(volume[entry.offset + 5 : entry.offset + 7], "little")
            if stored.packing is Packing.LZW:
                packed = compress(stored.data)
                assert expand(packed, len(stored.data) + 1) == stored.data
                assert len(packed) <= length, f"{kind} {number}"
                ours, theirs, compared = ours + len(packed), theirs + length, compared + 1
            elif stored.packing is Packing.NIBBLES:
                assert unpack_nibbles(volume[entry.offset + 7 : entry.offset + 7 + length], 0xFFFF) == stored.data
    assert (ours, theirs, compared) == (75751, 75751, 44)


@pytest.mark.slow
def test_resources_of_real_games_have_sources(games: Path) -> None:
    # Every fifth game. Each source is tried as it is made: what would become another resource is written as its bytes.
    raw: dict[str, int] = {}
    other_bytes = []
    for path in sorted(games.glob("*.zip"))[1::5]:
        extraction = Extraction()
        for name in project_files(open_game(path), extraction):
            kind, _, _ = name.partition("/")
            raw[kind] = raw.get(kind, 0) + name.endswith(".bin")
        other_bytes += [f"{path.stem}: {note}" for note in extraction.notes if "in other bytes" in note]
    # Some sounds are no sounds, but texts and samples under that number (reference: SND-5).
    assert {kind: count for kind, count in raw.items() if count} == RAW
    assert other_bytes == [], "these games were made with editors whose ways of packing views are known"
