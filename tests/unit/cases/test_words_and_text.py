"""Cases of text, words and keys (docs/cases.md 4, 13, 15, 16, 17, 19 and 21)."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.machine.display.message import string_of
from agi_emu.machine.input.parser import read_sentence
from agi_emu.resources import open_game
from tests.unit.commands.stage import Stage, press
from tests.unit.sample_games import logic


@pytest.mark.games
def test_words_with_a_are_known(games: Path) -> None:
    # docs/cases.md 4: in V - The Graphical Adventure words that begin with "a" were unknown
    game = open_game(games / "vtgadv.zip")
    words = [word for word in game.words if word.startswith("a") and " " not in word and len(word) > 1]
    assert words
    unknown = [word for word in words if read_sentence(game.words.raw, word.encode("cp437")).unknown]
    assert unknown == []


def test_longest_match_wins(play: Stage) -> None:
    # docs/cases.md 17: the longest entry that matches is taken
    words = {"al": 50, "al sent me": 51, "sent": 52, "me": 53}
    m = play('set.string(s1, "al sent me"); parse(s1); if (said("al sent me")) { set(f200); }', words=words)
    assert m.flag(200)


@pytest.mark.parametrize("typed", ["look", "look ", "  look", "look.", "look ,"])
def test_blanks_and_stops_around_a_word_change_nothing(play: Stage, typed: str) -> None:
    # docs/cases.md 21: whitespace after a word gave another answer
    m = play(f'set.string(s1, "{typed}"); parse(s1); v60 = v9; if (said("look")) {{ set(f200); }}')
    assert m.flag(200)
    assert m.vars[60] == 0


def test_bare_rest_of_the_line_needs_a_sentence(play: Stage) -> None:
    # docs/cases.md 16: said("rol") alone is true for every sentence, false without one
    source = 'if (said("rol")) {{ v60 = 1; }} set.string(s1, "{}"); parse(s1); if (said("rol")) {{ v61 = 1; }}'
    m = play(source.format("look lamp"))
    assert (m.vars[60], m.vars[61]) == (0, 1)


def test_typing_while_a_message_is_up_is_lost(play: Stage) -> None:
    # docs/cases.md 21: keys are thrown away by the open window, not put into the input line
    m = play('if (!f200) { set(f200); accept.input(); print("Wait."); }')
    press(m, "a", "b", "enter")
    m.cycle()
    assert m.message is None
    assert m.state.input.length == 0


def test_function_key_of_a_keypad_and_digits_over_the_picture(play: Stage) -> None:
    # docs/cases.md 13: F6 was not mapped, and digits displayed over the picture were not shown
    source = """
    if (!f200) { set(f200); set.key(0, 64, c6); v60 = 0; load.pic(v60); draw.pic(v60); show.pic(); }
    if (controller(c6)) { v61 += 1; display(10, 10, "%v61"); }
    """
    m = play(source)
    press(m, "f6", "f6")
    assert m.vars[61] == 2
    assert m.text.rows[10].strip() == "2"


def test_message_box_is_centred(play: Stage) -> None:
    # docs/cases.md 15: left column (40 - width) div 2, rows in the middle of 19 (reference: TEXT-30)
    for text in ("x", "xx", "x" * 29):
        m = play(f'print("{text}");')
        row = next(row for row in m.text.rows if row.strip())
        assert len(row) - len(text) == (40 - len(text)) // 2


def test_print_at_breaks_lines_at_its_width(play: Stage) -> None:
    # docs/cases.md 16: the width operand of print.at
    m = play('print.at("one two three four", 5, 5, 10);')
    assert m.message == "one two\nthree\nfour"


def test_empty_strings_are_harmless(play: Stage) -> None:
    # docs/cases.md 17
    m = play('set.string(s1, ""); parse(s1); set.string(s2, "%s1"); display(3, 3, "%s1%s2"); v60 = 1;')
    assert m.vars[60] == 1
    assert string_of(m, 1) == b""
    assert not m.flag(2)


def test_characters_of_code_page_437_are_shown(play: Stage) -> None:
    # docs/cases.md 17
    m = play("call(1);", logics={1: logic(bytes.fromhex("67 03 00 01 00"), [bytes([0x84, 0x94, 0x81, 0xE1])])})
    assert m.text.rows[3] == "äöüß"


def test_text_background_is_an_inversion_in_graphics_mode(play: Stage) -> None:
    # docs/cases.md 19: any background but 0 gives black on white there (reference: TEXT-8)
    for background in (1, 7, 15):
        m = play(f'set.text.attribute(12, {background}); display(3, 0, "x");')
        assert m.state.text_attributes[120] == 0x8F


def test_called_logic_uses_its_own_messages_for_codes(play: Stage) -> None:
    # docs/cases.md 19 and reference: TEXT-23: %m is of the running logic, %g of logic 0
    code = bytes.fromhex("67 03 00 01 00")
    m = play('#message 5 "zero"\ncall(1);', logics={1: logic(code, [b"%m2 %g5", b"one"])})
    assert m.text.rows[3] == "one zero"
