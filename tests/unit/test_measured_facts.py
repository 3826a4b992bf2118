"""The facts in which the measured 2.440 and 3.002.098 differ from 2.917 and 2.936, each with the values measured."""

from __future__ import annotations

import pytest

from agi_emu.facts.versions import PROFILES
from tests.own_games.building import GameBuilder
from tests.unit.commands.stage import Stage


@pytest.fixture
def play(build_game: GameBuilder) -> Stage:
    return Stage(build_game)


DRAWN_ONLY = """
load.view(0);
animate.obj(o0); set.view(o0, 0); position(o0, 80, 100); draw(o0);
set.view(o1, 0); position(o1, 20, 60); draw(o1);
"""


@pytest.mark.parametrize(
    ("interpreter", "flags", "colour"),
    [("2.440", 0x4411, 1), ("2.917", 0x0411, 15), ("2.936", 0x0411, 15), ("3.002.098", 0x0411, 15)],
)
def test_an_object_that_was_only_drawn(play: Stage, interpreter: str, flags: int, colour: int) -> None:
    # reference: VIEW-21, VIEW-22: listed in 2.440, so it is shown and, ego being animated, gets the bit "did not move"
    m = play.room(DRAWN_ONLY, interpreter=interpreter)
    assert m.state.objects[1].flags == flags
    assert m.state.picture[160 * 60 + 20] & 15 == colour


@pytest.mark.parametrize(
    ("field", "values"),
    [
        # reference: VER-2; fields whose rules have tests of their own, here with the values measured
        ("pen_limit", (320, 320, 320, 318)),  # PIC-19
        ("round_pen_one", ((3, 3, 3), (3, 3, 3), (3, 3, 3), (0, 3, 0))),  # PIC-21
        ("heap_bytes", (58224, 57744, 57728, 57584)),  # MEM-1
        ("memory_at_0", (b"\xa0\x1c", b"\x80\x1e", b"\x90\x1e", b"\x20\x1f")),  # MEM-1
        ("hold_key_counts", (True, True, True, False)),  # KEY-16
        ("refused_restart_shows_cursor", (True, True, True, False)),  # TIME-23
        ("has_mouse_motion", (False, False, False, True)),  # OBJ-14
        ("envelope_name", ("", "v2", "v2", "v3")),  # SND-16, SND-18, SND-27
        ("tandy_attenuation", (3, 2, 2, 2)),  # SND-15, SND-20
        ("lists_only_animated", (False, True, True, True)),  # VIEW-22
        ("mirror_bits", (2, 3, 3, 3)),  # VIEW-10
        ("filters_held_arrows", (False, True, True, True)),  # KEY-12
        ("restore_sets_hardware", (False, True, True, True)),  # SAVE-26
        ("show_mem_has_room_line", (False, True, True, True)),  # TEXT-68
        ("savegame_length", (1503, 1505, 1505, 1505)),  # SAVE-4
        ("inventory_encrypted_in_save", (False, False, False, True)),  # SAVE-7
        ("print_at_operands_traced", (3, 4, 4, 4)),  # CMD-3
        ("last_action", (169, 173, 175, 181)),  # CMD-2
    ],
)
def test_the_measured_values(field: str, values: tuple[object, ...]) -> None:
    assert tuple(getattr(PROFILES[name], field) for name in ("2.440", "2.917", "2.936", "3.002.098")) == values
