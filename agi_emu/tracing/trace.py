"""Trace files: gzipped JSON, one object per line (docs/trace-format.md).

First comes the meta line, then a record per cycle that holds only what changed, last a line that says how it ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from agi_emu.facts.errors import RecordingError
from agi_emu.host_files.reading import TRACE, read_lines
from agi_emu.tracing.records import TraceEnd, TraceMeta, TraceRecord
from agi_emu.tracing.trace_reader import SHAPE_ERRORS, TraceLine, TraceReader

TRACE_NAME = "trace.jsonl.gz"
PLAIN_TRACE_NAME = "trace.jsonl"
OWN_GAME = "game.zip"
"""The game that a recording brings with it: in its folder, or in the one above where several versions played it."""
PLANES_NAME = "planes.npz"


def own_game(recording: Path) -> Path | None:
    """Return the game that a recording, a file or its folder, brings with it; None where it brings none."""
    folder = recording if recording.is_dir() else recording.parent
    return next((path for path in (folder / OWN_GAME, folder.parent / OWN_GAME) if path.is_file()), None)


class Trace:
    """A trace file: `meta` at once, the records by iterating, `end` after the last of them."""

    def __init__(self, path: Path) -> None:
        """Open `path`, the file itself, gzipped or plain, or the folder that holds it under one of its two names."""
        self.path = path
        if path.is_dir():
            plain = path / PLAIN_TRACE_NAME
            self.path = plain if plain.is_file() else path / TRACE_NAME
        self._lines = self._read_lines()
        first = next(self._lines, None)
        if first is None or "meta" not in first.fields:
            raise RecordingError(f"{self.path} is not a trace: the first line has no 'meta'")
        try:
            self.meta = TraceMeta.read(first.fields["meta"])
        except SHAPE_ERRORS as error:
            raise first.misshapen(error) from error
        self.end: TraceEnd | None = None
        self._records_read = 0

    def _read_lines(self) -> Iterator[TraceLine]:
        for number, line in enumerate(read_lines(self.path, TRACE), start=1):
            yield TraceLine(line, self.path, number)

    def lines(self) -> Iterator[TraceLine]:
        """Yield the lines of the records, then that of the end if there is one."""
        for line in self._lines:
            is_end = line.is_end
            self._records_read += not is_end
            yield line
            if is_end:
                return

    def __iter__(self) -> Iterator[TraceRecord]:
        """Yield every record in full; set `end` at the last line."""
        reader = TraceReader(self.meta.object_fields)
        for line in self.lines():
            if line.is_end:
                self.end = reader.end(line)
            else:
                yield reader.record(line)

    def record_count(self) -> int:
        """Return the number of records in the file; this skips those not read yet."""
        self._records_read += sum(1 for line in self._lines if not line.is_end)
        return self._records_read
