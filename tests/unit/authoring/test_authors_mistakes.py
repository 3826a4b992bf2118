"""What an author gets wrong, each as a file of a project: what `build` or `lint` says about it, in one sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agi_emu.authoring.lint import find
from agi_emu.authoring.project_writing import new_project
from agi_emu.facts.errors import AgiError
from agi_emu.host_files.drafts import write_files
from agi_emu.resources import open_game
from agi_emu.resources.projects.project import BuildMemory, read_project, write_project

LOGIC = "logics/77-x.lgc"
LOGICS = [
    ("set(f60)\nreset(f61);", "1:9: expected ';' at the end of the statement, found 'reset'"),
    ("set(f60;", "1:8: expected ',' between operands, or ')', found ';'"),
    ("if (f60) {\n  if (f61) {\n    set(f62);\n}", "2:12: this { is not closed; expected } before line 4"),
    ("set(f60); }", "1:11: expected a statement; this } has no {"),
    ('print("abc);', '1:7: this text is not closed; expected "'),
    ('prnt("a");', "1:1: unknown command prnt; did you mean print?"),
    ('Print("a");', "1:1: unknown command Print; did you mean print?"),
    ("position(o1, 4);", "1:1: position expects 3 operands (object, x, y), not 2"),
    ("set(f1, f2);", "1:1: set expects 1 operand (flag), not 2"),
    ("set(v30);", "1:5: set expects a flag (f0 to f255) here, not variable v30; did you mean set.v?"),
    ("set(dooor);", "1:5: set expects a flag (f0 to f255) here, not unknown name 'dooor'"),
    ('if (said("lok")) { }', "1:10: unknown word 'lok': it is not in the vocabulary; did you mean look?"),
    ('get("kee");', "1:5: expected the name of one item; 0 items are called 'kee'"),
    ("if (f60 and f61) { }", "1:9: expected ')' or && after the test; did you mean &&?"),
    ("else { }", "1:1: expected a statement; else can only follow the } of an if"),
    ("if (f60) { } elseif (f61) { }", "1:14: this language does not have elseif; expected else if"),
    ("while (f60) { }", "1:1: this language does not have while; expected if, a label and goto"),
    ("goto(end);", "1:6: unknown label end:"),
    ("a: a: goto(a);", "1:4: the label a: is already defined; rename one of the two"),
    ("v30 = 300;", "1:7: 300 is too big; expected 0 to 255"),
    ("v300 = 1;", "1:1: v300: numbers go from 0 to 255"),
    ('#message 0 "a"', "1:10: expected a message number from 1 to 255"),
    ('#message 3 "a"\n#message 3 "b"', "2:10: message 3 is already defined"),
    ("#define a 1\n#define a 2", "2:9: a is already defined, as 1"),
    ("#define v30 4", "1:9: v30 is a built-in name and cannot be defined"),
    ("#define a b\n#define b a\nv30 = a;", "2:11: the #define of a refers to itself"),
    ('#include "no.lgc"\nset(door); v30 = key;', "no.lgc: No such file or directory"),
    ("#define cause v40\ncause = v50 + 1;", "write cause = v50; cause += 1;"),
    ("/* abc", "1:1: this comment is not closed; expected */"),
    ("print(\u201cabc\u201d);", "1:7: unexpected character '\u201c'; texts stand between straight quotes"),
    ("v30 = 1.5;", "1:7: expected a whole number, found '1.5'"),
    ('set("60");', "1:5: set expects a flag (f0 to f255) here, not a text"),
    ("v30 = -200;", "1:7: -200 is too small; expected -128 to 255"),
    ("hide.mouse();", "1:1: hide.mouse needs interpreter 3.002.086; this is 2.917"),
    ("has(i1);", "1:1: has is a test; expected it in the condition of an if"),
    ("if (get(i1)) { }", "1:5: get is a command; expected a test, such as isset(f30) or v30 == 1"),
    ("v30 = " + "9" * 5000 + ";", "is too big; expected 0 to 255"),
    ('print("\u0412\u0435\u0442\u0435\u0440");', "is not in code page 437; write its byte as \\x##, or name another"),
]
FILES = [
    ("words.txt", "x: look\n", "words.txt:1: expected a word group from 0 to 65535, not 'x'"),
    ("words.txt", "20: look\n21: look\n", "words.txt:2: 'look' is in group 20 already; a word has one meaning"),
    ("items.txt", "?\n", "items.txt:1: expected two parts separated by ':', not '?'"),
    ("logics/1-zzz.lgc", "return();", "another file already has the number 1: 1-garden.lgc; rename one of the two"),
    ("logics/256.lgc", "return();", "logics/256.lgc: the numbers of a logic go from 0 to 255"),
    (
        "game.toml",
        'id = "A"\nauthor = A. Heron\n',
        'game.toml:2: Invalid value; texts stand in quotes: author = "A. Her',
    ),
    ("game.toml", 'id = "A"\ncolour = 3\n', "game.toml:2: 'colour' is not a setting; expected id, title,"),
    ("game.toml", 'highest_object = "many"\n', "game.toml:1: expected a number for highest_object, not 'many'"),
    ("game.toml", "codepage = 999\n", "game.toml:1: expected 437, 850, 852, 866, 1251, 1252 for codepage, not 999"),
    ("pictures/77.pic", "color 4\nfil 3,4\n", "77.pic:2: expected color,"),
    ("pictures/77.pic", "color 4\nline 3,4 300,4\n", "77.pic:2: expected a number from 0 to 159, not '300'"),
    ("views/77.view", "loop\ncel\n" + "1" * 161, "77.view:3: this row has 161 cells; a cel is at most 160 wide"),
    ("views/77.view", "loop\ncel\n12\n123\n", "77.view:4: this row has 3 cells, the rows above have 2"),
    ("views/77.view", "loop\nstrip none.png 2x1\n", "none.png: No such file or directory"),
    (
        "sounds/77.sound",
        "voice 9\n",
        "77.sound:1: expected voice 0, 1, 2 or noise before the first note, not 'voice 9'",
    ),
]
NOTED = [
    (LOGIC, "set(f60);", "expected return() after this, as the last statement"),
    ("logics/shore.lgc", "return();", "it has no number in front of its name, as in 3-shore.lgc"),
    ("logics/78.txt", "return();", "logics/78.txt is left out: the name of a logic ends in .lgc"),
    (LOGIC, 'if (said("look") && f60) { set(f60); } return();', "[test-after-said]"),
    (LOGIC, "load.view(99); return();", "load.view names view 99, which does not exist"),
    (LOGIC, f'print("{"Reeds. " * 130}"); return();', "the text takes 21 lines, and a window has 19"),
    (LOGIC, "if (f200) { v30 = 1; } return();", "f200 is read here and never set: it is false"),
    (LOGIC, "set(f200); return();", "f200 is changed here and never read"),
    (LOGIC, "if (v200 == 4) { set(f60); } return();", "v200 is read here and never set: it is always 0"),
    (
        LOGIC,
        'set.menu("A"); set.menu.item("B", c1); set.menu.item("Longer", c2); submit.menu(); return();',
        "the menu item 'Longer' is 5 wider than the first of its menu",
    ),
]
Said = Callable[[str, str], str]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """Returns all that is said about the garden with a file that is wrong."""
    folder, memory = tmp_path_factory.mktemp("garden"), BuildMemory()
    files = new_project("garden", "garden")
    write_files(folder, files)

    def about(name: str, text: str) -> str:
        (folder / name).write_text(text, encoding="utf-8")
        try:
            notes: list[str] = []
            project = read_project(folder, notes=notes, memory=memory)
            game = open_game(write_project(project, folder.with_suffix(".zip"), memory))
            return "\n".join([*notes, *map(str, find(game, memory=memory))])
        except AgiError as error:
            return f"not built: {error}"
        finally:
            (folder / name).unlink()
            write_files(folder, {name: files[name]} if name in files else {})

    return about


@pytest.mark.parametrize(("source", "sentence"), LOGICS)
def test_a_mistake_in_a_logic_is_refused(said: Said, source: str, sentence: str) -> None:
    found = said(LOGIC, f"{source}\nreturn();\n")
    assert found.startswith("not built: 77-x.lgc:")
    assert sentence in found
    assert found.count("77-x.lgc:") == 1, "one mistake, one message"


@pytest.mark.parametrize(("name", "text", "sentence"), FILES)
def test_a_mistake_in_another_file_is_refused(said: Said, name: str, text: str, sentence: str) -> None:
    found = said(name, text)
    assert found.startswith("not built: ")
    assert sentence in found


@pytest.mark.parametrize(("name", "text", "sentence"), NOTED)
def test_what_builds_and_is_hardly_meant_is_said(said: Said, name: str, text: str, sentence: str) -> None:
    found = said(name, text)
    assert not found.startswith("not built: ")
    assert sentence in found


def test_there_are_as_many_as_authors_have_made() -> None:
    assert len([*LOGICS, *FILES, *NOTED]) >= 63
