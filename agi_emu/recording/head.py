"""Declares the head of a recording: the machine and its start, what the digests leave out, what is known to differ."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agi_emu.machine.settings import SETTINGS, Settings
from agi_emu.recording.masks import Area
from agi_emu.recording.resource_table import ResourceTable
from agi_emu.recording.ticks import What

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game

FORMAT = 3
"""The number of the format."""

SETTING_LINES = {field.replace("_", "-"): (field, setting) for field, setting in SETTINGS.items()}
"""Words of the lines that tell the settings of the machine: the field of `Settings` and its text."""


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
class Pin:
    """A known difference: what differs, its ticks, and a digest of the run there."""

    what: What
    first: int
    last: int
    digest: str
    """XXH3 of the digests of these ticks; if it changes, so has the difference."""
    reason: str
    """The reason, with the date first."""


class Marker(NamedTuple):
    """A beat that has a name; it moves with the events around it, unless it stays."""

    beat: int
    text: str
    stays: bool = False


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
    settings: Settings = field(default_factory=Settings)
    """The settings that the machine had."""
    start: Start = Start()
    author: str = ""
    comment: str = ""
    rerecords: int = 0
    markers: tuple[Marker, ...] = ()
    """By beat."""
    masked: tuple[Area, ...] = ()
    """Rectangles of the screen left out of the digests."""
    accepted: tuple[str, ...] = ()
    """When and why the expectation changed, oldest first."""
    pins: tuple[Pin, ...] = ()
    resources: ResourceTable = field(default_factory=ResourceTable)
    disk: tuple[DiskFile, ...] = ()


def head_of(machine: Machine, *, start: Start | None = None, folder: Path | None = None) -> Head:
    """Return the head of a recording of this machine; `folder` is where the recording will be."""
    game = machine.game
    return Head(
        game_digest=game.digest,
        name="".join(character if character.isprintable() else "?" for character in game.id),
        path=path_hint(game, folder),
        profile=machine.profile.name,
        settings=machine.settings,
        start=start or Start(),
        resources=ResourceTable.of(game),
    )


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
