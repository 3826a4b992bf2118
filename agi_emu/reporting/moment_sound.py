"""Prepares the sound of a moment: port writes side by side, and samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agi_emu._core.port_log import packed
from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.presentation.synthesiser import samples_of
from agi_emu.presentation.wave import wave_bytes
from agi_emu.reporting.pictures import data_uri
from agi_emu.reporting.scenes import Moment

Writes = Sequence[tuple[int, int, int]]
SETTLING_BEATS = 30
"""Beats that are made and discarded before the first one that is heard, so that filters settle."""
MOST_ROWS = 40
"""Beats with port writes that are shown, from shortly before the first that differs."""
ROWS_BEFORE = 6


@dataclass(frozen=True, slots=True)
class BeatWrites:
    """The port writes of a beat in both runs."""

    beat: int
    tick: int
    expected: str
    actual: str
    differs: bool


@dataclass(frozen=True, slots=True)
class SoundAround:
    """The sound around a moment."""

    rows: tuple[BeatWrites, ...]
    left_out: int
    """Beats with port writes that are not shown."""
    actual: str
    """A WAV file as data URI; empty if it is as expected, for it takes more room than all pictures."""
    expected: str
    """Empty if it is unknown, or the same as the actual one."""
    is_known: bool
    """Whether the expected sound is known."""

    @property
    def differs(self) -> bool:
        """Whether the sound differs from the expected one."""
        return bool(self.expected)


def sound_around(moment: Moment, machine: str) -> SoundAround | None:
    """Return the sound around a moment on a machine (pc, pcjr, tandy); None if nothing was written to a port."""
    is_known = moment.expected is not None
    heard = moment.heard
    actual = _in(moment.actual_writes, heard)
    expected = _in(moment.expected_writes, heard) if is_known else []
    if not actual and not expected:
        return None
    differ = is_known and actual != expected
    rows = _rows(expected, actual, is_known=is_known)
    first = next((index for index, row in enumerate(rows) if row.differs), None)
    if first is None:
        first = next((index for index, row in enumerate(rows) if row.tick >= moment.tick), 0)
    start = max(0, first - ROWS_BEFORE)
    shown = rows[start : start + MOST_ROWS]
    return SoundAround(
        tuple(shown),
        len(rows) - len(shown),
        _wave(moment.actual_writes, heard, machine) if differ or not is_known else "",
        _wave(moment.expected_writes, heard, machine) if differ else "",
        is_known,
    )


def _in(writes: Writes, beats: range) -> list[tuple[int, int, int]]:
    return [write for write in writes if write[0] in beats]


def _rows(expected: Writes, actual: Writes, *, is_known: bool) -> list[BeatWrites]:
    beats = sorted({write[0] for write in (*expected, *actual)})
    rows = []
    for beat in beats:
        was, now = _words(expected, beat), _words(actual, beat)
        rows.append(BeatWrites(beat, max(1, -(-beat // BEATS_PER_TICK)), was, now, is_known and was != now))
    return rows


def _words(writes: Writes, beat: int) -> str:
    return " ".join(f"{port:02X}:{value:02X}" for at, port, value in writes if at == beat)


def _wave(writes: Writes, heard: range, machine: str) -> str:
    """Return the sound of some beats as a data URI."""
    begin = max(0, heard.start - SETTLING_BEATS)
    # Earlier writes only set the registers.
    log = packed([(max(begin, beat) - begin, port, value) for beat, port, value in writes])
    samples = samples_of(log, heard.stop - begin, machine)
    unheard = len(samples) // (heard.stop - begin) * (heard.start - begin)
    return data_uri("audio/wav", wave_bytes(samples[unheard:]))
