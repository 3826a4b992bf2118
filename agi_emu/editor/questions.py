"""Questions about a place in a document: which project and source it is, and what is mentioned there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from agi_emu.editor.documents import SourceDocument
from agi_emu.editor.edited_project import EditedProject, Source
from agi_emu.facts.versions import VersionProfile
from agi_emu.logic.lexer import SOURCE_ENCODING
from agi_emu.logic.mentions import COMMAND, DEFINING, LABEL, NAME, Mention
from agi_emu.logic.names import PREDEFINED
from agi_emu.logic.opcodes import Operand
from agi_emu.logic.preprocessor import marked
from agi_emu.resources.kinds import Kind

RESOURCES = {
    Operand.LOGIC.value: Kind.LOGIC,
    Operand.ROOM.value: Kind.LOGIC,
    Operand.PICTURE.value: Kind.PICTURE,
    Operand.VIEW.value: Kind.VIEW,
    Operand.SOUND.value: Kind.SOUND,
}
"""Operands that are numbers of resources."""
LOCAL = (LABEL, Operand.MESSAGE.value)
"""What belongs to one logic."""
_LONGEST_CHAIN = 5
_DEFINE = r"(?m)^\s*[#%]define\s+({})(\s.*)"
_COMMENT = re.compile(r"\s*(?://|\[|/\*)\s*(.*?)\s*(?:\*/)?\s*$")


class Meaning(NamedTuple):
    """What a `#define` says."""

    mention: Mention
    name: str
    """As it is written, with its capitals."""
    value: str
    """As it is written."""
    comment: str
    """What stands after it on its line."""


@dataclass
class Question:
    """A place in a document of a project; without a place it is about the document."""

    project: EditedProject
    document: SourceDocument
    source: Source | None
    """The source that the document is, or a logic that includes it; None for settings and lists."""
    line: int = 0
    """Counted from 1, as mentions do."""
    column: int = 0
    _documents: dict[str, SourceDocument | None] = field(default_factory=dict)

    @cached_property
    def here(self) -> list[Mention]:
        """What the document mentions, in its order."""
        return sorted(
            {each for each in self._of_source() if each.file in self._files},
            key=lambda each: (each.line, each.column, each.kind == COMMAND, each.kind != NAME),
        )

    @cached_property
    def _files(self) -> set[str]:
        """What mentions call the document."""
        called = {each.file: each for each in self._of_source()}
        return {
            name for name, each in called.items() if os.path.realpath(self.project.path_of(each)) == self.document.real
        }

    def _of_source(self) -> Iterator[Mention]:
        if self.source is None or self.source[0] is not Kind.LOGIC:
            yield from self.project.listed_mentions()
        elif self.source in self.project.made:
            yield from self.project.made[self.source].mentions

    @cached_property
    def at(self) -> list[Mention]:
        """What is mentioned at the place, a name before what it stands for."""
        return [each for each in self.here if each.line == self.line and each.column <= self.column <= each.end]

    @property
    def is_logic(self) -> bool:
        """Whether the document is a LOGIC source, or is included by one."""
        return self.source is not None and self.source[0] is Kind.LOGIC

    @property
    def profile(self) -> VersionProfile | None:
        """The interpreter that the project is for."""
        return self.project.sources.settings.profile if self.project.sources is not None else None

    @property
    def code_page(self) -> str:
        """The code page of the project's texts."""
        return self.project.sources.settings.code_page if self.project.sources is not None else SOURCE_ENCODING

    @property
    def word_groups(self) -> Mapping[str, int]:
        """The vocabulary."""
        return self.project.sources.word_groups if self.project.sources is not None else {}

    def names_of(self, kind: str, key: int | None = None) -> list[Mention]:
        """Return the names that are defined to stand for something of a kind, those that the source knows."""
        found: dict[Mention, None] = {}
        for _, each in self.project.mentions(kind, key):
            name = self._defined.get((each.file, each.line)) if each.command == DEFINING else None
            if name is not None:
                found[name] = None
        return list(found)

    @cached_property
    def _defined(self) -> dict[tuple[str, int], Mention]:
        """The name that a line of a file defines."""
        made = self.project.made.get(self.source) if self.source is not None else None
        of_names = (each for each in (made.mentions if made is not None else ()) if each.kind == NAME)
        return {(each.file, each.line): each for each in of_names if each.command == DEFINING}

    @property
    def main(self) -> Mention | None:
        """The mention that the place is about; a number in a list of words is about the words."""
        return next((each for each in self.at if each.column <= self.column < each.end), next(iter(self.at), None))

    def like(self, mention: Mention) -> Iterator[tuple[Source, Mention]]:
        """Yield the mentions of the same thing, in the whole project, or in the source if it belongs there."""
        for kind in same_kinds(mention.kind):
            for source, each in self.project.mentions(kind, mention.key):
                if mention.kind not in LOCAL or source == self.source:
                    yield source, each

    @cached_property
    def meanings(self) -> dict[str, Meaning]:
        """What names stand for in the source."""
        found: dict[str, Meaning] = {}
        if self.source is not None and self.source in self.project.made:
            for mention in self.project.made[self.source].mentions:
                if mention.kind == NAME and mention.command == DEFINING:
                    found.setdefault(str(mention.key), self.meaning(mention))
        return found

    def meaning(self, mention: Mention) -> Meaning:
        """Return what the line of a `#define` says."""
        document = self.document_of(mention)
        name, rest = str(mention.key), ""
        if document is not None and self.key(document.text_of(mention)) == mention.key:
            name, rest = document.text_of(mention), document.line(mention.line - 1)[mention.end - 1 :]
        elif document is not None and (found := re.search(_DEFINE.format(re.escape(name)), document.text, self._flags)):
            # The text has changed since the compiler has read it.
            name, rest = found[1], found[2]
        if rest.lstrip().startswith(('"', "'")):
            return Meaning(mention, name, rest.strip(), "")
        value, sign, _ = rest.partition("//") if "//" in rest else rest.partition("[")
        comment = _COMMENT.match(rest[len(value) :]) if sign else None
        return Meaning(mention, name, value.strip(), comment[1] if comment else "")

    def document_of(self, mention: Mention) -> SourceDocument | None:
        """Return the document that a mention stands in."""
        if mention.file not in self._documents:
            self._documents[mention.file] = self.project.document_of(mention)
        return self._documents[mention.file]

    def text_of(self, mention: Mention) -> str:
        """Return what stands at a mention in any file."""
        document = self.document_of(mention)
        return document.text_of(mention) if document is not None else ""

    def key(self, name: str) -> str:
        """Return what names that mean the same have in common in the project's dialect."""
        dialect = self.project.sources.settings.dialect if self.project.sources is not None else None
        return dialect.key(name) if dialect is not None else name

    @property
    def _flags(self) -> int:
        return re.IGNORECASE if self.key("A") == "a" else 0

    @cached_property
    def reserved(self) -> Mapping[str, str]:
        """The names that every source knows, with what they stand for."""
        return {self.key(name): value for name, value in PREDEFINED.items()}

    def stands_for(self, name: str) -> tuple[str, int] | None:
        """Return marker and number that a name leads to; the marker is empty for a number. None for texts."""
        for _ in range(_LONGEST_CHAIN):
            if (operand := marked(name)) is not None:
                return operand
            if name.isascii() and name.isdecimal():
                return "", int(name[:9])
            name = self.key(name)
            name = self.meanings[name].value if name in self.meanings else self.reserved.get(name, "")
        return None


def same_kinds(kind: str) -> tuple[str, ...]:
    """Return the kinds of mentions of the same things: a room is a logic."""
    rooms = (Operand.ROOM.value, Operand.LOGIC.value)
    return rooms if kind in rooms else (kind,)
