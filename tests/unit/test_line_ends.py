"""Lines of a text end in LF, in CR and LF, in CR alone, or in a mixture: every reader takes all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agi_emu.authoring.importing.importing import import_project
from agi_emu.authoring.project_writing import new_project
from agi_emu.input.input_script import read_input_script
from agi_emu.lab.worlds.environment import read_rules
from agi_emu.logic.compiler import compile_file, compile_logic
from agi_emu.logic.dialects import WINAGI
from agi_emu.recording.masks import SUFFIX, masks_beside
from agi_emu.resources.credits import credits_in
from agi_emu.resources.projects.project import read_project
from agi_emu.resources.projects.project_settings import read_settings
from tests.unit.authoring.foreign_projects import agikit_project, studio_project, winagi_project


def mixed(data: bytes) -> bytes:
    """Return a text whose lines end in each of the three ways in turn."""
    lines = data.split(b"\n")
    ends = (b"\r", b"\r\n", b"\n")
    return b"".join(line + ends[at % 3] for at, line in enumerate(lines[:-1])) + lines[-1]


ENDS: dict[str, Callable[[bytes], bytes]] = {
    "CR": lambda data: data.replace(b"\n", b"\r"),
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "mixed": mixed,
}
TEXTS = (".txt", ".lgc", ".pic", ".view", ".sound", ".toml", ".wag", ".json", ".agilogic", ".agipic")


def with_ends(folder: Path, ends: Callable[[bytes], bytes]) -> None:
    for path in folder.rglob("*"):
        is_logic = path.name.startswith("logic.") and b"\0" not in path.read_bytes()
        if path.is_file() and (path.suffix.lower() in TEXTS or is_logic):
            path.write_bytes(ends(path.read_bytes()))


@pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS)
def test_a_project_is_the_same_game_with_all_line_ends(tmp_path: Path, ends: Callable[[bytes], bytes]) -> None:
    for name, data in new_project("garden", "garden").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    expected = read_project(tmp_path)
    with_ends(tmp_path, ends)
    found = read_project(tmp_path)
    assert (found.settings, found.words, found.items) == (expected.settings, expected.words, expected.items)
    assert found.resources == expected.resources
    assert found.places == expected.places


@pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("write", [winagi_project, studio_project, agikit_project])
def test_a_project_of_another_editor_comes_over_with_all_line_ends(
    tmp_path: Path, write: Callable[[Path], Path], ends: Callable[[bytes], bytes]
) -> None:
    (tmp_path / "a").mkdir()
    folder = write(tmp_path / "a")
    for path in folder.rglob("*.lgc"):
        path.write_text("[ a comment\n// and another\n" + path.read_text())
    expected = import_project(folder)
    with_ends(folder, ends)
    found = import_project(folder)
    assert found.sources == expected.sources
    assert not found.mistakes
    assert found.files.keys() == expected.files.keys()
    assert found.project.interpreter == expected.project.interpreter
    assert found.files["words.txt"] == expected.files["words.txt"]


@pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS)
def test_single_texts_may_have_all_line_ends(tmp_path: Path, ends: Callable[[bytes], bytes]) -> None:
    """A logic with what it includes and what all know, a script, rules, masks, properties."""

    def write(name: str, text: str) -> Path:
        (tmp_path / name).write_bytes(ends(text.encode()))
        return tmp_path / name

    write("names.txt", "// names\n#define door f30\n[ end\n")
    write("globals.txt", "[ for all\n#define key 40\n")
    logic = write("x.lgc", '#include "names.txt"\nprint("one");\n[ no\nset(door); v30 = key;\nreturn();\n')
    meant = compile_logic('print("one"); set(f30); v30 = 40; return();')
    assert compile_file(logic, dialect=WINAGI) == meant
    script = read_input_script(write("x.script", "# lamp\ncycle 4: text look\ncycle 9: key enter\n"))
    assert [bool(script.keys_of(cycle)) for cycle in (4, 5, 9)] == [True, False, True]
    assert len(read_rules(write("rules", "v3 > 4 # too much\nv60 == 1\n"))) == 2
    write(f"a.rec{SUFFIX}", '# why\n[[variable]]\nnumber = 60\nreason = "clock"\n')
    assert masks_beside(tmp_path / "a.rec").variables[0].number == 60
    about = credits_in({"a.wag": ends(b'[General]\n  Title = "Moor"\nAuthor = "A. Heron"\n')})
    assert (about.title, about.author) == ("Moor", "A. Heron")
    write("game.toml", '# a comment\nid = "MOOR"\ninterpreter = "2.936"\n')
    assert read_settings(tmp_path).game_id == "MOOR"
