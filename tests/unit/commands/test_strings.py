"""Strings, prompts, the log (reference: WORD-29 to WORD-32)."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import FRIENDLY
from agi_emu.machine.display.message import string_of
from agi_emu.machine.input.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources.kinds import Kind
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, press


@covers("set.string")
def test_set_string_keeps_codes_and_39_bytes(play: Stage) -> None:
    m = play(f'set.string(s1, "%v5 {"x" * 50}"); set.string(s255, "last");')
    assert string_of(m, 1) == b"%v5 " + b"x" * 35
    assert string_of(m, 255) == b"last"


@covers("word.to.string", "parse")
def test_word_to_string(play: Stage) -> None:
    # reference: WORD-30: string first, word counted from 0
    m = play('set.string(s1, "take the brass lamp"); parse(s1); word.to.string(s2, w1); word.to.string(s3, w2);')
    assert string_of(m, 2) in (b"take", b"brass lamp")
    assert b"brass lamp" in (string_of(m, 2), string_of(m, 3))


@pytest.mark.parametrize(
    ("sentence", "expected"), [("take lamp", b"ID"), ("take", b"\x1eID"), ("take lamp take", b"D")]
)
@covers("word.to.string")
def test_word_10_is_the_text_at_the_count_of_words(play: Stage, sentence: str, expected: bytes) -> None:
    # reference: WORD-30: at data address 2 the game's id begins
    source = f'set.game.id("ID"); set.string(s1, "{sentence}"); parse(s1); word.to.string(s5, w10);'
    assert string_of(play(source), 5) == expected
    assert string_of(play(source, mercies=FRIENDLY), 5) == b""


@covers("parse")
def test_parse_of_string_12_and_up_only_clears_flags(play: Stage) -> None:
    # reference: WORD-17
    m = play("".join(f'set.string(s{n}, "look"); parse(s{n}); if (f2) {{ v{n + 29} = 1; }} ' for n in (11, 12)))
    assert (m.vars[40], m.vars[41]) == (1, 0)


@covers("parse")
def test_unknown_word_is_v9(play: Stage) -> None:
    m = play('set.string(s1, "look xyzzy"); parse(s1); v40 = v9;')
    assert m.vars[40] == 2


def prompted(play: Stage, command: str) -> Machine:
    m = play(f"if (!f200) {{ set(f200); {command} set(f201); }}")
    assert not m.flag(201)
    return m


@covers("get.string")
def test_get_string(play: Stage) -> None:
    # reference: TEXT-46
    m = prompted(play, 'set.string(s2, "old"); get.string(s2, "Name: ", 5, 3, 4);')
    assert m.modal is Purpose.GET_STRING
    assert m.text.rows[5] == "   Name:"
    press(m, "a", "b", "backspace", "c", "right", "d", "e", "f", "enter")
    assert m.flag(201)
    assert string_of(m, 2) == b"acde"


@pytest.mark.parametrize(
    ("length", "keys", "expected"),
    [
        (10, ("a", "b", "esc"), b""),
        (10, ("a", "b", "ctrl-c", "z", "enter"), b"z"),
        (10, ("a", "b", "ctrl-x", "enter"), b""),
        (10, ("a", "f1", "b", "enter"), b"a"),
        (0, ("a", "enter"), b""),
        (255, (*"x" * 45, "enter"), b"x" * 39),
    ],
)
@covers("get.string")
def test_keys_of_get_string(play: Stage, length: int, keys: tuple[str, ...], expected: bytes) -> None:
    # reference: TEXT-45, TEXT-46
    m = prompted(play, f'get.string(s2, "", 5, 3, {length});')
    press(m, *keys)
    assert m.flag(201)
    assert string_of(m, 2) == expected


@pytest.mark.parametrize(("word", "expected"), [(0x0101, b"ab"), (0x0301, b"ab"), (0x0201, b""), (0x0401, b"")])
@covers("get.string")
def test_buttons_end_get_string_as_enter_and_esc(play: Stage, word: int, expected: bytes) -> None:
    # reference: TEXT-45, KEY-22
    m = prompted(play, 'get.string(s2, "", 5, 3, 9);')
    press(m, "a", "b")
    m.advance([Key(word)])
    m.run(ticks=2)
    assert m.flag(201)
    assert string_of(m, 2) == expected


@covers("get.string")
def test_get_string_leaves_the_cursor_for_a_row_past_the_screen(play: Stage) -> None:
    # reference: TEXT-46
    m = prompted(play, 'get.string(s2, "Here", 25, 3, 4);')
    assert m.text.rows[0] == "Here"


@pytest.mark.parametrize(("cursor", "line"), [("_", ">hi  _"), ("", ">hi")])
@covers("get.string", "set.cursor.char")
def test_get_string_moves_the_cursor_of_the_input_line(play: Stage, cursor: str, line: str) -> None:
    # reference: TEXT-47: one column each; not without a cursor character
    m = play(f"""
    if (!f200) {{ set(f200); set.string(s0, ">"); set.cursor.char("{cursor}"); accept.input(); }}
    if (f201) {{ reset(f201); get.string(s1, "A? ", 5, 0, 5); get.string(s2, "B? ", 6, 0, 5); set(f202); }}
    """)
    press(m, "h", "i")
    m.set_flag(201, True)
    m.cycle()
    press(m, "a", "enter", "b", "enter")
    assert m.flag(202)
    assert m.text.rows[23] == line


@pytest.mark.parametrize(
    ("keys", "expected"), [("300", 44), ("1a2", 1), ("-1", 0), ("", 0), ("  7", 7), ("1234", 123), ("255", 255)]
)
@covers("get.num")
def test_get_num(play: Stage, keys: str, expected: int) -> None:
    # reference: TEXT-48
    m = prompted(play, 'v40 = 99; get.num("How many? ", v40);')
    assert m.text.rows[23] == "How many?"
    press(m, *keys, "enter")
    assert m.flag(201)
    assert m.vars[40] == expected


@covers("get.num")
def test_esc_in_get_num_is_0(play: Stage) -> None:
    # reference: TEXT-48
    m = prompted(play, 'v40 = 99; get.num("How many? ", v40);')
    press(m, "4", "esc")
    assert m.vars[40] == 0


@covers("log")
def test_log(play: Stage) -> None:
    # reference: CMD-34: LF LF Room 5 LF Input line: look LF message
    m = play('v0 = 5; v40 = 7; if (f2) { log("v40 is %v40."); } accept.input();')
    press(m, *"look", "enter")
    assert m.log_lines[:1] == [b"\n\nRoom 5\nInput line: look\nv40 is 7."]


@pytest.mark.parametrize(("interpreter", "start"), [("2.917", b"\x80\x1e"), ("2.936", b"\x90\x1e")])
@covers("parse", "display")
def test_words_of_a_sentence_without_any_are_what_lies_at_address_0(
    play: Stage, interpreter: str, start: bytes
) -> None:
    # reference: WORD-15, WORD-31: ignored words leave the count of the sentence before, but no words; %w goes by
    # the count
    both = 'set.string(s1, "take lamp"); parse(s1); set.string(s1, "the"); parse(s1);'
    source = f'set.game.id("ID"); {both} display(1, 2, "%w1!"); display(2, 2, "%w3!"); if (f2) {{ v40 = 1; }}'
    m = play(source, interpreter=interpreter)
    assert m.vars[40] == 0
    assert bytes(m.state.text_chars[40 + 2 : 40 + 8]) == start + b"ID!\0"
    assert bytes(m.state.text_chars[80 + 2 : 80 + 4]) == b"!\0"
    m = play(source, mercies=FRIENDLY)
    assert bytes(m.state.text_chars[40 + 2 : 40 + 4]) == b"!\0"


@pytest.mark.parametrize(("interpreter", "shown"), [("2.272", "7:"), ("2.411", "key:"), ("2.936", "key:")])
@covers("display")
def test_names_of_items_in_texts_by_interpreter(play: Stage, interpreter: str, shown: str) -> None:
    # reference: TEXT-23, TEXT-24: %o from 2.411 on; an unknown code and its % vanish
    m = play('v7 = 2; display(1, 0, "%o7:");', interpreter=interpreter, items=(("?", 0), ("lamp", 1), ("key", 2)))
    assert m.text.rows[1] == shown


# golden, probe strings-high: 2.936 and 2.917; reference: CMD-30: 3.002.098, 3.002.102, 2.440
@pytest.mark.parametrize(
    ("interpreter", "strings"),
    [
        (
            "2.936",
            {
                25: b"t.\nPress ESC to keep playing.",
                51: b"y.\nWant %d, have %d",
                52: b"  max: %u\nrm.0, etc.: %u\nmax script: %d",
                55: b"quit.",
                56: b"ersion 2.936",
                57: b" game.\n\nPress ESC to continue\nthis game.",
                58: b"",
                59: b"ugh memory to\nplay this game.\n256K of RAM is required.",
            },
        ),
        (
            "2.917",
            {
                51: b"%d, have %d",
                52: b"u\nrm.0, etc.: %u\nmax script: %d",
                55: b"venture Game Interpreter\n      Version 2.917",
                56: b".917",
                57: b"Press ESC to continue\nthis game.",
                58: b" your computer does\nnot have enough memory to\nplay this game.\n256K of RAM is required.",
                59: b"ry to\nplay this game.\n256K of RAM is required.",
            },
        ),
        ("2.440", {55: b"ersion 2.440"}),
        ("3.002.098", {56: b"\x07", 57: b"e Game Interpreter\n      Version 3.002.098", 58: b"98"}),
        ("3.002.102", {58: b"2.102"}),
    ],
)
def test_strings_behind_the_last_are_texts_of_the_program(
    play: Stage, interpreter: str, strings: dict[int, bytes]
) -> None:
    m = play("", interpreter=interpreter)
    assert {number: string_of(m, number) for number in strings} == strings


@pytest.mark.parametrize("interpreter", ["2.917", "2.936", "3.002.098"])
def test_string_255_is_not_empty(play: Stage, interpreter: str) -> None:
    # reference: CMD-30: set.simple(s255) saves without the dialogs
    assert string_of(play("", interpreter=interpreter), 255)


@pytest.mark.parametrize("interpreter", ["2.440", "2.917", "3.002.098"])
@covers("set.text.attribute")
def test_the_string_after_the_last_is_the_colour_of_text(play: Stage, interpreter: str) -> None:
    # reference: CMD-30, SAVE-5: the colour follows the strings
    source = 'if (v60 == 1) { set.text.attribute(3, 0); } v60++; display(1, 0, "%s24");'
    m = play(source, interpreter=interpreter)
    assert string_of(m, 24) == b"\x0f"
    m.cycle()
    assert string_of(m, 24) == b"\x03"
    assert m.text.rows[1] == "\x03"
    assert string_of(play(source, interpreter=interpreter, mercies=FRIENDLY), 24) == b""


@pytest.mark.parametrize(
    ("interpreter", "string", "skipped", "stack"), [("2.917", 47, 1, 0x2880), ("2.936", 53, 6, 0x2890)]
)
def test_strings_show_where_the_files_and_the_memory_lie(
    play: Stage, interpreter: str, string: int, skipped: int, stack: int
) -> None:
    # reference: MEM-16, MEM-4
    m = play("", interpreter=interpreter)
    files, count = m.game.files.contents, m.state.general.object_count
    directories = sum(len(files[name]) for name in ("logdir", "picdir", "viewdir", "snddir"))
    items = stack + directories + len(files["words.tok"]) + 3
    objects = items - 3 + len(files["object"])
    end = objects + 43 * count
    kept = end + 10 + len(m.game.stored(Kind.LOGIC, 0).data)
    words = [objects, end, 43 * count, items, items + m.items.plain[0], len(files["object"]) - 3]
    words += [kept, stack - 2560, kept, 0x0010]
    memory = b"".join(word.to_bytes(2, "little") for word in words[skipped:])
    assert string_of(m, string) == memory.split(b"\0")[0]


@pytest.mark.parametrize(
    ("interpreter", "string", "beginning"),
    [
        ("2.936", 26, "5150"),  # return: at 5051h, no operand
        ("2.936", 30, "e77c0360 773a02"),  # set.string.. of action 40: 3 operands, the second and third are variables
        ("2.917", 31, "ed3d0240 253e0240 5d3e0240 953e0240 b97902"),
    ],
)
def test_strings_show_the_table_of_actions(play: Stage, interpreter: str, string: int, beginning: str) -> None:
    # reference: CMD-30
    assert string_of(play("", interpreter=interpreter), string) == bytes.fromhex(beginning)
