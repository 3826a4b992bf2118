"""Declares a recording of a run: the machine, every input with its place, and a digest of every tick.

The text format is in docs/recordings.md; `writer` writes it and `reader` reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import RecordingError
from agi_emu.host_files.drafts import write_whole
from agi_emu.host_files.reading import RECORDING, decoded_text, read_whole
from agi_emu.recording.event_text import RecordedEvent
from agi_emu.recording.head import Head, path_hint
from agi_emu.recording.position import Place
from agi_emu.recording.reader import parts_of
from agi_emu.recording.ticks import Tick, Ticks
from agi_emu.recording.writer import text_of

if TYPE_CHECKING:
    from agi_emu.resources.game import Game

SUFFIX = ".agirec"


def recording_bytes(path: Path) -> bytes:
    """Return the bytes of a file that may be a recording; RecordingError if it is too long."""
    return read_whole(path, RECORDING)


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded run: `agi_emu.replay` plays it, `agi_emu.compare` checks it."""

    head: Head
    events: tuple[RecordedEvent, ...] = ()
    ticks: Sequence[Tick] = ()
    """Index 0 is tick 1, which ends three beats after the start; the last one of a game that ended is shorter.

    Kept as `Ticks`: a `Tick` is made when it is looked at.
    """
    end: int | None = None
    """Beats since power-on at the end; None if the recording was not closed."""
    after: tuple[str, ...] = ()
    """Lines of text after the last event."""

    def __post_init__(self) -> None:
        """Pack the ticks."""
        object.__setattr__(self, "ticks", Ticks.of(self.ticks))

    @classmethod
    def load(cls, path: str | Path, *, unclosed: bool = False) -> Recording:
        """Read a recording; RecordingError names the wrong line.

        A recording that was never closed, because the program was killed, is read only if `unclosed` allows it.
        """
        return cls.of_bytes(recording_bytes(Path(path)), str(path), unclosed=unclosed)

    @classmethod
    def of_bytes(cls, data: bytes, name: str, *, unclosed: bool = False) -> Recording:
        """Return the recording in the bytes of a file, by its name in error messages."""
        try:
            text = decoded_text(data)
        except UnicodeDecodeError as error:
            raise RecordingError(f"{name} is not a recording: byte {error.start} is not UTF-8") from error
        return parse_recording(text, name, unclosed=unclosed)

    def save(self, path: str | Path) -> None:
        """Write the recording; an existing file is replaced only when everything is written."""
        write_whole(Path(path), recording_text(self).encode())

    @property
    def closed(self) -> bool:
        """Whether the recording was closed."""
        return self.end is not None

    @property
    def holds_work(self) -> bool:
        """Whether any tick holds the work that was done in it."""
        return Ticks.of(self.ticks).holds_work

    def beats(self, start: int) -> int:
        """Return how many beats the run takes if it starts at beat `start`."""
        last_event = self.events[-1].place.beat if self.events else 0
        known = max(start + BEATS_PER_TICK * len(self.ticks), last_event)
        return max(0, (known if self.end is None else self.end) - start)

    def until(self, place: Place, ticks: int) -> Recording:
        """Return the recording up to a place and a number of ticks, not closed: another run continues from there."""
        events = tuple(each for each in self.events if each.place < place)
        return replace(self, events=events, ticks=self.ticks[:ticks], end=None, after=())


def parse_recording(text: str, name: str, *, unclosed: bool = False) -> Recording:
    """Return the recording in a text; `name` is its name in error messages."""
    return Recording(*parts_of(text, name, unclosed=unclosed))


def recording_text(recording: Recording) -> str:
    """Return the whole text of a recording."""
    return text_of(recording.head, recording.events, Ticks.of(recording.ticks), recording.end, recording.after)


def with_path_hint(recording: Recording, game: Game, folder: Path) -> Recording:
    """Return a recording that will be in a folder, with the path from there to its game."""
    return replace(recording, head=replace(recording.head, path=path_hint(game, folder)))
