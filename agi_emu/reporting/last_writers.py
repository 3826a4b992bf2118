"""Says of values that differ between two runs who wrote each last, in either: both are played again and looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from agi_emu.debugging.causes import Causes
from agi_emu.debugging.time_line import TimeLine
from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.machine.watchables import Watchable, watchable_of
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import events_of
from agi_emu.recording.replaying.starting import machine_at_start
from agi_emu.reporting.state_tables import StateTables
from agi_emu.resources.game import Game
from agi_emu.resources.projects.source_places import SourcePlaces

MOST_NAMED = 12
"""Values of a moment whose last writers are looked for: each takes as long as playing to its last change."""


@dataclass(frozen=True, slots=True)
class LastWriters:
    """A value that differs, and who wrote it last in either run."""

    name: str
    expected: str
    """Empty if the game as recorded is missing."""
    actual: str


def differing_values(tables: StateTables) -> Iterator[Watchable]:
    """Yield what differs and can be asked about: variables, flags, items, then fields of objects."""
    for pair in (*tables.variables, *tables.flags, *tables.items):
        found = watchable_of(pair.name.split(" ")[0]) if pair.differs else None
        if found is not None:
            yield found
    for row in tables.objects:
        for pair in row.fields:
            found = watchable_of(f"o{row.number}.{pair.name}") if pair.differs else None
            if found is not None:
                yield found


def last_writers(
    tables: StateTables,
    recording: Recording,
    tick: int,
    expected: tuple[Game | None, SourcePlaces | None],
    actual: tuple[Game | None, SourcePlaces | None],
) -> list[LastWriters]:
    """Return the last writers of what differs at the end of a tick, of the first values at most."""
    values = list(islice(differing_values(tables), MOST_NAMED))
    sides = [_sentences(values, recording, tick, *side) for side in (expected, actual)]
    return [LastWriters(str(value), *texts) for value, *texts in zip(values, *sides, strict=True)]


def _sentences(
    values: Sequence[Watchable], recording: Recording, tick: int, game: Game | None, places: SourcePlaces | None
) -> list[str]:
    if game is None or places is None:
        return ["" for _ in values]
    machine = machine_at_start(game, recording)
    line = TimeLine(machine)
    line.ask = events_of(recording, machine)
    line.play(beats=BEATS_PER_TICK * tick)
    return Causes(line, places).last_sentences(values)
