"""Ticks that the core takes against those of its plain twin, and the rows that hold them."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.masking import Mask
from agi_emu._core.ticks import ROW_BYTES, Ticker, row_of, tick_of, unlike, without
from agi_emu.data import demo_path
from agi_emu.machine.input.events import InputEvent, Key
from agi_emu.machine.machine import Machine
from agi_emu.resources.game import Game, open_game
from agi_emu.state.digest_lists import COMPLETE
from agi_emu.state.digests import CURRENT, frame_places, state_places
from agi_emu.state.progress import Stop
from tests.core.plain import ticks as plain
from tests.examples import examples

BEATS = 3
CYCLE = 316
"""The place of the cycle in a row, behind all that is compared."""
TO_THE_QUAY = (Key(13),)
"""The demo game plays a tune on its title and leaves it with Enter."""


@cache
def demo() -> Game:
    return open_game(demo_path())


def begun() -> Machine:
    """Return a machine at the end of its first beat."""
    machine = Machine(demo(), seed=1)
    machine.advance_to(1)
    machine.port_writes.clear()
    return machine


def ticker_of(
    machine: Machine, number: int = CURRENT, *, mask: Mask | None = None, counts_work: bool = False
) -> Ticker:
    return Ticker(
        machine.core,
        machine.screen,
        bytearray(),
        state_places(number),
        frame_places(number),
        mask=mask,
        holds_values=number != COMPLETE,
        counts_work=counts_work,
    )


def ticks_in(rows: bytes | bytearray) -> list[plain.PlainTick]:
    return [tick_of(rows, index) for index in range(len(rows) // ROW_BYTES)]


@examples(12)
@given(
    number=st.sampled_from((COMPLETE, CURRENT)),
    counts_work=st.booleans(),
    steps=st.lists(st.tuples(st.integers(0, 40), st.sampled_from(((), TO_THE_QUAY, (Key(ord("l")),)))), max_size=8),
)
def test_ticks_in_one_go_are_those_of_the_twin(
    number: int, counts_work: bool, steps: list[tuple[int, tuple[InputEvent, ...]]]
) -> None:
    quick, slow = begun(), begun()
    ticker = ticker_of(quick, number, counts_work=counts_work)
    expected: list[plain.PlainTick] = []
    for count, events in [*steps, (30, ())]:
        quick.press(*events)  # type: ignore[arg-type]
        slow.press(*events)  # type: ignore[arg-type]
        quick.advance_ticks(quick.unguarded.state.clock.beats + BEATS * count, ticker)
        expected += plain.ticks_of(slow, count, number, counts_work=counts_work)
    assert ticks_in(ticker.rows) == expected


def test_the_demo_game_is_heard() -> None:
    machine = begun()
    ticker = ticker_of(machine)
    machine.advance_ticks(300, ticker)
    assert len({tick[2] for tick in ticks_in(ticker.rows)}) > 10


def test_a_tick_may_be_taken_in_pieces() -> None:
    whole, cut = begun(), begun()
    one, other = ticker_of(whole), ticker_of(cut)
    whole.advance_ticks(1 + BEATS * 40, one)
    for beat in range(2, 2 + BEATS * 40):
        before = len(other.rows)
        cut.advance_ticks(beat, other)
        if len(other.rows) == before:
            # What is heard by then is told by hand, as a session does.
            other.hear(cut.port_writes)
            cut.port_writes.clear()
    assert other.rows == one.rows


def test_pixels_that_a_caller_writes_are_seen() -> None:
    machine = begun()
    ticker = ticker_of(machine)
    state = machine.state
    for colour in (1, 2):
        state.screen[0] = colour
        ticker.begin()
        machine.take_tick(ticker)
    one, other = ticks_in(ticker.rows)
    assert one[1] != other[1]


@pytest.mark.parametrize("number", [COMPLETE, CURRENT])
def test_what_is_masked_is_in_no_digest(number: int) -> None:
    quick, slow = begun(), begun()
    areas, variables = ((0, 0, 320, 60), (8, 100, 99, 1)), (0, 11)
    ticker = ticker_of(quick, number, mask=Mask(areas, variables))
    quick.advance_ticks(1 + BEATS * 40, ticker)
    expected = list(plain.ticks_of(slow, 40, number, counts_work=False, areas=areas, variables=variables))
    assert ticks_in(ticker.rows) == expected
    assert expected != list(plain.ticks_of(begun(), 40, number, counts_work=False))


def test_a_run_ends_behind_the_first_tick_that_is_not_expected() -> None:
    machine = begun()
    ticker = ticker_of(machine)
    machine.advance_ticks(1 + BEATS * 30, ticker)
    for place in (0, 8, 16, 24, 311, CYCLE):
        rows = bytearray(ticker.rows)
        rows[12 * ROW_BYTES + place] ^= 1
        again = begun()
        other = ticker_of(again)
        other.expect(rows)
        again.advance_ticks(1 + BEATS * 30, other)
        # The cycle is part of the state's digest; a difference in it alone does not count.
        ticks = 30 if place == CYCLE else 13
        assert len(other.rows) == ticks * ROW_BYTES
        assert unlike(rows, other.rows) == ([] if place == CYCLE else [12])
        assert unlike(rows, other.rows, 13) == []
        # One that nobody expects is not as expected.
        other.expect(b"")
        again.advance_ticks(1 + BEATS * 60, other)
        assert len(other.rows) == (ticks + 1) * ROW_BYTES


def test_a_stop_is_asked_between_beats() -> None:
    machine = begun()
    ticker = ticker_of(machine)
    machine.stop()
    assert machine.advance_ticks(300, ticker) & Stop.ASKED
    assert len(ticker.rows) < 99 * ROW_BYTES
    machine.advance_ticks(1 + BEATS * 99, ticker)
    other = begun()
    whole = ticker_of(other)
    other.advance_ticks(1 + BEATS * 99, whole)
    assert ticker.rows == whole.rows


def test_a_ticker_is_that_of_one_machine() -> None:
    with pytest.raises(ValueError, match="another machine"):
        begun().advance_ticks(9, ticker_of(begun()))


digests, values = st.binary(min_size=24, max_size=24), st.binary(min_size=288, max_size=288)


@given(digests, st.integers(0, 2**32 - 1), st.just(b"") | values, st.none() | st.integers(0, 2**64 - 2))
def test_a_tick_comes_back_from_its_row(each: bytes, cycle: int, held: bytes, work: int | None) -> None:
    row = row_of(each, cycle, held, work)
    assert tick_of(b"-" * ROW_BYTES + row, 1) == (each[:8].hex(), each[8:16].hex(), each[16:].hex(), cycle, held, work)
    found = tick_of(without(row, (0, 255)), 0)
    assert found[4] == (b"\0" + held[1:255] + b"\0" + held[256:] if held else b"")
    assert (found[3], found[5]) == (cycle, work)


def test_rows_that_are_none_are_refused() -> None:
    row = row_of(bytes(24), 0, b"", None)
    for index in (-1, 1):
        with pytest.raises(IndexError):
            tick_of(row, index)
    with pytest.raises(IndexError):
        tick_of(row[:-1], 0)
    for wrong in ((bytes(23), 0, b"", None), (bytes(24), 0, b"1", None)):
        with pytest.raises(ValueError, match="24 bytes of digests"):
            row_of(*wrong)
    for large in ((bytes(24), 1 << 32, b"", None), (bytes(24), 0, b"", 1 << 64)):
        with pytest.raises(OverflowError):
            row_of(*large)
    with pytest.raises(ValueError, match="variable 256"):
        without(row, (256,))
