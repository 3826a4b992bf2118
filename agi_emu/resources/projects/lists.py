"""The vocabulary and the inventory of a game as text.

Words: ``group: word, word`` per line; items: ``name: room`` per line, in the order of their numbers. ``#`` begins a
comment. Words and names that hold a comma, colon, quote, ``#`` or blanks at an end stand in quotes, with the escapes of
LOGIC sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from agi_emu.facts.errors import AgiError, LogicError, ResourceError, together
from agi_emu.facts.numbers import number_in, whole
from agi_emu.logic.disassembler import quoted
from agi_emu.logic.lexer import SOURCE_ENCODING, SourceText, TokenKind, tokenize
from agi_emu.logic.mentions import DEFINING, Mention
from agi_emu.logic.opcodes import Operand
from agi_emu.resources.writing.game_files import can_be_written

_WORDS_PER_LINE = 12
_MAX_GROUP = 0xFFFF
_MAX_ROOM = 0xFF
_PART = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^",:#\s](?:[^,:#]*[^,:#\s])?)?\s*')
_NEEDS_QUOTES = re.compile(r'^$|[",:#\\]|^\s|\s$|[^ -~]')


def parse_words_list(
    text: str,
    file: str,
    *,
    may_repeat: bool = False,
    problems: list[AgiError] | None = None,
    mentions: list[Mention] | None = None,
) -> list[tuple[str, int]]:
    """Return words with their groups in the order of the text.

    A word in two groups is a mistake, but in some games of other editors: `may_repeat` takes it. What is wrong goes to
    `problems`, and the words of that line are in the result all the same; without `problems` it is raised. `mentions`
    receives the places of groups and words.
    """
    mistakes: list[AgiError] = []
    found: list[tuple[str, int]] = []
    groups: dict[str, int] = {}
    for place, (group, *words), columns in _lines(text, file, mistakes):
        number = number_in(group, _MAX_GROUP)
        if number is None:
            mistakes.append(ResourceError.at(place, f"expected a word group from 0 to {_MAX_GROUP}, not {group!r}"))
            number = 0
        _mention(mentions, place, Operand.WORDS, number, columns)
        for word in words:
            if not may_repeat and not can_be_written(word):
                wrong = f"the word {word!r} must be lower case and begin with a letter from a to z"
                mistakes.append(ResourceError.at(place, wrong))
            elif groups.setdefault(word, number) != number and not may_repeat:
                other = f"{word!r} is in group {groups[word]} already"
                mistakes.append(ResourceError.at(place, f"{other}; a word has one meaning"))
            else:
                found.append((word, number))
    _tell(mistakes, problems)
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


def parse_items_list(
    text: str,
    file: str,
    *,
    problems: list[AgiError] | None = None,
    code_page: str = SOURCE_ENCODING,
    mentions: list[Mention] | None = None,
) -> list[tuple[str, int]]:
    """Return the names of items with the rooms where they begin; what is wrong as in `parse_words_list`."""
    mistakes: list[AgiError] = []
    found: list[tuple[str, int]] = []
    for place, parts, columns in _lines(text, file, mistakes, code_page):
        name, *rooms = parts
        room = number_in(rooms[0], _MAX_ROOM) if len(rooms) == 1 else None
        if room is None:
            wrong = ": ".join(parts)
            mistakes.append(ResourceError.at(place, f"expected a name and a room from 0 to {_MAX_ROOM}, not {wrong!r}"))
        _mention(mentions, place, Operand.ITEM, len(found), columns[:1])
        if room not in (None, 0, _MAX_ROOM):
            _mention(mentions, place, Operand.ROOM, room or 0, columns[1:])
        found.append((name, room or 0))
    _tell(mistakes, problems)
    return found


def _mention(
    mentions: list[Mention] | None, place: str, kind: Operand, key: int, columns: Sequence[tuple[int, int]]
) -> None:
    """Remember the columns of a line that name something."""
    if mentions is not None:
        file, _, line = place.rpartition(":")
        number = whole(line)
        mentions += [Mention(kind.value, key, file, number, *each, DEFINING, at) for at, each in enumerate(columns)]


def _tell(mistakes: list[AgiError], problems: list[AgiError] | None) -> None:
    """Put what is wrong into `problems`, or raise it."""
    if problems is not None:
        problems += mistakes
    elif mistakes:
        raise together(mistakes, ResourceError)


def items_list(items: Iterable[tuple[str, int]], code_page: str = SOURCE_ENCODING) -> str:
    """Return names and rooms as text."""
    return "".join(f"{_written(name, code_page)}: {room}\n" for name, room in items)


def _written(text: str, code_page: str = SOURCE_ENCODING) -> str:
    return quoted(text.encode(code_page), code_page) if _NEEDS_QUOTES.search(text) else text


def _lines(
    text: str, file: str, mistakes: list[AgiError], code_page: str = SOURCE_ENCODING
) -> Iterator[tuple[str, list[str], list[tuple[int, int]]]]:
    """Yield the place of each line that is not empty, its parts, that in front of the colon first, and their columns.

    Columns count from 1; the second is that after the part.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        place = f"{file}:{number}"
        try:
            parts, columns = _parts(line, place, code_page)
        except ResourceError as mistake:
            mistakes.append(mistake)
            continue
        if parts != [""]:
            yield place, parts, columns


def _parts(line: str, place: str, code_page: str) -> tuple[list[str], list[tuple[int, int]]]:
    """Return what stands in front of the colon of a line, and the parts after it, with columns; [""] if it is empty."""
    parts: list[str] = []
    columns: list[tuple[int, int]] = []
    position = 0
    separators = ":"
    while match := _PART.match(line, position):
        parts.append(_part(match[1] or "", place, code_page))
        columns.append((match.start(1) + 1, match.end(1) + 1) if match[1] else (match.end() + 1, match.end() + 1))
        position = match.end()
        if line[position : position + 1] not in separators or position == len(line):
            break
        separators = ","
        position += 1
    rest = line[position:].strip()
    is_cut = len(parts) < 2 or (len(parts) == 2 and not parts[1] and '""' not in line)
    if (rest and not rest.startswith("#")) or (parts != [""] and is_cut):
        raise ResourceError.at(place, f"expected two parts separated by ':', not {line.strip()!r}")
    return parts, columns


def _part(text: str, place: str, code_page: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        token = next(tokenize(SourceText(place, text, code_page)))
    except LogicError as problem:
        raise ResourceError.at(place, str(problem)) from None
    assert token.kind is TokenKind.TEXT
    return token.data.decode(code_page)
