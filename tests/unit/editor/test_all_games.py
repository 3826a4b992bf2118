"""Over the sources of real games: places are answered, renaming and formatting keep bytes, typing breaks nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.project_writing import extract_project
from agi_emu.editor.answers import ANSWERS
from agi_emu.editor.documents import SourceDocument
from agi_emu.editor.formatting import formatted
from agi_emu.editor.protocol import lsp
from agi_emu.editor.references import renamable, rename
from agi_emu.facts.errors import AgiError
from agi_emu.host_files.reading import unsaved
from agi_emu.resources import open_game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project import read_project
from tests.unit.editor.talk import Talk, talk

GAMES = Path(__file__).parents[4] / "shared" / "games"
PLACES = 270
"""Of each game: 20,000 in all."""
TYPED = [*'"{}();,/*[#\\\n', "\ud800", "\U0001f6aa", "\r", "\x85"]
OF_PLACES = (
    lsp.TEXT_DOCUMENT_COMPLETION,
    lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
    lsp.TEXT_DOCUMENT_HOVER,
    lsp.TEXT_DOCUMENT_DEFINITION,
    lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT,
    lsp.TEXT_DOCUMENT_PREPARE_RENAME,
    lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
)
OF_DOCUMENTS = (
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
    lsp.TEXT_DOCUMENT_FOLDING_RANGE,
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
    lsp.TEXT_DOCUMENT_DOCUMENT_LINK,
    lsp.TEXT_DOCUMENT_DOCUMENT_COLOR,
)
ANSWER_OF: dict[str, Any] = {name: answer for name, answer, _ in ANSWERS}

pytestmark = [pytest.mark.games, pytest.mark.slow]


def archives() -> list[Path]:
    """Return the games, if they are here."""
    return sorted(GAMES.glob("*.zip"))


def extracted(archive: Path, folder: Path) -> Path:
    """Make a project of a game; skip what cannot be built again."""
    try:
        extract_project(open_game(archive), folder, Extraction())
        read_project(folder)
    except AgiError as problem:
        pytest.skip(str(problem).split("\n")[0])
    return folder


async def answered(editor: Talk, name: str, position: lsp.Position) -> int:
    """Ask everything about a place; return how many questions had an answer."""
    count = 0
    for method in OF_PLACES:
        question = await editor.server.question(editor.uri(name), position)
        assert question is not None
        count += bool(ANSWER_OF[method](question, None))
    return count


async def answered_in_all(editor: Talk, name: str) -> None:
    """Ask everything about a document."""
    question = await editor.server.question(editor.uri(name))
    assert question is not None
    for method in OF_DOCUMENTS:
        ANSWER_OF[method](question, None)
    formatted(question.document, "  ")


@pytest.mark.parametrize("archive", archives()[::3], ids=lambda path: path.stem)
def test_places_of_a_game_are_answered(archive: Path, tmp_path: Path) -> None:
    project = extracted(archive, tmp_path)
    chance = random.Random(archive.stem)
    files = [path for path in sorted(project.rglob("*")) if path.suffix in (".lgc", ".txt", ".toml", ".pic")]

    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/0.lgc")
        count = 0
        for path in chance.choices(files, k=30):
            name = str(path.relative_to(project))
            await answered_in_all(editor, name)
            document = editor.server.document(editor.uri(name))
            assert document is not None
            for _ in range(PLACES // 30):
                offset = chance.randrange(len(document.text) + 1)
                count += await answered(editor, name, document.position_of(offset))
        assert count > PLACES / 10

    talk(project, conversation)


@pytest.mark.parametrize("archive", archives()[::5], ids=lambda path: path.stem)
def test_typing_breaks_nothing(archive: Path, tmp_path: Path) -> None:
    """Pieces are cut, inserted and pasted; every text between is answered."""
    project = extracted(archive, tmp_path)
    chance = random.Random(archive.stem)
    logics = sorted(path.name for path in project.glob("logics/*.lgc"))

    async def conversation(editor: Talk) -> None:
        name = f"logics/{chance.choice(logics)}"
        await editor.begin(name)
        clipboard = '"'
        for _ in range(60):
            document = editor.server.document(editor.uri(name))
            assert document is not None
            text = document.text
            start = chance.randrange(len(text) + 1)
            end = min(len(text), start + chance.randrange(40))
            match chance.randrange(3):
                case 0:
                    clipboard, text = text[start:end] or clipboard, text[:start] + text[end:]
                case 1:
                    text = text[:start] + chance.choice(TYPED) + text[start:]
                case _:
                    text = text[:start] + clipboard + text[start:]
            editor.type(name, text)
            await answered(editor, name, document.position_of(start))
            await answered_in_all(editor, name)
        await editor.settled()

    talk(project, conversation)


@pytest.mark.parametrize("archive", archives()[::3], ids=lambda path: path.stem)
def test_formatting_keeps_the_bytes(archive: Path, tmp_path: Path) -> None:
    project = extracted(archive, tmp_path)
    before = read_project(project).resources[Kind.LOGIC]
    for path in project.glob("logics/*.lgc"):
        # As one who does not care for layout would have written it.
        ugly = "\n".join(line.strip() for line in path.read_text(encoding="utf-8").split("\n"))
        once = _formatted(path, ugly)
        assert _formatted(path, once) == once
        path.write_text(once, encoding="utf-8")
    assert read_project(project).resources[Kind.LOGIC] == before


def _formatted(path: Path, text: str) -> str:
    document = SourceDocument(path, text)
    lines = list(document.lines)
    for edit in formatted(document, "  "):
        lines[edit.range.start.line] = edit.new_text
    return "\n".join(lines)


@pytest.mark.parametrize("archive", archives()[::5], ids=lambda path: path.stem)
def test_a_renamed_name_and_back_gives_the_same_text(archive: Path, tmp_path: Path) -> None:
    project = extracted(archive, tmp_path)

    built = read_project(project).resources

    async def conversation(editor: Talk) -> None:
        name = "logics/0.lgc"
        await editor.begin(name)
        question = await editor.server.question(editor.uri(name))
        assert question is not None
        kinds = {"name", "flag", "variable"}
        wanted = {each.key: each for each in question.here if each.kind in kinds}
        for each in list(wanted.values())[:4]:
            position = question.document.range_of_mention(each).start
            here = await editor.server.question(editor.uri(name), position)
            if here is None or here.main is None or renamable(here) is None:
                continue
            letter = here.document.text_of(each)[0]
            texts = _changed(editor, rename(here, "never.used" if here.main.kind == "name" else f"{letter}251"))
            with unsaved(texts):
                assert (read_project(project).resources == built) == (here.main.kind == "name")

    talk(project, conversation)


def _changed(editor: Talk, edit: lsp.WorkspaceEdit) -> dict[Path, bytes]:
    """Return the texts of files as they are after an edit."""
    found = {}
    for change in edit.document_changes or ():
        assert isinstance(change, lsp.TextDocumentEdit)
        document = editor.server.document(change.text_document.uri)
        assert document is not None
        text = document.text
        for each in sorted(change.edits, key=lambda each: document.offset(each.range.start), reverse=True):
            assert isinstance(each, lsp.TextEdit)
            text = text[: document.offset(each.range.start)] + each.new_text + text[document.offset(each.range.end) :]
        found[document.path] = text.encode()
    return found
