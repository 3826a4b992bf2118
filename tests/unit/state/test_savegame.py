"""Savegame files: pieces, layouts, values, damage (reference: SAVE-2 to SAVE-11; specification 10.2)."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.errors import SaveError
from agi_emu.facts.versions import PROFILES
from agi_emu.state.layout import StateLayout
from agi_emu.state.save_values import Value, script_commands, values_of, with_value
from agi_emu.state.save_values import differences as differences_of_values
from agi_emu.state.savegames.savegame import LAYOUTS, PIECES, Savegame, form_of, parse, scan_start_list, script_entries
from agi_emu.state.savegames.savegame_conversion import convert
from agi_emu.state.savegames.savegame_state import OBJECT_FIELDS, pack, unpack
from tests.examples import examples

INVENTORY = bytes((6, 0, 1, 8, 0, 255)) + b"?\0lamp\0"
"""Two items: in room 1, and carried."""
# reference: SAVE-11
ROOM_FIVE = bytes.fromhex("00 05 02 05 04 05 06 05 01 14 05 00 14 00 01 50 78 4A")


def filled_state(value: int = 3) -> StateLayout:
    """Return a state in which everything that a savegame holds differs from zero and from its neighbour."""
    state = StateLayout()
    state.general.object_count = 3
    state.general.item_count = 2
    state.general.game_id[:4] = b"TEST"
    for area in (state.vars, state.flags):
        for i in range(len(area)):
            area[i] = (value * (i + 1)) & 0xFF
    state.strings[: 40 * 24] = [(value + i) % 95 + 32 for i in range(40 * 24)]
    state.clock.ticks = 123456 + value
    state.unread.unexplained, state.unread.key_direction = 0x04030201 + value, 6
    general = state.general
    general.horizon, general.picture_number, general.player_control, general.block_active = 30 + value, 7, 1, 1
    general.block_x1, general.block_y1, general.block_x2, general.block_y2 = 1, 2, 3, 4
    text = state.text
    text.foreground, text.background, text.attribute = 15, 255, 0x8F
    text.picture_row, text.input_row, text.status_row, text.status_on = 1, 22, 0, 1
    state.input.enabled, state.input.cursor_char = 1, 95
    state.keyboard.map_count = 2
    state.keyboard.map_key[:2] = [0x3B00, 27]
    state.keyboard.map_controller[:2] = [5, 6]
    state.keyboard.hold = state.menu.allowed = 1
    state.script.size, state.script.count, state.script.saved = 50, 9, 4
    state.script.entries[: len(ROOM_FIVE)] = list(ROOM_FIVE)
    state.loaded.logics.count = 2
    state.loaded.logics.order[:2] = [0, 5]
    state.loaded.scan_start[5] = 17
    state.item_rooms[:2] = [9, 255]
    for number in range(3):
        each = state.objects[number]
        for place, name in enumerate(name for name in OBJECT_FIELDS if hasattr(each, name)):
            setattr(each, name, (10 * number + place + value) % 100)
    return state


def packed(profile: str = "2.936", value: int = 3) -> Savegame:
    return pack(filled_state(value), form_of(PROFILES[profile]), INVENTORY, b"my game")


def differences(first: Savegame, second: Savegame) -> list[tuple[str, Value | None, Value | None]]:
    return differences_of_values(values_of(first), values_of(second))


@pytest.mark.parametrize("length", [987, 1503, 1505, 1508, 1028])
def test_layouts_have_the_lengths_of_the_reference(length: int) -> None:
    layout = LAYOUTS[length]
    *others, last = layout.fields.values()
    assert last.offset + last.size == length
    # reference: SAVE-4: the fields of the shortest sum up to 983, 4 bytes stay unexplained
    assert ("unexplained" in layout.fields) is (length == 987)
    assert length != 987 or sum(each.size for each in others) == 983


def test_fields_stand_where_the_reference_has_them() -> None:
    # reference: SAVE-5
    offsets = {name: field.offset for name, field in LAYOUTS[1508].fields.items()}
    expected = {"variables": 7, "flags": 263, "ticks": 295, "horizon": 299, "key_direction": 301, "block_x1": 303}
    expected |= {"player_control": 311, "picture_number": 313, "block_active": 315, "most_drawn": 317}
    expected |= {"script_size": 319, "script_count": 321, "keys": 323, "strings": 523, "foreground": 1483}
    expected |= {"background": 1485, "attribute": 1487, "input_enabled": 1489, "input_row": 1491, "cursor_char": 1493}
    expected |= {"status_on": 1495, "status_row": 1497, "picture_row": 1499, "picture_bottom": 1501}
    expected |= {"script_mark": 1503, "menus_allowed": 1505, "hold_key": 1507}
    assert {name: offsets[name] for name in expected} == expected


@pytest.mark.parametrize("profile", PROFILES)
def test_every_interpreter_reads_what_it_wrote(profile: str) -> None:
    save = packed(profile)
    assert parse(save.to_bytes()) == save
    assert len(save.general) == PROFILES[profile].savegame_length
    assert (save.scan_starts is None) is not PROFILES[profile].scan_starts_saved
    assert (b"lamp" in save.inventory) is not PROFILES[profile].inventory_encrypted_in_save


@given(value=st.integers(0, 255))
@examples(20)
def test_state_to_file_to_state_to_file_is_the_same_file(value: int) -> None:
    save = packed(value=value)
    state = StateLayout()
    state.general.object_count = 3
    state.general.item_count = 2
    unpack(state, parse(save.to_bytes()), save.inventory, save.layout)
    state.loaded.logics.count = 2
    state.loaded.logics.order[:2] = [0, 5]
    state.loaded.scan_start[5] = 17
    assert pack(state, form_of(PROFILES["2.936"]), INVENTORY, b"my game") == save


@given(data=st.data())
@examples(400)
def test_damage_is_a_save_error_or_a_savegame(data: st.DataObject) -> None:
    raw = bytearray(packed().to_bytes())
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at] ^= data.draw(st.integers(1, 255))
    raw = raw[: data.draw(st.integers(0, len(raw)))] if data.draw(st.booleans()) else raw
    with contextlib.suppress(SaveError):
        save = parse(bytes(raw))
        assert save.to_bytes() == bytes(raw)
        assert "description" in values_of(save).by_name()


@given(st.binary(max_size=4000))
@examples(200)
def test_any_bytes_are_a_save_error_or_a_savegame(data: bytes) -> None:
    with contextlib.suppress(SaveError):
        assert parse(data).to_bytes() == data


@pytest.mark.parametrize("piece", PIECES)
def test_an_error_names_the_piece_and_its_offset(piece: str) -> None:
    save = packed()
    at = save.offset_of(piece) - 2
    cut = save.to_bytes()[: at + 3]
    with pytest.raises(SaveError, match=rf"at offset {at}: "):
        parse(cut)


def test_script_events_are_the_commands_that_made_them() -> None:
    # reference: SAVE-11
    save = packed()
    assert len(script_entries(save)) == 9
    assert script_commands(save) == [
        *("load.logics(5)", "load.pic(5)", "draw.pic(5)", "discard.pic(5)", "load.view(20)"),
        "add.to.pic(20, 0, 1, 80, 120, 10, 4)",
    ]


def test_scan_starts_have_head_entries_and_end() -> None:
    # golden data, saves/biriq1: logics 0, 2, 95 and 90, none with a start of its own
    piece = scan_start_list([(0, 0), (2, 0), (95, 0), (90, 0)])
    assert piece.hex() == "0000000000000000020000005f0000005a000000ffff0000"


def test_logics_past_the_thirtieth_are_left_out() -> None:
    # reference: SAVE-9
    assert len(scan_start_list([(logic, 0) for logic in range(40)])) == 8 + 4 * 30


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("v10", "5", 5),
        ("f7", "1", 1),
        ("s1", "hello", "hello"),
        ("o1.x", "80", 80),
        ("i1", "12", 12),
        ("l5", "40", 40),
        ("horizon", "50", 50),
        ("description", "later", "later"),
    ],
)
def test_one_value_changes_and_no_other(name: str, text: str, found: int | str) -> None:
    save = with_value(packed(), name, "0") if text == "1" else packed()
    changed = with_value(save, name, text)
    assert [(each, new) for each, _, new in differences(save, changed)] == [(name, found)]
    assert parse(changed.to_bytes()) == changed


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("v256", "1"), ("v1", "256"), ("v1", "x"), ("f1", "2"), ("s24", "a"), ("s1", "x" * 40), ("o3.x", "1")),
        *(("o0.colour", "1"), ("o0.view_address", "1"), ("i2", "1"), ("l9", "1"), ("horizon", "70000")),
        *(("description", "x" * 31), ("nothing", "1"), ("s1", "Ж")),
    ],
)
def test_what_does_not_fit_is_refused(name: str, text: str) -> None:
    with pytest.raises(SaveError):
        with_value(packed(), name, text)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_savegame_becomes_that_of_another_interpreter(profile: str) -> None:
    save = packed()
    converted, notes = convert(save, form_of(PROFILES[profile]))
    assert parse(converted.to_bytes()) == converted
    names = {name for name, _, _ in differences(save, converted)}
    layout = LAYOUTS[PROFILES[profile].savegame_length]
    allowed = {f"s{number}" for number in range(layout.string_count, 24)} | {"script_mark", "menus_allowed", "hold_key"}
    allowed |= {"unexplained"}
    if not PROFILES[profile].scan_starts_saved:
        allowed |= {"l0", "l5"}
    assert names <= allowed
    assert bool(notes) or not names - {"menus_allowed", "hold_key", "unexplained"}


def test_unexplained_bytes_stay_where_the_layout_stays() -> None:
    old = packed("2.272")
    unexplained = replace(old, general=old.general[:-4] + b"\x01\x02\x03\x04")
    same, notes = convert(unexplained, form_of(PROFILES["2.089"]))
    assert same.general == unexplained.general
    assert "unexplained" in notes[0]
    assert with_value(parse(unexplained.to_bytes()), "v5", "9").general[-4:] == b"\x01\x02\x03\x04"
    assert "unexplained: has no place there" in convert(unexplained, form_of(PROFILES["2.440"]))[1]


def test_converting_to_and_fro_loses_nothing_that_both_have() -> None:
    there, _ = convert(packed(), form_of(PROFILES["3.002.107"]))
    back, _ = convert(there, form_of(PROFILES["2.936"]))
    assert back == packed()


@pytest.mark.parametrize("data", [b"", b"Dear sir", b"Dear sir, this is a letter and no savegame. " * 9])
def test_what_is_no_savegame_is_called_so(data: bytes) -> None:
    with pytest.raises(SaveError, match=r"^not a savegame"):
        parse(data)


def test_what_a_shorter_layout_lacks_is_as_at_the_start() -> None:
    # reference: SAVE-4: take missing fields from the defaults
    state = filled_state()
    save = packed("3.002.149")
    unpack(state, save, INVENTORY, LAYOUTS[1508])
    strings = bytes(state.strings)
    assert any(strings[: 40 * 12])
    assert not any(strings[40 * 12 : 40 * 24])
    unpack(state, packed("2.272"), INVENTORY, LAYOUTS[1508])
    assert (state.script.saved, state.menu.allowed, state.keyboard.hold) == (0, 1, 0)


def test_a_save_of_scummvm_is_named_in_one_sentence() -> None:
    # The layout after its mark is unknown; as a savegame it would announce more bytes than it has.
    with pytest.raises(SaveError, match="a save of ScummVM, whose form no document describes"):
        parse(b"AGI:" + b"\xff" * 200)


def test_a_description_may_begin_like_a_save_of_scummvm() -> None:
    data = bytearray(packed().to_bytes())
    data[:9] = b"AGI: here"
    assert parse(bytes(data)).description_field.startswith(b"AGI: here")
