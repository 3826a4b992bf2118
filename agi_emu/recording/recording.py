"""Declares a recording of a run: the machine, every input with its place, and a digest of every tick.

The text format is in docs/recordings.md; `writer` writes it and `reader` reads it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import RecordingError
from agi_emu.facts.mercies import MERCIES
from agi_emu.host_files.drafts import write_whole
from agi_emu.host_files.reading import read_whole
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.settings import BUDGETS, Budget, Settings
from agi_emu.recording.masks import Area
from agi_emu.recording.position import Place
from agi_emu.recording.resource_table import ResourceTable
from agi_emu.recording.ticks import Tick, Ticks, What

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game

FORMAT = 3
"""The number of the format."""
SUFFIX = ".agirec"
LONGEST = 32 << 20
"""Bytes of the text of a recording that is read: an hour takes less than a million."""


class StartKind(StrEnum):
    """The kind of start of a run."""

    BOOT = "boot"
    SAVE = "save"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a run: power-on, a savegame in Sierra's format, or a state file of ours."""

    kind: StartKind = StartKind.BOOT
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event, its place, and the author's text about it."""

    place: Place
    event: InputEvent
    text: str = ""
    """The comment after the event, without its #."""
    above: tuple[str, ...] = ()
    """Lines of text above the event."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A known difference: what differs, its ticks, and a digest of the run there."""

    what: What
    first: int
    last: int
    digest: str
    """XXH3 of the digests of these ticks; if it changes, so has the difference."""
    reason: str
    """The reason, with the date first."""


@dataclass(frozen=True, slots=True)
class DiskFile:
    """A savegame that was on the machine's disk when the recording started."""

    directory: bytes
    name: bytes
    data: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """Everything in a recording except events and ticks."""

    game_digest: str = ""
    """SHA-256 of the game's files (`Game.digest`)."""
    name: str = ""
    path: str = ""
    """Path of the game from the folder of the recording, with slashes; a hint."""
    profile: str = ""
    machine: str = "pc"
    seed: int = 0
    budget: str = "pc"
    """The name of a budget, or work units per beat."""
    mercies: tuple[str, ...] = ()
    bios_clock: int = 0
    extensions: tuple[str, ...] = ()
    start: Start = Start()
    author: str = ""
    comment: str = ""
    rerecords: int = 0
    masked: tuple[Area, ...] = ()
    """Rectangles of the screen left out of the digests."""
    accepted: tuple[str, ...] = ()
    """When and why the expectation changed, oldest first."""
    pins: tuple[Pin, ...] = ()
    resources: ResourceTable = field(default_factory=ResourceTable)
    disk: tuple[DiskFile, ...] = ()

    def settings(self) -> Settings:
        """Return the settings that the machine had."""
        return Settings(
            machine=self.machine,
            seed=self.seed,
            budget=BUDGETS[self.budget] if self.budget in BUDGETS else Budget(self.budget, int(self.budget)),
            mercies=frozenset(MERCIES[name] for name in self.mercies),
            bios_clock=self.bios_clock,
            extensions=frozenset(self.extensions),
        )


def recording_bytes(path: Path) -> bytes:
    """Return the bytes of a file that may be a recording; RecordingError if it is too long."""
    return read_whole(path, RecordingError, LONGEST)


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
        from agi_emu.recording.reader import parse_recording

        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise RecordingError(f"{name} is not a recording: byte {error.start} is not UTF-8") from error
        return parse_recording(text, name, unclosed=unclosed)

    def save(self, path: str | Path) -> None:
        """Write the recording; an existing file is replaced only when everything is written."""
        from agi_emu.recording.writer import recording_text

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


def head_of(machine: Machine, *, start: Start | None = None, folder: Path | None = None) -> Head:
    """Return the head of a recording of this machine; `folder` is where the recording will be."""
    game, settings, budget = machine.game, machine.settings, machine.settings.budget
    return Head(
        game_digest=game.digest,
        name="".join(character if character.isprintable() else "?" for character in game.id),
        path=path_hint(game, folder),
        profile=machine.profile.name,
        machine=settings.machine,
        seed=settings.seed,
        budget=str(budget.units) if budget.units and budget not in BUDGETS.values() else budget.name,
        mercies=tuple(sorted(mercy.name for mercy in settings.mercies)),
        bios_clock=settings.bios_clock,
        extensions=tuple(sorted(settings.extensions)),
        start=start or Start(),
        resources=ResourceTable.of(game),
    )


def with_path_hint(recording: Recording, game: Game, folder: Path) -> Recording:
    """Return a recording that will be in a folder, with the path from there to its game."""
    return replace(recording, head=replace(recording.head, path=path_hint(game, folder)))


def path_hint(game: Game, folder: Path | None) -> str:
    """Return the path from the recording to the game; empty if there is none worth storing."""
    if folder is None:
        return ""
    try:
        way = os.path.relpath(game.path.resolve(), folder.resolve())
    except ValueError:
        # On another drive.
        return ""
    # A file's name may hold line breaks, and bytes that are not text.
    return Path(way).as_posix() if way.isprintable() else ""
