"""Objects that stay in the picture where nothing has changed: all is as if each were taken out and put back."""

from __future__ import annotations

import random
from pathlib import Path

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from agi_emu import Machine, Stop, open_game
from agi_emu.facts.mercies import FRIENDLY, STRICT
from agi_emu.machine.settings import SMOOTH, UNLIMITED, Budget, Settings
from tests.core.cel_bytes import MIRRORED, view_of
from tests.examples import examples
from tests.own_games.building import GameBuilder

OBJECTS = 5
CYCLES = 24
"""Cycles after which the commands come again."""
TRANSPARENT = 5
PICTURE = bytes.fromhex(
    "F2 00 F6 00 60 9F 60  F2 03 F6 20 40 80 40 80 80 20 80 20 40  F8 30 50"  # a barrier; a pond
    "F2 01 F6 10 90 70 90  F2 02 F6 50 70 50 A0  F0 02 F2 06 F6 00 30 9F 38  F8 50 90 FF"  # block, signal, a hill
)
SPOT = bytes.fromhex("F0 04 F2 08 F6 40 50 60 58 FF")
CALLED = "increment(v61); return();"
CALLS_ON = "call(1); v62 = v61; return();"
WALKS = "if (v61 > 100) { v61 = 0; set.cel(1, 0); } return();"


def cel(chance: random.Random, width: int, height: int, flags: int = 0) -> bytes:
    """Return a cel of random runs, of which some are transparent."""
    rows = b""
    for _ in range(height):
        left = width
        while left:
            run = chance.randint(1, min(left, 15))
            rows += bytes([chance.choice((TRANSPARENT, TRANSPARENT, chance.randrange(16))) << 4 | run])
            left -= run
        rows += b"\0"
    return bytes([width, height, flags | TRANSPARENT]) + rows


def views() -> dict[int, bytes]:
    """Return views of equal and of different cels, and one with mirrored loops."""
    chance = random.Random(7)
    alike = [[cel(chance, 24, 20) for _ in range(3)] for _ in range(4)]
    different = [[cel(chance, chance.randint(1, 30), chance.randint(1, 40)) for _ in range(3)] for _ in range(2)]
    shared = [cel(chance, 9, 14, MIRRORED)]
    return {0: view_of(*alike), 1: view_of(*different), 2: view_of(shared, [cel(chance, 8, 8)])}


START = """
if (f5) {
    v70 = 1; load.pic(v70); draw.pic(v70); show.pic(); v71 = 2; load.pic(v71);
    load.view(0); load.view(1); load.view(2); load.logics(3);
    OBJECTS
    draw(0); draw(1); draw(2); draw(3); stop.cycling(0); stop.cycling(1); wander(3);
}
""".replace(
    "OBJECTS",
    " ".join(
        f"animate.obj({number}); set.view({number}, {number % 3}); "
        f"position({number}, {30 + 9 * number}, {90 + 8 * number});"
        for number in range(OBJECTS)
    ),
)

objects = st.integers(0, OBJECTS - 1)
columns, rows, small = st.integers(15, 75), st.integers(60, 125), st.integers(0, 2)
"""Near each other, so that they cover each other."""
commands = st.one_of(
    *(st.builds((name + "({});").format, objects) for name in ("draw", "erase", "stop.update", "start.update")),
    *(
        st.builds((name + "({});").format, objects)
        for name in ("force.update", "wander", "stop.motion", "start.motion")
    ),
    *(st.builds((name + "({});").format, objects) for name in ("stop.cycling", "start.cycling", "ignore.objs")),
    *(st.builds((name + "({});").format, objects) for name in ("release.priority", "animate.obj", "normal.motion")),
    *(st.builds((name + "({}, {});").format, objects, small) for name in ("set.cel", "set.loop", "set.view")),
    st.builds("set.priority({}, {});".format, objects, st.integers(1, 15)),
    st.builds("position({}, {}, {});".format, objects, columns, rows),
    st.builds("v63 = {}; v64 = {}; reposition({}, v63, v64);".format, st.integers(0, 9), st.integers(0, 9), objects),
    st.builds("v63 = {}; step.time({}, v63); cycle.time({}, v63);".format, st.integers(0, 4), objects, objects),
    st.builds("move.obj({}, {}, {}, {}, f60);".format, objects, columns, rows, st.integers(0, 5)),
    st.builds("add.to.pic({}, 0, 0, {}, {}, {}, {});".format, small, columns, rows, st.integers(1, 15), st.just(4)),
    st.builds("display({}, {}, m1);".format, st.integers(0, 24), st.integers(0, 30)),
    st.builds("v6 = {};".format, st.integers(0, 8)),
    st.builds("set.horizon({});".format, st.integers(0, 80)),
    st.sampled_from(["call(1);", "call(1);", "call(2);", "call(3);", "set(f1);", "reset(f1);", "overlay.pic(v71);"]),
    st.sampled_from(["show.pic();", "text.screen(); graphics();", "print(m1);", "discard.view(2); load.view(2);"]),
    st.sampled_from(
        ["show.obj(0);", "configure.screen(2, 24, 0);", "configure.screen(1, 23, 0);", "player.control();"]
    ),
    st.sampled_from(["program.control();", "unanimate.all();", "set.pri.base(40);", "v8 = 9;", "show.pri.screen();"]),
)
lines = st.lists(st.tuples(st.integers(0, CYCLES - 1), commands), max_size=20)


@examples(120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines, st.sampled_from([SMOOTH, Budget("slow", 300), UNLIMITED]), st.booleans())
def test_what_stays_is_as_if_drawn_again(
    tmp_path: Path,
    lines: list[tuple[int, str]],
    budget: Budget,
    is_strict: bool,
) -> None:
    body = "".join(f"if (v60 == {when}) {{ {command} }}\n" for when, command in lines)
    loop = f"increment(v60); if (v60 == {CYCLES}) {{ v60 = 0; }}\n"
    source = f'#message 1 "over it"\n{START}{loop}call(1);\n{body}return();'
    path = GameBuilder(tmp_path)(
        {0: source, 1: CALLED, 2: CALLS_ON, 3: WALKS},
        pictures={1: PICTURE, 2: SPOT},
        views=views(),
    )
    game = open_game(path)
    settings = Settings(seed=4, budget=budget, mercies=STRICT if is_strict else FRIENDLY)
    quick, slow = (Machine(game, settings=settings) for _ in range(2))
    slow.unguarded.core.draw_always()
    for number in range(2 * CYCLES):
        stop = quick.advance((), Stop.CYCLE | Stop.WAITING)
        assert slow.advance((), Stop.CYCLE | Stop.WAITING) == stop
        assert quick.snapshot().used == slow.snapshot().used
        assert quick.frame == slow.frame
        if stop & Stop.WAITING:
            quick.press("enter")
            slow.press("enter")
        if number == CYCLES:
            quick.restore(slow.snapshot())
        if stop & Stop.ENDED:
            break
