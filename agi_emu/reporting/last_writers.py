"""Says of values that differ between two runs who wrote each last, in either: both are played again and looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from agi_emu.debugging.causes import Causes
from agi_emu.debugging.time_line import TimeLine
from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.machine.watchables import Watchable, watchable_of
from agi_emu.recording.masks import Masks
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import events_of
from agi_emu.recording.replaying.starting import machine_at_start
from agi_emu.reporting.state_tables import StateTables, state_tables
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
    recording: Recording,
    masks: Masks,
    tick: int,
    expected: tuple[Game | None, SourcePlaces | None],
    actual: tuple[Game | None, SourcePlaces | None],
    names: Sequence[str] = (),
) -> list[LastWriters]:
    """Return the last writers of what differs at the end of a tick, of the first values at most.

    What differs is what has these names, or else what two runs show.
    """
    lines = [_played(game, recording, tick) for game, _ in (expected, actual)]
    was, now = (line.machine.unguarded.state if line else None for line in lines)
    values: Iterator[Watchable] = filter(None, map(watchable_of, names))
    if not names and was is not None and now is not None:
        values = differing_values(state_tables(was, now, masks))
    asked = list(islice(values, MOST_NAMED))
    sides = [_sentences(asked, line, places) for line, (_, places) in zip(lines, (expected, actual), strict=True)]
    return [LastWriters(str(value), *texts) for value, *texts in zip(asked, *sides, strict=True)]


def _played(game: Game | None, recording: Recording, tick: int) -> TimeLine | None:
    if game is None:
        return None
    machine = machine_at_start(game, recording)
    line = TimeLine(machine)
    line.ask = events_of(recording, machine)
    line.play(beats=BEATS_PER_TICK * tick)
    return line


def _sentences(values: Sequence[Watchable], line: TimeLine | None, places: SourcePlaces | None) -> list[str]:
    if line is None or places is None:
        return ["" for _ in values]
    return Causes(line, places).last_sentences(values)
