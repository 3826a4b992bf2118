"""Loops and cels of views."""

from __future__ import annotations

from agi_emu.facts.versions import LoopMirror
from agi_emu.resources.view import Cel, parse_view
from tests.unit.sample_games import DOT_VIEW


def test_a_view_of_one_cel() -> None:
    # reference: VIEW-1
    view = parse_view(3, DOT_VIEW)
    assert view.number == 3
    assert view.description is None
    assert view.notes == ()
    assert view.loops[0].offset == 7
    assert view.loops[0].cels == (Cel(10, 1, 1, 0, is_mirrored=False, mirrored_loop=0),)


def test_description_and_mirrored_cels() -> None:
    # reference: VIEW-1, VIEW-2: two loops share an offset; flags 93: mirrored, stored for loop 1, colour 3
    view = parse_view(0, bytes.fromhex("0000 02 1100 0900 0900 01 0300 04 02 93 00 00") + b"text\0rest")
    assert view.description == b"text"
    first, second = view.loops
    assert first == second
    assert first.cels == (Cel(12, 4, 2, 3, is_mirrored=True, mirrored_loop=1),)


def test_mirror_bits_in_the_cel_count() -> None:
    # reference: VIEW-11: the cel count is the low nibble
    data = DOT_VIEW[:7] + b"\xa1" + DOT_VIEW[8:]
    cel = parse_view(0, data, LoopMirror.CEL_COUNT_BYTE).loops[0].cels[0]
    assert (cel.is_mirrored, cel.mirrored_loop) == (True, 2)
    assert len(parse_view(0, data, LoopMirror.CEL_COUNT_BYTE).loops[0].cels) == 1


def test_no_mirroring_before_it_was_invented() -> None:
    # reference: VIEW-11
    data = DOT_VIEW[:12] + b"\x90" + DOT_VIEW[13:]
    assert parse_view(0, data).loops[0].cels[0].is_mirrored
    assert not parse_view(0, data, LoopMirror.NONE).loops[0].cels[0].is_mirrored


def test_damage_is_noted() -> None:
    assert parse_view(0, b"\x00\x00\x01").notes == ("its 3 bytes hold no loops",)
    assert parse_view(0, bytes.fromhex("0000010000ff00")).notes == ("loop 0 starts at 0xff, past the end (0x7)",)
    assert parse_view(0, bytes.fromhex("0000010000")).notes == ("its list of 1 loops is cut off after 0",)
    cut = parse_view(0, DOT_VIEW[:12])
    assert cut.notes == ("loop 0: cel 0 starts at 0xa, past the end (0xc)",)
    assert cut.loops[0].cels == ()
    late = DOT_VIEW[:3] + b"\xff\x00" + DOT_VIEW[5:]
    assert parse_view(0, late).notes == ("its description starts at 0xff, past the end (0xf)",)


def test_a_cut_list_of_cels_is_noted() -> None:
    assert parse_view(0, DOT_VIEW[:9]).notes == ("loop 0: its list of 1 cels is cut off after 0",)
