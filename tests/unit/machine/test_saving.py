"""The dialogs of save.game and restore.game in a machine (reference: SAVE-16 to SAVE-25, TEXT-83)."""

from __future__ import annotations

import pytest

from agi_emu.facts.codes import OBJECT_BYTES
from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY, Mercy
from agi_emu.machine.input.events import key_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.save_store import DirectoryRefusedError, DiskFullError, MemoryStore
from agi_emu.machine.saving.restoring import restore, savegame_of
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources.game import open_game
from agi_emu.state.save_values import script_commands, with_value
from agi_emu.state.savegames.savegame import parse
from tests.own_games.building import GameBuilder

ROOT = b"\\"
POINTER = "\x1a"
LOGIC = """
if (v0 == 0) {
  v10 = 1; set.game.id("TST"); set.key(0, 63, c5); set.key(0, 65, c7); configure.screen(1, 22, 0);
  set.cursor.char("_"); set.string(s0, ">"); set.string(s1, "Bob"); set.string(s2, "");
  set.menu("Menu"); set.menu.item("Item", c9); submit.menu(); disable.item(c9);
  accept.input();
  new.room(1);
}
v90 += 1;
if (isset(f12)) { v91 += 1; }
if (v92 == 1) { v92 = 0; set.simple(s1); }
if (controller(c5)) { save.game(); v93 += 1; }
if (controller(c7)) { restore.game(); v94 += 1; }
call(1);
return();
"""
ROOM = """
if (isset(f5)) {
  load.view(0); animate.obj(o0); set.view(o0, 0); position(o0, 80, 120); draw(o0);
  animate.obj(o1); set.view(o1, 0); position(o1, 20, 100); ignore.objs(o1); draw(o1); stop.update(o1);
  v50 = 1; load.pic(v50); draw.pic(v50); add.to.pic(0, 0, 0, 120, 140, 12, 4); show.pic(); discard.pic(v50);
  status.line.on(); player.control();
}
return();
"""
PICTURE = "color 10\nfill 0,0\ncolor 2\nline 0,60 159,60\nfill 0,100"
VIEW = "loop\ncel\n" + "\n".join(["4444444"] * 20)


@pytest.fixture
def game(build_game: GameBuilder) -> MachineMaker:
    return MachineMaker(build_game)


class MachineMaker:
    """Switches machines on with the game and lets its first room come up."""

    def __init__(self, build_game: GameBuilder) -> None:
        self._path = build_game({0: LOGIC, 1: ROOM}, pictures={1: PICTURE}, views={0: VIEW})

    def __call__(self, mercies: frozenset[Mercy] = AS_RECORDED, store: MemoryStore | None = None) -> Machine:
        m = Machine(open_game(self._path), settings=Settings(mercies=mercies))
        m.save_store = store or MemoryStore([b"\\GAMES"])
        m.run(ticks=10)
        return m


def press(m: Machine, *names: str) -> None:
    """Press keys one by one, with time for each to be polled and taken."""
    for name in names:
        m.advance(key_events(name))
        m.run(ticks=3)


def rows(m: Machine) -> dict[int, str]:
    """Return the rows of text on the screen, but for status and input line."""
    shown = bytes(m.state.text_chars)
    lines = (shown[40 * row : 40 * row + 40].replace(b"\0", b" ").decode("cp437").rstrip() for row in range(25))
    return {row: line for row, line in enumerate(lines) if line.strip() and row not in (0, 22)}


def save(m: Machine, *description: str, down: int = 0) -> None:
    """Save through the strict dialog."""
    press(m, "f5", "enter", *["down"] * down, "enter", *description, "enter", "enter")
    assert m.modal is None


def stored(m: Machine, number: int = 1) -> bytes:
    return m.save_store.read(ROOT, b"TSTSG.%d" % number)


def test_dialog_shows_its_boxes_where_the_original_has_them(game: MachineMaker) -> None:
    # reference: TEXT-83; golden data, saves/ltec, cycle 121: rows and columns of every box
    m = game()
    press(m, "f5")
    assert rows(m) == {
        6: "             SAVE GAME",
        8: "    On which disk or in which",
        9: "    directory do you wish to save",
        10: "    this game?",
        12: '    (For example, "B:" or',
        13: '    "C:\\savegame")',
        15: "    \\_",
    }
    press(m, "enter")
    slots = dict.fromkeys(range(9, 20), "    -")
    assert rows(m) == slots | {
        3: "   Use the arrow keys to select the",
        4: "   slot in which you wish to save",
        5: "   the game. Press ENTER to save in",
        6: "   the slot, ESC to not save a game.",
        8: f"   {POINTER}-",
    }
    press(m, "enter")
    assert rows(m) == {9: "    How would you like to describe", 10: "    this saved game?", 12: "    _"}
    press(m, "a", "b", "c", "enter")
    assert rows(m) == {
        6: "        About to save the game",
        7: "        described as:",
        9: "        abc",
        11: "        in file:",
        12: "        \\tstsg.1",
        14: "        Press ENTER to continue.",
        15: "        Press ESC to cancel.",
    }
    press(m, "enter")
    assert rows(m) == {}
    assert parse(stored(m)).description == b"abc"


def test_the_clock_stands_still_and_ticks_go_on(game: MachineMaker) -> None:
    # reference: SAVE-16
    m = game()
    press(m, "f5")
    seconds, ticks = m.vars[11], m.state.clock.ticks
    m.run(seconds=3)
    assert m.vars[11] == seconds
    assert m.state.clock.ticks == ticks + 60
    press(m, "esc")
    m.run(seconds=2)
    assert m.vars[11] == seconds + 2


@pytest.mark.parametrize("keys", [(), ("enter",), ("enter", "enter"), ("enter", "enter", "a", "enter")])
def test_esc_at_every_stage_goes_on_behind_the_command(game: MachineMaker, keys: tuple[str, ...]) -> None:
    # reference: SAVE-16
    m = game()
    line = (m.state.text.row, m.state.text.column, m.state.input.cursor_shown, m.state.text.attribute)
    press(m, "f5", *keys)
    assert m.modal is Purpose.SAVE
    press(m, "esc")
    assert m.modal is None
    assert m.vars[93] == 1
    assert m.save_store.list(ROOT) == {}
    assert (m.state.text.row, m.state.text.column, m.state.input.cursor_shown, m.state.text.attribute) == line
    assert (m.state.text.escape, m.state.clock.paused, m.state.window.open) == (ord("\\"), 0, 0)


def test_restore_brings_the_saved_state_and_picture_back(game: MachineMaker) -> None:
    # reference: SAVE-28, SAVE-15
    m = game()
    save(m)
    cleared = {"v90", "v93", "v94", "ticks"}
    before = savegame_of(m)
    picture = bytes(m.state.picture)
    m.vars[60] = 99
    press(m, "right")
    m.run(seconds=1)
    assert m.ego.x > 80
    press(m, "f7", "enter", "enter", "enter")
    assert m.vars[91] == 1  # flag 12 was seen in one cycle
    assert not m.flag(12)
    assert m.vars[94] == 0  # restore.game does not go on with the next command
    assert (m.ego.x, m.vars[60]) == (80, 0)
    assert bytes(m.state.picture) == picture
    assert m.state.menu.items[0].enabled == 1
    after = savegame_of(m)
    for name in cleared:
        before, after = with_value(before, name, "0"), with_value(after, name, "0")
    assert script_commands(before) == script_commands(after)
    # The other objects have no view before; after a restore they have view 0 (reference: SAVE-25).
    drawn = 2 * OBJECT_BYTES
    assert before.objects[:drawn] == after.objects[:drawn]
    assert before.inventory == after.inventory


def test_a_restore_empties_the_line_being_typed(game: MachineMaker) -> None:
    # reference: SAVE-27: the prompt and the cursor alone are shown
    m = game()
    save(m)
    press(m, "l", "o", "f7", "enter", "enter", "enter")
    assert m.vars[91] == 1
    assert bytes(m.state.text_chars[880:884]) == b">_\0\0"
    press(m, "o")
    assert bytes(m.state.input.text[: m.state.input.length]) == b"o"


@pytest.mark.parametrize("keys", [("f5", "enter", "enter", *"abc", "enter"), ("f7", "enter", "enter")])
def test_confirmations_obey_neither_flag_15_nor_v21(game: MachineMaker, keys: tuple[str, ...]) -> None:
    # reference: SAVE-19, TIME-31: they wait for ENTER or ESC, and leave both as they are
    m = game()
    save(m)
    m.set_flag(15, True)
    m.vars[21] = 3
    press(m, *keys)
    m.run(ticks=60)
    assert m.modal in (Purpose.SAVE, Purpose.RESTORE)
    press(m, "esc")
    assert m.modal is None
    assert (m.flag(15), m.vars[21]) == (True, 3)


def test_hold_key_stays_over_a_restore_where_savegames_do_not_hold_it(game: MachineMaker) -> None:
    # reference: SAVE-3, SAVE-5, KEY-16: it is saved from 3.002.102 on. A restore of 2.936 overwrites the 1505 bytes of
    # the first piece, where it does not stand.
    m = game()
    save(m)
    m.state.keyboard.hold = 1
    press(m, "f7", "enter", "enter", "enter")
    assert m.vars[91] == 1
    assert m.state.keyboard.hold == 1


def test_script_records_what_the_room_did(game: MachineMaker) -> None:
    # reference: SAVE-11
    assert script_commands(savegame_of(game())) == [
        *("load.logics(1)", "load.view(0)", "load.pic(1)", "draw.pic(1)"),
        *("add.to.pic(0, 0, 0, 120, 140, 12, 4)", "discard.pic(1)"),
    ]


def test_restore_without_a_savegame_says_so(game: MachineMaker) -> None:
    # reference: SAVE-20: then the game goes on behind restore.game
    m = game()
    press(m, "f7", "enter")
    shown = list(rows(m).values())
    assert [line.strip() for line in shown] == ["There are no games to", "restore in", "\\", "Press ENTER to continue."]
    press(m, "enter")
    assert m.vars[94] == 1


def test_a_path_that_is_not_there_is_asked_for_again(game: MachineMaker) -> None:
    # reference: SAVE-17, SAVE-1, SAVE-29
    m = game()
    press(m, "f5", "ctrl-c", *"d:\\x", "enter")
    assert [line.strip() for line in rows(m).values()][:2] == ["There is no directory named", "d:\\x."]
    press(m, "enter")
    assert rows(m)[15] == "    d:\\x_"
    press(m, "ctrl-c", *"\\games\\", "enter", "enter", "a", "enter")
    assert rows(m)[12].strip() == "\\games\\tstsg.1"
    press(m, "enter")
    assert list(m.save_store.list(b"\\GAMES") or ()) == [b"TSTSG.1"]
    press(m, "f5")
    assert rows(m)[15] == "    \\games\\_"


def test_enter_keeps_a_path_before_it_is_tested_and_esc_keeps_none(game: MachineMaker) -> None:
    # reference: SAVE-29
    m = game()
    press(m, "f5", "y", "enter", "esc", "f7")
    assert rows(m)[15] == "    \\y_"
    press(m, "x", "esc", "f5")
    assert rows(m)[15] == "    \\y_"
    press(m, "ctrl-c", " ", "\\", "enter", "enter", "a", "enter")
    assert [rows(m)[row] for row in (11, 12)] == ["        in file:", "         \\tstsg.1"]
    press(m, "enter", "f7")
    assert rows(m)[15] == "     \\_"
    press(m, "ctrl-c", "enter")
    assert any(line.endswith("- a") for line in rows(m).values())


def test_the_newest_slot_is_marked_and_the_arrows_go_round(game: MachineMaker) -> None:
    m = game()
    save(m, "a", down=1)
    save(m, "b", down=1)
    assert set(m.save_store.list(ROOT) or ()) == {b"TSTSG.2", b"TSTSG.3"}
    press(m, "f7", "enter")
    assert [line for line in rows(m).values() if "- " in line] == ["    - a", f"   {POINTER}- b"]
    press(m, "down")
    assert [line for line in rows(m).values() if "- " in line] == [f"   {POINTER}- a", "    - b"]
    press(m, "up", "enter")
    assert rows(m)[9].strip() == "b"


def test_of_slots_with_the_same_date_the_first_is_marked(game: MachineMaker) -> None:
    # reference: SAVE-18
    store = MemoryStore()
    m = game(store=store)
    store.date = lambda: 7
    save(m, "a", down=1)
    save(m, "b", down=1)
    press(m, "f7", "enter")
    assert [line for line in rows(m).values() if "- " in line] == [f"   {POINTER}- a", "    - b"]


def test_a_file_of_another_game_is_no_savegame_of_this_one(game: MachineMaker) -> None:
    # reference: SAVE-18
    m = game()
    save(m, "x")
    foreign = bytearray(stored(m))
    foreign[33:36] = b"ABC"
    m.save_store.write(ROOT, b"TSTSG.1", bytes(foreign))
    press(m, "f7", "enter")
    assert "There are no games to" in " ".join(rows(m).values())
    with pytest.raises(SaveError, match="the savegame belongs to ABC, this game is TST"):
        restore(m, bytes(foreign))


def test_a_save_goes_into_the_slot_whatever_its_description_was(game: MachineMaker) -> None:
    m = game()
    save(m, "a")
    save(m, "b")
    assert parse(stored(m)).description == b"ab"  # the field brings the old description along


class BrokenStore(MemoryStore):
    """A disk that takes nothing."""

    error: SaveError = DiskFullError("no room")

    def write(self, directory: bytes, name: bytes, data: bytes) -> None:
        raise self.error


@pytest.mark.parametrize(
    ("error", "words"),
    [(DiskFullError("no room"), "The disk is full."), (DirectoryRefusedError("read-only"), "is full or the disk is")],
)
def test_what_cannot_be_written_is_said(game: MachineMaker, error: SaveError, words: str) -> None:
    # reference: SAVE-21
    store = BrokenStore()
    store.error = error
    m = game(store=store)
    press(m, "f5", "enter", "enter", "enter", "enter")
    assert words in " ".join(rows(m).values())
    press(m, "enter")
    assert m.modal is None
    assert m.vars[93] == 1


def test_a_damaged_savegame_ends_the_original_and_not_the_friendly_face(game: MachineMaker) -> None:
    for mercies in (AS_RECORDED, FRIENDLY):
        m = game(mercies)
        press(m, *("f5", *(("enter",) * (4 if mercies is AS_RECORDED else 3))))
        damaged = stored(m)[:-20]
        m.save_store.write(ROOT, b"TSTSG.1", damaged)
        m.vars[60] = 77
        press(m, *("f7", *(("enter",) * (3 if mercies is AS_RECORDED else 2))))
        assert "Error in restoring game." in " ".join(rows(m).values())
        assert m.vars[60] == 77
        press(m, "enter")
        assert bool(m.state.general.exited) is (mercies is AS_RECORDED)


def test_friendly_face_does_not_ask_for_a_path(game: MachineMaker) -> None:
    m = game(FRIENDLY)
    press(m, "f5")
    assert "Use the arrow keys to select the" in rows(m)[3]


def test_simple_name_asks_once_and_then_is_silent(game: MachineMaker) -> None:
    # reference: SAVE-22, SAVE-23, SAVE-24
    m = game()
    m.vars[92] = 1
    press(m, "f5")
    shown = [rows(m)[row].strip() for row in (3, 4, 5)]
    assert shown == ["Use the arrow keys to move", "the pointer to your name.", "Then press ENTER"]
    press(m, "enter")
    assert m.modal is None
    assert parse(stored(m)).description == b""  # 5.5
    press(m, "f5")
    assert parse(stored(m)).description == b"Bob"
    m.vars[60] = 5
    press(m, "f5")
    m.vars[60] = 6
    press(m, "f7")
    assert m.vars[60] == 5
    assert set(m.save_store.list(ROOT) or ()) == {b"TSTSG.1"}


def test_the_first_list_under_a_simple_name_may_be_empty(game: MachineMaker) -> None:
    # reference: SAVE-30
    m = game()
    m.vars[92] = 1
    press(m, "f7", "down", "up", "up")
    assert [rows(m)[row].strip() for row in (9, 10, 11)][2] == "Then press ENTER"
    assert rows(m)[14] == f"   {POINTER}"
    press(m, "esc")
    assert m.vars[94] == 1
    m = game()
    m.vars[92] = 1
    press(m, "f7")
    resume(m, save_state(m))
    press(m, "enter")
    assert [rows(m)[row].strip() for row in (6, 7, 11, 12)] == [
        "About to restore the game",
        "described as:",
        "from file:",
        "\\tstsg.12",
    ]
    press(m, "enter")
    assert [rows(m)[row].strip() for row in (10, 11)] == ["Can't open file:", "\\tstsg.12"]
    press(m, "enter", "f7")
    assert "RESTORE GAME" in rows(m)[6]


def test_simple_name_is_described_by_it_in_the_friendly_face(game: MachineMaker) -> None:
    m = game(FRIENDLY)
    m.vars[92] = 1
    press(m, "f5", "enter")
    assert parse(stored(m)).description == b"Bob"


def test_simple_name_without_a_match_restores_nothing(game: MachineMaker) -> None:
    m = game()
    press(m, "f5", "esc")  # uses the first time up, reference: SAVE-23
    m.vars[92] = 1
    press(m, "f7")
    assert m.modal is None
    assert m.vars[94] == 1


@pytest.mark.parametrize("stage", range(4))
def test_a_snapshot_in_the_dialog_goes_on_as_if_never_stopped(game: MachineMaker, stage: int) -> None:
    m = game()
    press(m, "f5", *["enter"] * stage)
    here = m.snapshot()
    rest = ["enter"] * (3 - stage) + ["enter", "f7", "enter", "enter", "enter", "right"]
    press(m, *rest)
    after = m.snapshot()
    press(m, "left")
    m.restore(here)
    press(m, *rest)
    assert m.snapshot() == after


def test_a_failed_restore_leaves_the_running_game_untouched(game: MachineMaker) -> None:
    m = game()
    save(m)
    data = stored(m)
    here, fuel = m.snapshot(), m.unguarded.state.vm.fuel

    def untouched() -> bool:
        # What it computed before it failed is paid for.
        m.unguarded.state.vm.fuel = fuel
        return m.snapshot() == here

    offset = parse(data).offset_of("script")
    for at in range(31, len(data), 7):
        damaged = bytearray(data)
        damaged[at] ^= 0x5A
        try:
            restore(m, bytes(damaged))
        except SaveError:
            assert untouched()
        else:
            m.run(ticks=2)
            m.restore(here)
    no_view = bytearray(data)
    no_view[offset + 2 : offset + 4] = bytes((1, 200))
    with pytest.raises(SaveError):
        restore(m, bytes(no_view))
    assert m.unguarded.state.vm.fuel < fuel
    assert untouched()
