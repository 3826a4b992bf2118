"""A view whose number lies behind the end of a short directory: the interpreter reads its entry from logic 0."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.mercies import AS_RECORDED
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Presence
from tests.unit.commands.stage import press
from tests.unit.sample_games import DOT_VIEW, SMALL, Resources, game_of, logic, v2_files

SHOW_VIEW_3 = bytes.fromhex("81 03 00")
"""show.obj(3), return. With one entry of three bytes in the directory, that of view 3 is bytes 6 to 8 of the logic."""
IN_CODE = 2 + len(SHOW_VIEW_3)
"""Where the code goes on: the length of the code comes first."""


def machine_with(entry: bytes, **changes: bytes) -> Machine:
    """Return a machine whose logic 0 shows view 3 and holds `entry` where the interpreter looks for it."""
    code = SHOW_VIEW_3 + bytes(6 - IN_CODE) + entry
    return machine_of({**SMALL, Kind.LOGIC: {0: logic(code)}}, changes)


def machine_of(resources: Resources, changes: Mapping[str, bytes]) -> Machine:
    game = game_of({**v2_files(resources), **changes}, "2.936")
    m = Machine(game, settings=Settings(budget=UNLIMITED, mercies=AS_RECORDED))
    m.cycle(beats=60)
    return m


def test_missing_disk_is_asked_for_whatever_key_is_pressed() -> None:
    # golden, tour of piano, cycle 581: 6d 0f 00 in logic 0 becomes "disk 6", also after Esc
    m = machine_with(b"\x6d\x0f\x00")
    assert m.message == "Please insert disk 6\nand press ENTER."
    press(m, "enter", "esc", "enter")
    assert m.message == "Please insert disk 6\nand press ENTER."
    assert not m.state.general.exited


@pytest.mark.parametrize("entry", [b"\x00\x00\x01", b"\x0f\xff\xff"])
def test_place_without_a_resource_is_the_wrong_disk(entry: bytes) -> None:
    # golden, tour of qfhome, cycle 581: 00 0f 67 names volume 0, which holds nothing there; Esc ends the program
    m = machine_with(entry)
    assert (m.message or "").startswith("That is the wrong disk.")
    press(m, "esc")
    assert (m.state.general.exited, m.state.general.exit_code) == (1, 0)


def test_entry_that_names_no_volume_is_not_found() -> None:
    m = machine_with(b"\xff\x07\x22")
    assert m.message == "view 3 not found"


def test_texts_of_logic_0_are_decrypted_in_memory() -> None:
    # In front of the text: 3 bytes of directory, 2 + 3 of code, 5 of the text section. Entry 5 is bytes 15 to 17.
    resources = {**SMALL, Kind.LOGIC: {0: logic(bytes.fromhex("81 05 00"), [b"ab" + b"p" * 9])}}
    m = machine_of(resources, {})
    assert m.message == f"Please insert disk {ord('p') >> 4}\nand press ENTER."


def test_what_follows_other_directories_is_not_known() -> None:
    game = game_of(v2_files({**SMALL, Kind.VIEW: {0: DOT_VIEW}}), "2.936")
    assert game.presence(Kind.VIEW, 3) is Presence.BEYOND_DIRECTORY
    assert game.entry_behind_directory(Kind.SOUND, 9) == b""
    assert game.entry_behind_directory(Kind.VIEW, 255) == b""
