"""The vocabulary and the inventory of a game as text.

Words: ``group: word, word`` a line; items: ``name: room`` a line, in the order of their numbers. ``#`` begins a
comment. Words and names that hold a comma, colon, quote, ``#`` or blanks at an end stand in quotes, with the escapes of
LOGIC sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from agi_emu.errors import LogicError, ResourceError
from agi_emu.logic.disassembler import quoted
from agi_emu.logic.lexer import SOURCE_ENCODING, Kind, Source, tokenize

_WORDS_PER_LINE = 12
_PART = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^",:#\s](?:[^,:#]*[^,:#\s])?)?\s*')
_NEEDS_QUOTES = re.compile(r'^$|[",:#\\]|^\s|\s$|[^ -~]')


def parse_words_list(text: str, file: str) -> list[tuple[str, int]]:
    """Return words with their groups in the order of the text."""
    found = []
    for place, (group, *words) in _lines(text, file):
        if not group.isdecimal() or int(group) > 0xFFFF:
            raise ResourceError(f"{place}: expected a word group from 0 to 65535, not {group!r}")
        found += [(word, int(group)) for word in words]
    return found


def words_list(entries: Iterable[tuple[str, int]]) -> str:
    """Return entries as text; neighbours of one group share a line."""
    lines: list[str] = []
    count = 0
    previous = -1
    for word, group in entries:
        if group != previous or count == _WORDS_PER_LINE:
            lines.append(f"{group}: {_written(word)}")
            count = 1
        else:
            lines[-1] += f", {_written(word)}"
            count += 1
        previous = group
    return "\n".join([*lines, ""])


def parse_items_list(text: str, file: str) -> list[tuple[str, int]]:
    """Return the names of items with the rooms where they begin."""
    found = []
    for place, parts in _lines(text, file):
        name, *rooms = parts
        if len(rooms) != 1 or not rooms[0].isdecimal() or int(rooms[0]) > 0xFF:
            raise ResourceError(f"{place}: expected a name and a room from 0 to 255, not {': '.join(parts)!r}")
        found.append((name, int(rooms[0])))
    return found


def items_list(items: Iterable[tuple[str, int]]) -> str:
    """Return names and rooms as text."""
    return "".join(f"{_written(name)}: {room}\n" for name, room in items)


def _written(text: str) -> str:
    return quoted(text.encode(SOURCE_ENCODING)) if _NEEDS_QUOTES.search(text) else text


def _lines(text: str, file: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the place of each line that is not empty, what stands in front of its colon, and the parts behind it."""
    for number, line in enumerate(text.splitlines(), start=1):
        place = f"{file}:{number}"
        parts: list[str] = []
        position = 0
        separators = ":"
        while match := _PART.match(line, position):
            parts.append(_part(match[1] or "", place))
            position = match.end()
            if line[position : position + 1] not in separators or position == len(line):
                break
            separators = ","
            position += 1
        rest = line[position:].strip()
        if rest and not rest.startswith("#"):
            raise ResourceError(f"{place}: expected two parts with ':' between, not {line.strip()!r}")
        if parts == [""]:
            continue
        if len(parts) < 2 or (len(parts) == 2 and not parts[1] and '""' not in line):
            raise ResourceError(f"{place}: expected two parts with ':' between, not {line.strip()!r}")
        yield place, parts


def _part(text: str, place: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        token = next(tokenize(Source(place, text)))
    except LogicError as problem:
        raise ResourceError(f"{place}: {problem}") from None
    assert token.kind is Kind.TEXT
    return token.data.decode(SOURCE_ENCODING)
