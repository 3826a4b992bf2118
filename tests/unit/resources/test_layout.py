"""Which files are a game: version 2, version 3, other machines, damaged directories."""

from __future__ import annotations

import pytest

from agi_emu.resources.directory_finding import Layout, find_layout
from agi_emu.resources.files import GameFiles
from agi_emu.resources.kinds import Kind
from tests.unit.sample_games import v2_files, v3_files


def layout_of(contents: dict[str, bytes]) -> Layout:
    layout = find_layout(GameFiles(contents))
    assert layout is not None
    return layout


def test_version_2_goes_before_version_3() -> None:
    # reference: RES-3: `logdir` also ends in "dir"
    assert layout_of(v2_files() | v3_files()).generation == 2


@pytest.mark.parametrize("prefix", ["v", "gr", "kq4", "kq4dem"])
def test_version_3_prefix_has_one_to_six_characters(prefix: str) -> None:
    # reference: RES-2
    layout = layout_of(v3_files(prefix=prefix))
    assert (layout.generation, layout.prefix, layout.volume_names) == (3, prefix, {0: f"{prefix}vol.0"})


def test_the_directory_with_a_volume_is_taken() -> None:
    # reference: RES-3
    assert layout_of(v3_files(prefix="mh2") | {"aadir": b"text"}).prefix == "mh2"


def test_a_directory_without_its_first_volume_is_taken_last() -> None:
    files = v3_files(prefix="gr")
    files["grvol.3"] = files.pop("grvol.0")
    assert layout_of(files).volume_names == {3: "grvol.3"}


def test_amiga_and_macintosh_volumes_have_no_prefix() -> None:
    # reference: EXT-18
    files = v3_files(prefix="gr")
    files["vol.0"] = files.pop("grvol.0")
    assert layout_of(files).volume_prefix == ""
    files["dirs"] = files.pop("grdir")
    assert layout_of(files).directory_names == ("dirs",)


@pytest.mark.parametrize("files", [{}, {"vol.0": b""}, {"abdir": b""}, {"picdir": b"", "vol.0": b""}])
def test_other_folders_are_no_game(files: dict[str, bytes]) -> None:
    assert find_layout(GameFiles(files)) is None


def test_tables_are_cut_at_256_entries() -> None:
    # reference: RES-8: the last table of a demo runs on for 662 entries
    files = v3_files()
    files["abdir"] += b"\xff" * 2000
    assert len(layout_of(files).tables[Kind.SOUND]) == 768


@pytest.mark.parametrize(
    ("starts", "lengths"),
    [
        ((8, 8, 8, 8), (0, 0, 0, 12)),
        ((8, 14, 11, 17), (6, 0, 6, 3)),
        ((8, 11, 14, 900), (3, 3, 6, 0)),
        ((0, 11, 14, 17), (0, 3, 3, 3)),
        ((8, 500, 600, 900), (12, 0, 0, 0)),
    ],
)
def test_tables_that_make_no_sense_are_left_out(starts: tuple[int, ...], lengths: tuple[int, ...]) -> None:
    # reference: RES-7, RES-9
    directory = b"".join(start.to_bytes(2, "little") for start in starts) + bytes(12)
    layout = layout_of({"abdir": directory, "abvol.0": b""})
    assert tuple(len(layout.tables[kind]) for kind in Kind) == lengths
    assert bool(layout.notes) == (starts != (8, 8, 8, 8))


def test_a_short_combined_directory_is_noted() -> None:
    layout = layout_of({"abdir": b"\x08", "abvol.0": b""})
    assert layout.notes == ("abdir: 1 bytes is too short for a directory",)
