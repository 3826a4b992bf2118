"""The contents of a state file, taken out of its chunks: plain records that know neither a game nor a machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from agi_emu.state.layout import STATE_BYTES, StateLayout
from agi_emu.state.progress import is_sequence

THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT = 80, 50
PALETTE_BYTES = 48
SCORE, MOST_SCORE = 3, 7
SECONDS, MINUTES, HOURS, DAYS = 11, 12, 13, 14
"""Variables that a summary shows."""

NameTable = Mapping[str, Mapping[str, int]]
"""Section ("variables", "flags", "views", ...) to name to number."""


@dataclass(frozen=True, slots=True)
class StateSummary:
    """The entry of a save in a list."""

    title: str = ""
    description: str = ""
    """The name that the player, or the reason of an automatic save, gave it."""
    room: int = 0
    score: int = 0
    most_score: int = 0
    seconds: int = 0
    """Time played by the game's own clock."""
    beats: int = 0
    during_sequence: bool = False
    """The player had no control when this was saved."""
    pixels: bytes = field(default=b"", repr=False)
    """80x50 palette indices, row by row."""
    colours: bytes = field(default=b"", repr=False)
    """Red, green, blue of the 16 colours."""


def with_figures(summary: StateSummary, state: StateLayout) -> StateSummary:
    """Return a summary with what it says of the state as it is now; its words and its picture stay."""
    variables = state.vars
    seconds = variables[SECONDS] + 60 * (variables[MINUTES] + 60 * (variables[HOURS] + 24 * variables[DAYS]))
    return replace(
        summary,
        room=variables[0],
        score=variables[SCORE],
        most_score=variables[MOST_SCORE],
        seconds=seconds,
        beats=state.clock.beats,
        during_sequence=is_sequence(state),
    )


@dataclass(frozen=True, slots=True)
class ResourceReference:
    """A resource that the state speaks of, by its number, what is in it, and its name if the game gives names."""

    kind: str
    """"logic", "view", "picture" or "sound"."""
    number: int
    digest: bytes
    """First 16 bytes of the SHA-256 of the resource; empty when the game had none of this number."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class GameIdentity:
    """The identity of the game, and the resources of it that the state needs."""

    game: str
    """Digest of the whole game (hex)."""
    game_name: str
    interpreter: str
    """Name of the version profile."""
    words: bytes = b""
    """Digest of the dictionary."""
    items: tuple[bytes, ...] = ()
    """Names of the inventory items, in order."""
    references: tuple[ResourceReference, ...] = ()
    inventory: bytes = b""
    """The OBJECT file after its header, plain, as at the start: what a savegame of the original needs."""
    game_id: str = ""
    """The game's own id (set.game.id)."""


@dataclass(slots=True)
class StateContents:
    """Everything that the known chunks of one file hold; `state` is filled over what it held before."""

    state: StateLayout = field(default_factory=StateLayout)
    summary: StateSummary = StateSummary()
    identity: GameIdentity = GameIdentity("", "", "")
    settings: Mapping[str, str] = field(default_factory=dict)
    names: NameTable = field(default_factory=dict)
    before: bytes = b""
    """A whole state file of the moment before the sequence during which this was saved; empty when there is none."""


def fresh_copy(state: StateLayout) -> StateLayout:
    """Return a copy of a state that shares no memory with it."""
    copied = StateLayout.from_buffer_copy(bytes(memoryview(state).cast("B")))
    assert len(memoryview(copied).cast("B")) == STATE_BYTES
    return copied
