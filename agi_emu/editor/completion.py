"""Offers what may be written at a place: commands, and operands by what the command takes there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agi_emu.editor.documents import SourceDocument
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import RESOURCES, Question
from agi_emu.editor.scripts import offers
from agi_emu.facts.errors import LogicError
from agi_emu.facts.palette import COLOR_NAMES
from agi_emu.logic.lexer import QUOTES, SourceText, Token, TokenKind, tokenize
from agi_emu.logic.manual import operand_form, since
from agi_emu.logic.mentions import DEFINING, LABEL
from agi_emu.logic.names import FLAGS, NAMED_VALUES, PREDEFINED, VARIABLES
from agi_emu.logic.opcodes import ACTIONS, TESTS, Opcode, Operand, action_by_name, operands_of, test_by_name
from agi_emu.logic.sugar import COMPARISONS, OTHER_COMPARISONS
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project import RAW_SUFFIX
from agi_emu.resources.view import View, parse_view

_LINES_BACK = 100
"""A statement is looked for in so many lines before the place."""
_CONDITIONS = ("if", "ifnot")
_KEYWORDS = ("if", "else", "goto", "return")
_DIRECTIVES = ("define", "include", "message")
_PLACE = lsp.CompletionItemKind
_WORDS = (TokenKind.NAME, TokenKind.NUMBER, TokenKind.DIRECTIVE)
_Found = Iterator[lsp.CompletionItem | None]
_MEANINGS = dict((*VARIABLES.values(), *FLAGS.values()))


@dataclass(frozen=True)
class Context:
    """What stands around a place in a logic."""

    tokens: Sequence[Token]
    """Those before the word that is being written."""
    start: int
    """The column at which that word begins, from 0."""
    opcode: Opcode | None = None
    """The command or test in whose parentheses the place is."""
    position: int = 0
    """Which operand it is there, from 0."""
    opening: int = -1
    """Index of the parenthesis in `tokens`; -1 without one."""
    is_condition: bool = False
    quote: str = ""
    """The quote of the text that is being written."""
    is_comment: bool = False

    @property
    def before(self) -> Token | None:
        """The token before the word."""
        return self.tokens[-1] if self.tokens else None


def context_at(document: SourceDocument, line: int, column: int) -> Context:
    """Return what stands around a place; line and column count from 0."""
    first = max(0, line - _LINES_BACK)
    head = document.line(line)[:column]
    text = "\n".join([*document.lines[first:line], head])
    problems: list[LogicError] = []
    tokens = list(tokenize(SourceText("", text), problems))[:-1]
    quote, is_comment, start = "", False, column
    after_last = text[tokens[-1].end :] if tokens else text
    rest = after_last[after_last.rfind("\n") + 1 :].lstrip()
    if tokens and tokens[-1].kind is TokenKind.BAD:
        bad = text[tokens[-1].offset :]
        if bad[0] in QUOTES and "\n" not in bad:
            quote, start = bad[0], column - len(bad) + 1
            tokens.pop()
        elif bad.startswith("/*"):
            is_comment = True
    elif rest.startswith(("//", "[")):
        is_comment = True
    elif tokens and tokens[-1].end == len(text) and tokens[-1].kind in _WORDS:
        start = column - len(tokens[-1].text)
        tokens.pop()
    opening, position = _opening(tokens)
    if opening < 0:
        return Context(tokens, start, quote=quote, is_comment=is_comment)
    name = tokens[opening - 1] if opening and tokens[opening - 1].kind is TokenKind.NAME else None
    opcode = opcode_of(name.text) if name is not None else None
    is_condition = name is None or name.text in _CONDITIONS
    return Context(tokens, start, opcode, position, opening, is_condition, quote, is_comment)


def _opening(tokens: Sequence[Token]) -> tuple[int, int]:
    """Return the index of the parenthesis around the end of tokens, -1 if there is none, and the commas after it."""
    depth = commas = 0
    for index in range(len(tokens) - 1, -1, -1):
        text = tokens[index].text if tokens[index].kind is TokenKind.SYMBOL else ""
        if text == ")":
            depth += 1
        elif text == "(" and depth:
            depth -= 1
        elif text == "(":
            return index, commas
        elif text == "," and not depth:
            commas += 1
        elif text in (";", "{", "}"):
            break
    return -1, 0


def opcode_of(name: str, *, is_condition: bool = False) -> Opcode | None:
    """Return the action of a name, or else the test; in a condition the other way round. None if there is neither."""
    for find in (test_by_name, action_by_name) if is_condition else (action_by_name, test_by_name):
        try:
            return find(name)
        except KeyError:
            continue
    return None


def completions(question: Question) -> lsp.CompletionList:
    """Return what may stand at a place of a document, of that what has the letters that are written, in their order."""
    line, column = question.line - 1, question.column - 1
    document = question.document
    head = document.line(line)[:column]
    if question.is_logic:
        context = context_at(document, line, column)
        start = context.start
        items = _Items(question, document.range_of(line, start, column), head[start:])
        found = () if context.is_comment else items.at(context)
    else:
        start = _word_start(head, column)
        items = _Items(question, document.range_of(line, start, column), head[start:])
        found = items.of_script(head)
    return lsp.CompletionList(is_incomplete=True, items=[each for each in found if each is not None])


def _word_start(line: str, column: int) -> int:
    while column and (line[column - 1].isalnum() or line[column - 1] in "_-#:"):
        column -= 1
    return column


class _Items:
    """Makes the items for one question; each replaces the word at its place."""

    def __init__(self, question: Question, place: lsp.Range, word: str) -> None:
        self._question = question
        self._place = place
        self._letters = re.compile(".*?".join(map(re.escape, word.lower())))

    def _item(
        self,
        label: str,
        kind: lsp.CompletionItemKind,
        detail: str = "",
        more: str = "",
        *,
        rank: int = 1,
        written: str = "",
    ) -> lsp.CompletionItem | None:
        if not self._letters.search((written or label).lower()):
            return None
        return lsp.CompletionItem(
            label,
            kind=kind,
            detail=detail or None,
            documentation=more or None,
            sort_text=f"{rank}{label.zfill(5) if label.isdecimal() else label}",
            filter_text=written or label,
            text_edit=lsp.TextEdit(self._place, written or label),
        )

    def of_script(self, before: str) -> _Found:
        """Yield what may stand in settings, scripts and lists."""
        for each in offers(self._question, before):
            yield self._item(each.label, each.kind, each.detail, each.more)

    def at(self, context: Context) -> _Found:
        """Yield what may stand in a context of a logic."""
        before = context.before
        if context.opcode is not None:
            kinds = operands_of(context.opcode, self._question.profile)
            if kinds == (Operand.WORDS,):
                yield from self._words(context)
            elif context.position < len(kinds):
                yield from self._operands(kinds[context.position], context)
        elif before is not None and before.kind is TokenKind.DIRECTIVE:
            if before.text.lower().endswith("include"):
                yield from self._files(context)
        elif (before is not None and before.text == "goto") or (
            before is not None and before.text == "(" and len(context.tokens) > 1 and context.tokens[-2].text == "goto"
        ):
            yield from self._labels()
        elif before is not None and before.text in (*COMPARISONS, *OTHER_COMPARISONS, "+=", "-=", "*=", "/=", "+", "-"):
            yield from self._values(context)
        elif context.quote:
            return
        elif context.is_condition:
            for test in TESTS[1:]:
                yield self._command(test, _PLACE.Function)
            yield from self._names("vf")
        elif self._begins_statement(context):
            for action in ACTIONS:
                if self._question.profile is None or action.number <= self._question.profile.last_action:
                    yield self._command(action, _PLACE.Function)
            yield from (self._item(word, _PLACE.Keyword, rank=0) for word in _KEYWORDS)
            yield from (self._item(f"#{word}", _PLACE.Keyword, rank=3) for word in _DIRECTIVES)
            yield from self._names("vfs")

    def _begins_statement(self, context: Context) -> bool:
        before = context.before
        return (
            before is None
            or before.text in (";", "{", "}", ":", "else", ")")
            or ("\n" in before.source.text[before.end :])
        )

    def _command(self, opcode: Opcode, kind: lsp.CompletionItemKind) -> lsp.CompletionItem | None:
        operands = ", ".join(map(operand_form, operands_of(opcode, self._question.profile)))
        first = since(opcode)
        return self._item(opcode.name, kind, f"({operands})", opcode.meaning + (f"; from {first}" if first else ""))

    def _names(self, markers: str) -> _Found:
        """Yield the names that stand for operands of these markers; " " is that of numbers."""
        for name, meaning in self._question.meanings.items():
            if not self._letters.search(name.lower()):
                continue
            operand = self._question.stands_for(name)
            if operand is not None and (operand[0] or " ") in markers:
                kind = _PLACE.Constant if not operand[0] else _PLACE.Variable
                yield self._item(meaning.name, kind, meaning.value, meaning.comment)
        known = self._question.meanings
        for name, value in PREDEFINED.items():
            if (value[0] if not value.isdecimal() else " ") in markers and self._question.key(name) not in known:
                yield self._item(name, _PLACE.Variable, value, _MEANINGS.get(name, ""), rank=2)

    def _operands(self, kind: Operand, context: Context) -> _Found:
        project = self._question.project
        if kind is Operand.ITEM:
            names = project.sources.item_names if project.sources else []
            for number, name in enumerate(names):
                yield self._text(name, context, f"i{number}", _PLACE.Value)
        if context.quote:
            return
        if kind.marker:
            yield from self._names(kind.marker)
        if kind is Operand.MESSAGE:
            for number, text in enumerate(self._messages(), start=1):
                yield self._item(f"m{number}", _PLACE.Text, text, rank=2)
        elif kind.value in RESOURCES:
            named = {str(each.key) for each in self._question.names_of(kind.value)}
            for name, meaning in self._question.meanings.items():
                if name in named:
                    yield self._item(meaning.name, _PLACE.Constant, meaning.value, meaning.comment, rank=0)
            for (resource, number), path in project.paths.items():
                if resource is RESOURCES[kind.value]:
                    yield self._item(str(number), _PLACE.File, path.name, rank=1)
        elif kind in (Operand.LOOP, Operand.CEL):
            yield from self._of_view(kind, context)
        elif kind is Operand.COLOR:
            for number, color in enumerate(COLOR_NAMES):
                yield self._item(str(number), _PLACE.Color, color)
        elif not kind.marker:
            yield from self._names(" ")

    def _messages(self) -> list[str]:
        source, project = self._question.source, self._question.project
        texts = project.messages(source) if source is not None else ()
        return [(text or b"").decode(self._question.code_page, "replace") for text in texts]

    def _of_view(self, kind: Operand, context: Context) -> _Found:
        """Yield the loops or cels of the view that the command is about, as far as that can be seen."""
        operands = context.tokens[context.opening + 1 :: 2] if context.opening >= 0 else []
        view = self._view(context, operands)
        if view is None:
            yield from self._names(" ")
            return
        if kind is Operand.LOOP:
            for number, loop in enumerate(view.loops):
                yield self._item(str(number), _PLACE.Value, f"{len(loop.cels)} cels")
            return
        is_added = context.opcode is not None and context.opcode.name == "add.to.pic" and len(operands) > 1
        wanted = self._number(operands[1].text) if is_added else None
        for index, each in enumerate(view.loops):
            if wanted is None or index == wanted:
                for number, cel in enumerate(each.cels):
                    yield self._item(str(number), _PLACE.Value, f"loop {index}: {cel.width} by {cel.height}")
            if wanted is None:
                break

    def _view(self, context: Context, operands: Sequence[Token]) -> View | None:
        project, number = self._question.project, None
        if context.opcode is not None and context.opcode.name == "add.to.pic" and operands:
            number = self._number(operands[0].text)
        elif operands:
            tokens = context.tokens
            for index in range(len(tokens) - 4, -1, -1):
                if tokens[index].text == "set.view" and tokens[index + 2].text == operands[0].text:
                    number = self._number(tokens[index + 4].text) if index + 4 < len(tokens) else None
                    break
        data = project.data.get((Kind.VIEW, number)) if number is not None else None
        return parse_view(number, data) if data and number is not None else None

    def _number(self, name: str) -> int | None:
        operand = self._question.stands_for(name)
        return operand[1] if operand is not None and not operand[0] else None

    def _values(self, context: Context) -> _Found:
        """Yield what a variable may be compared with or set to."""
        target = self._question.stands_for(context.tokens[-2].text) if len(context.tokens) > 1 else None
        if target is not None and target[0] == "v":
            for number, name in enumerate(NAMED_VALUES.get(f"v{target[1]}", ())):
                yield self._item(name, _PLACE.EnumMember, str(number), rank=0)
        if target is not None and target[0] == "f":
            yield from (self._item(word, _PLACE.Keyword, rank=0) for word in ("true", "false"))
        yield from self._names("v ")

    def _words(self, context: Context) -> _Found:
        for word, group in self._question.word_groups.items():
            yield self._text(word, context, f"group {group}", _PLACE.Text)

    def _text(
        self, text: str, context: Context, detail: str, kind: lsp.CompletionItemKind
    ) -> lsp.CompletionItem | None:
        written = text if context.quote else f'"{text}"'
        return self._item(text, kind, detail, written=written)

    def _labels(self) -> _Found:
        for each in self._question.here:
            if each.kind == LABEL and each.command == DEFINING:
                yield self._item(str(each.key), _PLACE.Reference)

    def _files(self, context: Context) -> _Found:
        folder: Path = self._question.document.path.parent
        sources = set(self._question.project.paths.values())
        for path in sorted(folder.glob("*")):
            if path.is_file() and path not in sources and path.suffix != RAW_SUFFIX:
                yield self._text(path.name, context, "", _PLACE.File)


def signature(question: Question) -> lsp.SignatureHelp | None:
    """Return the operands of the command around a place."""
    context = context_at(question.document, question.line - 1, question.column - 1)
    opcode = context.opcode
    if opcode is None or context.is_comment:
        return None
    forms = [operand_form(kind) for kind in operands_of(opcode, question.profile)]
    information = lsp.SignatureInformation(
        f"{opcode.name}({', '.join(forms)})",
        documentation=opcode.meaning,
        parameters=[lsp.ParameterInformation(form) for form in forms],
    )
    last = max(len(forms) - 1, 0)
    return lsp.SignatureHelp([information], 0, min(context.position, last))
