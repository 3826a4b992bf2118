"""Several disks of one game on a command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.cli import verbs
from tests.own_games.floppy import floppy
from tests.unit.sample_games import v2_files, write_folder


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(verbs, list(map(str, words)))


@pytest.fixture
def disks(tmp_path: Path) -> list[Path]:
    files = v2_files()
    directories = {name: data for name, data in files.items() if "dir" in name}
    first = floppy({name: data for name, data in files.items() if name != "vol.0"}, 360)
    second = floppy(directories | {"vol.0": files["vol.0"]}, 360)
    folder = write_folder(tmp_path / "disks", {"disk1.img": first, "disk2.img": second})
    return [folder / "disk1.img", folder / "disk2.img"]


def test_disks_given_together_are_one_game(disks: list[Path]) -> None:
    one = json.loads(run("info", "--json", disks[0]).stdout)
    for words in (disks, disks[::-1], [*disks, "--verify"], [disks[0], disks[0]]):
        result = run("info", "--json", *words)
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["digest"] == one["digest"]


def test_what_follows_the_disks_stays(disks: list[Path]) -> None:
    shown = [run("extract", *given, "logics", "0", "-o", "-").stdout for given in (disks, disks[:1])]
    assert shown[0] == shown[1] != ""


@pytest.mark.parametrize("place", ["elsewhere/disk2.img", "disks/cover.img"])
def test_disks_that_would_not_be_found_are_refused(disks: list[Path], tmp_path: Path, place: str) -> None:
    other = tmp_path / place
    other.parent.mkdir(exist_ok=True)
    disks[1].rename(other)
    result = run("info", disks[0], other)
    assert result.exit_code == 2
    assert f"{disks[0]} and {other} are not called as disks of one game" in " ".join(result.stderr.split())
    assert "put them there, and give one of them" in " ".join(result.stderr.split())
