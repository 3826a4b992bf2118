"""What no game can have written is refused with its piece and offset, and what a careless one writes is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agi_emu.facts.codes import OBJECT_BYTES
from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.facts.versions import PROFILES
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import restore, savegame_of
from agi_emu.machine.settings import Settings
from agi_emu.resources.game import open_game
from agi_emu.state.layout import StateLayout
from agi_emu.state.save_values import values_of, with_value
from agi_emu.state.savegames.savegame import LIST_END, LIST_HEAD, Savegame, form_of, parse
from agi_emu.state.savegames.savegame_state import pack
from agi_emu.state.savegames.savegame_validation import check_valid
from tests.own_games.building import GameBuilder

INVENTORY = bytes((3, 0, 1)) + b"?\0"
# reference: SAVE-5, SAVE-6; specification 10.2
KEYS, SCRIPT_SIZE, SCRIPT_COUNT, BACKGROUND, PICTURE_BOTTOM = 323, 319, 321, 1485, 1501
MOTION, CYCLE_TYPE, STEP_CLOCK, NUMBER, CONTROL_WORD = 34, 35, 1, 2, 37


def valid_savegame(profile: str = "2.936") -> Savegame:
    """A savegame of a game with two objects, a key, and logic 5 in memory."""
    state = StateLayout()
    state.general.object_count, state.general.item_count = 2, 1
    state.general.horizon = 36
    state.text.picture_row, state.text.input_row, state.text.status_row = 1, 22, 0
    state.keyboard.map_count = 1
    state.keyboard.map_key[0], state.keyboard.map_controller[0] = 0x3B00, 5
    state.script.size, state.script.count = 50, 5
    state.script.entries[:10] = [0, 5, 5, 0, 7, 0, 0, 80, 120, 4]
    state.loaded.logics.count = 2
    state.loaded.logics.order[:2] = [0, 5]
    return pack(state, form_of(PROFILES[profile]), INVENTORY, b"here")


def changed(save: Savegame, piece: str, at: int, raw: bytes) -> tuple[Savegame, int]:
    """Return a savegame with other bytes in a piece, and where they stand in the file."""
    data = bytearray(save.to_bytes())
    offset = save.offset_of(piece) + at
    data[offset : offset + len(raw)] = raw
    return parse(bytes(data)), offset


@pytest.mark.parametrize("profile", PROFILES)
def test_what_every_interpreter_writes_is_valid(profile: str) -> None:
    check_valid(valid_savegame(profile))


@pytest.mark.parametrize(
    ("piece", "at", "raw", "words"),
    [
        ("general", 299, b"\x24\x01", "horizon is 292, not from 0 to 255"),
        ("general", 301, b"\x09", "key_direction is 9, not from 0 to 8"),
        ("general", 311, b"\x02", "player_control is 2, not from 0 to 1"),
        ("general", 317, b"\x0e", "most_drawn is 14, always 15"),
        ("general", SCRIPT_SIZE, b"\x33", "script_size is 51, but the script has room for 50 entries"),
        ("general", SCRIPT_COUNT, b"\x40", "script_count is 64, more than the 50"),
        ("general", BACKGROUND, b"\x07", "background is 7, not one of"),
        ("general", PICTURE_BOTTOM, b"\x17", "picture_bottom is 23, expected 22"),
        ("general", KEYS, b"\x00\x3b\x05\x01", "key 0 stands with a controller that there is not"),
        ("general", KEYS + 8, b"\x0d", "key 2 stands after the last one"),
        ("objects", OBJECT_BYTES + NUMBER, b"\x02", "object 1 has number 2"),
        ("objects", OBJECT_BYTES + 3, b"\x00\x80", "object 1 has x -32768"),
        ("objects", MOTION, b"\x05", "object 0 has motion 5"),
        ("objects", CYCLE_TYPE, b"\x04", "object 0 has cycle_type 4"),
        ("objects", STEP_CLOCK, b"\x02", "object 0 has step_clock 2, more than its step_time 0"),
        ("objects", CONTROL_WORD, b"\x00\x80", "object 0 has flags 32768"),
        ("script", 0, b"\x09", "entry 0 is not a resource event"),
        ("script", 2, b"\x05\x01", "entry 1 is not a resource event"),
        ("scan_starts", 0, b"\x01", "the list does not begin with zeros"),
        ("scan_starts", 4, b"\x01", "logic 1 is entry 0"),
        ("scan_starts", 8, b"\x00", "logic 0 is entry 1"),
    ],
)
def test_what_no_game_can_have_written_is_refused_by_its_place(piece: str, at: int, raw: bytes, words: str) -> None:
    save, offset = changed(valid_savegame(), piece, at, raw)
    with pytest.raises(SaveError, match=words) as refused:
        check_valid(save)
    assert f"at offset {offset}: " in str(refused.value)


@pytest.mark.parametrize("starts", [LIST_HEAD + LIST_END, LIST_HEAD + bytes(4) + LIST_END + bytes(4)])
def test_a_list_of_logics_ends_where_its_piece_does_and_has_logic_0(starts: bytes) -> None:
    with pytest.raises(SaveError, match=r"scan starts at offset \d+: "):
        check_valid(replace(valid_savegame(), scan_starts=starts))


def test_a_description_has_an_end() -> None:
    with pytest.raises(SaveError, match="description at offset 0"):
        check_valid(replace(valid_savegame(), description_field=b"x" * 31))


@pytest.mark.parametrize(
    ("piece", "at", "raw"),
    [
        # set.text.attribute, configure.screen, set.dir, set.priority and position take any byte.
        *(("general", 1483, b"\xff"), ("general", 1491, b"\x63"), ("objects", 33, b"\x63"), ("objects", 36, b"\xff")),
        *(("objects", 3, b"\xff"), ("objects", 5, b"\xff")),
        # Addresses of the saving session's memory.
        ("objects", 8, b"\xff\xff"),
        # Script entries behind those in use, and the word behind the list's end (reference: SAVE-8, SAVE-9).
        *(("script", 90, b"\x77"), ("scan_starts", 14, b"\x34\x12")),
    ],
)
def test_what_careless_games_write_is_valid(piece: str, at: int, raw: bytes) -> None:
    save, _ = changed(valid_savegame(), piece, at, raw)
    check_valid(save)


def test_pop_script_may_bring_back_more_than_there_is_room_for() -> None:
    # reference: SAVE-13, SAVE-14: push.script at 60 entries, script.size(50), pop.script
    save = replace(valid_savegame(), script=bytes((0, 5) * 50))
    general = bytearray(save.general)
    save.layout.put(general, "script_mark", 60)
    save.layout.put(general, "script_count", 60)
    check_valid(replace(save, general=bytes(general)))


def test_what_may_stand_elsewhere_is_no_reason_to_refuse() -> None:
    # reference: SAVE-4, SAVE-5: no source states the places of these fields
    for profile, at in (("3.002.107", 1505), ("2.272", 320)):
        save, _ = changed(valid_savegame(profile), "general", at, b"\x77")
        check_valid(save)


def test_numbers_that_belong_together_change_together() -> None:
    longer = with_value(valid_savegame(), "script_size", "80")
    assert len(longer.script) == 160
    lower = with_value(longer, "picture_row", "2")
    assert values_of(lower).numbers["picture_bottom"] == 23
    check_valid(lower)
    with pytest.raises(SaveError, match="horizon"):
        with_value(lower, "horizon", "256")


def test_a_logic_begins_behind_a_set_scan_start_or_not_at_all(build_game: GameBuilder) -> None:
    logic = "v50 += 1; set.scan.start(); return();"
    path = build_game({0: "if (v0 == 0) { new.room(1); } call(1); return();", 1: logic})
    m = Machine(open_game(path), settings=Settings(mercies=AS_RECORDED))
    m.run(ticks=10)
    save = savegame_of(m)
    begins = m.state.loaded.scan_start[1]
    # reference: CMD-18: behind itself; the three bytes of addn stand before it
    assert begins == 4
    m.state.loaded.scan_start[1] = 0
    restore(m, save.to_bytes())
    assert m.state.loaded.scan_start[1] == begins
    here = m.snapshot()
    fuel = m.state.vm.fuel
    for wrong in (1, 2, 3, 500):
        with pytest.raises(SaveError, match=rf"scan starts at offset \d+: logic 1 would begin at {wrong}"):
            restore(m, with_value(save, "l1", str(wrong)).to_bytes())
        # What it computed before it failed is paid for.
        assert m.state.vm.fuel <= fuel
        m.state.vm.fuel = fuel
        assert m.snapshot() == here
