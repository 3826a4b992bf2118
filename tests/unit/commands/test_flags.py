"""Actions on flags."""

from __future__ import annotations

from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage


@covers("set", "reset", "toggle")
def test_flags_by_number(play: Stage) -> None:
    # reference: CMD-14
    m = play("set(f100); set(f101); reset(f101); toggle(f102); set(f103); toggle(f103); set(f255);")
    assert [m.flag(n) for n in (100, 101, 102, 103, 255)] == [True, False, True, False, True]


@covers("set.v", "reset.v", "toggle.v")
def test_flags_by_variable(play: Stage) -> None:
    # reference: CMD-14
    m = play("v40 = 100; v41 = 101; v42 = 255; set.v(v40); set(f101); reset.v(v41); toggle.v(v42);")
    assert [m.flag(n) for n in (100, 101, 255)] == [True, False, True]


@covers("set")
def test_flag_0_is_the_highest_bit_of_the_first_byte(play: Stage) -> None:
    # reference: CMD-43
    m = play("set(f0); set(f15); reset(f5); reset(f9);")
    assert (m.state.flags[0], m.state.flags[1] & 0xBF) == (0x80, 0x01)
