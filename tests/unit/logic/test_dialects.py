"""The dialects of other editors: one table, and a note where a source that names none means two things."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.facts.errors import LogicError
from agi_emu.logic.compiler import CompilerReport, compile_file, compile_logic
from agi_emu.logic.dialects import AGI_EMU, AGI_STUDIO, AGI_STUDIO_BARE, AGIKIT, DIALECTS, WINAGI, Dialect, dialect_of
from agi_emu.logic.disassembler import SourceNames, disassemble_logic
from agi_emu.logic.winagi import ids_text, properties_of, reserved_text

RETURN = " return();"
TWO_LINES = 'print("The gate is shut"\n      "by itself.");' + RETURN
WAG = """\
[General]
   WinAGIVersion = 2.3
   GameID = MOOR
   Interpreter = 2.917
[::BEGIN Logics::]
[Logic0]
   ID = lgc.Main
[::BEGIN Views::]
[View7]
   Description = "ID = none"
   ID = vw.Heron
[View300]
   ID = vw.None
"""


def texts_of(source: str, dialect: Dialect | None) -> bytes:
    """Return the only message of a source."""
    resource = compile_logic(f"#plaintext\n{source}", dialect=dialect)
    return resource.removesuffix(b"\0").rpartition(b"\0")[2]


def code_of(source: str, dialect: Dialect | None) -> bytes:
    resource = compile_logic(source, dialect=dialect)
    return resource[2 : 2 + int.from_bytes(resource[:2], "little")]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        (AGI_STUDIO, b"The gate is shut by itself."),
        (AGI_STUDIO_BARE, b"The gate is shutby itself."),
        (WINAGI, b"The gate is shutby itself."),
        (AGIKIT, b"The gate is shutby itself."),
        (AGI_EMU, b"The gate is shutby itself."),
        (None, b"The gate is shutby itself."),
    ],
)
def test_texts_of_two_lines(dialect: Dialect | None, text: bytes) -> None:
    # reference: LANG-38
    assert texts_of(TWO_LINES, dialect) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('print("a "\n"b");', b"a b"),  # already a blank
        ('print(""\n"b");', b"b"),
        ('print("a" "b");', b"ab"),  # on one line
        ('print("a"\n"b"\n"c");', b"a b c"),
        ('print("a" // why\n"b");', b"a b"),
        ('print("a\\n"\n"  b");', b"a\n  b"),  # a line of the text ends there
        ('print("a"\n" b");', b"a  b"),
    ],
)
def test_one_blank_and_only_between_lines(source: str, text: bytes) -> None:
    # reference: LANG-38
    assert texts_of(source + RETURN, AGI_STUDIO) == text


def test_words_count_from_1_in_winagi() -> None:
    # reference: LANG-26
    source = "#define verb w1\nword.to.string(s2, verb);" + RETURN
    assert {name: code_of(source, dialect).hex(" ") for name, dialect in DIALECTS.items()} == {
        "agi-emu": "74 02 01 00",
        "agistudio": "74 02 01 00",
        "agistudio-bare": "74 02 01 00",
        "winagi": "74 02 00 00",
        "agikit": "74 02 01 00",
    }
    with pytest.raises(LogicError, match="WinAGI counts the words of a sentence from w1"):
        compile_logic("word.to.string(s2, w0);" + RETURN, dialect=WINAGI)


def test_a_pointer_to_a_word_is_its_number() -> None:
    assert code_of("v30 = &w1;" + RETURN, WINAGI) == code_of("v30 = 1;" + RETURN, WINAGI)


def test_what_means_two_things_is_noted_unless_the_dialect_is_named() -> None:
    source = TWO_LINES.replace(RETURN, "") + ' print("a"\n"b"); word.to.string(s1, w1);' + RETURN
    notes: list[str] = []
    compile_logic(source, file="1.lgc", listing=CompilerReport(notes))
    blank, word = notes
    assert blank.startswith("1.lgc:1:7: this text continues on the next line without a blank; AGI Studio puts one")
    assert "as at 1 more place:" in blank
    assert "agi-emu counts the words of a sentence from w0, WinAGI from w1" in word
    assert all("in game.toml or with --dialect" in note for note in notes)
    for dialect in DIALECTS.values():
        named: list[str] = []
        compile_logic(source, listing=CompilerReport(named), dialect=dialect)
        assert named == []


def test_texts_that_mean_one_thing_are_not_noted() -> None:
    notes: list[str] = []
    compile_logic('print("a "\n"b"); print("c" "d"); word.to.string(s1, 1);' + RETURN, listing=CompilerReport(notes))
    assert [note for note in notes if "dialect" in note] == []


def test_ids_of_a_property_file() -> None:
    # reference: EXT-17, LANG-39
    general, ids = properties_of(WAG.encode())
    assert general["gameid"] == "MOOR"
    assert ids == {("logic", 0): "lgc.Main", ("view", 7): "vw.Heron"}
    assert ids_text(ids) == "#define lgc.Main  0\n#define vw.Heron  7\n"


@pytest.fixture
def winagi_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "moor"
    (folder / "src").mkdir(parents=True)
    (folder / "MOOR.wag").write_text(WAG)
    (folder / "globals.txt").write_text("#define vw.Heron  9\n#define wet  f60\n")
    return folder


def test_ids_and_globals_of_winagi_are_known(winagi_folder: Path) -> None:
    """What the source says goes before globals.txt, and this before ids (reference: LANG-39)."""
    source = winagi_folder / "src" / "rm.Shore.lgc"
    source.write_text("#define wet f61\nset(wet); load.view(vw.Heron); call(lgc.Main);" + RETURN)
    assert compile_file(source, dialect=WINAGI)[2:-3] == bytes.fromhex("0C 3D 1E 09 16 00 00")
    with pytest.raises(LogicError, match=r"unknown name 'vw\.Heron'"):
        compile_file(source, dialect=AGI_EMU)


def test_a_mistake_in_globals_is_told(winagi_folder: Path) -> None:
    (winagi_folder / "globals.txt").write_text("#define wet\n")
    source = winagi_folder / "src" / "rm.Shore.lgc"
    source.write_text("return();")
    with pytest.raises(LogicError, match=r"globals\.txt:1:9: expected the value of wet"):
        compile_file(source, dialect=WINAGI)


@pytest.mark.parametrize(
    ("project_file", "source", "name"),
    [
        ("MOOR.WAG", "src/rm.Shore.lgc", "winagi"),
        ("agikit-project.json", "src/logic/1.agilogic", "agikit"),
        ("words.tok", "src/logic12.txt", "agistudio"),
        ("words.tok", "src/LOGIC.012", "agistudio"),
        ("words.tok", "src/1.lgc", None),
        ("game.toml", "logics/logic.001", None),
    ],
)
def test_what_lies_beside_says_the_dialect(tmp_path: Path, project_file: str, source: str, name: str | None) -> None:
    (tmp_path / project_file).touch()
    path = tmp_path / source
    path.parent.mkdir(parents=True)
    path.touch()
    found = dialect_of(path)
    assert (found[0].name if found else None) == name


CASE = """#define DoorOpen f30
#define Speed 4
set(dooropen);
V40 = SPEED;
if (PreviousRoom == Right_Edge) { goto Away; }
get("GOLD COIN");
away:
return();"""


@pytest.mark.parametrize("dialect", [AGI_STUDIO, AGI_STUDIO_BARE, WINAGI])
def test_names_are_the_same_in_capitals_and_small_letters(dialect: Dialect) -> None:
    """Of items whose names are the same the first counts (reference: LANG-40)."""
    items = ["?", "Gold Coin", "gold coin"]
    meant = "set(f30); v40 = 4; if (v1 == 2) { goto away; } get(i1); away: return();"
    assert compile_logic(CASE, items=items, dialect=dialect) == compile_logic(meant)


@pytest.mark.parametrize("dialect", [AGI_EMU, AGIKIT])
def test_other_dialects_tell_capitals_and_small_letters_apart(dialect: Dialect) -> None:
    with pytest.raises(LogicError, match="unknown name 'dooropen'; did you mean DoorOpen"):
        compile_logic(CASE, items=["?", "Gold Coin"], dialect=dialect)
    with pytest.raises(LogicError, match="2 items are called 'coin'"):
        compile_logic('get("coin"); return();', items=["coin", "coin"], dialect=dialect)


def test_winagi_knows_texts_of_the_game_and_the_number_of_items() -> None:
    """In a property file, and in what a project has instead of one (reference: LANG-41)."""
    general, _ = properties_of(b'[General]\r GameID = MOOR\r GameVersion = "1.2"\r About = "By a heron."\r')
    names = reserved_text(general)
    source = "print(gameVersionMsg); print(gameAboutMsg); print(gameid); v40 = numberofitems; return();"

    def read(name: str) -> str:
        if name != "reserved.txt":
            raise FileNotFoundError(name)
        return names

    made = compile_logic(source, items=["?", "lamp", "key"], dialect=WINAGI, read_include=read)
    assert made == compile_logic('print("1.2"); print("By a heron."); print("MOOR"); v40 = 2; return();')


def test_a_name_may_stand_for_the_text_of_a_message() -> None:
    source = '#define cursor "_"\n#message 2 cursor\n#message 1 "a"\nprint(m2); print("_"); return();'
    assert compile_logic(source) == compile_logic('#message 1 "a"\n#message 2 "_"\nprint(m2); print(m2); return();')
    with pytest.raises(LogicError, match=r"logic:2:12: expected the message's text, found 'cursor'"):
        compile_logic("#define cursor 4\n#message 2 cursor\nreturn();")
    with pytest.raises(LogicError, match="message 2 is already defined"):
        compile_logic('#define cursor "_"\n#message 2 cursor\n#message 2 "a"\nreturn();')


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_a_disassembled_logic_is_in_its_dialect(dialect: Dialect) -> None:
    items = [b"?", b"Coin", b"coin", b"lamp"]
    names = [item.decode() for item in items]
    made = compile_logic("word.to.string(s2, w0); get(i1); get(i2); get(i3); return();")
    text = disassemble_logic(made, SourceNames(items=items, dialect=dialect))
    assert compile_logic(text, items=names, dialect=dialect) == made
    assert 'get("lamp")' in text
