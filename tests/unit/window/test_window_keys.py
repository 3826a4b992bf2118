"""Keys that the player has chosen: of the program, of its slots, of a game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from agi_emu.facts.errors import SaveError
from agi_emu.input.host_events import KeyPress, KeyRelease, Modifier, Typed
from agi_emu.input.key_table import GameKeys, KeyTable, label
from agi_emu.input.player_commands import WORDS, command_named
from agi_emu.machine.input.events import Arrow, Key
from agi_emu.window.text_pages import KeysPage
from agi_emu.window.window_commands import SaveKeys
from tests.unit.window.test_window import Bench

F9, DIGIT_1 = 0x42, 0x1E


def test_a_key_of_the_game_can_have_another_key() -> None:
    bench = Bench()
    keys = GameKeys({"w": "up", "q": "z"})
    bench.window.attach(bench.session, name="Fake Quest", save_picture=bench.save, game_keys=keys)
    w, q = (KeyPress(0x1A, ord("w")), Typed("w")), (KeyPress(0x14, ord("q")), Typed("q"))
    bench.host.happen(*w, KeyRelease(0x1A), *q, KeyPress(0x08, ord("e")), Typed("e"))
    assert bench.window.poll() == [Arrow(1, down=True), Arrow(1, down=False), Key(ord("z")), Key(ord("e"))]


def test_every_command_with_a_key_is_in_the_list_of_keys() -> None:
    rows = KeysPage(KeyTable(), GameKeys(), lambda *_: None).rows()
    for command in WORDS:
        assert any(row.note == label(command.key) and row.text for row in rows)
    assert {"F11", "F12"} <= {row.note for row in rows}


def test_digits_choose_slots_until_other_keys_do() -> None:
    bench = Bench()

    def nothing_there(slot: int) -> None:
        raise SaveError(f"slot {slot} is empty")

    saves = SimpleNamespace(slot=1, poll=lambda: None, folder=SimpleNamespace(quick=nothing_there))
    session: Any = bench.session
    bench.window.commands.save_keys = SaveKeys(saves, session, None, bench.window.note)  # type: ignore[arg-type]
    both = Modifier.CTRL | Modifier.SHIFT
    bench.host.happen(KeyPress(DIGIT_1 + 2, ord("3"), both))
    assert bench.window.poll() == []
    assert saves.slot == 3
    bench.host.happen(KeyPress(DIGIT_1 + 9, ord("0"), both))
    assert bench.window.poll() == []
    assert saves.slot == 10
    command = command_named("slot-3")
    assert command
    bench.window._keys.choose(command, "f9")
    bench.host.happen(KeyPress(DIGIT_1 + 2, ord("3"), both))
    assert bench.window.poll() == []
    assert saves.slot == 10
    bench.press(F9)
    assert saves.slot == 3
