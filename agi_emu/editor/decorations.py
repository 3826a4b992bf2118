"""Lays over a text what an editor shows: colours by meaning, names of numbers, links, colours of pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agi_emu.editor.documents import SourceDocument, uri_of
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import RESOURCES, Question
from agi_emu.facts.palette import COLOR_NAMES, EGA
from agi_emu.logic.mentions import COMMAND, DEFINING, FILE, LABEL, NAME, Mention
from agi_emu.logic.names import PREDEFINED
from agi_emu.logic.opcodes import Operand
from agi_emu.logic.preprocessor import marked

TOKEN_TYPES = ["function", "variable", "property", "enumMember", "label", "string", "class"]
TOKEN_MODIFIERS = ["declaration", "defaultLibrary"]
_TYPES = {
    COMMAND: "function",
    LABEL: "label",
    NAME: "enumMember",
    Operand.VARIABLE.value: "variable",
    Operand.FLAG.value: "property",
    Operand.OBJECT.value: "class",
    Operand.STRING.value: "variable",
}
_COLOR = re.compile(r"\s*colou?r\s+([\w -]+)")
_BRIGHTEST = 255


def semantic_tokens(question: Question) -> lsp.SemanticTokens:
    """Return what each name of a logic means: in five numbers each, relative to the one before."""
    data: list[int] = []
    line = start = end = 0
    for mention in _first_of_place(question):
        kind = _type(question, mention)
        place = question.document.range_of_mention(mention)
        here, column, after = place.start.line, place.start.character, place.end.character
        if here != line:
            start = end = 0
        if column < end or after <= column:
            continue
        modifiers = 1 if mention.command == DEFINING else 2 if mention.key in question.reserved else 0
        data += [here - line, column - start, after - column, kind, modifiers]
        line, start, end = here, column, after
    return lsp.SemanticTokens(data)


def _first_of_place(question: Question) -> Iterator[Mention]:
    places: set[tuple[int, int]] = set()
    for each in question.here:
        if (each.line, each.column) not in places and each.kind in _TYPES:
            places.add((each.line, each.column))
            yield each


def _type(question: Question, mention: Mention) -> int:
    name = _TYPES[mention.kind]
    if mention.kind == NAME and (operand := question.stands_for(str(mention.key))) is not None:
        name = {"v": "variable", "f": "property", "o": "class", "s": "variable"}.get(operand[0], name)
    return TOKEN_TYPES.index(name)


def inlay_hints(question: Question, first: int, last: int) -> Iterator[lsp.InlayHint]:
    """Yield the names of numbers in lines from `first` to `last`, both from 0."""
    document, seen = question.document, set()
    for mention in question.here:
        if not first <= mention.line - 1 <= last or mention.command == DEFINING or not isinstance(mention.key, int):
            continue
        text = document.text_of(mention)
        name = _name_of(question, mention) if marked(text) or text.isdecimal() else ""
        if name and (mention.line, mention.column) not in seen:
            seen.add((mention.line, mention.column))
            place = document.position(mention.line - 1, mention.end - 1)
            yield lsp.InlayHint(place, name, kind=lsp.InlayHintKind.Parameter, padding_left=True)


def _name_of(question: Question, mention: Mention) -> str:
    key = int(mention.key)
    if mention.kind == Operand.ITEM.value and question.project.sources is not None:
        names = question.project.sources.item_names
        return names[key] if key < len(names) else ""
    if mention.kind == Operand.WORDS.value:
        return next((word for word, group in question.word_groups.items() if group == key), "")
    named = question.names_of(mention.kind, key)
    if named:
        return str(named[0].key)
    path = question.project.paths.get((RESOURCES[mention.kind], key)) if mention.kind in RESOURCES else None
    label = path.stem.partition("-")[2] if path is not None else ""
    marker = Operand(mention.kind).marker
    return label or next((name for name, value in PREDEFINED.items() if marker and value == f"{marker}{key}"), "")


def links(question: Question) -> Iterator[lsp.DocumentLink]:
    """Yield the files that numbers of resources, includes and strips of images lead to."""
    project, document = question.project, question.document
    seen = set()
    for mention in question.here:
        path = project.file_of(mention) if mention.kind == FILE else None
        if mention.kind in RESOURCES:
            path = project.paths.get((RESOURCES[mention.kind], int(mention.key)))
        if path is not None and path.exists() and (mention.line, mention.column) not in seen:
            seen.add((mention.line, mention.column))
            yield lsp.DocumentLink(document.range_of_mention(mention), uri_of(path), path.name)
    if document.path.suffix == ".view":
        for number, line in enumerate(document.lines):
            match = re.match(r"\s*strip\s+(\S+)", line)
            if match and (image := document.path.parent / match[1]).exists():
                yield lsp.DocumentLink(document.range_of(number, *match.span(1)), uri_of(image), image.name)


def colours(document: SourceDocument) -> Iterator[lsp.ColorInformation]:
    """Yield the colours that a picture's script names."""
    for number, line in enumerate(document.lines):
        match = _COLOR.match(line.split(";")[0]) if document.path.suffix == ".pic" else None
        color = _color(match[1]) if match else None
        if match and color is not None:
            end = match.start(1) + len(match[1].rstrip())
            red, green, blue = (level / _BRIGHTEST for level in EGA[color])
            place = document.range_of(number, match.start(1), end)
            yield lsp.ColorInformation(place, lsp.Color(red, green, blue, 1.0))


def _color(text: str) -> int | None:
    name = re.sub("[-_ ]", "", text.lower()).replace("gray", "grey")
    if name in COLOR_NAMES:
        return COLOR_NAMES.index(name)
    return int(name) if name in map(str, range(len(EGA))) else None


def presentations(color: lsp.Color) -> list[lsp.ColorPresentation]:
    """Return the name of the colour of a picture that is nearest to any colour."""
    wanted = [_BRIGHTEST * level for level in (color.red, color.green, color.blue)]
    distances = [sum((a - b) ** 2 for a, b in zip(wanted, each, strict=True)) for each in EGA]
    return [lsp.ColorPresentation(COLOR_NAMES[distances.index(min(distances))])]
