"""Wrong sources: each with what the compiler says and where; several mistakes in one source are all named."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.errors import LogicError
from agi_emu.facts.versions import PROFILES
from agi_emu.logic.compiler import CompilerReport, compile_logic
from agi_emu.logic.lexer import MOST_MISTAKES
from agi_emu.logic.preprocessor import CHARACTERS_OF_INCLUDE

WORDS = {"look": 20, "brass lamp": 22}
ITEMS = ["?", "lamp", "key", "key"]

WRONG = [
    # Characters, texts and comments
    ("v1 = 5; $", "1:9", "unexpected character '$'"),
    ("v1 = 5 ? 6;", "1:8", "unexpected character '?'"),
    ('print("abc);', "1:7", 'this text is not closed; expected " before the end of the line'),
    ('print("abc\n");', "1:7", "this text is not closed"),
    ("v1 = 1;\n/* no end", "2:1", "this comment is not closed; expected */"),
    ("/* /* */ return();", "1:1", "this comment is not closed; expected */"),
    (r'print("\x4");', "1:8", r"expected two hexadecimal digits after \x"),
    (r'print("\xZZ");', "1:8", r"expected two hexadecimal digits after \x"),
    ('print("→");', "1:8", "is not in code page 437"),
    (r'print("a\x00b");', "1:7", "a message cannot hold the byte 0"),
    # Statements
    ("5;", "1:1", "expected a statement, found '5'"),
    ('"text";', "1:1", "expected a statement"),
    ("v1 = 5", "1:7", "expected ';' at the end of the statement, found the end of the file"),
    ("v1 = 5\nv2 = 6;", "1:7", "expected ';' at the end of the statement, found 'v2'"),
    ("v1 = 5 v2 = 6;", "1:8", "expected ';' at the end of the statement, found 'v2'"),
    ("print(m1))", "1:10", "expected ';' at the end of the statement, found ')'"),
    ("jump.high(o1);", "1:1", "unknown command jump.high"),
    ("Print(m1);", "1:1", "unknown command Print"),
    ("nonsense;", "1:1", "expected a statement; 'nonsense' is not a command, label or variable"),
    ("print m1;", "1:1", "expected '(' after print: operands go in parentheses, even if there are none"),
    ("program.control;", "1:1", "expected '(' after program.control"),
    ("equaln(v1, 5);", "1:1", "equaln is a test; expected it in the condition of an if"),
    ("while (f1) { }", "1:1", "this language does not have while; expected if, a label and goto"),
    ("nonsense = 5;", "1:1", "expected a statement; 'nonsense' is not a command, label or variable"),
    ("} v1++;", "1:1", "this } has no {"),
    ("if (f1) { v1++;", "1:9", "this { is not closed; expected }"),
    ("if (f1) v1++;", "1:9", "expected '{' after the condition, found 'v1'"),
    ("else { v1++; }", "1:1", "else can only follow the } of an if"),
    ("if (f1) { } else v1++;", "1:18", "expected '{' after else, found 'v1'"),
    # Assignments
    ("v1 == 5;", "1:4", "expected =, +=, -=, *=, /=, ++ or --, found '=='"),
    ("v1 = ;", "1:6", "expected an operand, found ';'"),
    ("v1 = 256;", "1:6", "256 is too big; expected 0 to 255"),
    ("v1 = -v1;", "1:6", "expected an operand, found '-'"),
    ("v1 = -129;", "1:6", "-129 is too small; expected -128 to 255"),
    ("v1 = 1.5;", "1:6", "expected a whole number, found '1.5'"),
    ("v1 := 5;", "1:4", "expected =, +=, -=, *=, /=, ++ or --, found ':='"),
    ("v256 = 1;", "1:1", "v256: numbers go from 0 to 255"),
    ('v1 = "text";', "1:6", "this assignment expects a number"),
    ("v1 = o2;", "1:6", "this assignment expects a number"),
    ("v1 = v2 + 3;", "1:6", "expected the target of the assignment, v1, as the first operand"),
    ("o1 = 5;", "1:1", "expected a variable (v0 to v255), not object o1"),
    ("f1 = 1;", "1:4", "expected '= true' or '= false' after a flag"),
    ("f1 += true;", "1:4", "expected '= true' or '= false' after a flag"),
    ("s1 += m2;", "1:4", "expected '=' after a string"),
    ("s1 = v2;", "1:6", "this assignment expects a message"),
    ("++5;", "1:3", "expected a variable (v0 to v255), not number 5"),
    ("*v1 + 5;", "1:5", "expected '=' after the variable"),
    ("*f1 = 5;", "1:2", "expected a variable (v0 to v255), not flag f1"),
    ("v1 = *5;", "1:7", "expected a variable (v0 to v255), not number 5"),
    ("v1 5;", "1:4", "expected an operator after variable v1, found '5'"),
    ("v1 = &5;", "1:6", "expected a variable, flag or similar after &"),
    # Commands and their operands
    ("print();", "1:1", "print expects 1 operand (message), not 0"),
    ("draw(o1, o2);", "1:1", "draw expects 1 operand (object), not 2"),
    ("print(v1);", "1:7", "print expects a message (m0 to m255 or a text) here, not variable v1"),
    ("draw(v1);", "1:6", "draw expects an object (o0 to o255) here, not variable v1"),
    ("position(o1, 300, 5);", "1:14", "300 is too big; expected 0 to 255"),
    ("position(o1, v3, 5);", "1:14", "position expects an x (number 0 to 255) here, not variable v3"),
    ("set(v1);", "1:5", "set expects a flag (f0 to f255) here, not variable v1"),
    ("print(hello);", "1:7", "print expects a message (m0 to m255 or a text) here, not unknown name 'hello'"),
    ("draw(o1 o2);", "1:9", "expected ',' between operands, or ')', found 'o2'"),
    ("draw(o1,, o2);", "1:9", "expected an operand, found ','"),
    ("draw(o1;", "1:8", "expected ',' between operands, or ')', found ';'"),
    ('get("lantern");', "1:5", "expected the name of one item; 0 items are called 'lantern'"),
    ('get("key");', "1:5", "expected the name of one item; 2 items are called 'key'"),
    # Conditions
    ("if f1 { }", "1:4", "expected '(' before the condition, found 'f1'"),
    ("if () { }", "1:5", "expected an operand, found ')'"),
    ("if (f1 { }", "1:8", "expected ')' or && after the test, found '{'"),
    (
        "if (said(20) || f2 && f3) { }",
        "1:5",
        "said can be tested only once, but this condition would test",
    ),
    ("if (f1 && have.key() || f3 && f4) { }", "1:11", "have.key can be tested only once"),
    (f"if ({' || '.join(['f1 && f2'] * 7)}) {{ }}", "1:5", "this condition is too long; it needs 128 groups"),
    ("if (f1 && ) { }", "1:11", "expected an operand, found ')'"),
    ("if (f5 == 1) { }", "1:8", "expected '== true', '== false'"),
    ("if (f5 > true) { }", "1:8", "expected '== true', '== false'"),
    ("if (get(i1)) { }", "1:5", "get is a command; expected a test"),
    ("if (5) { }", "1:5", "expected a test, not number 5"),
    ("if (o1) { }", "1:5", "expected a test, not object o1"),
    ("if (5 == 6) { }", "1:5", "expected a variable (v0 to v255), not number 5"),
    ("if (v1 == f2) { }", "1:11", "this comparison expects a number"),
    ("if (sings(o1)) { }", "1:5", "unknown test sings"),
    ("if (isset(v1)) { }", "1:11", "isset expects a flag (f0 to f255) here, not variable v1"),
    ("if (posn(o1, 1, 2)) { }", "1:5", "posn expects 5 operands"),
    ('if (said("lok")) { }', "1:10", "unknown word 'lok': it is not in the vocabulary"),
    ("if (said(lok)) { }", "1:10", "unknown word 'lok'"),
    ("if (said(65536)) { }", "1:10", "said expects words as texts or numbers 0 to 65535, not number 65536"),
    ("if (said(v1)) { }", "1:10", "said expects words as texts or numbers 0 to 65535, not variable v1"),
    (
        "if (" + "(" * 31 + "f1" + ")" * 31 + ") { }",
        "1:35",
        "parentheses are nested more than 30 deep; simplify the condition",
    ),
    ("if (f1) { " * 121 + "}" * 121, "1:1209", "blocks are nested more than 120 deep; nest fewer"),
    # Labels
    ("goto(nowhere);", "1:6", "unknown label nowhere:"),
    ("a: a: return();", "1:4", "the label a: is already defined; rename one of the two"),
    ("goto(5);", "1:6", "expected the label to go to, found '5'"),
    ("goto(a; a:", "1:7", "expected ')' after the label, found ';'"),
    ("goto(@x);", "1:7", "expected an offset in the code after @"),
    ("ifnot (f1) v1++;", "1:12", "expected goto after the condition of ifnot, found 'v1'"),
    (": 5", "1:3", "expected a label's name after ':', found '5'"),
    # Directives
    ("#defne A 5", "1:1", "unknown directive; expected #include, #define, #message or #messages"),
    ("#define 5 6", "1:9", "expected a name to define, found '5'"),
    ("#define A", "1:9", "expected the value of A on the same line"),
    ("#define v5 6", "1:9", "v5 is a built-in name and cannot be defined"),
    ("#define A 5\n#define A 6", "2:9", "A is already defined, as 5"),
    ("#define A B\n#define B A\nv1 = A;", "2:11", "the #define of A refers to itself"),
    (
        "".join(f"#define A{n} A{n + 1}\n" for n in range(60)) + "v1 = A0;",
        "50:13",
        "the #define of A0 leads through more than 50 others",
    ),
    ("#define A 5 6\nv1 = A;", "1:13", "expected one number, text or name for A"),
    ('#message 0 "x"', "1:10", "expected a message number from 1 to 255"),
    ('#message 256 "x"', "1:10", "expected a message number from 1 to 255"),
    ("#message 1", "1:11", "expected the message's text, found the end of the file"),
    ('#message "x"', "1:10", "expected the message's number, found '\"x\"'"),
    ('#message 1 "x"\n#message 1 "y"', "2:10", "message 1 is already defined"),
    ('#message 1 "a\\x00"', "1:1", "a message cannot hold the byte 0"),
    ("#include names", "1:10", "expected the file's name as a text"),
    ('#include "names.lgc"', "1:1", "files cannot be included here"),
    ("#texts 256", "1:8", "expected a byte from 0 to 255"),
]


def problems(source: str, **options: object) -> list[str]:
    """Return what is wrong with a source, an entry a mistake."""
    with pytest.raises(LogicError) as caught:
        compile_logic(source, words=WORDS, items=ITEMS, file="room.lgc", **options)  # type: ignore[arg-type]
    lines = str(caught.value).splitlines()
    return [line for line in lines if not line.startswith("    ")]


@pytest.mark.parametrize(("source", "place", "sentence"), WRONG)
def test_mistake_is_named_with_its_place(source: str, place: str, sentence: str) -> None:
    first = problems(source)[0]
    assert first.startswith(f"room.lgc:{place}: "), first
    assert sentence in first


def test_there_are_enough_of_them() -> None:
    assert len(WRONG) >= 60


@pytest.mark.parametrize(
    ("source", "suggestion"),
    [
        ("IF (f1) { }", "unknown command IF; did you mean if?"),
        ("if (f1 and f2) { }", "expected ')' or && after the test; did you mean &&?"),
        ("if (f1 or f2) { }", "did you mean ||?"),
        ("if (f1) { } elseif (f2) { }", "this language does not have elseif; expected else if"),
        ("V1 = 5;", "'V1' is not a command, label or variable; did you mean v1?"),
        ("set(v5);", "not variable v5; did you mean set.v?"),
        ("if (isset(v5)) { }", "not variable v5; did you mean isset.v?"),
        ("set.view(o1, v5);", "not variable v5; did you mean set.view.v?"),
        ("#define doorOpen f40\nset(doorOpne);", "unknown name 'doorOpne'; did you mean doorOpen?"),
        ("get(lantern);", "unknown name 'lantern'; did you mean \"lantern\"?"),
        ('print("don\u2019t");', "is not in code page 437; write '"),
        ("print(\u201chello\u201d);", "texts stand between straight quotes"),
        ("prnt(m1);", "unknown command prnt; did you mean print?"),
        ("Print(m1);", "unknown command Print; did you mean print?"),
        ("if (issett(f1)) { }", "unknown test issett; did you mean isset?"),
        ('if (said("loook")) { }', "it is not in the vocabulary; did you mean look?"),
        ('get("brass lmap");', "0 items are called 'brass lmap'; did you mean brass lamp?"),
    ],
)
def test_what_was_meant_is_offered(source: str, suggestion: str) -> None:
    with pytest.raises(LogicError) as caught:
        compile_logic(source, words={"look": 20, "take": 21}, items=["?", "brass lamp", "lantern"])
    assert suggestion in str(caught.value)


def test_nothing_is_offered_where_nothing_is_like_it() -> None:
    assert "did you mean" not in problems("frobnicate(1);")[0]


def test_line_is_shown_with_a_caret_under_the_place() -> None:
    with pytest.raises(LogicError) as caught:
        compile_logic("v1 = 1;\n\tv2 =  o3;\n", file="a.lgc")
    assert str(caught.value).splitlines()[1:] == ["    \tv2 =  o3;", "    \t      ^"]


def test_command_that_the_interpreter_lacks_is_named() -> None:
    assert problems("set.pri.base(5);", profile=PROFILES["2.917"]) == [
        "room.lgc:1:1: set.pri.base needs interpreter 2.936; this is 2.917"
    ]
    assert problems("quit(1);", profile=PROFILES["2.089"]) == ["room.lgc:1:1: quit expects 0 operands (none), not 1"]


def test_all_mistakes_are_named() -> None:
    source = """
    #define A
    v1 = $;
    if (nonsense(1)) {
      print(v1);
      v2 = 5;
      draw(1, 2);
    } else {
      v300 = 1;
    }
    v3 = ;
    goto(nowhere);
    return();
    """
    places = [line.split(": ")[0] for line in problems(source)]
    expected = ("2:13", "3:10", "4:9", "5:13", "7:7", "9:7", "11:10", "12:10")
    assert places == [f"room.lgc:{place}" for place in expected]


@pytest.mark.parametrize(
    ("source", "places"),
    [
        # One mistake is one message, and what is right after it is not called wrong.
        ("v1 = 5\nv2 = 6\nprint(m1)\nv3 = $;", ["1:7", "2:7", "3:10", "4:6"]),
        ("if (f1) {\n  print(m1)\n}\nelse {\n  v1 = ;\n}", ["2:12", "5:8"]),
        ('if (said("look)) {\n  print("Hm.);\n}\nv1 = $;', ["1:10", "2:9", "4:6"]),
        ('print("one\ntwo");\nv1 = $;', ["1:7", "3:6"]),
        ("if (f1)\n  v1++;\nelse\n  v2++;\nv1 = $;", ["1:8", "5:6"]),
        ("if (f1); {\n  v1 = $;\n}", ["1:8", "2:8"]),
        ("if (f1 {\n  v1++;\n} else {\n  v2++;\n}", ["1:8"]),
        ("{ v1++; }\nv1 = $;", ["1:1", "2:6"]),
        ("for (v1 = 0; v1 < 5; v1++) {\n  v1 = $;\n}", ["1:1", "2:8"]),
        ("while (f1) { v1++; }", ["1:1"]),
        ("If (f1) { v1++; } Else { v2++; }", ["1:1", "1:19"]),
        ("if (f1) {\n  v1++;\n  /* no end\n}\n", ["3:3"]),
        ("print(\u201chello, you\u201d);\nv1 = $;", ["1:7", "2:6"]),
        ('print("It\u2019s (not) so; no.");\nv1 = $;', ["1:10", "2:6"]),
        ("v1 = $1F;\nv2 = 1.5;", ["1:6", "2:6"]),
        ("draw(o1;\nv1 = $;", ["1:8", "2:6"]),
    ],
)
def test_mistake_causes_no_others(source: str, places: list[str]) -> None:
    assert [line.split(": ")[0] for line in problems(source)] == [f"room.lgc:{place}" for place in places]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("if (f1) {\n  if (f2) {\n    v2++;\n\n  if (f3) {\n    v3++;\n  }\n}\n", ["2:11 5"]),
        ("if (f1)\n{\n  if (f2)\n  {\n    v2++;\n\n  if (f3)\n  {\n  }\n}\n", ["4:3 7"]),
        ("if (f1)\n  {\n  if (f2)\n    {\n    v2++;\n  if (f3)\n    {\n    }\n  }\n", ["4:5 6"]),
        ("if (f1) {\n  if (f2) {\n    v1++;\n  else {\n    v2++;\n  }\n}\n", ["2:11 4"]),
        ("if (f1) {\n  v1++;\nif (f2) {\n  v2++;\nif (f3) {\n}\n", ["1:9 3", "3:9 5"]),
        ("if (f1) {\nagain:\n  print(\nm1);\n  if (f2) {\n    goto(again);\n}\n", ["5:11 7"]),
        # Where the lines say nothing, or another thing than the braces.
        ("if (f1) {\nv1++;\nif (f2) {\nv2++;\n}\n", ["1:9 "]),
        ("if (f1) {\n  v1++;\nv2++;\n  if (f2) {\n  }\n  }\n  if (f3) {\n", ["7:11 "]),
    ],
)
def test_a_brace_is_missing_where_the_lines_show_it(source: str, found: list[str]) -> None:
    places = [re.match(r"room.lgc:([\d:]+): this { is not closed; expected }(?: before line )?(\d*)$", line)
              for line in problems(source)]  # fmt: skip
    assert [place and " ".join(place.groups()) for place in places] == found


STATEMENTS = "if ( ) { } else goto a : ; print raw ifnot while for ++ = @= =@ *"
OPERANDS = "v1 f2 5 , & @ - 1.5 $1F true \u201c \u201d #define %var #include #message \\"
TESTS = "said isset posn && || ! == < <>"
TOKENS = [*STATEMENTS.split(), *OPERANDS.split(), *TESTS.split(), "\n", '"', '"x"', "'", "//", "/*", "*/", "["]


@given(st.lists(st.sampled_from(TOKENS), max_size=40), st.sampled_from(["", " "]))
def test_any_tokens_end_in_code_or_in_sentences(tokens: list[str], between: str) -> None:
    try:
        compile_logic(between.join(tokens), words=WORDS, items=ITEMS)
    except LogicError as problem:
        first = str(problem)
    else:
        first = "logic:1:1: compiles"
    assert re.match(r"logic:\d+:\d+: \w", first), first


def test_a_source_is_not_read_beyond_a_number_of_mistakes() -> None:
    assert problems("xyz;\n" * 5000)[-1] == f"and {MOST_MISTAKES - 20} more mistakes"
    assert problems("#message 256\n" * 5000)[-1] == f"and {MOST_MISTAKES - 20} more mistakes"


def test_an_error_shows_only_the_beginning_of_a_long_line() -> None:
    with pytest.raises(LogicError) as raised:
        compile_logic("v1 = 1; " * 5000 + "xyz;")
    assert str(raised.value).count("\n") == 0
    with pytest.raises(LogicError) as raised:
        compile_logic("xyz;" + " " * 5000)
    assert len(str(raised.value)) < 500


def test_a_source_has_a_number_of_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agi_emu.logic.preprocessor.MOST_TOKENS", 1000)
    with pytest.raises(LogicError, match="the source is too long for a logic; split it"):
        compile_logic("; " * 1001)


def test_files_that_include_each_other_again_and_again_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agi_emu.logic.preprocessor.MOST_CHARACTERS", 500 * CHARACTERS_OF_INCLUDE)
    read: list[str] = []

    def twice(name: str) -> str:
        read.append(name)
        return f'#include "{name}x"\n' * 2 if len(name) < 40 else ""

    with pytest.raises(LogicError, match="with what it includes, the source is too long"):
        compile_logic('#include "x"\nreturn();', read_include=twice)
    assert len(read) < 1_000
    with pytest.raises(LogicError, match="files are included more than 50 deep"):
        compile_logic('#include "x"\nreturn();', read_include=lambda name: f'#include "{name}x"\n')


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ('print("' + "x" * 70_000 + '"); return();', "at most 65535 are possible"),
        ("print(" + '"abc" ' * 22_000 + "); return();", "this text takes more than 65,535 bytes"),
        ("#message 1 " + '"abc" ' * 22_000 + "\nreturn();", "this text takes more than 65,535 bytes"),
        ("v1 = " + "& " * 5_000 + "v2; return();", "expected an operand, found '&'"),
    ],
)
def test_what_no_logic_can_hold_is_one_sentence(source: str, sentence: str) -> None:
    with pytest.raises(LogicError, match=sentence):
        compile_logic(source)


def test_many_mistakes_are_counted() -> None:
    said = problems("v1 = ;\n" * 30)
    assert len(said) == 21
    assert said[-1] == "and 10 more mistakes"


@pytest.mark.parametrize(
    ("test", "example"),
    [
        ("distance(ego, o3) < 20", "distance(o0, o1, v40); if (v40 < 20)"),
        ("random(1, 6) == 6", "random(0, 1, v40); if (v40 < 20)"),
    ],
)
def test_a_command_in_a_condition_shows_the_way(test: str, example: str) -> None:
    with pytest.raises(LogicError, match=re.escape(f"test the variable that it sets, as in {example}")):
        compile_logic(f"if ({test}) {{ }} return();")


def test_a_missing_return_is_noted_at_the_last_statement() -> None:
    notes: list[str] = []
    compile_logic("v1 = 5;\nv2++;\n\n", listing=CompilerReport(notes))
    (note,) = notes
    assert note.splitlines() == [
        "logic:2:5: expected return() after this, as the last statement",
        "    v2++;",
        "        ^",
    ]


def test_an_include_that_is_missing_is_told_alone() -> None:
    """The names that it would have defined are not called wrong; other mistakes are."""

    def read(name: str) -> str:
        raise FileNotFoundError(2, "No such file or directory")

    source = '#include "names.txt"\nset(door); lamp = 4; if (wet == 2 && key) { lamp++; }\nprnt(); return();\n'
    with pytest.raises(LogicError) as error:
        compile_logic(source, read_include=read)
    lines = [line for line in str(error.value).splitlines() if line.startswith("logic:")]
    assert lines == [
        "logic:1:10: cannot read names.txt: No such file or directory",
        "logic:3:1: unknown command prnt; did you mean print?",
    ]


def test_a_sum_of_two_others_is_shown_as_two_statements() -> None:
    with pytest.raises(LogicError, match=r"write cause = v50; cause \+= 1;"):
        compile_logic("#define cause v40\ncause = v50 + 1;\nreturn();")
