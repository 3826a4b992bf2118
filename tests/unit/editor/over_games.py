"""What editors ask, over the sources of real games: ``python -m tests.unit.editor.over_games`` takes all of them.

Of each game places are asked about, pieces are cut, inserted and pasted, things are renamed and renamed back, and all
logics are formatted twice. Names of games choose some; the exit code is 1 where something does not hold.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.project_writing import extract_project
from agi_emu.editor.answers import ANSWERS
from agi_emu.editor.documents import SourceDocument
from agi_emu.editor.formatting import formatted
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import Question
from agi_emu.editor.references import RenameError, renamable, rename
from agi_emu.facts.errors import AgiError
from agi_emu.logic.mentions import LABEL, NAME, Mention
from agi_emu.logic.opcodes import Operand
from agi_emu.resources import open_game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project import read_project
from tests.unit.editor.talk import Talk, talk

GAMES = Path(__file__).parents[4] / "shared" / "games"
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
_BY_NAME = (NAME, LABEL, Operand.WORDS.value, Operand.ITEM.value)
_BY_NUMBER = (Operand.FLAG.value, Operand.VARIABLE.value, Operand.ROOM.value)


@dataclass(frozen=True)
class Effort:
    """How much is tried of each game."""

    places: int
    edits: int
    renamed: int
    formatted: int


WHOLE = Effort(places=270, edits=20, renamed=2, formatted=64)
"""Of 75 games 20,250 places."""


def archives() -> list[Path]:
    """Return the games, if they are here."""
    return sorted(GAMES.glob("*.zip"))


def extracted(archive: Path, folder: Path) -> Path | None:
    """Make a project of a game; None for one that cannot be built again."""
    try:
        extract_project(open_game(archive), folder, Extraction())
        read_project(folder)
    except AgiError:
        return None
    return folder


def try_game(project: Path, seed: str, effort: Effort) -> Counter[str]:
    """Try everything with a project; return how often what was done."""
    done: Counter[str] = Counter()
    chance = random.Random(seed)

    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/0.lgc")
        await _ask_places(editor, chance, effort.places, done)
        await _rename(editor, chance, effort.renamed, done)
        await _type(editor, chance, effort.edits, done)

    talk(project, conversation)
    _format(project, chance, effort.formatted, done)
    return done


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


async def _ask_places(editor: Talk, chance: random.Random, places: int, done: Counter[str]) -> None:
    files = [path for path in sorted(editor.folder.rglob("*")) if path.suffix in (".lgc", ".txt", ".toml", ".pic")]
    per_file = 9
    for path in chance.choices(files, k=places // per_file):
        name = str(path.relative_to(editor.folder))
        await answered_in_all(editor, name)
        document = _document(editor, name)
        for _ in range(per_file):
            offset = chance.randrange(len(document.text) + 1)
            done["places"] += 1
            done["answers"] += await answered(editor, name, _position(document, offset))


def _position(document: SourceDocument, offset: int) -> lsp.Position:
    """Return the position that has so many characters before it."""
    before = document.text[:offset].split("\n")
    return document.position(len(before) - 1, len(before[-1]))


async def _type(editor: Talk, chance: random.Random, edits: int, done: Counter[str]) -> None:
    """Cut, insert and paste pieces; every text between is answered."""
    name = f"logics/{chance.choice(sorted(editor.folder.glob('logics/*.lgc'))).name}"
    editor.open(name)
    clipboard = '"'
    for _ in range(edits):
        document = _document(editor, name)
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
        await answered(editor, name, _position(document, start))
        await answered_in_all(editor, name)
        done["edits"] += 1
    await editor.settled()


async def _rename(editor: Talk, chance: random.Random, count: int, done: Counter[str]) -> None:
    """Rename things and back: the texts are the same again; under another name the logics are so between."""
    before = _logics(editor)
    logics = sorted(editor.folder.glob("logics/*.lgc"))
    kinds = _BY_NAME + _BY_NUMBER
    for kind in chance.sample(kinds, k=len(kinds)):
        if not count:
            break
        for path in chance.sample(logics, k=min(len(logics), 8)):
            question = await editor.server.question(editor.uri(f"logics/{path.name}"))
            assert question is not None
            # The first of a line stays where it is when it gets a longer name.
            found = {(each.line, each.key): each for each in reversed(question.here) if each.kind == kind}
            chosen = chance.choice(list(found.values())) if found else None
            if chosen is not None and await _renamed_and_back(editor, path.name, chosen, before):
                done[f"renamed {kind}"] += 1
                count -= 1
                break


async def _renamed_and_back(editor: Talk, file: str, mention: Mention, before: dict[int, bytes]) -> bool:
    """Return whether a place was renamed; what can not be is told by a sentence."""
    name = f"logics/{file}"
    position = _document(editor, name).range_of_mention(mention).start
    question = await editor.server.question(editor.uri(name), position)
    assert question is not None
    if question.main is None or question.main.kind != mention.kind or (placeholder := renamable(question)) is None:
        return False
    old = placeholder.placeholder
    marker = old.rstrip("0123456789")
    others = ["zzyzx"] if mention.kind in _BY_NAME else [f"{marker}{number}" for number in range(255, 30, -1)]
    texts = {path: path.read_bytes() for path in editor.folder.rglob("*") if path.is_file()}
    edit = next((edit for new in others if (edit := _edit(question, new)) is not None), None)
    if edit is None:
        return False
    moved = _apply(editor, edit)
    if mention.kind in _BY_NAME:
        assert _logics(editor) == before
    await _looked_again(editor)
    name = next((new_name for old_name, new_name in moved if old_name == name), name)
    question = await editor.server.question(editor.uri(name), position)
    assert question is not None
    _apply(editor, rename(question, old))
    await _looked_again(editor)
    assert {path: path.read_bytes() for path in editor.folder.rglob("*") if path.is_file()} == texts
    return True


def _edit(question: Question, new: str) -> lsp.WorkspaceEdit | None:
    """Return what gives a thing another name; None for what is refused, such as a number that is in use."""
    try:
        return rename(question, new)
    except RenameError:
        return None


def _logics(editor: Talk) -> dict[int, bytes]:
    """Return what the logics make now, by the memory of the server."""
    (project,) = editor.server._projects.values()
    return read_project(editor.folder, memory=project._memory).resources[Kind.LOGIC]


async def _looked_again(editor: Talk) -> None:
    changed = [{"uri": editor.uri("game.toml"), "type": 2}]
    editor.tell("workspace/didChangeWatchedFiles", changes=changed)
    await editor.settled()


def _apply(editor: Talk, edit: lsp.WorkspaceEdit) -> list[tuple[str, str]]:
    """Write the changes into the files, as an editor that saves all; return the files that get other names."""
    moved = []
    for change in edit.document_changes or ():
        if isinstance(change, lsp.TextDocumentEdit):
            document = editor.server.document(change.text_document.uri)
            assert document is not None
            text = document.text
            for each in sorted(change.edits, key=lambda each: document.offset(each.range.start), reverse=True):
                assert isinstance(each, lsp.TextEdit)
                start, end = document.offset(each.range.start), document.offset(each.range.end)
                text = text[:start] + each.new_text + text[end:]
            document.path.write_bytes(text.encode())
            if document.version is not None:
                editor.type(str(document.path.relative_to(editor.folder.resolve())), text)
        else:
            assert isinstance(change, lsp.RenameFile)
            old, new = (Path(uri.removeprefix("file://")) for uri in (change.old_uri, change.new_uri))
            old.rename(new)
            moved.append((f"logics/{old.name}", f"logics/{new.name}"))
    return moved


def _format(project: Path, chance: random.Random, count: int, done: Counter[str]) -> None:
    """Format logics twice: the second time changes nothing, and the game's bytes are the same."""
    before = read_project(project).resources[Kind.LOGIC]
    logics = sorted(project.glob("logics/*.lgc"))
    for path in chance.sample(logics, k=min(len(logics), count)):
        # As one who does not care for layout would have written it.
        ugly = "\n".join(line.strip() for line in path.read_text(encoding="utf-8").split("\n"))
        once = _formatted(path, ugly)
        assert _formatted(path, once) == once
        path.write_text(once, encoding="utf-8")
        done["formatted"] += 1
    assert read_project(project).resources[Kind.LOGIC] == before


def _formatted(path: Path, text: str) -> str:
    document = SourceDocument(path, text)
    lines = list(document.lines)
    for edit in formatted(document, "  "):
        lines[edit.range.start.line] = edit.new_text
    return "\n".join(lines)


def _document(editor: Talk, name: str) -> SourceDocument:
    document = editor.server.document(editor.uri(name))
    assert document is not None
    return document


def main(names: list[str]) -> int:
    """Try all games, or those of these names; return the exit code."""
    total: Counter[str] = Counter()
    wrong = 0
    for archive in archives():
        if names and archive.stem not in names:
            continue
        began = time.process_time()
        with TemporaryDirectory() as folder:
            project = extracted(archive, Path(folder) / "project")
            try:
                done = Counter({"not built again": 1}) if project is None else try_game(project, archive.stem, WHOLE)
            except Exception as problem:
                wrong += 1
                done = Counter({"wrong": 1})
                print(f"{archive.stem}: {type(problem).__name__}: {str(problem)[:2000]}", flush=True)
        total += done + Counter({"games": 1})
        print(f"{archive.stem}: {dict(done)}, {time.process_time() - began:.0f} s", flush=True)
    print(", ".join(f"{count:,} {what}" for what, count in total.items()))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
