"""The compiler: byte vectors of the reference, substitutions, messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.facts.errors import LogicError
from agi_emu.facts.versions import PROFILES
from agi_emu.logic.compiler import CompilerReport, compile_file, compile_logic
from agi_emu.logic.emitter import toggle_texts


def code_of(source: str, **options: object) -> bytes:
    resource = compile_logic(source, **options)  # type: ignore[arg-type]
    return resource[2 : 2 + int.from_bytes(resource[:2], "little")]


def text_section_of(source: str) -> bytes:
    resource = compile_logic(source)
    return resource[2 + int.from_bytes(resource[:2], "little") :]


WORKED_EXAMPLE = """
#message 3 "A"
if (isset(f5) && (v1 == 2 || !said(10, 20))) {
  print("Hi");
} else {
  new.room(3); }
loop:
v10++;
if (v10 < 3) { goto(loop); }
return();
"""


def test_worked_example_of_the_reference() -> None:
    # reference: LANG-15, the worked example.
    resource = compile_logic(WORKED_EXAMPLE)
    assert resource == bytes.fromhex(
        "26 00"
        "FF 07 05 FC 01 01 02 FD 0E 02 0A 00 14 00 FC FF 05 00"
        "65 01"
        "FE 02 00"
        "12 03"
        "01 0A"
        "FF 03 0A 03 FF 03 00 FE F4 FF"
        "00"
        "03 0D 00 08 00 00 00 0B 00 09 1F 69 32 20"
    )


@pytest.mark.parametrize(
    ("source", "code"),
    [
        # reference: LANG-18, LANG-17, LANG-16.
        ("if (f1) { }", "FF 07 01 FF 00 00"),
        ("if ((v1 == 1)) { }", "FF FC 01 01 01 FC FF 00 00"),
        ("if (f1) { } else { }", "FF 07 01 FF 03 00 FE 00 00"),
        ("if ((f1 || f2) && !f3) { v1 = 1; }", "FF FC 07 01 07 02 FC FD 07 03 FF 03 00 03 01 01"),
        ("a: goto(a);", "FE FD FF"),
        ("goto(b); b:", "FE 00 00"),
        ("v1 = v2; v1 += 255;", "04 01 02 05 01 FF"),
        ("v5 = *v6; *v5 = 9; *v5 = v6;", "0A 05 06 0B 05 09 09 05 06"),
        # reference: WORD-26
        ('if (said("anyword", "rol")) { }', "FF 0E 02 01 00 0F 27 FF 00 00"),
        ("if (v1 >= 5) { }", "FF FD 03 01 05 FF 00 00"),
        ("if (v1 <= v2) { }", "FF FD 06 01 02 FF 00 00"),
        # Conditions of any shape become the one that interpreters know, by the laws of logic: distribution (the first
        # two; && binds more closely), De Morgan, and parentheses that do nothing.
        ("if (f1 && f2 || f3) { }", "FF FC 07 01 07 03 FC FC 07 02 07 03 FC FF 00 00"),
        ("if (f1 || (f2 && f3)) { }", "FF FC 07 01 07 02 FC FC 07 01 07 03 FC FF 00 00"),
        ("if (!(f1 || f2)) { }", "FF FD 07 01 FD 07 02 FF 00 00"),
        ("if (!(f1 && v2 == 3)) { }", "FF FC FD 07 01 FD 01 02 03 FC FF 00 00"),
        ("if (!(v1 != 5)) { }", "FF 01 01 05 FF 00 00"),
        ("if ((f1 && f2)) { }", "FF 07 01 07 02 FF 00 00"),
        ("if (f1 || (f2 || f3)) { }", "FF FC 07 01 07 02 07 03 FC FF 00 00"),
        # A sentence is asked for once in both groups: said sets haveMatch.
        ("if (f1 || f2 && said(10)) { }", "FF FC 07 01 07 02 FC FC 07 01 0E 01 0A 00 FC FF 00 00"),
        # A number on the left is the comparison from the other side; = and the like are how other languages compare.
        ("if (5 == v1 && 5 < v1 && 5 >= v1) { }", "FF 01 01 05 05 01 05 FD 05 01 05 FF 00 00"),
        (
            "if (v1 = 5 && v1 <> 5 && v1 => 5 && v1 =< 5) { }",
            "FF 01 01 05 FD 01 01 05 FD 03 01 05 FD 05 01 05 FF 00 00",
        ),
        ("if (f5 == true && f6 == FALSE && f7 != true) { }", "FF 07 05 FD 07 06 FD 07 07 FF 00 00"),
        # Alternatives alone need no parentheses of their own.
        ("if (f1 || !f2 || v1 != 3) { }", "FF FC 07 01 FD 07 02 FD 01 01 03 FC FF 00 00"),
        # reference: LANG-23, LANG-24.
        ("v1++; ++v1; v1--; --v1;", "01 01 01 01 02 01 02 01"),
        ("v1 = 4; v1 += v2; v1 -= 4; v1 -= v2;", "03 01 04 06 01 02 07 01 04 08 01 02"),
        ("v1 = v1 + 4; v1 = v1 - v2; v1 = v1 * 3; v1 = v1 / v2;", "05 01 04 08 01 02 A5 01 03 A8 01 02"),
        ("v1 *= 2; v1 *= v2; v1 /= 2; v1 /= v2;", "A5 01 02 A6 01 02 A7 01 02 A8 01 02"),
        ("v1 @= 4; v1 @= v2; v1 =@ v2;", "0B 01 04 09 01 02 0A 01 02"),
        ("f3 = true; f3 = false; f3 = TRUE;", "0C 03 0D 03 0C 03"),
        # WinAGI allows the target as the second operand where that makes no difference.
        ("v1 = 4 + v1; v1 = 4 * v1;", "05 01 04 A5 01 04"),
        # Sierra's compiler keeps the low byte of a negative number (5); reposition reads bytes as signed.
        ("v1 = -1; v1 = v1 -1; v1 -= 128;", "03 01 FF 07 01 01 07 01 80"),
        # Semicolons that end nothing.
        (";; if (f1) { v1++;; };", "FF 07 01 FF 02 00 01 01"),
        # The specification's own examples call objects so4 and items io9 (4.2, argument types).
        ("draw(so4); get(io9);", "23 04 5C 09"),
        # Names with digits in front (specification 4.2, defines and labels), and those of WinAGI with $, # and %.
        ("#define 1st.door v40\n1st.door++; 2nd: goto(2nd);", "01 28 FE FD FF"),
        ("#define my$var#2% v60\nmy$var#2% = 1;", "03 3C 01"),
        # reference: LANG-32: declarations of Sierra's compiler; what it says of commands is known.
        ("%var score 40\n%flag found 41\n%object cat 3\nscore++; set(found); draw(cat);", "01 28 0C 29 23 03"),
        (
            '%view v.cat 7\n%define NINE 9\n%action draw(OBJECT) 35\n%tokens "words"\nload.view(v.cat); v1 = NINE;',
            "1E 07 03 01 09",
        ),
        ('s2 = m5; #message 5 "x"', "72 02 05"),
        ("if (v1 != 5 && v1 > v2 && v1 && !v1) { }", "FF FD 01 01 05 06 01 02 05 01 00 FD 05 01 00 FF 00 00"),
        ("if (!v30 == 4) { }", "FF FD 01 1E 04 FF 00 00"),
        ("set.key(59, &v99, c5);", "79 3B 63 05"),
        ("unknown174(5);", "AE 05"),
        ("return; return();", "00 00"),
        # The chain of else-ifs is that of nested ifs (reference: LANG-22); all jumps lead to the end.
        (
            "if (f1) { v1 = 1; } else if (f2) { v1 = 2; } else { v1 = 3; }",
            "FF 07 01 FF 06 00 03 01 01 FE 0F 00 FF 07 02 FF 06 00 03 01 02 FE 03 00 03 01 03",
        ),
        (
            "if (f1) { v1 = 1; } else { if (f2) { v1 = 2; } else { v1 = 3; } }",
            "FF 07 01 FF 06 00 03 01 01 FE 0F 00 FF 07 02 FF 06 00 03 01 02 FE 03 00 03 01 03",
        ),
        ("if (f1) { } else if (f2) { }", "FF 07 01 FF 03 00 FE 06 00 FF 07 02 FF 00 00"),
        # A condition whose target is a label: reference: LANG-35.
        ("ifnot (f1) goto(x); v1++; x:", "FF 07 01 FF 02 00 01 01"),
        (":x goto x;", "FE FD FF"),
        # Comments and numbers of every dialect: reference: LANG-19, LANG-20.
        ("v1 = 0x1F; // x\nv2++;[ comment\n/* a /* nested */ one */ v3++;", "03 01 1F 01 02 01 03"),
        # Predefined names: reference: LANG-31.
        (
            "currentScore = 3; if (currentRoom == v1) { } get.posn(ego, v1, v2);",
            "03 03 03 FF 02 00 01 FF 00 00 27 00 01 02",
        ),
        # reference: LANG-26: the number is the byte itself.
        ("word.to.string(s1, w2);", "74 01 02"),
        # A null command eats no operand, so it may be written without (reference: CMD-4).
        ("discard.sound(7); discard.sound();", "AF 07 AF"),
    ],
)
def test_source_becomes_code(source: str, code: str) -> None:
    assert code_of(source) == bytes.fromhex(code)


def test_texts_take_the_lowest_numbers_that_no_message_claims() -> None:
    # reference: LANG-29: `#message 2 "A"`, `print("B"); print("A");` gives 65 01 65 02, texts B, A.
    source = '#message 2 "A"\nprint("B"); print("A"); print("B");'
    assert code_of(source) == bytes.fromhex("65 01 65 02 65 01")
    assert text_section_of(source)[:7] == bytes.fromhex("02 0A 00 06 00 08 00")


def test_equal_texts_mean_the_lowest_number() -> None:
    # reference: LANG-29
    assert code_of('#message 4 "A"\n#message 2 "A"\nprint("A");') == bytes.fromhex("65 02")


def test_text_section_of_the_reference() -> None:
    # reference: RES-23: messages "Hi" and "Bye".
    assert text_section_of('print("Hi"); print("Bye");') == bytes.fromhex("02 0d 00 06 00 09 00 09 1f 69 31 59 21 75")


def test_text_section_without_messages() -> None:
    # reference: LANG-11.
    assert text_section_of("return();") == bytes.fromhex("00 02 00")


def test_empty_and_undefined_messages_differ() -> None:
    # reference: LANG-13: an empty text has an offset, an undefined one has none.
    assert text_section_of('#message 2 ""') == bytes.fromhex("02 07 00 00 00 06 00") + b"A"


def test_undefined_messages_at_the_end_are_kept() -> None:
    # reference: LANG-37
    assert text_section_of("#messages 2") == bytes.fromhex("02 06 00 00 00 00 00")


def test_texts_are_bytes_of_code_page_437() -> None:
    # reference: LANG-21
    section = text_section_of(r'#message 1 "é\x01\"\\\n" "!"')
    plain = bytes(a ^ b for a, b in zip(section[5:], b"Avis Durgan", strict=False))
    assert plain == b'\x82\x01"\\\n!\0'


def test_defines_hold_in_the_whole_file_and_stand_for_other_defines() -> None:
    # reference: LANG-28
    source = 'v1 = LIMIT; print(GREETING);\n#define LIMIT MORE\n#define MORE 7\n#define GREETING "hello"'
    assert code_of(source) == bytes.fromhex("03 01 07 65 01")


def test_words_and_items_are_found_by_name() -> None:
    # reference: LANG-25, LANG-27
    words = {"look": 20, "at": 0, "blue house": 30}
    source = 'if (said(look, "Blue  House") && said("look", 9999)) { get("lamp"); }'
    assert code_of(source, words=words, items=["?", "lamp"]) == bytes.fromhex(
        "FF 0E 02 14 00 1E 00 0E 02 14 00 0F 27 FF 02 00 5C 01"
    )


def test_blank_of_a_word_may_be_a_dollar_sign() -> None:
    # reference: LANG-19: Sierra's compiler.
    assert code_of("if (said(blue$house)) { }", words={"blue house": 30}) == bytes.fromhex("FF 0E 01 1E 00 FF 00 00")


def test_text_may_stand_between_single_quotes() -> None:
    # reference: LANG-19: another compiler.
    assert text_section_of("print('say \"hi\"');") == text_section_of('print("say \\"hi\\"");')


def test_quit_without_operand_for_the_oldest_interpreters() -> None:
    # reference: CMD-5
    assert code_of("quit();", profile=PROFILES["2.089"]) == b"\x86"
    with pytest.raises(LogicError, match="quit expects 1 operand"):
        code_of("quit();", profile=PROFILES["2.917"])


def test_command_of_a_later_interpreter_is_an_error() -> None:
    with pytest.raises(LogicError, match=r"set\.pri\.base needs interpreter 2\.936; this is 2\.917"):
        code_of("set.pri.base(5);", profile=PROFILES["2.917"])


def test_missing_return_is_noted() -> None:
    notes: list[str] = []
    compile_logic("v1++;", listing=CompilerReport(notes))
    assert len(notes) == 1
    assert "return()" in notes[0]


def test_included_file_is_found_beside_the_file_that_includes_it(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "main.lgc").write_text('#include "more/names.lgc"\nv1 = A;\n')
    (tmp_path / "more" / "names.lgc").write_text('#define A 5\n#include "other.lgc"\n')
    (tmp_path / "more" / "other.lgc").write_text("v9++;\n")
    assert compile_file(tmp_path / "main.lgc")[2:7] == bytes.fromhex("01 09 03 01 05")


def test_included_file_is_found_whatever_the_case_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "main.lgc").write_text('#include "Defines.TXT"\nv1 = A;\n')
    (tmp_path / "defines.txt").write_text("#define A 5\n")
    assert compile_file(tmp_path / "main.lgc")[2:5] == bytes.fromhex("03 01 05")


def test_file_that_includes_itself_is_an_error() -> None:
    with pytest.raises(LogicError, match="includes itself"):
        compile_logic('#include "a"', read_include=lambda name: '#include "a"')


def test_error_shows_place_line_and_caret() -> None:
    with pytest.raises(LogicError) as caught:
        compile_logic('v1++;\n\tprint("Hi";\n', file="room1.lgc")
    assert str(caught.value) == (
        "room1.lgc:2:12: expected ',' between operands, or ')', found ';'\n    \tprint(\"Hi\";\n    \t          ^"
    )


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("print(v1);", "print expects a message .* not variable v1"),
        ("v1 = 256;", "256 is too big; expected 0 to 255"),
        ('print.at("a", 1, 2);', r"expects 4 operands \(message, row, column, width\), not 3"),
        ("frobnicate(1);", "unknown command frobnicate"),
        ("if (frobnicate(1)) { }", "unknown test frobnicate"),
        ("if (have.key() || f1 && f2) { }", "have.key can be tested only once"),
        ("if (f1) { v1++;", r"this \{ is not closed"),
        ("if (f1) v1++;", r"expected '\{' after the condition"),
        ("goto(x);", "unknown label x"),
        ("x: x:", "label x: is already defined"),
        ("v1 = v2 + 3;", "expected the target of the assignment, v1"),
        ("x = 3;", "'x' is not a command, label or variable"),
        ("v256 = 1;", "numbers go from 0 to 255"),
        ('if (said("xyzzy")) { }', "unknown word 'xyzzy'"),
        ('get("lamp");', "item names are unknown without a game"),
        ('print("a', "this text is not closed"),
        ("/* a", "this comment is not closed"),
        ("v1 ? 3;", "unexpected character"),
        ('print("漢");', "not in code page 437"),
        ('print("\\x00");', "cannot hold the byte 0"),
        ('#message 1 "a"\n#message 1 "b"', "message 1 is already defined"),
        ('#message 256 "a"', "expected a message number from 1 to 255"),
        ("#define v1 5", "v1 is a built-in name"),
        ("#define A B\n#define B A\nv1 = A;", "refers to itself"),
        ("#define A 1\n#define A 2", "A is already defined, as 1"),
        ("#frob", "unknown directive"),
        ('#include "x"', "files cannot be included here"),
        # reference: LANG-30.
        ("".join(f'print("{n}");' for n in range(256)), "at most 255 messages"),
        ("if (f1) {" + "v1 = 1;" * 11000 + "}", "the jump is 33000 bytes long"),
        ("v1 = 1;" * 22000, "the code takes 66000 bytes"),
        ("else { }", "else can only follow"),
    ],
)
def test_wrong_source_is_explained(source: str, problem: str) -> None:
    with pytest.raises(LogicError, match=problem):
        compile_logic(source)


def test_texts_are_encrypted_as_the_interpreter_does() -> None:
    source = 'print("Hello"); return();'
    texts = {
        name: toggle_texts(compile_logic(source, profile=PROFILES[name]), PROFILES[name].message_key)
        for name in ("2.936", "AGDS")
    }
    assert all(b"Hello" in each for each in texts.values())
    assert compile_logic(source, profile=PROFILES["AGDS"]) != compile_logic(source, profile=PROFILES["2.936"])
    assert compile_logic(source) == compile_logic(source, profile=PROFILES["2.936"])


def test_a_listing_names_the_lines_of_statements() -> None:
    listing = CompilerReport()
    compile_logic("v1 = 5;\nif (f1) {\n  v2 = 6;\n}\nreturn();", file="main.lgc", listing=listing)
    # assignn takes three bytes, the if six with its jump.
    assert listing.places[0] == "main.lgc:1"
    assert "main.lgc:3" in listing.places.values()
