"""Pictures, views and sounds from text: bytes by hand from the reference, and back through the readers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from agi_emu.facts.errors import ResourceError
from agi_emu.resources import sound, view
from agi_emu.resources.projects.picture_source import parse_picture
from agi_emu.resources.projects.sound_source import Note, parse_sound, sound_resource
from agi_emu.resources.projects.strips import read_nearest, read_strip
from agi_emu.resources.projects.view_source import TRANSPARENT, MirrorOf, SourceCel, parse_view, view_resource


def rows_of(data: bytes, cel: view.Cel) -> tuple[tuple[int, ...], ...]:
    """Return the pixels of a cel as stored, by the rules of reference: VIEW-3."""
    position = cel.offset + 3
    rows = []
    for _ in range(cel.height):
        row: list[int] = []
        while (byte := data[position]) != 0:
            color = TRANSPARENT if byte >> 4 == cel.transparent_colour else byte >> 4
            row += [color] * (byte & 15)
            position += 1
        position += 1
        rows.append(tuple(row + [TRANSPARENT] * (cel.width - len(row))))
    return tuple(rows)


@st.composite
def cels(draw: st.DrawFn) -> SourceCel:
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 6))
    pixel = st.integers(TRANSPARENT, 14)
    return SourceCel(tuple(tuple(draw(st.lists(pixel, min_size=width, max_size=width))) for _ in range(height)))


@given(st.lists(st.lists(cels(), min_size=1, max_size=3), min_size=1, max_size=4))
def test_view_reads_back(loops: list[list[SourceCel]]) -> None:
    data = view_resource(loops, "A thing.")
    read = view.parse_view(1, data)
    assert read.notes == ()
    assert read.description == b"A thing."
    assert [tuple(rows_of(data, cel) for cel in loop.cels) for loop in read.loops] == [
        tuple(cel.rows for cel in loop) for loop in loops
    ]


def test_view_text_becomes_the_bytes_of_the_format() -> None:
    data = parse_view('description "Hi"\nloop\ncel ; four by two\n1..2\n3333\n', "a.view")
    # reference: VIEW-1: header, loop table, loop, cel with transparent colour 0, rows, description.
    assert data == bytes.fromhex("01 01 01 13 00 07 00  01 03 00  04 02 00  11 02 21 00 34 00") + b"Hi\0"


def test_mirrored_loop_shares_its_cels_and_has_room_for_both_sides() -> None:
    cel = SourceCel.from_text(["1..............................", "22............................."])
    data = view_resource([[cel], MirrorOf(0)])
    right, left = view.parse_view(1, data).loops
    assert right.offset == left.offset
    assert right.cels[0].is_mirrored
    assert right.cels[0].mirrored_loop == 0
    # Stored: a run and an end for each row; mirrored, 30 and 29 transparent cells come first, in runs of 15
    # (reference: VIEW-12).
    assert len(data) - right.cels[0].offset - 3 == (2 + 1 + 1) + (2 + 1 + 1)


def test_cel_needs_a_colour_for_transparent() -> None:
    with pytest.raises(ResourceError, match="all sixteen colours"):
        parse_view("loop\ncel\n0123456789abcdef", "a.view")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("cel", r"a\.view:1: cels belong to a loop; put a loop line before cel"),
        ("loop\n12", r"a\.view:2: rows belong to a cel; put a cel line before '12'"),
        (
            "loop\ncel\n1\nloop mirror 0",
            r"a\.view:4: expected loop, loop mirrors 0 or loop same 0, not 'loop mirror 0'",
        ),
        ("loop\ncel\nxyz", r"a\.view:3: expected"),
        ("loop\ncel\n12\n1", r"a\.view:4: this row has 1 cells, the rows above have 2"),
        ("loop\ncel\n", "0 by 0 cells"),
        ("loop", "loop 0 has 0 cels"),
        ("packing tight", r"a\.view:1: expected packing tails, difference or both"),
        ("", "1 to 255 loops"),
        ("loop\ncel\n1\nloop mirrors 1", "loop 1 mirrors loop 1"),
    ],
)
def test_wrong_view_is_explained(text: str, problem: str) -> None:
    with pytest.raises(ResourceError, match=problem):
        parse_view(text, "a.view")


@pytest.mark.parametrize(
    ("parse", "text", "lines"),
    [
        (parse_view, "cel\n12\n1\nloop 1\ncel\n4\nzzz", [1, 3, 4, 7]),
        (parse_picture, "color purple\nline 0 0\nline 0,0 5,5\nfil 3,3", [1, 2, 4]),
        (parse_sound, "tempo 120\na4:10\nh4:10\nvoice 1\na4:10@16 a4:70000\nvoice 7\na4:10", [1, 3, 5, 6]),
    ],
)
def test_all_mistakes_of_a_file_are_named_once(parse: Callable[[str, str], bytes], text: str, lines: list[int]) -> None:
    with pytest.raises(ResourceError) as caught:
        parse(text, "a")
    assert [int(line.split(":")[1]) for line in str(caught.value).splitlines()] == lines


def test_many_mistakes_of_a_file_are_counted() -> None:
    with pytest.raises(ResourceError, match=r"and 5 more mistakes in a$"):
        parse_picture("nonsense\n" * 25, "a")


def test_colours_notes_and_commands_may_be_written_in_several_ways() -> None:
    assert parse_picture("Color Light Blue\ncolour dark-gray\nLINE 1,2") == parse_picture("color 9\ncolor 8\nline 1,2")
    assert parse_sound("Voice 0\nC#4:10") == parse_sound("voice 0\nc#4:10")


def test_picture_script_becomes_the_bytes_of_the_format() -> None:
    script = """
    color 9            ; sky
    priority 4
    line 0,0 20,30 40,30
    polygon 1,2 3,4 5,6
    box 10,12 50,40
    color off
    priority off
    fill 12,13 30,31
    pen square 3
    plot 10,11
    pen circle 2 splatter
    plot 20,21:5 22,23:119
    """
    # reference: PIC-6, PIC-17 (F5: alternately a new x and a new y; pen: bit 4 square, bit 5 splatter).
    assert parse_picture(script) == bytes.fromhex(
        "F0 09 F2 04 F6 00 00 14 1E 28 1E F6 01 02 03 04 05 06 01 02 F5 0A 0C 32 28 0A 0C F1 F3"
        "F8 0C 0D 1E 1F F9 13 FA 0A 0B F9 22 FA 0A 14 15 EE 16 17 FF"
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("colr 5", "p:1: expected color"),
        ("color 16", "or 0 to 15"),
        ("\nline 160,0", "p:2: expected a number from 0 to 159"),
        ("line 0,168", "from 0 to 167"),
        ("line 5", "expected a point x,y"),
        ("line", "expected points"),
        ("box 1,1", "two opposite corners"),
        ("pen round 3", "circle or square"),
        ("plot 1,1:3", "a pen with splatter"),
        ("plot", "expected points"),
    ],
)
def test_wrong_picture_is_explained(text: str, problem: str) -> None:
    with pytest.raises(ResourceError, match=problem):
        parse_picture(text, "p")


def test_sound_text_becomes_the_bytes_of_the_format() -> None:
    data = parse_sound("voice 0\na4:15 r:6 ; comment\nvoice noise\nwhite2:10@4 periodic1:3")
    # reference: SND-2: `0F 00 0F 8E 90` is a = 440 Hz for a quarter of a second at full volume.
    assert data == bytes.fromhex(
        "08 00 14 00 16 00 18 00  0F 00 0F 8E 90  06 00 00 80 9F  FF FF  FF FF  FF FF"
        "0A 00 00 E6 F4  03 00 00 E1 F0  FF FF"
    )


def test_octaves_halve_the_divisor() -> None:
    divisors = [note.divisor for note in sound.parse_sound(1, parse_sound("voice 1\na3:1 a4:1 a5:1 c#6:1")).voices[1]]
    assert divisors == [508, 254, 127, 101]


notes = st.builds(Note, st.integers(1, 0xFFFE), st.integers(0, 7), st.integers(0, 15))


@given(st.lists(st.lists(notes, max_size=8), max_size=4))
def test_sound_reads_back(voices: list[list[Note]]) -> None:
    read = sound.parse_sound(1, sound_resource(voices))
    assert read.notes == ()
    for written, voice in zip(voices, read.voices, strict=False):
        assert [note.duration for note in voice] == [note.duration for note in written]
        assert [note.attenuation for note in voice] == [note.attenuation for note in written]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a4:5", "s:1: expected voice"),
        ("voice 0\nh4:5", "s:2: expected a note"),
        ("voice 0\nwhite1:5", "expected a note like"),
        ("voice noise\na4:5", "expected a note like white"),
        ("voice 0\ne#4:5", "e# is not a note"),
        ("voice 0\na1:5", "too low for the chip; the lowest is a2"),
        ("voice 0\na4:5@16", "attenuation from 0 to 15"),
        ("voice 0\na4:0", "lasts 1 to"),
    ],
)
def test_wrong_sound_is_explained(text: str, problem: str) -> None:
    with pytest.raises(ResourceError, match=problem):
        parse_sound(text, "s")


def test_divisors_and_voices_have_limits() -> None:
    with pytest.raises(ResourceError, match="divisor from 0 to 1023"):
        sound_resource([[Note(1, 1024)]])
    with pytest.raises(ResourceError, match="at most 4 voices"):
        sound_resource([[]] * 5)


def test_pixel_of_another_colour_names_it_and_the_nearest(tmp_path: Path) -> None:
    image = Image.new("RGBA", (2, 1), (0xAA, 0, 0, 0xFF))
    image.putpixel((1, 0), (0xA0, 0x10, 0x08, 0xFF))
    image.save(tmp_path / "walk.png")
    wrong = r"pixel at 1,0 has the colour #a01008, which is not one of the sixteen; the nearest is red, #aa0000"
    with pytest.raises(ResourceError, match=wrong):
        read_strip(tmp_path / "walk.png")


def test_nearest_colours_are_taken_with_a_note_how_far_off_they_are(tmp_path: Path) -> None:
    image = Image.new("RGBA", (4, 1), (0, 0, 0, 255))
    image.putpixel((1, 0), (0xAA, 0x10, 0x00, 255))
    image.putpixel((2, 0), (0, 0, 0, 100))
    image.putpixel((3, 0), (0xFF, 0x80, 0x55, 255))
    image.save(tmp_path / "walk.png")
    pixels, note = read_nearest(tmp_path / "walk.png")
    assert [list(row) for row in pixels] == [[0, 4, TRANSPARENT, 12]]
    # 0x10 of 255 in one of three colours, and 0x80 - 0x55.
    assert note == (
        "walk.png: 2 of 4 pixels took the nearest of the sixteen colours, on average 7% off; the farthest, #ff8055 at "
        "3,0, is 10% off"
    )


def test_a_strip_says_nearest_and_the_build_notes_its_line(tmp_path: Path) -> None:
    Image.new("RGB", (2, 1), (0xA0, 0, 0)).save(tmp_path / "red.png")
    notes: list[str] = []
    data = parse_view(
        "loop\nstrip red.png nearest 1x1 1x1\n",
        "0.view",
        lambda name: read_strip(tmp_path / name),
        lambda name: read_nearest(tmp_path / name),
        notes,
    )
    (note,) = notes
    assert note.startswith("0.view:2: red.png: 2 of 2 pixels")
    exact = parse_view("loop\ncel\n4\ncel\n4\n")
    assert data == exact


def test_the_images_of_an_animation_stand_side_by_side(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (2, 1), colour) for colour in ((0xAA, 0, 0), (0, 0xAA, 0))]
    frames[0].save(tmp_path / "walk.gif", save_all=True, append_images=frames[1:])
    assert [list(row) for row in read_strip(tmp_path / "walk.gif")] == [[4, 4, 2, 2]]
