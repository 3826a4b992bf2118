"""Views from rows of pixels, in Python or as text (reference: VIEW-1, VIEW-3, VIEW-8).

The text form draws each cel with one character a pixel, or takes all cels of a loop from an image::

    description "A brass lamp."
    loop
    cel
    ..66..
    .6ee6.
    loop mirrors 0
    loop
    strip walk.png 8x29 8x29 7x28:5
    loop
    strip photo.gif nearest 20x30

`0` to `9` and `a` to `f` are the colours, `.` is transparent; `;` begins a comment. The cels of a strip stand side by
side with their tops aligned, a pixel a cell; the images of an animation count as side by side. An image has the sixteen
colours exactly, or `nearest` takes those that are nearest, with a note how far off they are. `:5` chooses the colour
that stands for transparent; else it is the first one that a cel does not use. For views that were made otherwise: `~1`
marks the data of a cel as that of loop 1, so that other loops show it mirrored; `loop same 1` shares the cels of loop 1
without a mark; `header 3 2` are the first bytes; `packing tails difference` packs as other editors do (see
`ViewPacking`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NoReturn

from agi_emu.facts.errors import ResourceError
from agi_emu.facts.mistakes import WARNING, Mistake, Note
from agi_emu.facts.numbers import whole
from agi_emu.logic.lexer import SOURCE_ENCODING, SourceText, TokenKind, tokenize
from agi_emu.resources.projects.source_problems import SourceProblems

_MAX_RUN = 15
_TAILS = "tails"
_DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class ViewPacking:
    """The ways in which editors pack the same cels into different bytes; ours if nothing is said."""

    keeps_tails: bool = False
    """Of what is transparent at the end of a row only the last run is left out, not runs of 15 in front of it."""
    room_is_difference: bool = False
    """A mirrored cel gets room for as much as its two sides differ, also where the stored one is the longer."""

    @classmethod
    def from_words(cls, words: Iterable[str]) -> ViewPacking:
        """Return what the words of a view's source say."""
        given = set(words)
        if not given or given - {_TAILS, _DIFFERENCE}:
            raise ResourceError(f"expected packing {_TAILS}, {_DIFFERENCE} or both")
        return cls(_TAILS in given, _DIFFERENCE in given)

    @property
    def words(self) -> str:
        """The words for a view's source; empty for our own way."""
        return " ".join([_TAILS] * self.keeps_tails + [_DIFFERENCE] * self.room_is_difference)

    def rows(self, rows: Sequence[Sequence[int]], transparent: int, *, is_mirrored: bool) -> bytes:
        """Return rows of colours 0-15 packed; `is_mirrored` leaves room for the cel turned round.

        The original mirrors a cel where it lies in memory; the other side may pack worse, so there must be room.
        """
        data = b"".join(self._row(row, transparent) for row in rows)
        if not is_mirrored:
            return data
        more = sum(len(self._row(row[::-1], transparent)) for row in rows) - len(data)
        return data + bytes(abs(more) if self.room_is_difference else max(0, more))

    def _row(self, row: Sequence[int], transparent: int) -> bytes:
        """Return runs of colour and length; what is transparent at the end is left out."""
        packed = bytearray()
        for color, cells in groupby(row):
            full, rest = divmod(len(list(cells)), _MAX_RUN)
            packed += bytes([color << 4 | _MAX_RUN]) * full
            if rest:
                packed.append(color << 4 | rest)
        while packed and packed[-1] >> 4 == transparent:
            packed.pop()
            if self.keeps_tails:
                break
        return bytes(packed) + b"\0"


OWN_PACKING = ViewPacking()
PACKINGS = tuple(ViewPacking(tails, difference) for tails in (False, True) for difference in (False, True))
"""All of them, ours first."""


TRANSPARENT = -1
"""A pixel of `SourceCel.rows` through which the scene shows."""
MAX_CEL_WIDTH = 160
MAX_CEL_HEIGHT = 168
_MIRRORED = 0x80
_COLORS = 16
MAX_MIRRORED_LOOP = 7
"""The loop that a mirrored cel was drawn for is kept in three bits."""


@dataclass(frozen=True, slots=True)
class SourceCel:
    """A picture of a loop: rows of colours 0-15 or `TRANSPARENT`, all of the same length."""

    rows: tuple[tuple[int, ...], ...]
    transparent: int | None = None
    """The colour that stands for transparent; None: the first one that the cel does not use."""
    data_loop: int | None = None
    """The loop that shows the data as it is, others showing it mirrored; None: no mark but that of `MirrorOf`."""

    @classmethod
    def from_text(cls, lines: Sequence[str]) -> SourceCel:
        """Return the cel drawn with hexadecimal digits and dots."""
        return cls(tuple(tuple(TRANSPARENT if c == "." else int(c, 16) for c in line) for line in lines))


@dataclass(frozen=True, slots=True)
class MirrorOf:
    """A loop that shows another one mirrored."""

    loop: int


@dataclass(frozen=True, slots=True)
class SameAs:
    """A loop that shows the cels of another one."""

    loop: int


Loop = Sequence[SourceCel] | MirrorOf | SameAs
Pixels = Sequence[Sequence[int]]
"""Rows of an image: colours 0-15 or `TRANSPARENT`."""
StripReader = Callable[[str], Pixels]
"""Returns the pixels of an image, named relative to the view; raises ResourceError or OSError."""
NearestReader = Callable[[str], tuple[Pixels, str]]
"""The same with the nearest colours, and a sentence about how far off they are."""

_DEFAULT_HEADER = b"\x01\x01"
"""The step size and cycle time that only the oldest interpreters read."""


def view_resource(
    loops: Sequence[Loop],
    description: str | bytes = b"",
    *,
    header: bytes = _DEFAULT_HEADER,
    packing: ViewPacking = OWN_PACKING,
) -> bytes:
    """Return a view; raises ResourceError where it breaks a limit of the format."""
    if not 1 <= len(loops) <= 0xFF:
        raise ResourceError(f"a view has 1 to 255 loops, not {len(loops)}")
    mirrored = {loop.loop for loop in loops if isinstance(loop, MirrorOf)}
    body = bytearray()
    start = 5 + 2 * len(loops)
    offsets: dict[int, int] = {}
    for number, loop in enumerate(loops):
        if not isinstance(loop, MirrorOf | SameAs):
            offsets[number] = start + len(body)
            body += _loop(loop, number, number in mirrored, packing)
    table = bytearray()
    for number, loop in enumerate(loops):
        source = loop.loop if isinstance(loop, MirrorOf | SameAs) else number
        if source not in offsets:
            raise ResourceError(f"loop {number} mirrors loop {source}, which has no cels of its own")
        if isinstance(loop, MirrorOf) and source > MAX_MIRRORED_LOOP:
            raise ResourceError(f"loop {number} mirrors loop {source}; only loops 0 to 7 can be mirrored")
        table += offsets[source].to_bytes(2, "little")
    text = description.encode("cp437") if isinstance(description, str) else description
    text = text + b"\0" if text else b""
    text_offset = start + len(body) if text else 0
    if start + len(body) + len(text) > 0xFFFF:
        raise ResourceError(f"the view takes {start + len(body) + len(text)} bytes; at most 65535 are possible")
    return header + bytes([len(loops)]) + text_offset.to_bytes(2, "little") + bytes(table) + bytes(body) + text


def _loop(cels: Sequence[SourceCel], number: int, is_mirrored: bool, packing: ViewPacking) -> bytes:
    if not 1 <= len(cels) <= 0xFF:
        raise ResourceError(f"loop {number} has {len(cels)} cels; 1 to 255 are possible")
    body = bytearray()
    table = bytearray()
    for index, cel in enumerate(cels):
        table += (1 + 2 * len(cels) + len(body)).to_bytes(2, "little")
        body += _cel(cel, f"loop {number}, cel {index}", number if is_mirrored else None, packing)
    return bytes([len(cels)]) + bytes(table) + bytes(body)


def _cel(cel: SourceCel, where: str, mirrored_loop: int | None, packing: ViewPacking) -> bytes:
    height = len(cel.rows)
    width = len(cel.rows[0]) if height else 0
    if not (1 <= width <= MAX_CEL_WIDTH and 1 <= height <= MAX_CEL_HEIGHT):
        raise ResourceError(
            f"{where}: {width} by {height} cells; up to {MAX_CEL_WIDTH} by {MAX_CEL_HEIGHT} are possible"
        )
    if any(len(row) != width for row in cel.rows):
        raise ResourceError(f"{where}: its rows have different lengths")
    used = {color for row in cel.rows for color in row}
    transparent = cel.transparent
    if transparent is None:
        transparent = next((color for color in range(_COLORS) if color not in used), None)
    if transparent is None:
        raise ResourceError(f"{where}: it uses all sixteen colours; leave one free to mean transparent")
    if transparent in used:
        raise ResourceError(f"{where}: it uses colour {transparent}, which means transparent")
    rows = [[transparent if color == TRANSPARENT else color for color in row] for row in cel.rows]
    flags = transparent
    mirrored_loop = mirrored_loop if cel.data_loop is None else cel.data_loop
    if mirrored_loop is not None:
        flags |= _MIRRORED | mirrored_loop << 4
    data = packing.rows(rows, transparent, is_mirrored=mirrored_loop is not None)
    return bytes([width, height, flags]) + data


def parse_view(
    text: str,
    file: str = "view",
    read_strip: StripReader | None = None,
    read_nearest: NearestReader | None = None,
    notes: list[str] | None = None,
    code_page: str = SOURCE_ENCODING,
) -> bytes:
    """Return the view of a text (see the module); raises ResourceError with file and line for what is wrong.

    `notes` gets a sentence for each image whose colours are not exact.
    """
    reading = _ViewText(read_strip, read_nearest, code_page)
    problems = SourceProblems(file)
    for number, raw in enumerate(text.split("\n"), start=1):
        with problems.of_line(number):
            reading.take(raw)
        if notes is not None:
            for note in reading.notes:
                mistake = Mistake(note, file, number, rule="not-exact", severity=WARNING)
                notes.append(Note(f"{file}:{number}: {note}", mistake))
        reading.notes.clear()
    problems.raise_all()
    try:
        return view_resource(
            reading.finished_loops(), reading.description, header=reading.header, packing=reading.packing
        )
    except ResourceError as problem:
        raise ResourceError.at(file, str(problem)) from None


class _ViewText:
    """The contents of the lines so far."""

    def __init__(self, read_strip: StripReader | None, read_nearest: NearestReader | None, code_page: str) -> None:
        self._code_page = code_page
        self.description = b""
        self.header = _DEFAULT_HEADER
        self.packing = OWN_PACKING
        self._loops: list[list[SourceCel | list[str]] | MirrorOf | SameAs] = []
        self._read_strip = read_strip
        self._read_nearest = read_nearest
        self.notes: list[str] = []

    def take(self, raw: str) -> None:
        """Take a line."""
        if re.match(r"\s*description\b", raw):
            self._take_description(raw)
            return
        line = raw.split(";")[0].strip()
        for form, take in _FORMS:
            if match := form.fullmatch(line):
                take(self, match)
                return
        self._refuse(line)

    @staticmethod
    def _refuse(line: str) -> NoReturn:
        raise ResourceError(f"expected description, loop, cel, strip or a row of colours, not {line!r}")

    def _cels_of(self, word: str) -> list[SourceCel | list[str]]:
        """Return the cels of the loop under way, to which a line that begins with `word` adds."""
        current = self._cels
        if current is None:
            # The loop is taken as begun, so that what follows is not called wrong for this.
            self._loops.append([[]])
            raise ResourceError(f"cels belong to a loop; put a loop line before {word}")
        return current

    @property
    def _cels(self) -> list[SourceCel | list[str]] | None:
        """The cels of the loop under way; None before the first loop, and in one that is taken from another."""
        current = self._loops[-1] if self._loops else None
        return current if isinstance(current, list) else None

    def _take_nothing(self, _line: re.Match[str]) -> None:
        """An empty line, or a comment."""

    def _take_header(self, line: re.Match[str]) -> None:
        self.header = bytes([min(whole(line[1]), 0xFF), min(whole(line[2]), 0xFF)])

    def _take_packing(self, line: re.Match[str]) -> None:
        self.packing = ViewPacking.from_words(line[0].split()[1:])

    def _take_loop(self, line: re.Match[str]) -> None:
        kinds = {None: None, "mirrors": MirrorOf, "same": SameAs}
        shown = kinds[line[1]]
        self._loops.append(shown(whole(line[2])) if shown else [])

    def _take_wrong_loop(self, line: re.Match[str]) -> None:
        self._loops.append([])
        raise ResourceError(f"expected loop, loop mirrors 0 or loop same 0, not {line[0]!r}")

    def _take_cel(self, _line: re.Match[str]) -> None:
        self._cels_of("cel").append([])

    def _take_strip(self, line: re.Match[str]) -> None:
        cels = self._cels_of("strip")
        cels += self._strip(line[0].split()[1:])

    def _take_row(self, line: re.Match[str]) -> None:
        row, cels = line[0], self._cels
        if cels is None:
            self._refuse(row)
        cel = cels[-1] if cels else None
        if not isinstance(cel, list):
            cels.append([row.lower()])
            raise ResourceError(f"rows belong to a cel; put a cel line before {row!r}")
        if cel and len(row) != len(cel[0]):
            raise ResourceError(
                f"this row has {len(row)} cells, the rows above have {len(cel[0])}; write a dot for a transparent cell"
            )
        if len(row) > MAX_CEL_WIDTH:
            raise ResourceError(f"this row has {len(row)} cells; a cel is at most {MAX_CEL_WIDTH} wide")
        cel.append(row.lower())

    def finished_loops(self) -> list[Loop]:
        """Return the loops with the cels that were drawn as text."""
        return [
            [SourceCel.from_text(cel) if isinstance(cel, list) else cel for cel in loop]
            if isinstance(loop, list)
            else loop
            for loop in self._loops
        ]

    def _take_description(self, raw: str) -> None:
        _, *texts, _ = tokenize(SourceText("description", raw, self._code_page))
        if not texts or any(text.kind is not TokenKind.TEXT for text in texts):
            raise ResourceError('expected a text: description "A brass lamp."')
        self.description = b"".join(text.data for text in texts)

    def _strip(self, words: list[str]) -> list[SourceCel]:
        """Return the cels of an image."""
        if self._read_strip is None:
            raise ResourceError("images cannot be read here")
        name, *sizes = words
        if sizes[:1] == ["nearest"] and self._read_nearest is not None:
            del sizes[0]
            pixels, note = self._read_nearest(name)
            self.notes += [note] if note else []
        else:
            pixels = self._read_strip(name)
        left = 0
        cels = []
        for size in sizes:
            match = re.fullmatch(r"(\d+)x(\d+)(?::(\d+))?(?:~(\d+))?", size)
            if match is None:
                raise ResourceError(f"expected width x height like 8x29, with :transparent or ~loop, not {size!r}")
            width, height = whole(match[1]), whole(match[2])
            if height > len(pixels) or left + width > len(pixels[0]):
                raise ResourceError(f"{name} is {len(pixels[0]) if pixels else 0} by {len(pixels)}; no room for {size}")
            if width > MAX_CEL_WIDTH:
                raise ResourceError(f"{size} is too wide; a cel is at most {MAX_CEL_WIDTH} wide")
            rows = tuple(tuple(row[left : left + width]) for row in pixels[:height])
            cels.append(SourceCel(rows, _small(match[3], _COLORS - 1), _small(match[4], MAX_MIRRORED_LOOP)))
            left += width
        if pixels and left != len(pixels[0]):
            raise ResourceError(f"{name} is {len(pixels[0])} wide, its cels together {left}")
        return cels


_FORMS: tuple[tuple[re.Pattern[str], Callable[[_ViewText, re.Match[str]], None]], ...] = (
    (re.compile(""), _ViewText._take_nothing),
    (re.compile(r"header\s+(\d+)\s+(\d+)"), _ViewText._take_header),
    (re.compile(r"packing.*"), _ViewText._take_packing),
    (re.compile(r"loop(?:\s+(mirrors|same)\s+(\d+))?"), _ViewText._take_loop),
    (re.compile(r"loop\b.*"), _ViewText._take_wrong_loop),
    (re.compile(r"cel"), _ViewText._take_cel),
    (re.compile(r"strip .*"), _ViewText._take_strip),
    (re.compile(r"[0-9a-fA-F.]+"), _ViewText._take_row),
)
"""Forms of lines except for `description`; the first that fits takes the line."""


def _small(text: str | None, limit: int) -> int | None:
    if text is not None and whole(text) > limit:
        raise ResourceError(f"expected a number from 0 to {limit}, not {text}")
    return None if text is None else whole(text)
