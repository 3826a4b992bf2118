"""Interrupt handler, BIOS buffer, event queue and key assignments."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agi_emu._core import keyboard
from agi_emu._core.machine import Core
from agi_emu.facts.font import built_in_face
from agi_emu.facts.mercies import STRICT, SWALLOW_ARROW_REPEATS
from agi_emu.facts.versions import PROFILES
from agi_emu.machine.input import keys
from agi_emu.machine.input.events import KEYS, Arrow, Key, Mouse, SetVariable, key_events, text_events
from agi_emu.state.layout import STATE_BYTES, StateLayout


@pytest.fixture
def bare() -> Any:
    """A machine as far as the keyboard needs one."""
    buffer = bytearray(STATE_BYTES)
    return SimpleNamespace(
        core=Core(buffer, built_in_face()),
        state=StateLayout.from_buffer(buffer),
        profile=PROFILES["2.936"],
        settings=SimpleNamespace(machine="pc", mercies=STRICT),
        port_writes=[],
    )


def drain(m: Any) -> list[tuple[int, int]]:
    events = []
    while (event := keyboard.take_event(m.core)) is not None:
        events.append(event)
    return events


def test_queue_keeps_nineteen_events(bare: Any) -> None:
    # reference: KEY-5, KEY-6, "Queue 25 keys in one tick: 19 arrive"; the BIOS buffer holds 15, so two polls fill it
    keys.accept(bare, [Key(0x41 + i) for i in range(15)])
    keyboard.poll(bare.core)
    keys.accept(bare, [Key(0x61 + i) for i in range(10)])
    keyboard.poll(bare.core)
    assert drain(bare) == [(1, 0x41 + i) for i in range(15)] + [(1, 0x61 + i) for i in range(4)]


def test_bios_buffer_holds_fifteen_keys(bare: Any) -> None:
    keys.accept(bare, [Key(0x41 + i) for i in range(25)])
    keyboard.poll(bare.core)
    assert [value for _, value in drain(bare)] == [0x41 + i for i in range(15)]


def test_keys_wait_for_the_poll(bare: Any) -> None:
    # reference: KEY-6
    keys.accept(bare, key_events("f1"))
    assert keyboard.take_event(bare.core) is None
    keyboard.poll(bare.core)
    assert keyboard.take_event(bare.core) == (1, 0x3B00)
    assert keyboard.take_event(bare.core) is None


@pytest.mark.parametrize(
    ("name", "direction"),
    [("up", 1), ("pgup", 2), ("right", 3), ("pgdn", 4), ("down", 5), ("end", 6), ("left", 7), ("home", 8)],
)
def test_arrows_become_directions_when_queued(bare: Any, name: str, direction: int) -> None:
    # reference: KEY-7, KEY-9
    keys.accept(bare, key_events(name))
    keyboard.poll(bare.core)
    assert drain(bare) == [(2, direction)]


@pytest.mark.parametrize(
    ("machine", "position", "playing", "held"),
    [
        ("pc", 0, 0, 0),
        ("pc", 8, 1, 3),
        ("pc", 8, 0, 0),
        ("tandy", 0, 0, 0),
        ("tandy", 8, 1, 0x60),
        ("pcjr", 8, 0, 0x60),
    ],
)
def test_keypad_5_is_acknowledged_at_the_port_of_the_speaker(
    bare: Any, machine: str, position: int, playing: int, held: int
) -> None:
    # reference: KEY-26
    bare.settings.machine = machine
    bare.state.sound.position[0] = position
    bare.state.sound.playing = playing
    bare.state.clock.beats = 9
    keys.accept(bare, key_events("kp5"))
    assert bare.port_writes == [(9, 0x61, held | 0x80), (9, 0x61, held)]


def test_keypad_5_is_posted_without_a_poll(bare: Any) -> None:
    # reference: KEY-14
    keys.accept(bare, key_events("kp5"))
    assert drain(bare) == [(2, 0)]


def test_repeats_of_an_arrow_are_swallowed(bare: Any) -> None:
    # reference: KEY-11, KEY-15: "hold.key; up down, 10 repeats, up released: v6 = 1 throughout, then 0"
    bare.state.keyboard.hold = 1
    keys.accept(bare, [Arrow(1, down=True)] * 11)
    keyboard.poll(bare.core)
    assert drain(bare) == [(2, 1)]
    keys.accept(bare, [Arrow(1, down=False)])
    assert drain(bare) == [(2, 0)]


def test_without_the_filter_every_make_code_is_an_event(bare: Any) -> None:
    # reference: KEY-12: "three makes of Right without a release are 3 events in 2.440, 1 in 2.917"
    makes = [Arrow(3, down=True)] * 3
    bare.profile = PROFILES["2.440"]
    keys.accept(bare, [*makes, Arrow(3, down=False)])
    keyboard.poll(bare.core)
    assert drain(bare) == [(2, 3)] * 3
    bare.profile = PROFILES["2.917"]
    keys.accept(bare, makes)
    keyboard.poll(bare.core)
    assert drain(bare) == [(2, 3)]


def test_the_mercy_swallows_repeats_where_the_interpreter_does_not(bare: Any) -> None:
    bare.profile = PROFILES["2.440"]
    bare.settings.mercies = frozenset({SWALLOW_ARROW_REPEATS})
    keys.accept(bare, [Arrow(3, down=True)] * 3)
    keyboard.poll(bare.core)
    assert drain(bare) == [(2, 3)]


def test_release_without_hold_mode_posts_nothing(bare: Any) -> None:
    keys.accept(bare, [Arrow(1, down=True), Arrow(1, down=False), Arrow(1, down=True)])
    keyboard.poll(bare.core)
    assert drain(bare) == [(2, 1), (2, 1)]


def test_tap_in_hold_mode_posts_the_stop_first(bare: Any) -> None:
    # reference: KEY-15: an arrow pressed and released within one poll posts "0, d"
    bare.state.keyboard.hold = 1
    keys.accept(bare, key_events("left"))
    keyboard.poll(bare.core)
    assert drain(bare) == [(2, 0), (2, 7)]


def test_release_of_an_arrow_that_lost_the_mark_does_nothing(bare: Any) -> None:
    # reference: KEY-15: left down, up down, left up: ego goes on up; up released: stops
    bare.state.keyboard.hold = 1
    keys.accept(bare, [Arrow(7, down=True), Arrow(1, down=True), Arrow(7, down=False)])
    keyboard.poll(bare.core)
    assert drain(bare) == [(2, 7), (2, 1)]
    keys.accept(bare, [Arrow(1, down=False)])
    assert drain(bare) == [(2, 0)]


def test_arrows_count_in_the_bios_buffer(bare: Any) -> None:
    keys.accept(bare, [Key(0x61)] * 15 + [Arrow(1, down=True)])
    keyboard.poll(bare.core)
    assert drain(bare) == [(1, 0x61)] * 15
    # the mark has moved although the buffer had no room: the handler comes before the BIOS
    keys.accept(bare, [Arrow(1, down=True)])
    keyboard.poll(bare.core)
    assert drain(bare) == []


def test_flush_empties_both_buffers(bare: Any) -> None:
    # reference: KEY-8
    keys.accept(bare, text_events("abc"))
    keyboard.poll(bare.core)
    keys.accept(bare, text_events("def"))
    keys.flush(bare)
    keyboard.poll(bare.core)
    assert drain(bare) == []


def test_full_table_ignores_assignments(bare: Any) -> None:
    # reference: KEY-19: 39 usable slots; word 0 occupies nothing
    keys.set_key(bare, 0, 1)
    for i in range(45):
        keys.set_key(bare, 0x100 + i, i)
    keyboard = bare.state.keyboard
    assert keyboard.map_count == 39
    assert list(keyboard.map_key[:40]) == [*range(0x100, 0x100 + 39), 0]
    assert list(keyboard.map_controller[:39]) == list(range(39))


def test_mouse_and_variable_events(bare: Any) -> None:
    keys.accept(bare, [Mouse(12, 34, 1), SetVariable(8, 77)])
    assert (bare.state.mouse.x, bare.state.mouse.y, bare.state.mouse.button) == (12, 34, 1)
    assert bare.state.vars[8] == 77


def test_names_of_the_input_scripts(bare: Any) -> None:
    names = "left right up down enter home pgup end pgdn kp5 f1 f2 f3 f4 f5 f6 f7 f8 f10 esc tab space = - y n 1"
    for name in names.split():
        assert key_events(name), name
    # reference: KEY-1, KEY-3
    assert key_events("alt-d") == (Key(0x2000),)
    assert key_events("ctrl-c") == (Key(3),)
    assert key_events("A") == (Key(0x41),)
    assert key_events("Enter") == (Key(0x0D),)
    assert key_events("shift-f1") == (Key(84 << 8),)
    assert key_events("alt-f10") == (Key(113 << 8),)
    assert key_events("alt-=") == (Key(131 << 8),)
    with pytest.raises(ValueError, match="f11"):
        key_events("f11")


def test_no_name_gives_an_arrow_word() -> None:
    # reference: KEY-9
    words = {scan << 8 for scan in (*range(0x47, 0x4A), *range(0x4B, 0x4E), *range(0x4F, 0x52))}
    for name, events in KEYS.items():
        assert not any(isinstance(e, Key) and e.word in words for e in events), name


def test_text_is_typed_as_bytes() -> None:
    assert text_events("a b", enter=True) == (Key(0x61), Key(0x20), Key(0x62), Key(0x0D))
    assert text_events("é\n") == (Key(0x82), Key(0x0D))
