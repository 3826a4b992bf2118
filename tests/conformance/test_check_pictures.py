"""The script that checks pictures of other interpreters: right ones pass, wrong ones are named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agi_emu._core import cel, picture
from agi_emu.facts.pens import pen_variant
from agi_emu.facts.versions import PROFILES
from agi_emu.resources import Game, Kind, open_game
from agi_emu.tracing.resource_digests import EMPTY_PICTURE
from tests.conformance.conformance_index import SUITE

COLOUR_OF = bytes(cell & 15 for cell in range(256))
PRIORITY_OF = bytes(cell >> 4 for cell in range(256))


def check(folder: Path) -> tuple[int, list[str]]:
    """Run the script as others do, without this project, and return its exit code and lines."""
    command = [sys.executable, "-I", str(SUITE / "check_pictures.py"), str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True)
    return ran.returncode, ran.stdout.splitlines()


def draw(game: Game, scene: dict[str, object]) -> bytearray:
    """Draw a scene from its resources alone, as README.md says."""
    cells = bytearray(EMPTY_PICTURE)
    picture.draw(cells, game.stored(Kind.PICTURE, scene["picture"]).data, pen_variant=pen_variant(PROFILES["2.936"]))
    for view, loop, number, x, y, priority in scene["cels"]:
        data = game.stored(Kind.VIEW, view).data
        height = cel.header(data, loop, number)[1]
        cel.blit(cells, data, loop, number, x, y - height + 1, priority)
    return cells


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All scenes, drawn without an interpreter of logics."""
    folder = tmp_path_factory.mktemp("drawn")
    games: dict[str, Game] = {}
    for scene in map(json.loads, (SUITE / "scenes.jsonl").read_text().splitlines()):
        name = scene["probe"]
        if name not in games:
            games[name] = open_game(SUITE / "probes" / name / "game.zip")
        cells = draw(games[name], scene)
        (folder / f"{scene['scene']}.vis").write_bytes(cells.translate(COLOUR_OF))
        (folder / f"{scene['scene']}.pri").write_bytes(cells.translate(PRIORITY_OF))
    return folder


def test_scenes_drawn_from_resources_are_those_of_the_original(drawn: Path) -> None:
    count = len(list(drawn.iterdir()))
    assert count > 1000
    assert check(drawn) == (0, [f"{count} of {count} equal"])


def test_wrong_files_are_named(drawn: Path, tmp_path: Path) -> None:
    right = (drawn / "add-to-pic-1.vis").read_bytes()
    wrong = bytearray(right)
    wrong[160 * 50 + 7] ^= 1
    for name, data in {
        "add-to-pic-1.vis": wrong,
        "hello-2.pri": right,
        "hello-3.vis": right[1:],
        "hello-9999.vis": right,
        "nobody-1.vis": right,
    }.items():
        (tmp_path / name).write_bytes(data)
    code, lines = check(tmp_path)
    assert code == 1
    assert lines[0].startswith("add-to-pic-1.vis: differs")
    assert lines[1].startswith("hello-2.pri: differs")
    assert lines[2:] == [
        "hello-3.vis: 26879 bytes, expected 26880",
        "hello-9999.vis: no such probe or cycle",
        "nobody-1.vis: no such probe or cycle",
        "0 of 5 equal",
    ]


def test_an_image_of_the_suite_says_which_pixel_is_wrong(tmp_path: Path) -> None:
    # The first record of every probe: the buffer before anything is drawn.
    (tmp_path / "hello-0.pri").write_bytes(bytes([4]) * 100 + bytes([5]) + bytes([4]) * (26880 - 101))
    code, lines = check(tmp_path)
    assert (code, lines[0]) == (1, "hello-0.pri: differs, first at x 100, y 0: 5, expected 4")


def test_nothing_to_compare_shows_the_usage(tmp_path: Path) -> None:
    code, lines = check(tmp_path)
    assert (code, lines[2].strip()) == (2, "python check_pictures.py FOLDER")
