"""What actions leave behind for later ones, and what sets it back: the table of TIME-33."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

import pytest

from agi_emu.machine.machine import Machine
from agi_emu.state.layout import StateLayout
from tests.unit.commands.stage import RETURN, Stage, press

EVENTS: Mapping[str, tuple[str, str]] = {
    "new.room": ("new.room(1);", ""),
    "restart": ("set(f16); restart.game();", ""),
    "restore": ("restore.game();", "enter enter enter"),
    "refused": ("save.game();", "esc"),
    "error": ("v61 = 9; draw.pic(v61);", ""),
}
"""What is done, and the keys that it takes."""
LEFT: Mapping[str, int] = {
    "modal.dialog_used": 1,
    "input.word_count": 3,
    "input.previous_length": 4,
    "input.length": 2,
    "input.enabled": 1,
    "input.cursor_char": 0x5F,
    "text.foreground": 5,
    "text.attribute": 5,
    "text.input_row": 20,
    "text.status_on": 1,
    "text.position_depth": 1,
    "text.attribute_depth": 1,
    "window.open": 1,
    "menu.current": 1,
    "menu.requested": 1,
    "menu.allowed": 0,
    "keyboard.map_count": 3,
    "keyboard.hold": 1,
    "keyboard.arrow_down": 7,
    "trace.logic": 1,
    "trace.row": 4,
    "trace.height": 5,
    "script.count": 6,
    "script.saved": 2,
    "script.size": 40,
    "sound.end_flag": 9,
    "general.priority_base_set": 1,
    "rng": 77,
}
"""Values of the state before."""
SET_BACK: Mapping[str, Mapping[str, int]] = {
    "new.room": {"script.count": 1},
    "restart": {"input.length": 0},
    "restore": {
        "input.length": 0,
        "input.enabled": 0,
        "input.cursor_char": 0,
        "text.foreground": 15,
        "text.attribute": 15,
        "text.input_row": 23,
        "text.status_on": 0,
        "window.open": 0,
        "keyboard.map_count": 0,
        "script.count": 0,
        "script.saved": 0,
        "script.size": 50,
    },
    "refused": {"window.open": 0},
    "error": {},
}
"""Those of them that are not kept, and what they are then."""
TEXTS = ("modal.path", "modal.description", "modal.simple_name", "input.previous", "input.word_text")
"""Kept by all."""


def values(m: Machine) -> dict[str, int]:
    return {name: attrgetter(name)(m.unguarded.state) for name in LEFT}


def leave(s: StateLayout) -> None:
    """Let everything differ from the beginning."""
    for name, value in LEFT.items():
        area, _, field = name.rpartition(".")
        setattr(attrgetter(area)(s) if area else s, field, value)
    s.menu.items[0].enabled = 0
    s.strings[40] = s.priorities[100] = s.sound.position[0] = 9
    s.text.number[:3] = list(b"77\0")


@pytest.mark.parametrize("event", EVENTS)
def test_what_is_kept_and_what_is_set_back(play: Stage, event: str) -> None:
    # reference: TIME-33
    done, keys = EVENTS[event]
    menu = 'set.menu("A"); set.menu.item("B", c1); set.menu("C"); set.menu.item("D", c2); submit.menu();'
    first = f"if (!f6 && !f100) {{ set(f100); {menu} save.game(); }}"
    m = play(f"{first} if (v60 == 1) {{ v60 = 0; {done} }}", logics={1: RETURN})
    press(m, "enter", "enter", "a", "enter", "enter")
    assert m.modal is None
    s = m.unguarded.state
    leave(s)
    for name in TEXTS:
        if not keys or name.startswith("input."):
            attrgetter(name)(s)[:3] = list(b"\\y\0")
    texts = [bytes(attrgetter(name)(s)) for name in TEXTS]
    m.vars[60] = 1
    m.cycle()
    if keys:
        press(m, *keys.split())
    assert m.modal is None
    assert values(m) == {**LEFT, **SET_BACK[event]}
    assert [bytes(attrgetter(name)(s)) for name in TEXTS] == texts
    assert s.menu.items[0].enabled == (event in ("restart", "restore"))
    assert s.strings[40] == (0 if event == "restore" else 9)
    assert (s.priorities[100], s.sound.position[0]) == (9, 9)
