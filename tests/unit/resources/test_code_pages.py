"""Texts in other code pages: sources are readable, and build back to the game's bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.project_writing import extract_project
from agi_emu.facts.errors import AgiError, LogicError
from agi_emu.logic.compiler import compile_logic
from agi_emu.logic.disassembler import SourceNames, disassemble_logic
from agi_emu.resources import open_game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project import build_project, read_project
from agi_emu.resources.projects.view_script import view_source
from agi_emu.resources.projects.view_source import parse_view
from agi_emu.resources.writing.game_files import GameContents, write_game

SENTENCES = {
    "cp866": ("Холодный ветер.", "Ключ"),
    "cp1251": ("Холодный ветер.", "Ключ"),
    "cp852": ("Zażółć gęślą jaźń.", "Łódź"),
    "cp850": ("Ça va? Está.", "Clé"),
    "cp1252": ("Ça va? “Está”.", "Clé"),
    "cp437": ("Ça va? Está.", "Clé"),
}


@pytest.mark.parametrize("code_page", SENTENCES)
def test_a_game_becomes_readable_sources_and_the_same_game(tmp_path: Path, code_page: str) -> None:
    sentence, item = SENTENCES[code_page]
    text = "".join(f"\\x{byte:02X}" for byte in sentence.encode(code_page))
    stored = item.encode(code_page).decode("cp437")
    logic = compile_logic(f'print("{text}"); get(i1); return();')
    game = write_game(
        tmp_path / "game.zip", GameContents(logics={0: logic}, words={"look": 20}, items=[("?", 0), (stored, 3)])
    )
    (tmp_path / "src").mkdir()
    extract_project(open_game(game), tmp_path / "src", Extraction(code_page=code_page))
    source = (tmp_path / "src" / "logics" / "0.lgc").read_text(encoding="utf-8")
    assert f'print("{sentence}");' in source
    assert f'get("{item}");' in source
    assert item in (tmp_path / "src" / "items.txt").read_text(encoding="utf-8")
    settings = (tmp_path / "src" / "game.toml").read_text()
    assert ("codepage" in settings) == (code_page != "cp437")
    built = open_game(build_project(tmp_path / "src", tmp_path / "built.zip"))
    assert dict(built.logics) == {0: logic}
    assert built.files.get("object") == open_game(game).files.get("object")


@pytest.mark.parametrize("code_page", SENTENCES)
def test_every_byte_of_a_text_survives(code_page: str) -> None:
    """Some code pages lack a few characters."""
    text = "".join(f"\\x{byte:02X}" for byte in range(1, 256))
    logic = compile_logic(f'print("{text}"); return();')
    source = disassemble_logic(logic, SourceNames(code_page=code_page))
    assert compile_logic(source, code_page=code_page) == logic


@pytest.mark.parametrize("code_page", SENTENCES)
def test_descriptions_of_views_are_readable(code_page: str) -> None:
    sentence, _ = SENTENCES[code_page]
    text = f'description "{sentence}"\nloop\ncel\n1\n'
    data = parse_view(text, code_page=code_page)
    assert sentence.encode(code_page) in data
    source = view_source(data, "0", code_page).text
    assert source.splitlines()[0] == text.splitlines()[0]


def test_a_character_of_another_code_page_is_refused() -> None:
    with pytest.raises(LogicError, match="'é' is not in code page 866"):
        compile_logic('print("é"); return();', code_page="cp866")


def test_sources_may_be_stored_in_the_code_page_or_in_utf_8(tmp_path: Path) -> None:
    (tmp_path / "logics").mkdir()
    (tmp_path / "words.txt").write_text("20: look\n")
    (tmp_path / "items.txt").write_text("?: 0\n")
    (tmp_path / "game.toml").write_text("codepage = 866\n")
    for number, encoding in enumerate(("utf-8", "cp866")):
        (tmp_path / "logics" / f"{number}.lgc").write_bytes('print("Ветер"); return();'.encode(encoding))
    logics = read_project(tmp_path).resources[Kind.LOGIC]
    assert logics[0] == logics[1] == compile_logic('print("Ветер"); return();', code_page="cp866")
    (tmp_path / "game.toml").write_text("codepage = 999\n")
    with pytest.raises(AgiError, match=r"game\.toml:1: expected 437, 850, 852, 866, 1251, 1252 for codepage, not 999"):
        read_project(tmp_path)
