"""The order of a cycle and its timer, as logics see them."""

from __future__ import annotations

from agi_emu.machine.machine import Machine
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, on_object, one, press
from tests.unit.commands.test_sounds import TONE

WALKER = on_object("", number=0, at=(80, 100))


def test_three_beats_are_a_tick_and_twenty_ticks_a_second(play: Stage) -> None:
    # reference: TIME-1, TIME-2, TIME-3
    m = play("v10 = 1;")
    m.run(seconds=10)
    clock = m.state.clock
    assert clock.ticks == clock.beats // 3
    assert m.vars[11] == clock.ticks // 20
    assert clock.beats >= 600


def test_keys_are_polled_by_the_tick_alone(play: Stage) -> None:
    # reference: TIME-3
    m = play("v10 = 20; v45 = v19;")
    while m.state.clock.divider != 0:
        m.advance()
    m.type("a")
    keyboard = m.state.keyboard
    assert (keyboard.bios_count, keyboard.queue_head == keyboard.queue_tail) == (1, True)


@covers("sound", "print")
def test_sound_goes_on_while_a_window_waits(play: Stage) -> None:
    # reference: TIME-6
    m = play.room('load.sound(1); sound(1, f90); print("wait");', sounds={1: TONE})
    assert m.modal is not None
    m.run(seconds=1)
    assert m.modal is not None
    assert m.flag(90)


def test_objects_move_after_logic_0_and_before_the_next(play: Stage) -> None:
    # reference: TIME-9, TIME-13: v6 of the logic takes effect in the animation of the same cycle
    m = play.room(WALKER, "get.posn(o0, v40, v41); v6 = 3;", cycles=2)
    assert m.vars[40] == 80
    assert one(m, 0).x == 81


def test_what_the_movement_left_is_seen_by_the_next_logic(play: Stage) -> None:
    # reference: TIME-9, TIME-11: v2 of an edge is cleared by the movement alone, and only if something is active
    m = play.room(WALKER, "v40 = v2; v2 = 9; if (f100) { stop.update(o0); }", cycles=2)
    assert m.vars[2] == 0
    m.set_flag(100, True)
    m.cycle()
    m.cycle()
    assert (m.vars[40], m.vars[2]) == (9, 9)


@covers("new.room")
def test_flag_5_is_set_until_logic_0_has_run_to_its_end(play: Stage) -> None:
    # reference: TIME-12
    m = play("v40 = 0; if (f5) { v40 = 1; v41 += 1; } if (v0 == 0) { new.room(1); }", logics={1: "return();"})
    assert (m.vars[40], m.vars[41]) == (1, 2)
    assert not m.flag(5)
    m.cycle()
    assert m.vars[40] == 0


@covers("draw", "set.view")
def test_objects_are_drawn_by_the_animation_and_draw_acts_at_once(play: Stage) -> None:
    # reference: TIME-15
    changed = 'if (f90) { reset(f90); set.view(o1, 2); set.loop(o1, 1); print("changed"); }'
    m = play.room(on_object('load.view(2); print("drawn");'), changed)
    assert m.modal is not None
    assert colour_at(m, 80, 100) == 1
    press(m, "enter")
    m.set_flag(90, True)
    m.cycle()
    assert m.modal is not None
    assert (one(m).loop, colour_at(m, 80, 100)) == (1, 1)
    press(m, "enter")
    assert colour_at(m, 80, 100) == 2


def colour_at(m: Machine, x: int, y: int) -> int:
    """Return the colour of a cell of the picture with its objects."""
    return int(m.state.picture[160 * y + x]) & 0x0F


def test_the_same_direction_again_stops_ego(play: Stage) -> None:
    # reference: KEY-10
    m = play.room(WALKER, "v10 = 1; v40 = v6;")
    for key, direction in (("right", 3), ("right", 0), ("left", 7), ("up", 1), ("up", 0)):
        press(m, key)
        assert m.vars[40] == direction


@covers("have.key")
def test_only_the_input_step_looks_keys_up(play: Stage) -> None:
    # reference: KEY-18: have.key takes a mapped key as a character
    setup = "set(f200); set.key(97, 0, c5); accept.input();"
    m = play(f"if (!f200) {{ {setup} }} if (controller(c5)) {{ v40 = 1; }} v41 = v19;")
    press(m, "a")
    assert (m.vars[40], m.vars[41], m.state.input.length) == (1, 0, 0)
    wait = "if (f201) { reset(f201); v43 = 1; again: if (!have.key()) { goto(again); } v42 = v19; }"
    m = play(f"if (!f200) {{ {setup} }} {wait} if (controller(c5)) {{ v40 = 1; }}")
    m.set_flag(201, True)
    m.run(until=lambda m: m.vars[43] == 1)
    m.press("a")
    m.run(until=lambda m: m.vars[42] != 0)
    assert (m.vars[42], m.vars[40]) == (ord("a"), 0)


def test_the_input_step_takes_all_events(play: Stage) -> None:
    # reference: KEY-20
    m = play(
        "if (!f200) { set(f200); set.key(0, 59, c5); accept.input(); v10 = 6; } if (v19) { v40 = v19; } "
        "if (controller(c5)) { v45 = 1; }"
    )
    m.press("a", "f1", "b")
    for _ in range(3):
        m.cycle()
    line = m.state.input
    assert (m.vars[40], m.vars[45], bytes(line.text[: line.length])) == (ord("b"), 1, b"ab")


@covers("parse", "said")
def test_the_parser_clears_neither_flag_4_nor_v9(play: Stage) -> None:
    # reference: WORD-16
    m = play('set.string(s1, "look"); set(f4); v9 = 7; parse(s1); v40 = v9; if (said("look")) { v41 = 1; }')
    assert m.vars[40] == 7
