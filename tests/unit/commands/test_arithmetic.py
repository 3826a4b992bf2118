"""Actions on variables ; more values: tests/golden/test_arith.py."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import SURVIVE_DIVISION_BY_ZERO
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage

MERCIFUL = frozenset({SURVIVE_DIVISION_BY_ZERO})


@covers("increment", "decrement")
def test_increment_stops_at_255_and_decrement_at_0(play: Stage) -> None:
    # reference: CMD-9
    m = play("v1 = 254; increment(v1); increment(v1); increment(v1); v2 = 1; decrement(v2); decrement(v2);")
    assert (m.vars[1], m.vars[2]) == (255, 0)


@covers("assignn", "assignv")
def test_assignments(play: Stage) -> None:
    # reference: CMD-1
    m = play("assignn(v40, 200); assignv(v41, v40); assignn(v40, 7);")
    assert (m.vars[40], m.vars[41]) == (7, 200)


@covers("addn", "addv", "subn", "subv")
def test_sums_and_differences_wrap(play: Stage) -> None:
    # reference: CMD-10
    m = play(
        """
        v30 = 200; v31 = 100;
        v40 = 200; addn(v40, 100);
        v41 = 200; addv(v41, v31);
        v42 = 100; subn(v42, 200);
        v43 = 100; subv(v43, v30);
        v44 = 200; addv(v44, v44);
        """
    )
    assert list(m.vars[40:45]) == [44, 44, 156, 156, 144]


@covers("mul.n", "mul.v", "div.n", "div.v")
def test_products_keep_their_low_byte_and_quotients_are_cut(play: Stage) -> None:
    # reference: CMD-11
    m = play(
        """
        v30 = 17; v31 = 7;
        v40 = 17; mul.n(v40, 16);
        v41 = 17; mul.v(v41, v30);
        v42 = 100; div.n(v42, 7);
        v43 = 100; div.v(v43, v31);
        v44 = 3; div.n(v44, 4);
        """
    )
    assert list(m.vars[40:45]) == [272 - 256, 289 - 256, 14, 14, 0]


@pytest.mark.parametrize("division", ["div.n(v40, 0);", "div.v(v40, v41);"])
@covers("div.n", "div.v")
def test_division_by_zero_ends_the_program(play: Stage, division: str) -> None:
    # reference: CMD-12: CPU exception 0, DOS ends the program
    m = play(f"v40 = 9; {division} v50 = 1;")
    assert m.state.general.exited
    assert m.vars[50] == 0
    survived = play("v40 = 9; div.n(v40, 0); div.v(v40, v41); v50 = 1;", mercies=MERCIFUL)
    assert (survived.vars[40], survived.vars[50]) == (9, 1)
    assert not survived.state.general.exited


@covers("lindirectv", "rindirect", "lindirectn")
def test_indirect_assignments(play: Stage) -> None:
    # reference: CMD-13
    m = play("v40 = 60; v41 = 5; lindirectv(v40, v41); v42 = 60; rindirect(v43, v42); v44 = 61; lindirectn(v44, 9);")
    assert m.vars[60] == 5
    assert m.vars[43] == 5
    assert m.vars[61] == 9


@covers("lindirectn", "rindirect")
def test_indirect_assignments_may_name_themselves(play: Stage) -> None:
    # reference: CMD-13
    m = play("v40 = 40; lindirectn(v40, 9); v41 = 41; rindirect(v41, v41);")
    assert m.vars[40] == 9
    assert m.vars[41] == 41


@covers("random")
def test_random_numbers_of_a_die(play: Stage) -> None:
    # reference: CMD-15, TIME-26
    m = play("".join(f"random(1, 6, v{v});" for v in range(40, 48)), seed=1)
    assert list(m.vars[40:48]) == [3, 3, 3, 1, 1, 3, 3, 6]


@covers("random")
def test_random_between_reversed_bounds(play: Stage) -> None:
    # reference: TIME-27: for low > high + 1 the result is r + low, modulo 256; seed 1 gives 50 and 92
    m = play("random(200, 10, v40); random(200, 10, v41);", seed=1)
    assert list(m.vars[40:42]) == [250, (92 + 200) % 256]


@covers("random")
def test_random_of_an_empty_range_divides_by_zero(play: Stage) -> None:
    # reference: TIME-27
    m = play("random(10, 9, v40); v50 = 1;")
    assert m.state.general.exited
    survived = play("random(10, 9, v40); v50 = 1;", mercies=MERCIFUL)
    assert (survived.vars[40], survived.vars[50]) == (10, 1)


@covers("random")
def test_seed_0_is_replaced_by_the_clock(play: Stage) -> None:
    # reference: TIME-26 and golden data: clock 12345h gives 197, seed 1986; no tick has passed before 3 beats
    m = play("random(0, 255, v40);", seed=0)
    clock = 0x12345 + 1
    seed = ((clock & 0xFFFF) * 0x7C4D + 1) & 0xFFFF
    assert m.state.rng == seed
    assert m.vars[40] == (seed & 255) ^ (seed >> 8)
