"""The opcode table against the page on commands of the reference."""

from __future__ import annotations

import pytest

from agi_emu.facts.versions import PROFILES, VersionProfile, first_with_action
from agi_emu.logic.opcodes import (
    ACTIONS,
    TESTS,
    Operand,
    Record,
    action_by_name,
    operand_count,
    operands_of,
    test_by_name,
)

# reference: CMD-2, read from the tables of the real interpreters.
LAST_ACTIONS = {
    "2.089": 154,
    "2.230": 154,
    "2.272": 160,
    "2.411": 169,
    "2.440": 169,
    "2.903": 173,
    "2.917": 173,
    "2.936": 175,
    "3.002.086": 177,
    "3.002.098": 181,
    "3.002.149": 181,
}

# reference: CMD-1; one row of each number of operands, and each side of every version step.
SOME_ACTIONS = {
    0: ("return", ""),
    3: ("assignn", "v n"),
    15: ("set.v", "v"),
    18: ("new.room", "n"),
    41: ("set.view", "o n"),
    69: ("distance", "o o v"),
    73: ("end.of.loop", "o f"),
    81: ("move.obj", "o n n n f"),
    82: ("move.obj.v", "o v v v f"),
    95: ("put", "i v"),
    99: ("sound", "n f"),
    103: ("display", "n n m"),
    114: ("set.string", "s m"),
    115: ("get.string", "s m n n n"),
    116: ("word.to.string", "s w"),
    118: ("get.num", "m v"),
    121: ("set.key", "n n c"),
    122: ("add.to.pic", "n n n n n n n"),
    123: ("add.to.pic.v", "v v v v v v v"),
    130: ("random", "n n v"),
    134: ("quit", "n"),
    151: ("print.at", "m n n n"),
    152: ("print.at.v", "v n n n"),
    154: ("clear.text.rect", "n n n n n"),
    155: ("set.upper.left", "n n"),
    157: ("set.menu.item", "m c"),
    160: ("disable.item", "c"),
    161: ("menu.input", ""),
    169: ("close.window", ""),
    170: ("set.simple", "s"),
    173: ("hold.key", ""),
    174: ("set.pri.base", "n"),
    175: ("discard.sound", "n"),
    177: ("allow.menu", "n"),
    178: ("show.mouse", ""),
    179: ("fence.mouse", "n n n n"),
    180: ("mouse.posn", "v v"),
    181: ("release.key", ""),
}

# reference: CMD-36.
TEST_OPERANDS = [
    ("return.false", ""),
    ("equaln", "v n"),
    ("equalv", "v v"),
    ("lessn", "v n"),
    ("lessv", "v v"),
    ("greatern", "v n"),
    ("greaterv", "v v"),
    ("isset", "f"),
    ("isset.v", "v"),
    ("has", "i"),
    ("obj.in.room", "i v"),
    ("posn", "o n n n n"),
    ("controller", "c"),
    ("have.key", ""),
    ("said", "words"),
    ("compare.strings", "s s"),
    ("obj.in.box", "o n n n n"),
    ("center.posn", "o n n n n"),
    ("right.posn", "o n n n n"),
]


def letters(operands: tuple[Operand, ...]) -> str:
    return " ".join("words" if kind is Operand.WORDS else kind.marker or "n" for kind in operands)


def test_every_action_and_test_has_its_position_as_number() -> None:
    assert [opcode.number for opcode in ACTIONS] == list(range(182))
    assert [opcode.number for opcode in TESTS] == list(range(19))


def test_names_are_unique() -> None:
    assert len({opcode.name for opcode in (*ACTIONS, *TESTS)}) == 182 + 19


@pytest.mark.parametrize(("number", "row"), SOME_ACTIONS.items())
def test_action_has_name_and_operands_of_the_reference(number: int, row: tuple[str, str]) -> None:
    # reference: CMD-1
    assert (ACTIONS[number].name, letters(ACTIONS[number].operands)) == row
    assert action_by_name(row[0]) is ACTIONS[number]


def test_tests_have_names_and_operands_of_the_reference() -> None:
    # reference: CMD-36
    assert [(opcode.name, letters(opcode.operands)) for opcode in TESTS] == TEST_OPERANDS


def test_number_of_operands_by_count_agrees_with_the_reference() -> None:
    # reference: CMD-1, counted by hand for 0 to 17 and 92 to 100 (the pattern that finds the table in
    # AGIDATA.OVL, reference: RES-39, begins with the first eighteen).
    assert [len(ACTIONS[n].operands) for n in range(18)] == [0, 1, 1] + [2] * 9 + [1] * 6
    assert [len(ACTIONS[n].operands) for n in range(92, 101)] == [1, 1, 1, 2, 2, 2, 1, 2, 0]


@pytest.mark.parametrize(("version", "last"), LAST_ACTIONS.items())
def test_profile_executes_the_actions_of_its_version(version: str, last: int) -> None:
    # reference: CMD-2
    assert PROFILES[version].last_action == last


def test_every_action_has_the_first_interpreter_of_the_reference() -> None:
    # reference: CMD-1, column "from"
    ranges = {"2.089": (0, 154), "2.272": (155, 160), "2.411": (161, 169), "2.903": (170, 173), "2.936": (174, 175)}
    ranges |= {"3.002.086": (176, 177), "3.002.098": (178, 181)}
    for version, (first, last) in ranges.items():
        assert {first_with_action(number) for number in range(first, last + 1)} == {version}


def test_other_operands_hold_until_a_later_interpreter_sets_them_back() -> None:
    later = PROFILES["2.230"]._replace(name="2.231")
    assert operands_of(action_by_name("quit"), later) == ()


def test_operands_depend_on_fields_of_the_profile() -> None:
    fields = set(VersionProfile._fields)
    assert {name for opcode in (*ACTIONS, *TESTS) for name in opcode.overrides} <= fields


def test_quit_has_no_operand_before_2_272() -> None:
    # reference: CMD-5.
    quit_action = action_by_name("quit")
    counts = {version: operand_count(quit_action.number, profile) for version, profile in PROFILES.items()}
    assert {version for version, count in counts.items() if count == 0} == {"2.089", "2.230"}
    assert operand_count(quit_action.number) == 1


def test_print_at_has_four_operands_in_every_version() -> None:
    # reference: CMD-3.
    assert {operand_count(151, profile) for profile in PROFILES.values()} == {4}


@pytest.mark.parametrize("number", [127, 175, 176, 178, 179, 180])
def test_null_command_eats_no_operand(number: int) -> None:
    # reference: CMD-4: 2.936 executes the operand of discard.sound.
    assert ACTIONS[number].is_null
    assert operand_count(number, PROFILES["3.002.149"]) == 0


def test_hide_mouse_has_an_operand_in_3_002_086_only() -> None:
    # reference: CMD-7.
    action = action_by_name("hide.mouse")
    assert operands_of(action, PROFILES["3.002.086"]) == (Operand.NUMBER,)
    assert operands_of(action, PROFILES["3.002.102"]) == ()


def test_script_entries_are_those_of_the_savegame_format() -> None:
    # reference: SAVE-11.
    recorded = {opcode.name: opcode.records for opcode in ACTIONS if opcode.records is not None}
    assert recorded == {
        "new.room": Record.LOAD_LOGICS,
        "new.room.v": Record.LOAD_LOGICS,
        "load.logics": Record.LOAD_LOGICS,
        "load.logics.v": Record.LOAD_LOGICS,
        "load.view": Record.LOAD_VIEW,
        "load.view.v": Record.LOAD_VIEW,
        "load.pic": Record.LOAD_PIC,
        "load.sound": Record.LOAD_SOUND,
        "draw.pic": Record.DRAW_PIC,
        "overlay.pic": Record.OVERLAY_PIC,
        "discard.pic": Record.DISCARD_PIC,
        "discard.view": Record.DISCARD_VIEW,
        "discard.view.v": Record.DISCARD_VIEW,
        "add.to.pic": Record.ADD_TO_PIC,
        "add.to.pic.v": Record.ADD_TO_PIC,
    }


def test_old_names_of_late_commands_are_known() -> None:
    # reference: LANG-25.
    assert action_by_name("unknown170") is ACTIONS[170]
    assert action_by_name("unknown181") is ACTIONS[181]
    assert test_by_name("issetv") is TESTS[8]
