"""Games that try to make one beat last: loops of whatever costs the host most."""

from __future__ import annotations

import itertools
import string
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from tests.core.cel_bytes import cel_of, view_of
from tests.own_games.building import GameBuilder

LARGEST_RESOURCE = 60_000
LARGE_VIEWS = 240
MOST_OBJECTS = 255
SEA = bytes([0xF2, 1, 0xF8, 80, 80, 0xFF])
"""A picture that is all control lines."""
ROOM = bytes([0xF0, 1, 0xF8, 80, 80, 0xFF])
SHOW = "load.pic(v50); draw.pic(v50); show.pic(); load.view(0);"
ONE = "animate.obj(o1); set.view(o1, 0);"
SMALL = view_of([cel_of(8, 4, 0, "1800" * 4)])
PIXELS = bytes([160, 168, 0]) + (b"\x1f" * 10 + b"\x2a\x00") * 168
STRIPES = bytes([160, 168, 0]) + (b"\x11\x21" * 80 + b"\0") * 168
LONG_STRIPES = bytes([160, 168, 15]) + (b"\x11\x21" * 80 + b"\xf0" * 190 + b"\0") * 168
"""Runs of no cells make each row longer."""
LONG_STRIPES = bytes([160, 168, 15]) + (b"\x11\x21" * 80 + b"\xf0" * 190 + b"\0") * 168
"""Runs of no cells make each row longer."""
SPILLING = bytes([255, 255, 0]) + b"\x10\0" * 255
ONE_ROW = bytes([160, 1, 0]) + b"\x10\x20" * (LARGEST_RESOURCE // 2) + b"\0"
MANY_ROWS = bytes([160, 250, 0]) + (b"\x10\x20" * 115 + b"\0") * 250
PENS = bytes([0xF9, 0x17]) + b"".join(bytes([0xF0, 15, 0xFA, 80, 80, 0xF0, 1, 0xF8, 80, 80]) for _ in range(6_000))
FLIPS = bytes([0xF0, 1]) + b"".join(bytes([0xF8, 0, 0, 0xF1, 0xF2, 5, 0xF8, 0, 0, 0xF3, 0xF0, 2]) for _ in range(5_000))
LINES = bytes([0xF0, 1, 0xF2, 2, 0xF6]) + b"\x00\x00\x9f\xa7" * (LARGEST_RESOURCE // 4)
SPLATTER = bytes([0xF0, 1, 0xF9, 0x37, 0xFA]) + bytes([7, 80, 80]) * (LARGEST_RESOURCE // 3)

VOCABULARY = {
    "".join(letters): number
    for number, letters in enumerate(itertools.islice(itertools.product(string.ascii_lowercase, repeat=4), 9_000), 20)
}
"""Nine thousand words of four letters, from aaaa on."""

Make = Callable[[GameBuilder], Path]


def _start(extra: str = "") -> str:
    return f"if (!isset(f200)) {{ set(f200); v50 = 1; v51 = 2; accept.input(); {SHOW} {extra} }}"


def _loop(code: str, *, start: str = "", picture: bytes = ROOM, view: bytes = SMALL) -> Make:
    source = f'{_start(start)} :again {code} goto(again); return();\n#message 1 "%m1%m1%m1"\n'
    return lambda build: build({0: source}, pictures={1: ROOM, 2: picture + b"\xff"}, views={0: view})


def _crowd(view: bytes, *, picture: bytes = ROOM, count: int = MOST_OBJECTS) -> Make:
    objects = "".join(
        f"animate.obj(o{n}); set.view(o{n}, 0); ignore.objs(o{n}); ignore.blocks(o{n}); ignore.horizon(o{n});"
        f" position(o{n}, 0, 167); draw(o{n}); wander(o{n});"
        for n in range(count)
    )
    return lambda build: build(
        {0: f"{_start(objects)} return();"}, pictures={1: picture}, views={0: view}, max_object=255
    )


def _erasing(view: bytes, picture: bytes) -> Make:
    objects = "".join(
        f"animate.obj(o{n}); set.view(o{n}, 0); ignore.objs(o{n}); ignore.blocks(o{n}); ignore.horizon(o{n});"
        f" position(o{n}, 0, 167); draw(o{n});"
        for n in range(MOST_OBJECTS)
    )
    source = f"{_start(objects)} :again erase(o1); draw(o1); goto(again);"
    return lambda build: build({0: source}, pictures={1: picture}, views={0: view}, max_object=255)


def _growing(*, seek: bool = False, loop: str = "return();") -> Make:
    """All objects become as large as the picture at once, after they were drawn as a cell.

    The first two are of one row that spills; the first stands still. They `seek` a place for themselves, in vain.
    """
    mind = "observe.objs(o{n}); object.on.land(o{n});" if seek else ""
    small = "".join(
        f"animate.obj(o{n}); set.view(o{n}, 0); ignore.objs(o{n}); ignore.blocks(o{n}); ignore.horizon(o{n});"
        f" position(o{n}, 0, 167); draw(o{n}); wander(o{n});"
        for n in range(MOST_OBJECTS)
    )
    large = "".join(f"set.view(o{n}, {2 if n < 2 else 1}); {mind.format(n=n)}" for n in range(MOST_OBJECTS))
    start = f"{small} load.view(1); load.view(2); load.pic(v51); stop.update(o0); {large}"
    views = {0: view_of([cel_of(1, 1, 0, "1100")]), 1: view_of([LONG_STRIPES]), 2: view_of([ONE_ROW])}
    source = f"{_start(start)} {loop}"
    return lambda build: build({0: source}, pictures={1: SEA, 2: PENS}, views=views, max_object=255)


def _sentences(sentence: str) -> Make:
    source = f'{_start()} set.string(s1, m1); :again parse(s1); goto(again); return();\n#message 1 "{sentence}"\n'
    return lambda build: build({0: source}, pictures={1: ROOM}, views={0: SMALL}, words=VOCABULARY)


def _rooms(action: str) -> Make:
    source = f"{action} return();"
    return lambda build: build({0: source, 1: "return();"}, pictures={1: ROOM}, views={0: SMALL})


GAMES: Mapping[str, Make] = MappingProxyType(
    {
        "nothing": _loop(""),
        "placement searches": _loop("erase(o1); position(o1, 50, 100); draw(o1);", start=f"{ONE} object.on.water(o1);"),
        "lists of objects": _loop("draw(o1); erase(o1);", start=f"{ONE} position(o1, 50, 100);"),
        "rooms": _rooms("new.room(1);"),
        "errors": _rooms("set.view(o1, 99);"),
        "restarts": _rooms("set(f16); restart.game();"),
        "messages": _loop('set(f15); print("%m1%m1%m1");'),
        "codes that mean nothing": _loop('set(f15); print("' + "%z" * 14_000 + '");'),
        "sentences": _sentences("amzz alzz akzz ajzz aizz ahzz agzz afzz"),
        "unknown words": _sentences("a a a a a a a a a a a a a a a a a a x"),
        "conditions": _loop(f"if ({' || '.join(['isset(f60)'] * 2000)}) {{ v60 = 1; }}"),
        "small pictures": _loop("draw.pic(v50); show.pic();"),
        "pens and fills": _loop("draw.pic(v51);", start="load.pic(v51);", picture=PENS),
        "fills of both planes": _loop("draw.pic(v51);", start="load.pic(v51);", picture=FLIPS),
        "lines": _loop("overlay.pic(v51);", start="load.pic(v51);", picture=LINES),
        "splatter": _loop("overlay.pic(v51);", start="load.pic(v51);", picture=SPLATTER),
        "loading": _loop("load.pic(v51); discard.pic(v51);", picture=PENS),
        "spilling rows": _crowd(view_of([SPILLING]), count=19),
        "one spilling row": _crowd(view_of([ONE_ROW])),
        "many spilling rows": _crowd(view_of([MANY_ROWS])),
        "spilling rows on water": _crowd(view_of([MANY_ROWS]), picture=SEA),
        "a crowd": _crowd(view_of([PIXELS])),
        "a crowd on water": _crowd(view_of([STRIPES]), picture=SEA),
        "a crowd that grows": _growing(),
        "a crowd that grows and seeks a place": _growing(seek=True),
        "a crowd that grows, below a picture": _growing(loop=":again overlay.pic(v51); goto(again);"),
        "a crowd that grows, shown again": _growing(loop=":again force.update(o0); goto(again);"),
        "a crowd inserted again": _erasing(view_of([STRIPES]), SEA),
    }
)
"""What builds each game, by what it does for ever."""
