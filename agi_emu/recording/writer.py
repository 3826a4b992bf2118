"""Writes recordings as text: a head of `word value` lines, one line per event, one per second of digests, the end."""

from __future__ import annotations

import base64
import textwrap
import zlib
from collections.abc import Iterator, Sequence

from agi_emu.recording.event_text import RecordedEvent, event_lines
from agi_emu.recording.head import FORMAT, SETTING_LINES, Head, StartKind
from agi_emu.recording.resource_table import ResourceTable
from agi_emu.recording.tick_blocks import BLOCK_TICKS, pack_ticks
from agi_emu.recording.ticks import Ticks
from agi_emu.state.digests import CURRENT

LINE = 110
"""Characters per line of data."""


def text_of(head: Head, events: Sequence[RecordedEvent], ticks: Ticks, end: int | None, after: Sequence[str]) -> str:
    """Return the whole text of a recording; `after` are the lines of text after its last event."""
    lines = [*head_lines(head), ""]
    lines += event_lines(events)
    lines += [f"# {text}".rstrip() for text in after]
    if events or after:
        lines.append("")
    for first in range(0, len(ticks), BLOCK_TICKS):
        block = ticks[first : first + BLOCK_TICKS]
        lines.append(f"ticks {first + 1} {first + len(block)} {pack_ticks(block)}")
    if end is not None:
        lines.append(end_line(end))
    return "\n".join(lines) + "\n"


def head_lines(head: Head) -> Iterator[str]:
    """Yield the lines of the head."""
    yield f"agirec {FORMAT}"
    yield f"game {head.game_digest}"
    yield f"name {head.name}"
    if head.path:
        yield f"path {head.path}"
    yield f"profile {head.profile}"
    for word, (_, setting) in SETTING_LINES.items():
        text = setting.of(head.settings)
        if text or setting.is_needed:
            yield f"{word} {text}".rstrip()
    yield f"digests {CURRENT}"
    start = head.start
    yield f"start {start.kind}"
    yield f"author {head.author}".rstrip()
    yield from (f"comment {line}".rstrip() for line in head.comment.split("\n"))
    yield f"rerecords {head.rerecords}"
    for marker in head.markers:
        yield f"marker {'=' if marker.stays else ''}{marker.beat} {marker.text}".rstrip()
    yield from (f"masked {' '.join(map(str, area))}" for area in head.masked)
    yield from (f"accepted {line}" for line in head.accepted)
    for pin in head.pins:
        yield f"pinned {pin.what} {pin.first} {pin.last} {pin.digest} {pin.reason}"
    yield from _resource_lines(head.resources)
    if start.kind is not StartKind.BOOT:
        yield from (f"data {piece}" for piece in packed_pieces(start.data))
    for file in head.disk:
        directory, name = (part.decode("latin-1") for part in (file.directory, file.name))
        yield f"disk {directory} {name}"
        yield from (f"data {piece}" for piece in packed_pieces(file.data))


def _resource_lines(table: ResourceTable) -> Iterator[str]:
    words: dict[str, list[str]] = {}
    for name, crc in table:
        words.setdefault(name.kind, []).append(f"{name.number}:{crc:08x}")
    for kind, each in words.items():
        yield from (f"resources {kind} {line}" for line in textwrap.wrap(" ".join(each), LINE))


def packed_pieces(data: bytes) -> list[str]:
    """Return data compressed, in base 85, cut into lines."""
    packed = base64.b85encode(zlib.compress(data, 9)).decode()
    return [packed[at : at + LINE] for at in range(0, len(packed), LINE)]


def end_line(beats: int) -> str:
    """Return the last line of a recording."""
    return f"end {beats}"
