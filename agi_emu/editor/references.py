"""Where things are defined and used, and their renaming in the whole project."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from agi_emu.editor.documents import SourceDocument, uri_of
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import RESOURCES, Question
from agi_emu.facts.errors import AgiError
from agi_emu.facts.numbers import number_in
from agi_emu.logic.dialects import AGIKIT
from agi_emu.logic.mentions import COMMAND, DEFINING, FILE, LABEL, NAME, Mention
from agi_emu.logic.opcodes import ACTIONS, KIND_OF_MARKER, TESTS, Operand
from agi_emu.logic.preprocessor import marked
from agi_emu.resources.kinds import Kind
from agi_emu.resources.writing.game_files import can_be_written

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.$#%]*")
_RAW = re.compile(r"[a-z]{0,2}[0-9]+")
_RENAMED = {NAME, LABEL, *KIND_OF_MARKER.values(), *RESOURCES, Operand.WORDS.value} - {Operand.MESSAGE.value}
_LAST = 255
_NOT_ROOMS = {0: "nowhere", _LAST: "carried by the player"}
_QUOTES = "\"'"
_NOT_IN_ITEMS = '" , : # \\'


class RenameError(AgiError):
    """A name cannot be changed in this way."""


def definition(question: Question) -> list[lsp.Location]:
    """Return where what the place mentions is defined: a `#define`, a label, a line of a list, or a file."""
    mention = question.main
    if mention is None:
        return []
    same_place = (each for each in question.at if (each.line, each.column) == (mention.line, mention.column))
    return next((found for each in same_place if (found := _definition(question, each))), [])


def _definition(question: Question, mention: Mention) -> list[lsp.Location]:
    if mention.kind == COMMAND:
        return []
    if mention.kind == FILE:
        return _beginning(question.project.file_of(mention))
    if mention.kind in RESOURCES:
        path = question.project.paths.get((RESOURCES[mention.kind], int(mention.key)))
        return _beginning(path) if path else []
    found = [each for _, each in question.like(mention) if each.command == DEFINING]
    if mention.kind == Operand.WORDS.value:
        word = _spoken(question.document.text_of(mention))
        found = [each for each in found if _spoken(question.text_of(each)) == word] or found[:1]
    return locations(question, found)


def _beginning(path: Path) -> list[lsp.Location]:
    start = lsp.Position(0, 0)
    return [lsp.Location(uri_of(path), lsp.Range(start, start))]


def references(question: Question, *, with_definition: bool = True) -> list[lsp.Location]:
    """Return every place that mentions the same, by name or by number."""
    mention = question.main
    if mention is None:
        return []
    found = (each for _, each in question.like(mention) if with_definition or each.command != DEFINING)
    return locations(question, found)


def highlights(question: Question) -> list[lsp.DocumentHighlight]:
    """Return the same within the document."""
    mention = question.main
    if mention is None:
        return []
    found = {
        (each.line, each.column): each
        for each in question.here
        if each.key == mention.key and each.kind == mention.kind
    }
    return [lsp.DocumentHighlight(question.document.range_of_mention(each)) for each in found.values()]


def locations(question: Question, mentions: Iterable[Mention]) -> list[lsp.Location]:
    """Return mentions as places in files, each once; names that WinAGI gives need not stand in one."""
    found: dict[tuple[Path, int, int], lsp.Location] = {}
    for mention in mentions:
        document = question.document_of(mention)
        if document is None or (question.project.is_written_by_winagi(mention) and not document.path.exists()):
            continue
        place = document.path, mention.line, mention.column
        if place not in found:
            found[place] = lsp.Location(document.uri, document.range_of_mention(mention))
    return list(found.values())


def renamable(question: Question) -> lsp.PrepareRenamePlaceholder | None:
    """Return the place and the name there, if it can be changed."""
    mention = question.main
    if mention is None or mention.kind not in _RENAMED:
        return None
    text = question.document.text_of(mention)
    if mention.kind in (Operand.WORDS.value, Operand.ITEM.value):
        if _RAW.fullmatch(text):
            return None
    elif mention.kind == NAME:
        if str(mention.key) not in question.meanings:
            return None
    elif mention.kind != LABEL and not _RAW.fullmatch(text):
        return None
    start, end = mention.column - 1, mention.end - 1
    if text[:1] in _QUOTES:
        start, end, text = start + 1, end - 1, text[1:-1]
    return lsp.PrepareRenamePlaceholder(question.document.range_of(mention.line - 1, start, end), text)


def rename(question: Question, name: str) -> lsp.WorkspaceEdit:
    """Return the changes that give what the place mentions another name or number; RenameError if it cannot be."""
    mention = question.main
    if mention is None or renamable(question) is None:
        raise RenameError("nothing that can be renamed stands here")
    _check_owner(question, mention)
    files: list[lsp.RenameFile] = []
    if mention.kind in (NAME, LABEL):
        _check_name(question, mention, name)
        changes = _changes(question, mention, lambda _, text: name)
    elif mention.kind == Operand.WORDS.value:
        changes = _renamed_word(question, mention, name)
    elif mention.kind == Operand.ITEM.value:
        if re.search(r'[",:#\\]|^\s|\s$|^$', name):
            raise RenameError(f"the name {name!r} of an item cannot hold any of {_NOT_IN_ITEMS} here")
        changes = _changes(question, mention, lambda _, text: None if _RAW.fullmatch(text) else _like(text, name))
    else:
        number = _checked_number(question, mention, name)
        digits = re.compile("[0-9]+$")
        changes = _changes(
            question, mention, lambda _, text: digits.sub(str(number), text) if _RAW.fullmatch(text) else None
        )
        if mention.kind in RESOURCES:
            files = list(_renamed_files(question, RESOURCES[mention.kind], int(mention.key), number))
    return lsp.WorkspaceEdit(document_changes=[*changes, *files])


def _changes(
    question: Question, mention: Mention, renamed: Callable[[Mention, str], str | None]
) -> list[lsp.TextDocumentEdit]:
    """Return the changes of all places that mention the same; `renamed` returns the new text of one, None for none."""
    found: dict[Path, tuple[SourceDocument, dict[tuple[int, int], lsp.TextEdit]]] = {}
    for _, each in question.like(mention):
        document = question.document_of(each)
        text = document.text_of(each) if document is not None else ""
        new = renamed(each, text) if text else None
        if document is not None and new is not None:
            _, edits = found.setdefault(document.path, (document, {}))
            edits.setdefault((each.line, each.column), lsp.TextEdit(document.range_of_mention(each), new))
    return [
        lsp.TextDocumentEdit(
            lsp.OptionalVersionedTextDocumentIdentifier(document.uri, document.version), list(edits.values())
        )
        for document, edits in found.values()
    ]


def _check_owner(question: Question, mention: Mention) -> None:
    """Refuse what another editor keeps in files that are not texts."""
    project = question.project
    if project.is_own:
        return
    places = [each for _, each in question.like(mention)]
    dialect = project.sources.settings.dialect if project.sources is not None else None
    editor = dialect.editor if dialect is not None else "its own editor"
    if any(map(project.is_written_by_winagi, places)):
        raise RenameError(f"{question.document.text_of(mention)} is the name of a resource; change it in {editor}")
    if mention.kind in (Operand.WORDS.value, Operand.ITEM.value) and not any(map(project.is_list, places)):
        raise RenameError(f"the words and items of this project are not texts; change them in {editor}")
    if mention.kind in RESOURCES and dialect is not AGIKIT:
        raise RenameError(f"the numbers of resources are also those of the built game; change them in {editor}")


def _check_name(question: Question, mention: Mention, name: str) -> None:
    commands = {opcode.name for opcode in (*ACTIONS, *TESTS)}
    if not _NAME.fullmatch(name) or marked(name):
        raise RenameError(f"{name!r} is not a name; expected letters, digits, _ and ., with a letter first")
    if name in commands or question.key(name) in question.reserved or name in ("if", "else", "goto", "return", "ifnot"):
        raise RenameError(f"{name} has a meaning already")
    others = question.project.mentions(mention.kind, question.key(name))
    taken = next((each for source, each in others if mention.kind != LABEL or source == question.source), None)
    if taken is not None:
        raise RenameError(f"{name} is already used, in {taken.file}:{taken.line}")


def _checked_number(question: Question, mention: Mention, name: str) -> int:
    operand = marked(name)
    marker = next((letter for letter, kind in KIND_OF_MARKER.items() if kind == mention.kind), "")
    number = operand[1] if operand is not None and operand[0] == marker else number_in(name, _LAST)
    if number is None or number > _LAST:
        raise RenameError(f"expected {marker or 'a number from '}0 to {marker}{_LAST}, not {name}")
    taken = next((each for _, each in question.like(mention._replace(key=number))), None)
    if taken is not None and number != mention.key:
        raise RenameError(f"{marker}{number} is already used, in {taken.file}:{taken.line}")
    kind, places = RESOURCES.get(mention.kind), [each for _, each in question.like(mention)]
    if kind is not None and (kind, number) in question.project.paths:
        raise RenameError(f"there is a {kind} {number} already")
    if kind is Kind.LOGIC and number in (0, _LAST) and any(question.project.is_list(each) for each in places):
        raise RenameError(f"items begin in this room; in room {number} they would be {_NOT_ROOMS[number]}")
    return number


def _renamed_files(question: Question, kind: Kind, old: int, new: int) -> Iterator[lsp.RenameFile]:
    kinds = [kind]
    if kind is Kind.LOGIC and (Kind.PICTURE, new) not in question.project.paths:
        room = question.project.made.get((Kind.LOGIC, old))
        draws = room is not None and any(each.command == "load.pic" and each.key == 0 for each in room.mentions)
        kinds += [Kind.PICTURE] if draws else []
    for each in kinds:
        path = question.project.paths.get((each, old))
        if path is not None:
            name = re.sub("^[0-9]+", str(new), path.name)
            yield lsp.RenameFile(uri_of(path), uri_of(path.with_name(name)))


def _renamed_word(question: Question, mention: Mention, name: str) -> list[lsp.TextDocumentEdit]:
    word = _spoken(question.document.text_of(mention))
    new = " ".join(name.lower().split())
    if not can_be_written(new):
        raise RenameError(f"the word {name!r} must begin with a letter from a to z")
    if new in question.word_groups:
        raise RenameError(f"{new!r} is a word of group {question.word_groups[new]} already")

    def renamed(each: Mention, text: str) -> str | None:
        if _spoken(text) != word:
            return None
        # A word alone may stand in a source without quotes; several cannot.
        is_list = question.project.is_list(each)
        needs_quotes = " " in new and not (is_list and question.project.is_own) and text[0] not in _QUOTES
        return f'"{new}"' if needs_quotes else _like(text, new)

    return _changes(question, mention, renamed)


def _spoken(text: str) -> str:
    return " ".join(text.strip(_QUOTES).replace("$", " ").lower().split())


def _like(text: str, new: str) -> str:
    """Return a name in the quotes that another one has."""
    return f"{text[0]}{new}{text[0]}" if text[0] in _QUOTES else new
