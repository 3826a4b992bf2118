"""Addresses and places are those of the editor: on Windows, with blanks, beyond the first 65,536 characters."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.editor.documents import SourceDocument, path_of, uri_of
from agi_emu.editor.protocol import lsp
from tests.unit.editor.talk import Talk, talk, write_project


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/Users/me/my%20game/logics/1-hall.lgc", r"c:\Users\me\my game\logics\1-hall.lgc"),
        ("file:///C:/games/1.lgc", r"c:\games\1.lgc"),
        ("file://server/share/1.lgc", r"\\server\share\1.lgc"),
    ],
)
def test_addresses_of_windows_are_paths(uri: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pygls.uris.IS_WIN", True)
    found = path_of(uri)
    assert str(found) == path
    assert found is not None
    assert path_of(uri_of(found)) == found


def test_what_is_no_file_has_no_path() -> None:
    assert path_of("untitled:Untitled-1") is None


def test_answers_name_an_open_file_as_the_editor_does(tmp_path: Path) -> None:
    """VS Code writes the colon of a drive, and brackets, in another way than we would."""
    project = write_project(tmp_path / "my [first] game")

    async def conversation(editor: Talk) -> None:
        await editor.begin()
        own = editor.uri("logics/1-hall.lgc").replace("first", "%66irst")
        text = (project / "logics" / "1-hall.lgc").read_text()
        item = {"uri": own, "languageId": "agi-logic", "version": 3, "text": text}
        editor.tell("textDocument/didOpen", textDocument=item)
        await editor.settled()
        place = {"line": 8, "character": 8}
        edit = await editor.ask("textDocument/rename", textDocument={"uri": own}, position=place, newName="gate.open")
        assert own in [each["textDocument"]["uri"] for each in edit["documentChanges"]]

    talk(project, conversation)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_every_place_of_a_text_has_one_position(encoding: str) -> None:
    text = "a\u00e4\u20ac\U0001f6aab\n\n\U0001f6aa"
    document = SourceDocument(Path("x.lgc"), text, encoding)
    for offset in range(len(text) + 1):
        before = text[:offset].split("\n")
        assert document.offset(document.position(len(before) - 1, len(before[-1]))) == offset


def test_positions_outside_of_the_text_are_its_ends() -> None:
    document = SourceDocument(Path("x.lgc"), "ab\ncd")
    assert document.offset(lsp.Position(0, 99)) == 2
    assert document.offset(lsp.Position(99, 0)) == 5
