"""The extension AGI256: bitmaps and views of 256 colours (reference: EXT-11, EXT-12, EXT-13, VIEW-6)."""

from __future__ import annotations

import pickle

import numpy as np

from agi_emu.facts.palette import EGA_BYTES
from agi_emu.machine.frame import Layer, frame_of, layer_of
from agi_emu.machine.machine import Machine
from agi_emu.resources.releases import Extension
from agi_emu.state.files.state_chunks import read_contents, write_contents
from agi_emu.state.layout import PICTURE_CELLS, StateLayout
from agi_emu.state.state_contents import StateContents
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, on_object, view

AGI256 = frozenset({Extension.AGI256})
BITMAP = bytes((x + 3 * y) % 256 for y in range(168) for x in range(160))
PICTURES = {0: "color off", 9: BITMAP}
DEEP_VIEW = bytes.fromhex("0ff0 01 0000 0700 01 0300 03 02 c864 c8 96 00ff 00")
"""One cel of 3x2 cells, 200 transparent: 100, clear, 150; 255, clear, clear."""
SHOW = "v100 = 9; set.simple(s100);"


def cells(m: Machine) -> np.ndarray:
    """Return the colours of the picture, 168 rows of 160, as the screen shows them."""
    screen = m.frame.indices[:168]
    assert np.array_equal(screen[:, 0::2], screen[:, 1::2])
    return screen[:, 0::2]


def expected() -> np.ndarray:
    return np.frombuffer(BITMAP, dtype=np.uint8).reshape(168, 160).copy()


@covers("set.simple")
def test_set_simple_shows_the_bitmap_in_a_variable(play: Stage) -> None:
    # reference: EXT-11
    m = play.room(SHOW, pictures=PICTURES, extensions=AGI256)
    assert np.array_equal(cells(m), expected())
    assert len(m.frame.colours) == 3 * 256
    assert m.frame.colours[:48] == EGA_BYTES
    assert layer_of(m.state, Layer.VISUAL).pixels == BITMAP
    assert set(layer_of(m.state, Layer.PRIORITY).pixels) == {4}


def test_a_moment_without_the_bitmap_comes_back_without_it_and_one_with_it_whole(play: Stage) -> None:
    shown = play.room(SHOW, pictures=PICTURES, extensions=AGI256)
    blank = Machine(shown.game, settings=shown.settings)
    before, with_bitmap = blank.snapshot(), shown.snapshot()
    assert len(before.used) < len(with_bitmap.used)
    shown.restore(before)
    assert shown.state.deep_shown == 0
    assert not any(shown.state.deep)
    assert set(cells(shown).flat) == set(cells(blank).flat)
    for kept in (with_bitmap, pickle.loads(pickle.dumps(with_bitmap))):
        blank.restore(before)
        blank.restore(kept)
        assert bytes(blank.state.deep) == BITMAP
        assert np.array_equal(cells(blank), expected())


def test_without_the_extension_it_names_the_saved_games(play: Stage) -> None:
    m = play.room('set.string(s3, "mine"); v3 = 9; set.simple(s3);', pictures=PICTURES)
    assert bytes(m.state.modal.simple_name[:5]) == b"mine\0"
    assert set(cells(m).flat) == {15}
    assert m.frame.colours == EGA_BYTES


def test_a_picture_that_is_no_bitmap_leaves_set_simple_as_it_is(play: Stage) -> None:
    m = play.room('set.string(s3, "mine"); v3 = 0; set.simple(s3);', pictures=PICTURES, extensions=AGI256)
    assert bytes(m.state.modal.simple_name[:5]) == b"mine\0"


def test_the_bitmap_stays_until_the_next_picture_is_drawn(play: Stage) -> None:
    # reference: EXT-12
    assert np.array_equal(cells(play.room(f"{SHOW} show.pic();", pictures=PICTURES, extensions=AGI256)), expected())
    m = play.room(f"{SHOW} draw.pic(v255); show.pic();", pictures=PICTURES, extensions=AGI256)
    assert set(cells(m).flat) == {15}


def test_the_bitmap_comes_back_after_text(play: Stage) -> None:
    m = play.room(f"{SHOW} text.screen(); graphics();", pictures=PICTURES, extensions=AGI256)
    assert np.array_equal(cells(m), expected())


def test_objects_are_drawn_over_the_bitmap_and_leave_it_whole(play: Stage) -> None:
    # reference: EXT-12
    source = SHOW + on_object("")
    m = play.room(source, "if (!f99) { set(f99); reposition.to(o1, 20, 50); }", pictures=PICTURES, extensions=AGI256)
    with_object = expected()
    with_object[98:101, 80:84] = 1
    assert np.array_equal(cells(m), with_object)
    for _ in range(3):
        m.cycle(beats=60)
    with_object = expected()
    with_object[48:51, 20:24] = 1
    assert np.array_equal(cells(m), with_object)


def test_an_object_in_the_bitmap_s_own_colour_is_still_drawn_and_taken_away(play: Stage) -> None:
    # The white picture and a white object: what was drawn cannot be told from what is there.
    white = {0: view().replace("1", "f")}
    m = play.room(on_object("", at=(80, 100)) + SHOW, "erase(o1);", pictures=PICTURES, views=white, extensions=AGI256)
    with_object = expected()
    with_object[98:101, 80:84] = 15
    assert np.array_equal(cells(m), with_object)
    m.cycle(beats=60)
    assert np.array_equal(cells(m), expected())


def test_what_is_added_to_the_picture_or_overlaid_stays(play: Stage) -> None:
    pictures = {**PICTURES, 5: "color 4\nline 10,10 12,10"}
    source = (
        f"{SHOW} load.view(0); add.to.pic(0, 0, 0, 30, 60, 15, 4); v5 = 5; load.pic(v5); overlay.pic(v5); show.pic();"
    )
    m = play.room(source, pictures=pictures, extensions=AGI256)
    changed = expected()
    changed[58:61, 30:34] = 1
    changed[10, 10:13] = 4
    assert np.array_equal(cells(m), changed)


def test_views_of_256_colours(play: Stage) -> None:
    # reference: EXT-13, VIEW-6
    m = play.room(SHOW + on_object(""), "erase(o1);", pictures=PICTURES, views={0: DEEP_VIEW}, extensions=AGI256)
    with_object = expected()
    with_object[99, 80], with_object[99, 82], with_object[100, 80] = 100, 150, 255
    assert np.array_equal(cells(m), with_object)
    m.cycle(beats=60)
    assert np.array_equal(cells(m), expected())


def test_a_view_that_is_cut_off_or_too_wide_stays_inside(play: Stage) -> None:
    short = DEEP_VIEW[:-4]
    m = play.room(SHOW + on_object(""), pictures=PICTURES, views={0: short}, extensions=AGI256)
    assert cells(m)[99, 80] == 100
    wide = DEEP_VIEW[:-6] + b"\x07" * 200 + b"\0\x07\0"
    m = play.room(SHOW + on_object(""), pictures=PICTURES, views={0: wide}, extensions=AGI256)
    changed = expected()
    changed[99, 80:83] = 7
    changed[100, 80] = 7
    assert np.array_equal(cells(m), changed)


def test_snapshots_and_state_files_hold_the_colours(play: Stage) -> None:
    m = play.room(SHOW + on_object(""), "erase(o1);", pictures=PICTURES, extensions=AGI256)
    snapshot, frame = m.snapshot(), m.frame
    saved = write_contents(StateContents(m.state), StateLayout())
    for _ in range(3):
        m.cycle(beats=60)
    later = m.frame
    assert later != frame
    m.restore(snapshot)
    assert m.frame == frame
    for _ in range(3):
        m.cycle(beats=60)
    assert m.frame == later
    contents, _ = read_contents(saved, StateLayout())
    assert frame_of(contents.state) == frame
    assert bytes(contents.state.deep) != bytes(PICTURE_CELLS)
