"""A number behind the end of a short directory: the interpreter reads its entry from what follows in memory."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.machine.data_segment import entry_behind_directory
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import resume_exactly
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Presence
from tests.unit.commands.stage import press
from tests.unit.sample_games import DOT_VIEW, SMALL, game_of, logic, v2_files, v3_files

SHOW_VIEW_1 = bytes.fromhex("81 01 00")
"""show.obj(1), return. The directory of views has one entry, so that of view 1 is the first of SNDDIR."""


def machine_of(contents: Mapping[str, bytes], interpreter: str = "2.936") -> Machine:
    m = Machine(game_of(contents, interpreter), settings=Settings(budget=UNLIMITED, mercies=AS_RECORDED))
    m.cycle(beats=60)
    return m


def machine_with(entry: bytes) -> Machine:
    """Return a machine whose logic 0 shows view 1, for which it reads `entry`."""
    resources = {**SMALL, Kind.VIEW: {0: DOT_VIEW}, Kind.LOGIC: {0: logic(SHOW_VIEW_1)}}
    return machine_of({**v2_files(resources), "snddir": entry})


def test_missing_disk_is_asked_for_whatever_key_is_pressed() -> None:
    # reference: TEXT-66, TEXT-71
    # golden, tour of piano, cycle 581: 63 74 00 becomes "disk 6", also after Esc
    m = machine_with(b"\x63\x74\x00")
    assert m.message == "Please insert disk 6\nand press ENTER."
    press(m, "enter", "esc", "enter")
    assert m.message == "Please insert disk 6\nand press ENTER."
    assert not m.state.general.exited


@pytest.mark.parametrize("entry", [b"\x00\x00\x01", b"\x0f\xff\xff", b"\x13\x00\x90"])
def test_place_without_a_resource_is_the_wrong_disk(entry: bytes) -> None:
    # reference: TEXT-66, TEXT-71
    # golden, tour of qfhome, cycle 581: 13 00 90 names volume 1, which is not there; Esc ends the program
    m = machine_with(entry)
    assert (m.message or "").startswith("That is the wrong disk.")
    press(m, "esc")
    assert (m.state.general.exited, m.state.general.exit_code) == (1, 0)


@pytest.mark.parametrize("interpreter", ["2.440", "2.917", "2.936"])
def test_entry_of_a_logic_shows_it_as_a_view(interpreter: str) -> None:
    # reference: MEM-18
    # golden, qfhome: 00 00 00, where logic 0 begins; ENTER closes its description, and the game goes on
    # set(f128), increment(v64), increment(v65): as a view it has its loop at 0140h and its description at 0180h
    code = bytes.fromhex("0c80 0140 0141") + SHOW_VIEW_1
    code = code.ljust(0x13E, b"\0") + bytes.fromhex("01 0300 01 01 00 51 00")
    code = code.ljust(0x17E, b"\0") + b"taken for a view\0"
    resources = {**SMALL, Kind.VIEW: {0: DOT_VIEW}, Kind.LOGIC: {0: logic(code)}}
    m = machine_of({**v2_files(resources), "snddir": bytes(3)}, interpreter)
    assert m.message == "taken for a view"
    assert (m.state.scratch.width, m.state.scratch.height) == (1, 1)
    press(m, "enter")
    assert not m.state.general.exited
    assert m.vars[64] == 2


def test_memory_is_kept_from_the_start_across_rooms() -> None:
    # reference: MEM-18: if (isset(f200)) { new.room(2); } if (isset(f201)) { show.obj(1); } return();
    code = bytes.fromhex("ff 07 c8 ff 02 00 12 02  ff 07 c9 ff 02 00 81 01  00")
    m = machine_of(v2_files({**SMALL, Kind.LOGIC: {0: logic(code), 2: logic(b"\0")}}))
    assert m.state.heap.image == 1
    m.set_flag(200, True)
    m.cycle(beats=60)
    assert (m.vars[0], m.state.heap.image) == (2, 1)
    saved, digests = save_state(m), m.digests()
    m.cycle(beats=60)
    resume_exactly(m, saved)
    assert m.digests() == digests


def test_entry_that_names_no_volume_is_not_found() -> None:
    m = machine_with(b"\xff\x07\x22")
    assert m.message == "view 1 not found"


@pytest.mark.parametrize(
    ("kind", "behind"), [(Kind.PICTURE, "viewdir snddir"), (Kind.VIEW, "snddir"), (Kind.SOUND, "")]
)
def test_directories_words_items_and_objects_follow_each_other(kind: Kind, behind: str) -> None:
    # reference: MEM-4, MEM-15: OBJECT lies in memory as in its file, but decrypted, and directly before the objects
    contents = v2_files({**SMALL, Kind.LOGIC: {0: logic(b"\0")}})
    m = machine_of(contents)
    place = m.state.objects[1]
    place.previous_x, place.previous_y = 19, 144
    memory = b"".join(contents[name] for name in (*behind.split(), "words.tok")) + m.items.plain
    memory += bytes(43 + 22) + bytes([19, 0, 144, 0])
    memory = contents[{Kind.PICTURE: "picdir", Kind.VIEW: "viewdir", Kind.SOUND: "snddir"}[kind]] + memory
    for number in range(len(memory) // 3):
        found = entry_behind_directory(m, kind, number)
        expected = memory[3 * number : 3 * number + 3]
        # The number of a record stands in its third byte, and objects have steps and times of their own.
        if len(memory) - 65 <= 3 * number + 3 <= len(memory) - 4:
            continue
        assert found == expected, number


def test_version_3_reads_on_behind_its_one_directory() -> None:
    contents = v3_files({**SMALL, Kind.LOGIC: {0: logic(b"\0")}})
    m = machine_of(contents, "3.002.098")
    directory, words = contents["abdir"], contents["words.tok"]
    start = int.from_bytes(directory[4:6], "little")
    number = (len(directory) - start) // 3
    assert m.game.presence(Kind.VIEW, number) is Presence.BEYOND_DIRECTORY
    assert entry_behind_directory(m, Kind.VIEW, number) == words[:3]
    assert entry_behind_directory(m, Kind.VIEW, 0) == directory[start : start + 3]


def test_what_follows_the_objects_is_not_known() -> None:
    m = machine_of(v2_files({**SMALL, Kind.LOGIC: {0: logic(b"\0")}}))
    m.state.general.object_count = 1
    assert entry_behind_directory(m, Kind.VIEW, 255) == b""
