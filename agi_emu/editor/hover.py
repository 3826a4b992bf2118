"""Describes the thing at a place: a page to read."""

from __future__ import annotations

from collections.abc import Iterator

from agi_emu._core.message import format_message
from agi_emu.authoring.lint.program import SET_FLAG_OPERANDS, WRITTEN_OPERANDS
from agi_emu.editor.completion import context_at, opcode_of
from agi_emu.editor.drawings import drawn_loop, drawn_picture, image_text
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import RESOURCES, Question
from agi_emu.editor.scripts import script_page
from agi_emu.facts.codes import WINDOW_COLUMNS
from agi_emu.facts.errors import AgiError, LogicError
from agi_emu.facts.wording import some_of
from agi_emu.logic.lexer import SourceText, TokenKind, tokenize
from agi_emu.logic.manual import operand_form, remarks, short_forms, since
from agi_emu.logic.mentions import COMMAND, DEFINING, NAME, Mention
from agi_emu.logic.names import FLAGS, VARIABLES
from agi_emu.logic.opcodes import TESTS, Opcode, Operand, operands_of
from agi_emu.resources.items import detect_items
from agi_emu.resources.kinds import Kind
from agi_emu.resources.view import parse_view

_MOST_LISTED = 8
_ESCAPE = ord("\\")


def hover(question: Question) -> lsp.Hover | None:
    """Return the page about what stands at a place, None if nothing is known of it."""
    mention = question.main
    if mention is None:
        page = script_page(question) if not question.is_logic else None
        return page and lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, page[0]), page[1])
    parts = [
        part
        for each in question.at
        if (each.line, each.column) == (mention.line, mention.column)
        for part in _about(question, each)
        if part
    ]
    if not parts:
        return None
    text = "\n\n".join(dict.fromkeys(parts))
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), question.document.range_of_mention(mention))


def command_page(opcode: Opcode, question: Question) -> str:
    """Return the page of a command or test from the table: operands, meaning, versions, quirks."""
    profile = question.profile
    head = f"{opcode.name}({', '.join(map(operand_form, operands_of(opcode, profile)))})"
    kind = "test" if opcode.number < len(TESTS) and TESTS[opcode.number] is opcode else "command"
    lines = [f"```agi\n{head}\n```", f"{opcode.meaning} ({kind} {opcode.number})."]
    form = short_forms().get(opcode.name)
    lines += [f"Also written `{form}`."] if form else []
    first = since(opcode)
    lines += [f"From interpreter {first} on."] if first else []
    lines += [f"- {remark}" for remark in remarks(opcode)]
    return "\n\n".join(lines)


def _about(question: Question, mention: Mention) -> Iterator[str]:
    key = mention.key
    if mention.kind == COMMAND:
        context = context_at(question.document, mention.line - 1, mention.column - 1)
        opcode = opcode_of(str(key), is_condition=context.is_condition)
        yield command_page(opcode, question) if opcode is not None else ""
    elif mention.kind == NAME:
        meaning = question.meanings.get(str(key))
        if meaning is not None:
            comment = f"  \n{meaning.comment}" if meaning.comment else ""
            yield f"`#define {meaning.name} {meaning.value}`{comment}"
        elif key in question.reserved:
            yield f"`{question.document.text_of(mention)}` is `{question.reserved[str(key)]}`"
    elif mention.kind == Operand.WORDS.value:
        words = [word for word, group in question.word_groups.items() if group == key]
        yield f"words of group {key}: {some_of(words, _MOST_LISTED)}"
    elif mention.kind == Operand.ITEM.value:
        yield from _about_item(question, int(key))
        yield _places(question, mention)
    elif mention.kind == Operand.MESSAGE.value:
        yield from _about_message(question, mention)
    elif mention.kind in RESOURCES:
        yield from _about_resource(question, RESOURCES[mention.kind], int(key))
        yield _places(question, mention)
    elif isinstance(key, int):
        yield from _about_operand(question, mention, key)


def _about_operand(question: Question, mention: Mention, key: int) -> Iterator[str]:
    marker = Operand(mention.kind).marker
    names = [str(each.key) for each in question.names_of(mention.kind, key)]
    called = f": {', '.join(f'`{name}`' for name in names)}" if names else ""
    reserved = {**VARIABLES} if marker == "v" else {**FLAGS} if marker == "f" else {}
    meaning = next((text for number, (_, text) in reserved.items() if number == key), "")
    yield f"{mention.kind} {marker}{key}{called}" + (f"  \n{meaning}" if meaning else "")
    yield _places(question, mention)


def _places(question: Question, mention: Mention) -> str:
    """Return where something is set and where it is read, or used."""
    found: dict[str, dict[str, None]] = {}
    for _, each in question.like(mention):
        if each.command == DEFINING:
            continue
        sets = each.position in (*SET_FLAG_OPERANDS.get(each.command, ()), *WRITTEN_OPERANDS.get(each.command, ()))
        how = "set" if sets else "read" if mention.kind in ("flag", "variable") else "used"
        found.setdefault(how, {})[f"{each.file}:{each.line}"] = None
    return "  \n".join(f"{how} in {some_of(list(found[how]), _MOST_LISTED)}" for how in sorted(found, reverse=True))


def _about_item(question: Question, number: int) -> Iterator[str]:
    names = question.project.sources.item_names if question.project.sources else []
    if number < len(names):
        room = detect_items(question.project.sources.items)[number].room if question.project.sources else 0
        where = {0: "nowhere", 255: "carried by the player"}.get(room, f"in room {room}")
        yield f"item i{number}: {names[number]}, at the beginning {where}"


def _about_message(question: Question, mention: Mention) -> Iterator[str]:
    text = message_at(question, mention)
    if text is not None:
        rows = window_rows(text, question.code_page)
        width = max(map(len, rows), default=0)
        box = [f"┌{'─' * (width + 2)}┐", *(f"│ {row.ljust(width)} │" for row in rows), f"└{'─' * (width + 2)}┘"]
        yield "\n".join([f"message m{mention.key}, {len(rows)} of 19 lines:", "```text", *box, "```"])


def message_at(question: Question, mention: Mention) -> bytes | None:
    """Return the bytes of the message that a place mentions: the text there, or what its number stands for."""
    line = question.document.line(mention.line - 1)
    try:
        tokens = list(tokenize(SourceText("", line[mention.column - 1 :], question.code_page), []))
    except LogicError:
        return None
    if mention.command == DEFINING:
        tokens = tokens[1:]
    data = b""
    for token in tokens:
        if token.kind is not TokenKind.TEXT:
            break
        data += token.data
    if data:
        return data
    texts = question.project.messages(question.source) if question.source is not None else ()
    number = int(mention.key)
    return texts[number - 1] if 1 <= number <= len(texts) else None


def window_rows(text: bytes, code_page: str) -> list[str]:
    """Return the lines of the window of a message; what % stands for is left as it is."""
    formatted = format_message(text.replace(b"%", b"%%") if b"%" in text else text, None, WINDOW_COLUMNS, _ESCAPE, "")
    shown = formatted.text.replace(b"%%", b"%") if b"%" in text else formatted.text
    return shown.decode(code_page, "replace").replace("\0", "").split("\n")


def _about_resource(question: Question, kind: Kind, number: int) -> Iterator[str]:
    path = question.project.paths.get((kind, number))
    if path is None:
        yield f"{kind} {number} does not exist"
        return
    data = question.project.data.get((kind, number))
    yield f"{kind} {number}: `{path.name}`"
    try:
        if data and kind is Kind.VIEW:
            view = parse_view(number, data)
            counts = ", ".join(str(len(loop.cels)) for loop in view.loops)
            text = (view.description or b"").decode(question.code_page, "replace")
            yield f"{len(view.loops)} loops with {counts} cels" + (f"  \n{text}" if text else "")
            yield image_text(drawn_loop(data, number, 0))
        elif data and kind is Kind.PICTURE:
            yield image_text(drawn_picture(data, question.profile))
    except AgiError:
        return
    if kind is Kind.LOGIC:
        document = question.project.document(path)
        first = document.line(0).strip() if document is not None else ""
        yield first.lstrip("/[ ") if first.startswith(("//", "[")) else ""
