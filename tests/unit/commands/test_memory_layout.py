"""The original's memory as it is at a moment: records of objects, backgrounds and menus (reference: MEM-3, MEM-17)."""

from __future__ import annotations

from struct import unpack_from

from agi_emu.machine.data_segment import items_address
from agi_emu.machine.heap_addresses import first_logic_address
from agi_emu.machine.memory_layout import memory_of
from tests.unit.commands.stage import Stage, on_object

VIEW = bytes.fromhex("0000 01 0000 0700 01 0300 020300 11 11 00 11 11 00 11 11 00")
"""One loop at 7 of one cel at 3 in it, 2 wide and 3 high."""


def words(memory: bytes, at: int, count: int) -> tuple[int, ...]:
    return unpack_from(f"<{count}H", memory, at)


def text(memory: bytes, at: int) -> bytes:
    return memory[at:].partition(b"\0")[0]


def test_menus_and_their_items_lie_before_the_script_in_rings(play: Stage) -> None:
    # reference: MEM-19
    menus = """
    if (v0 == 0) {
      set.menu("File"); set.menu.item("Save", c3); set.menu.item("Quit", c4);
      set.menu("Help"); set.menu.item("About", c5);
      submit.menu(); disable.item(c4); new.room(1);
    }"""
    m = play(menus, logics={1: "return();"}).unguarded
    memory = memory_of(m)
    file = first_logic_address(m) + 10 + 2 + len(m.game.logic(0).in_memory)
    save, quits, helps = file + 18, file + 32, file + 46
    about = helps + 18
    assert words(memory, file, 2) == (helps, helps)
    assert words(memory, file + 6, 5) == (0, 1, 1, save, save)
    assert words(memory, save, 2) == (quits, quits)
    assert words(memory, save + 6, 4) == (2, 1, 1, 3)
    assert words(memory, quits, 2) == (save, save)
    assert words(memory, quits + 6, 4) == (3, 1, 0, 4)
    assert words(memory, about, 2) == (about, about)
    names = [text(memory, words(memory, at + 4, 1)[0]) for at in (file, save, quits, helps, about)]
    assert names == [b"File", b"Save", b"Quit", b"Help", b"About"]


def test_objects_lead_to_what_they_show_and_to_their_backgrounds(play: Stage) -> None:
    # reference: MEM-3, MEM-17, OBJ-1
    m = play.room("load.view(9);" + on_object("", of=9, at=(80, 100)), views={9: VIEW}).unguarded
    memory = memory_of(m)
    count = m.state.general.object_count
    one = first_logic_address(m) - 43 * (count - 1)
    assert memory[one + 2] == 1
    assert words(memory, one + 3, 2) == (80, 100)
    (view,), (loop,), (cel, shown, background) = (
        words(memory, one + 8, 1),
        words(memory, one + 12, 1),
        words(memory, one + 16, 3),
    )
    assert memory[view : view + len(VIEW)] == VIEW
    assert (loop, cel, shown) == (view + 7, view + 10, view + 10)
    assert words(memory, background, 8) == (0, 0, one, 80, 98, 2, 3, background + 16)
    assert memory[background + 16 : background + 22] == bytes([0x4F] * 6)


def test_items_lie_before_the_objects(play: Stage) -> None:
    # reference: MEM-4
    m = play("").unguarded
    assert memory_of(m)[items_address(m) :].startswith(m.items.plain[3:])
