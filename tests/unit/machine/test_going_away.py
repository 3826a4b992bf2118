"""In the middle of each dialog and menu a machine can go away and come back, and go on elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY, SKIP_SAVE_PATH, Mercy
from agi_emu.machine.input.events import InputEvent, key_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.dialogs import Stage
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources import open_game
from tests.going_away import STOPS, go_away, moved
from tests.own_games.building import GameBuilder

VIEW = "loop\ncel\n1111\n1111\n1111\n"


class Play(NamedTuple):
    """What opens something, the keys that lead through it, and what waits before each of them."""

    source: str
    keys: str
    waits: Sequence[tuple[Purpose, int] | None]
    display: str = "ega"


def once(purpose: Purpose, source: str, keys: str, display: str = "ega") -> Play:
    """Return a play in which one thing waits for all keys."""
    return Play(source, keys, [(purpose, 0)] * len(keys.split()), display)


def stages(purpose: Purpose, *each: Stage) -> list[tuple[Purpose, int]]:
    return [(purpose, stage) for stage in each]


PATH, BAD, SLOT, TEXT, SURE, TOLD = Stage.PATH, Stage.BAD_PATH, Stage.SLOT, Stage.DESCRIPTION, Stage.CONFIRM, Stage.TOLD
MENU = 'set(f14); set.menu("A"); set.menu.item("B", c1); set.menu.item("C", c2); set.menu("D"); set.menu.item("E", c3);'
PLAYS: Mapping[str, Play] = {
    "window": once(Purpose.PRINT, 'print("Hello");', "left a enter"),
    "window with a time limit": once(Purpose.PRINT, 'v21 = 9; print("Hello");', "a enter"),
    "pause": once(Purpose.PAUSE, "pause();", "a enter"),
    "quit": once(Purpose.QUIT, "quit(0);", "a esc"),
    "restart refused": once(Purpose.RESTART, "accept.input(); restart.game();", "a esc"),
    "restart": once(Purpose.RESTART, "if (!f6) { restart.game(); }", "a enter"),
    "priorities": once(Purpose.SHOW_PRIORITIES, "show.pri.screen();", "a enter"),
    "object": once(Purpose.SHOW_OBJECT, "show.obj(1);", "a enter"),
    "string": once(Purpose.GET_STRING, 'get.string(s1, "Who?", 3, 4, 20);', "a b backspace c enter"),
    "string on a Hercules": once(Purpose.COMMAND, 'get.string(s1, "Who?", 3, 4, 20);', "a b enter", "hercules-green"),
    "number": once(Purpose.GET_NUMBER, 'get.num("How many?", v60);', "1 2 enter"),
    "menu": once(Purpose.MENU, f"{MENU} submit.menu(); menu.input();", "down right left enter"),
    "inventory": once(Purpose.INVENTORY, "set(f13); get(i1); status();", "right left enter"),
    "trace": once(Purpose.TRACE, "set(f10); trace.on();", "space space +"),
    "missing picture": once(Purpose.NOT_FOUND, "v60 = 99; load.pic(v60);", "a enter"),
    "save": Play(
        "save.game();",
        "y enter enter backspace enter up down enter b enter a enter",
        stages(Purpose.SAVE, PATH, PATH, BAD, PATH, PATH, SLOT, SLOT, SLOT, TEXT, TEXT, SURE, SURE),
    ),
    "restore": Play(
        "if (!f12) { save.game(); v61 = v0; restore.game(); }",
        "enter enter a enter enter b backspace enter down enter a enter",
        [
            *stages(Purpose.SAVE, PATH, SLOT, TEXT, TEXT, SURE),
            *stages(Purpose.RESTORE, PATH, PATH, PATH, SLOT, SLOT, SURE, SURE),
        ],
    ),
    "nothing to restore": Play("restore.game();", "enter a enter", stages(Purpose.RESTORE, PATH, TOLD, TOLD)),
    "simple": Play(
        'set.string(s1, "me"); set.simple(s1); save.game(); restore.game();',
        "down enter",
        stages(Purpose.SAVE, SLOT, SLOT),
    ),
    "simple without savegames": Play(
        'set.string(s1, "me"); set.simple(s1); restore.game();',
        "down enter a enter a enter",
        stages(Purpose.RESTORE, SLOT, SLOT, SURE, SURE, TOLD, TOLD),
    ),
}


def wait(machine: Machine) -> tuple[Purpose, int] | None:
    """Let time pass, and return what waits and its stage."""
    for _ in range(9):
        machine.advance([], STOPS)
    modal = machine.unguarded.state.modal
    record = modal.records[modal.depth - 1]
    return (Purpose(record.purpose), record.stage) if modal.depth else None


@pytest.mark.parametrize("mercies", [AS_RECORDED, FRIENDLY - {SKIP_SAVE_PATH}], ids=["strict", "friendly"])
@pytest.mark.parametrize("name", PLAYS)
def test_a_machine_that_went_away_goes_on_the_same(
    build_game: GameBuilder, name: str, mercies: frozenset[Mercy]
) -> None:
    source, keys, waits, display = PLAYS[name]
    if name == "missing picture" and mercies is not AS_RECORDED:
        waits = [None] * 2
    logic = f"if (!f50) {{ set(f50); accept.input(); v10 = 1; load.view(1); {source} v70 = 1; }} v71 += 1; return();"
    game = open_game(build_game({0: logic}, views={1: VIEW}))
    settings = Settings(mercies=mercies, seed=1, budget=UNLIMITED, display=display)
    alone, beside = (Machine(game, settings=settings) for _ in range(2))
    elsewhere: list[Sequence[InputEvent]] = [key_events(key) for key in ("enter", "x", "down", "esc")]
    seen = []
    for key in keys.split():
        seen.append(wait(alone))
        assert wait(beside) == seen[-1]
        go_away(beside, elsewhere)
        beside = moved(beside)
        for machine in (alone, beside):
            machine.port_writes.clear()
            machine.advance(key_events(key), STOPS)
        assert beside.digests() == alone.digests()
    assert seen == waits
    assert wait(alone) == wait(beside)
    assert beside.digests() == alone.digests()
