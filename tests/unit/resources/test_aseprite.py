"""Sprites of Aseprite as views: tags are loops, colours are mapped, mirror images are marked, damage is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu._core import cel as cels
from agi_emu.facts.errors import ResourceError
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.aseprite import read_sprite
from agi_emu.resources.projects.project import build_project, read_project
from agi_emu.resources.projects.strips import aseprite_view
from agi_emu.resources.view import parse_view
from tests.own_games.sprites import BACKGROUND, VISIBLE, cel, chunk, layer, linked, palette, sprite, tags, walker


def view_of(data: bytes, folder: Path, notes: list[str] | None = None) -> bytes:
    path = folder / "1-dog.aseprite"
    path.write_bytes(data)
    return aseprite_view(path, [] if notes is None else notes)


def drawn(view: bytes, loop: int, number: int) -> list[str]:
    """Return the rows of a cel as it is shown: a colour each, a dot where it is transparent."""
    width, height, transparent, cells = cels.decode(view, loop, number)
    rows = [cells[width * y : width * (y + 1)] for y in range(height)]
    return ["".join("." if cell == transparent else f"{cell:x}" for cell in row) for row in rows]


def test_tags_are_loops_and_mirror_images_are_marked(tmp_path: Path) -> None:
    notes: list[str] = []
    view = view_of(walker(), tmp_path, notes)
    assert notes == [], "red and white are of the sixteen"
    assert [drawn(view, 0, number) for number in range(2)] == [["4f.", "44f"], ["4..", "4ff"]]
    assert [drawn(view, 1, number) for number in range(2)] == [[".f4", "f44"], ["..4", "ff4"]]
    loops = parse_view(0, view).loops
    assert [[each.is_mirrored for each in loop.cels] for loop in loops] == [[True, True], [True, True]]
    assert {each.mirrored_loop for loop in loops for each in loop.cels} == {0}
    assert view[5:7] == view[7:9], "both loops have the same data"


def test_a_loop_is_mirrored_for_one_other_at_most(tmp_path: Path) -> None:
    frames = [[palette(), layer(), cel(["12"]), tags((0, 0, 0), (1, 1, 0), (1, 1, 0))], [cel(["21"])]]
    view = view_of(sprite(2, 1, *frames), tmp_path)
    assert [drawn(view, loop, 0) for loop in range(3)] == [["4f"], ["f4"], ["f4"]]
    assert view[5:7] == view[7:9] != view[9:11]


@pytest.mark.parametrize(
    ("direction", "shown"), [(0, "12.2"), (1, "2.21"), (2, "12.2.2"), (3, "2.212.")], ids=["on", "back", "fro", "to"]
)
def test_a_tag_is_played_in_its_direction(tmp_path: Path, direction: int, shown: str) -> None:
    frames = [[cel([digit])] for digit in "202"]
    view = view_of(sprite(1, 1, [palette(), layer(), cel(["1"]), tags((0, 3, direction))], *frames), tmp_path)
    count = len(parse_view(0, view).loops[0].cels)
    assert "".join(drawn(view, 0, number)[0] for number in range(count)) == shown.replace("1", "4").replace("2", "f")


def test_without_tags_all_frames_are_one_loop_and_links_are_followed(tmp_path: Path) -> None:
    data = sprite(1, 1, [palette(), layer(), cel(["1"], is_packed=False)], [cel(["2"])], [linked(0)])
    view = view_of(data, tmp_path)
    assert [drawn(view, 0, number) for number in range(3)] == [["4"], ["f"], ["4"]]


def test_layers_lie_over_each_other_and_hidden_ones_are_left_out(tmp_path: Path) -> None:
    group = layer(0, kind=1)
    chunks = [palette(), layer(VISIBLE | BACKGROUND), layer(), group, layer(level=1), layer(opacity=100)]
    shown = [cel(["000"], 0), cel(["1"], 1, x=1), cel(["222"], 3), cel(["222"], 4)]
    view = view_of(sprite(3, 1, [*chunks, *shown]), tmp_path)
    assert drawn(view, 0, 0) == ["040"], "a background is not transparent; the group and what is faint are not seen"


def test_other_colours_take_the_nearest_with_a_note(tmp_path: Path) -> None:
    notes: list[str] = []
    view = view_of(sprite(1, 1, [palette([(0, 0, 0), (0xA0, 0x08, 0)]), layer(), cel(["1"])]), tmp_path, notes)
    assert drawn(view, 0, 0) == ["4"]
    assert notes == [
        "1-dog.aseprite: 1 of 1 pixels took the nearest of the sixteen colours, on average 3% off; "
        "the farthest, #a00800 at 0,0, is 3% off"
    ]


def test_the_oldest_palettes_and_full_colour_are_read(tmp_path: Path) -> None:
    old = chunk(0x0004, bytes([1, 0, 1, 2, 0xAA, 0, 0, 0xFF, 0xFF, 0xFF]))
    assert drawn(view_of(sprite(2, 1, [old, layer(), cel(["12"])]), tmp_path), 0, 0) == ["4f"]
    head = bytes(7) + b"\x00\x00" + bytes(7)
    pixels = bytes([0xAA, 0, 0, 0xFF, 1, 2, 3, 0])
    full = chunk(0x2005, head[:6] + b"\xff" + bytes(9) + b"\x02\x00\x01\x00" + pixels)
    assert drawn(view_of(sprite(2, 1, [layer(), full], depth=32), tmp_path), 0, 0) == ["4."]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a sprite of Aseprite, or damaged"),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), "it does not begin as one"),
        (sprite(161, 1, [layer()]), "has 161 by 1 pixels; a cel has at most 160 by 168"),
        (sprite(1, 1, [layer(kind=2)]), "tilemap"),
        (sprite(1, 1, [layer(), tags((0, 1, 0))]), "a tag has the frames 0 to 1 of 1"),
        (sprite(1, 1, [layer(), tags(*[(0, 0, 0)] * 256)]), "256 tags"),
        (sprite(1, 168, *[[]] * 1000), "more rows of pixels than fit into a view"),
        (sprite(1, 1, *[[]] * 1025), "1025 frames"),
        (sprite(1, 1, [layer(), chunk(0x2005, bytes(16) + b"\xff\xff\xff\xff")]), "more than 16,777,216 pixels"),
    ],
)
def test_what_cannot_be_a_view_is_told_in_a_sentence(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(ResourceError, match=r"1-dog\.aseprite: ") as raised:
        view_of(data, tmp_path)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_ends_too_early_is_told_in_a_sentence() -> None:
    whole = walker()
    for length in range(len(whole)):
        with pytest.raises(ResourceError, match="dog: "):
            read_sprite(whole[:length], "dog")


def test_a_project_takes_sprites_as_views_and_shows_each_save(tmp_path: Path) -> None:
    for name, text in {"game.toml": "", "words.txt": "", "items.txt": "?: 0\n", "logics/0.lgc": "return();"}.items():
        path = tmp_path / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    views = tmp_path / "src" / "views"
    views.mkdir()
    (views / "1-dog.aseprite").write_bytes(walker())
    (views / "2-dot.ASE").write_bytes(sprite(1, 1, [palette(), layer(), cel(["1"])]))
    (views / "cat.ase").write_bytes(walker())
    notes: list[str] = []
    found = read_project(tmp_path / "src", notes=notes).resources[Kind.VIEW]
    assert sorted(found) == [1, 2]
    assert drawn(found[2], 0, 0) == ["4"]
    assert notes == ["views/cat.ase is left out: it has no number in front of its name, as in 3-cat.ase"]
    (views / "2-dot.ASE").write_bytes(b"damaged")
    with pytest.raises(ResourceError, match=r"2-dot\.ASE: not a sprite of Aseprite, or damaged"):
        build_project(tmp_path / "src", tmp_path / "game.zip")
