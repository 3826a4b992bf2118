"""The digests of ``info``."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.cli import verbs

PICTURE = bytes.fromhex("F0 02 F8 00 00 FF")
# One loop of two cels; the header of the second lies behind the end.
VIEW = bytes.fromhex("01 01 01 0000 0700 02 0500 FF00 02 01 00 12 00")


def stored(resource: bytes, *, claimed: int | None = None) -> bytes:
    """Return a resource with its header in a volume of version 2 (reference: RES-11, RES-12)."""
    return b"\x12\x34\x00" + (len(resource) if claimed is None else claimed).to_bytes(2, "little") + resource


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of a picture, a picture in a volume that is missing, a view, a view cut off, and an empty logic."""
    logic, picture, view = stored(b"\x00\x00\x00\x00\x00"), stored(PICTURE), stored(VIEW)
    places = [0, len(logic), len(logic) + len(picture), len(logic) + len(picture) + len(view)]
    entry = [place.to_bytes(3, "big") for place in places]
    path = tmp_path / "Small.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("LOGDIR", entry[0])
        archive.writestr("PICDIR", entry[1] + b"\xff\xff\xff" + b"\x30\x00\x00")
        archive.writestr("VIEWDIR", entry[2] + entry[3])
        archive.writestr("SNDDIR", b"\xff\xff\xff")
        archive.writestr("VOL.0", logic + picture + view + stored(VIEW[:6], claimed=40))
    return path


def digest(*arguments: object, kinds: str = "both") -> Result:
    """Run the verb."""
    return CliRunner().invoke(verbs, ["info", "--digests", kinds, *map(str, arguments)], catch_exceptions=False)


def rows(result: Result) -> list[dict[str, object]]:
    """Return the lines that the verb has printed."""
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_digest_prints_the_rows_of_the_recordings(game: Path) -> None:
    picture, missing, view, cut = rows(digest(game))
    # Reasoning: the fill makes every cell colour 2, and priority 4 stays.
    assert picture == {
        "game": "small",
        "pic": 0,
        "res_sha1": hashlib.sha1(PICTURE).hexdigest(),
        "len": 6,
        "vis_sha1": hashlib.sha1(b"\x02" * 26880).hexdigest(),
        "pri_sha1": hashlib.sha1(b"\x04" * 26880).hexdigest(),
    }
    assert missing["pic"] == 2
    assert "volume 3" in str(missing["error"])
    # Reasoning: a cel of two cells of colour 1 at (10, 167) of a white picture, with priority 15.
    foot = 160 * 167 + 10
    colours = b"\x0f" * foot + b"\x01\x01" + b"\x0f" * 148
    priorities = b"\x04" * foot + b"\x0f\x0f" + b"\x04" * 148
    cel = [2, 1, f"{zlib.crc32(colours):08x}", f"{zlib.crc32(priorities):08x}"]
    assert view == {"game": "small", "view": 0, "res_sha1": hashlib.sha1(VIEW).hexdigest(), "cels": [[cel, None]]}
    assert cut["view"] == 1
    assert "cut off" in str(cut["error"])


@pytest.mark.parametrize(("kinds", "key"), [("pictures", "pic"), ("views", "view")])
def test_digest_of_one_kind_leaves_the_other_out(game: Path, kinds: str, key: str) -> None:
    assert all(key in row for row in rows(digest(game, "--json", kinds=kinds)))


def test_digest_of_what_is_no_game_ends_with_3(tmp_path: Path) -> None:
    result = digest(tmp_path)
    assert result.exit_code == 3
    assert result.stdout == ""


def test_digest_of_nothing_ends_with_2(tmp_path: Path) -> None:
    assert digest(tmp_path / "absent").exit_code == 2


def test_digest_counts_on_demand(game: Path) -> None:
    stderr = digest(game, "-v").stderr
    assert "small: 2 pictures\n" in stderr
    assert "small: 2 views\n" in stderr
