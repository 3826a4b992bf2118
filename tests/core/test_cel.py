"""Cels of the core: the rules of the reference, and equality with the plain twin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import cel as core
from tests.core import cells
from tests.core.cel_bytes import MIRRORED, cel_of, view_of
from tests.core.plain import cel as plain
from tests.examples import examples


def shown(cel: bytes, loop: int = 0) -> str:
    """Return the cells of a one-row cel of transparent colour 5 as digits, in the loop given."""
    view = view_of(*[[cel]] * (loop + 1))
    width, _, _, pixels = core.decode(view, loop, 0)
    assert len(pixels) % width == 0
    return pixels.hex()[1::2]


def test_rows_are_chunks_of_colour_and_count() -> None:
    # reference: VIEW-3
    assert shown(cel_of(8, 1, 5, "52 13 41 00")) == "55111455"


def test_mirrored_row_is_that_of_the_reference() -> None:
    # reference: VIEW-12: 52 13 41 00 becomes 52 41 13 00 at width 8
    assert shown(cel_of(8, 1, MIRRORED | 5, "52 13 41 00"), loop=1) == shown(cel_of(8, 1, 5, "52 41 13 00"))
    # 13 00 becomes 5F 5F 57 13 00 at width 40
    assert shown(cel_of(40, 1, MIRRORED | 5, "13 00"), loop=1) == shown(cel_of(40, 1, 5, "5F 5F 57 13 00"))


def test_mirrored_cel_is_stored_the_right_way_round_for_the_loop_it_names() -> None:
    # reference: VIEW-8, VIEW-10: all three bits count
    stored = cel_of(4, 1, MIRRORED | 6 << 4 | 5, "11 00")
    assert shown(stored, loop=6) == "1555"
    assert shown(stored, loop=2) == "5551"


def test_cel_that_is_not_mirrored_never_looks_at_its_loop_bits() -> None:
    # reference: VIEW-8
    assert shown(cel_of(4, 1, 3 << 4 | 5, "11 00"), loop=1) == "1555"


def test_short_row_is_transparent_at_its_end() -> None:
    # reference: VIEW-3
    assert shown(cel_of(6, 1, 5, "12 00")) == "115555"


def test_long_row_is_cut_to_the_width() -> None:
    # reference: VIEW-4
    assert shown(cel_of(4, 1, 5, "12 23 31 00")) == "1122"
    assert shown(cel_of(4, 1, MIRRORED | 5, "12 23 31 00"), loop=1) == "2211"


def test_chunk_of_no_cells_draws_nothing() -> None:
    # reference: VIEW-5
    assert shown(cel_of(4, 1, 5, "10 50 22 00")) == "2255"


def test_data_that_ends_too_early_is_transparent() -> None:
    # reference: VIEW-7
    width, height, transparent, pixels = core.decode(view_of([cel_of(2, 3, 5, "12 00 21")]), 0, 0)
    assert (width, height, transparent, pixels.hex()) == (2, 3, 5, "010102050505")


@pytest.mark.parametrize("rows", [1, 255, 300])
def test_a_cel_of_height_0_has_256_rows(rows: int) -> None:
    # reference: VIEW-7: they run on from the last line of the picture to places that are none
    view = view_of([cel_of(2, 0, 5, "12 00 " * rows)])
    picture = bytearray(b"\x4f" * 26880)
    twin = bytearray(picture)
    assert not core.blit(picture, view, 0, 0, 20, 10, 15)
    assert not plain.blit(twin, view, 0, 0, 20, 10, 15)
    assert picture == twin
    drawn = [row for row in range(168) if picture[160 * row + 20 : 160 * row + 23] == b"\xf1\xf1\x4f"]
    assert drawn == list(range(10, min(10 + rows, 168)))
    # Addresses have 16 bits: from row 200 on the last rows come to the top of the picture again.
    core.blit(picture, view, 0, 0, 20, 200, 15)
    plain.blit(twin, view, 0, 0, 20, 200, 15)
    assert picture == twin


def test_loops_and_cels_are_counted() -> None:
    # reference: VIEW-1
    one = cel_of(1, 1, 0, "11 00")
    view = view_of([one], [one, one])
    assert core.loop_count(view) == 2
    assert [core.cel_count(view, loop) for loop in (-1, 0, 1, 3)] == [0, 1, 2, 0]
    assert core.header(view, 1, 1) == (1, 1, 0, False, len(view) - 2)


def test_loop_behind_the_last_reads_what_lies_behind_the_table() -> None:
    # reference: VIEW-39, set.loop: l == count passes. Behind the table of one loop lies the loop
    # itself: one cel, and the low byte of its offset 3, so the word is 0301h, which lies behind this short view...
    short = view_of([cel_of(1, 1, 0, "11 00")])
    assert core.cel_count(short, 1) == 0
    # ... and within a long one.
    long = short + bytes(0x301 - len(short)) + bytes([7])
    assert core.cel_count(long, 1) == 7
    assert core.cel_count(long, 2) == 0


@pytest.mark.parametrize("view", [b"", b"\x01\x01", b"\x01\x01\x01", bytes.fromhex("0101010000 0700 FF"), b"\xff" * 5])
def test_cel_whose_header_is_not_there_is_refused(view: bytes) -> None:
    with pytest.raises(IndexError, match="no loop 0 with a cel 0"):
        core.decode(view, 0, 0)


def drawn(
    background: dict[tuple[int, int], int], priority: int, *, x: int = 10, top: int = 50
) -> tuple[bytearray, bool]:
    """Draw one white cell over a background of whole cells; return the picture and whether the cel is hidden."""
    picture = cells.empty()
    for (column, row), cell in background.items():
        picture[160 * row + column] = cell
    hidden = core.blit(picture, view_of([cel_of(1, 1, 0, "F1 00")]), 0, 0, x, top, priority)
    return picture, hidden


def test_equal_priority_is_in_front() -> None:
    # reference: VIEW-15
    for behind, priority, visible in ((6, 6, True), (7, 6, False), (3, 6, True), (15, 15, True), (4, 3, False)):
        picture, hidden = drawn({(10, 50): behind << 4 | 1}, priority)
        assert hidden is not visible
        assert picture[160 * 50 + 10] == (priority << 4 | 15 if visible else behind << 4 | 1)


def test_control_line_takes_the_priority_below_it() -> None:
    # reference: VIEW-16, vector
    column = {(10, 50): 0x10, (10, 51): 0x20}
    picture, hidden = drawn({**column, (10, 52): 0x70}, 6)
    assert (picture[160 * 50 + 10], hidden) == (0x10, True)
    picture, hidden = drawn({**column, (10, 52): 0x60}, 6)
    assert (picture[160 * 50 + 10], hidden) == (0x1F, False)


def test_control_line_down_to_the_last_row_counts_itself() -> None:
    # reference: VIEW-17
    column = {(10, row): 0x20 for row in range(50, 168)}
    assert drawn(column, 2)[1] is False
    assert drawn(column, 1)[1] is True
    assert drawn({(10, 167): 0x20}, 0, top=167)[1] is False


def test_only_the_low_nibble_of_the_priority_counts() -> None:
    # reference: VIEW-15
    picture, _ = drawn({}, 0x36 | 0x40)
    assert picture[160 * 50 + 10] == 0x6F


def test_cel_above_the_picture_is_not_seen_but_counts_as_drawn() -> None:
    # reference: VIEW-18: the top row is a byte
    picture, hidden = drawn({}, 15, top=-1)
    assert (bytes(picture), hidden) == (bytes(cells.empty()), False)


def test_cel_over_the_right_edge_goes_on_in_the_next_row() -> None:
    # reference: VIEW-18
    picture = cells.empty()
    assert not core.blit(picture, view_of([cel_of(3, 1, 0, "13 00")]), 0, 0, 158, 20, 15)
    assert cells.changed(picture) == [(158, 20), (159, 20), (0, 21)]


def test_transparent_cel_is_hidden() -> None:
    # reference: VIEW-19
    assert core.blit(cells.empty(), view_of([cel_of(2, 1, 3, "32 00")]), 0, 0, 0, 0, 15)


def test_runs_of_no_cells_go_on_to_behind_the_picture() -> None:
    # reference: VIEW-5, the example: from row 135, x 10 on all becomes F5, the runs behind are not seen
    picture = bytearray(b"\x4f" * (160 * 168))
    assert not core.blit(picture, view_of([cel_of(7, 33, 0, "50 50 50 73 73 00 " + "00 " * 32)]), 0, 0, 10, 135, 15)
    assert picture == b"\x4f" * 0x546A + b"\xf5" * (26880 - 0x546A)


def test_a_control_line_ends_a_run_of_no_cells() -> None:
    # reference: VIEW-5: it clears the high byte of what is left; of nothing left it makes 255 more cells
    # where the second cell lies on a line, too
    picture = bytearray(b"\x4f" * 160 + b"\x0f" * (160 * 167))
    core.blit(picture, view_of([cel_of(1, 1, 0, "50 00")]), 0, 0, 0, 1, 15)
    assert bytes(picture).count(0x05) == 256
    assert picture[160:416] == b"\x05" * 256


def test_a_mirrored_row_longer_than_its_cel_lands_elsewhere() -> None:
    # reference: VIEW-14: lead = width - 6 = -2 as a byte; the kept bytes follow in reverse
    picture = bytearray(b"\x4f" * (160 * 168))
    view = view_of([cel_of(4, 1, 0x80, "13 23 00")], [cel_of(4, 1, 0x80, "13 23 00")])
    core.blit(picture, view, 1, 0, 0, 0, 15)
    assert picture[:254] == b"\x4f" * 254
    assert picture[254:261] == bytes.fromhex("f2 f2 f2 f1 f1 f1 4f")


def test_a_run_of_no_cells_ends_a_mirrored_row() -> None:
    # reference: VIEW-13: what follows is read as the next row
    picture = bytearray(b"\x4f" * (160 * 168))
    rows = cel_of(8, 2, 0x80, "13 20 23 00 00")
    core.blit(picture, view_of([rows], [rows]), 1, 0, 0, 0, 15)
    assert picture[4:9] == bytes.fromhex("4f f1 f1 f1 4f")
    assert picture[164:169] == bytes.fromhex("4f f2 f2 f2 4f")


def without_endless_chunks(rows: bytes) -> bytes:
    """Return rows without chunks of 65,536 cells (count 0), for which the plain twin takes long."""
    return bytes(chunk | 1 if chunk % 16 == 0 < chunk else chunk for chunk in rows)


@st.composite
def views(draw: st.DrawFn) -> bytes:
    """Return views with sound tables and any rows, some of them cut short or with bytes changed."""
    rows = st.binary(max_size=60) | st.lists(
        st.lists(st.integers(1, 255), max_size=8).map(lambda row: bytes([*row, 0])), max_size=12
    ).map(b"".join)
    if draw(st.integers(0, 15)) < 15:
        rows = rows.map(without_endless_chunks)
    header = st.tuples(
        st.integers(0, 255) | st.integers(0, 20), st.integers(0, 255) | st.integers(0, 20), st.integers(0, 255)
    )
    one = st.tuples(header, rows).map(lambda parts: bytes(parts[0]) + parts[1])
    view = bytearray(view_of(*draw(st.lists(st.lists(one, max_size=3), max_size=9))))
    for position, byte in draw(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 255)), max_size=3)):
        if position < len(view):
            view[position] = byte
    return bytes(view[: draw(st.just(len(view)) | st.integers(0, len(view)))])


def expect_cel(view: bytes, loop: int, cel: int) -> plain.Cel | None:
    """Return what the plain twin reads, None for no such cel."""
    try:
        return plain.read_cel(view, loop, cel)
    except IndexError:
        return None


@examples(300)
@given(views() | st.binary(max_size=80), st.integers(-1, 10), st.integers(-1, 4))
def test_decode_equals_plain_twin(view: bytes, loop: int, cel: int) -> None:
    assert core.loop_count(view) == (view[2] if len(view) > 2 else 0)
    assert core.cel_count(view, loop) == plain.cels_of_loop(view, loop)
    expected = expect_cel(view, loop, cel)
    if expected is None:
        with pytest.raises(IndexError):
            core.header(view, loop, cel)
        return
    t = expected.transparent
    pixels = bytes(t if colour is None else colour for row in expected.rows for colour in row)
    assert core.header(view, loop, cel) == (expected.width, expected.height, t, expected.mirrored, expected.offset)
    assert core.decode(view, loop, cel) == (expected.width, expected.height, t, pixels)


@examples(300)
@given(
    views(),
    st.integers(0, 9),
    st.integers(0, 2),
    st.integers(0, 159) | st.integers(-0x8000, 0xFFFF),
    st.integers(-300, 300),
    st.integers(0, 255),
    st.sampled_from([tuple(range(256)), (0x0F, 0x1F, 0x2F, 0x3F, 0x4F), (0x00, 0x10, 0x20)]),
)
def test_blit_equals_plain_twin(
    view: bytes, loop: int, cel: int, x: int, top: int, priority: int, background: tuple[int, ...]
) -> None:
    picture = cells.noise(7, background)
    guarded = cells.guarded(picture)
    if expect_cel(view, loop, cel) is None:
        with pytest.raises(IndexError):
            core.blit(guarded.picture, view, loop, cel, x, top, priority)
    else:
        hidden = plain.blit(picture, view, loop, cel, x, top, priority)
        assert core.blit(guarded.picture, view, loop, cel, x, top, priority) is hidden
    cells.assert_equal(guarded.picture, picture)
    guarded.check()


def test_blit_refuses_what_is_out_of_range() -> None:
    view = view_of([cel_of(1, 1, 0, "11 00")])
    with pytest.raises(ValueError, match="26880 cells, not 3"):
        core.blit(bytearray(3), view, 0, 0, 0, 0, 15)
    for x in (-0x8001, 0x10000):
        with pytest.raises(ValueError, match="not a 16-bit number"):
            core.blit(cells.empty(), view, 0, 0, x, 0, 15)
    with pytest.raises(IndexError, match="no loop 0 with a cel 1"):
        core.blit(cells.empty(), view, 0, 1, 0, 0, 15)
    with pytest.raises(IndexError, match="no loop 2 with a cel 0"):
        core.header(view, 2, 0)
    with pytest.raises(ValueError, match="at most 65535 bytes, not 65536"):
        core.header(bytes(65536), 0, 0)
