"""Compares a recording tick by tick: finds what differs, from which tick on, and the changed resource in use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BEATS_PER_TICK, TICKS_PER_SECOND
from agi_emu.facts.errors import AgiError, RecordingError, TimeLimitError
from agi_emu.recording.comparing.expectation import Expectation
from agi_emu.recording.comparing.tick_differences import TickDifferences, compare_ticks
from agi_emu.recording.comparing.witness import STUCK_TICKS, Scene, Witness
from agi_emu.recording.comparing.work import WorkChange, compare_work, slower_rooms
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.position import Place, clock_time
from agi_emu.recording.recording import Head, Recording, StartKind
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.resource_table import ResourceName, ResourceTable
from agi_emu.recording.ticks import What

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.raised_errors import RaisedError
    from agi_emu.resources.game import Game

EVERYTHING = frozenset(What)
HEAD_WORDS = {
    "seed": "seed",
    "profile": "interpreter",
    "machine": "computer",
    "budget": "budget",
    "mercies": "mercies",
    "extensions": "extensions",
    "bios_clock": "BIOS clock",
}
"""The fields of a head that decide what a machine does, and what they are called."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first tick that is not as expected."""

    tick: int
    what: tuple[What, ...]
    beat: int
    """Beats from the start of the recording to the end of the tick."""
    cycle: int
    """Cycles completed since power-on in the actual run."""
    room: int
    resources: tuple[ResourceName, ...] = ()
    """Changed resources that the machine was using then; all changed ones if it used none of them."""
    reason: str = ""
    """Why the run ended there, if it did."""

    def __str__(self) -> str:
        place = f"tick {self.tick} ({clock_time(self.beat)}, cycle {self.cycle}, room {self.room})"
        end = f": {self.reason}" if self.reason else ""
        return f"{place} differs in {' and '.join(self.what)}{end}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison."""

    first: Difference | None
    """None if everything is as expected or known."""
    differences: TickDifferences
    changed: tuple[ResourceName, ...]
    """Resources of the game that differ from those of the recording."""
    notes: tuple[str, ...]
    actual: Recording = field(repr=False)
    """The current run."""
    errors: tuple[RaisedError, ...] = ()
    """The errors that the game raised in the current run."""
    work: tuple[WorkChange, ...] = ()
    """Rooms that became slower or faster."""

    @property
    def equal(self) -> bool:
        """Whether everything is as expected or known, and no room became slower."""
        return self.first is None and not slower_rooms(self.work)


def compare(game: Game, recording: Recording, *, masks: Masks = NO_MASKS) -> Difference | None:
    """Return the first tick in which a game does not do what was recorded; None if there is none."""
    return compare_with_game(game, Expectation(recording, masks)).first


def compare_with_game(
    game: Game,
    expected: Expectation,
    only: Iterable[What] = EVERYTHING,
    *,
    work_tolerance: float | None = None,
    watch: Callable[[Machine], None] | None = None,
) -> Comparison:
    """Play a recording with a game to its end and compare every tick.

    `work_tolerance` is the percentage by which a room may become slower or faster; None compares no work. `watch` gets
    the machine before it runs, and must not change it.

    Raises RecordingError if the digests were made under other masks; `expectation_of` handles that case.
    """
    recording, masks = expected.recording, expected.masks
    if recording.head.masked != masks.areas:
        raise RecordingError("the digests of the recording were made under other masks")
    parts = frozenset(only)
    changed = tuple(recording.head.resources.changed(ResourceTable.of(game)))
    play = Playback(game, recording, masks=masks)
    if watch is not None:
        watch(play.machine)
    begins = play.recorder.place
    witness = Witness(expected, parts, changed, play.recorder, play.session.stop)
    play.session.observers.append(witness)
    ending = _play_to_the_end(play, witness)
    actual = play.recorder.recording
    if not ending and len(actual.ticks) < len(recording.ticks):
        ending = "the game ended"
    differences = compare_ticks(recording, actual.ticks, parts, masks)
    notes = [*_notes_on_the_run(game, recording, begins)]
    first = None
    if differences.spans:
        span = differences.spans[0]
        scene = witness.scenes.get(span.first) or Scene.of(play.machine)
        reason = ending if span.first > len(actual.ticks) else ""
        suspects = scene.resources or changed
        beat = scene.beat - play.start_beat
        first = Difference(span.first, span.what, beat, scene.cycle, scene.room, suspects, reason)
        if ending and not reason:
            notes.append(f"the run ended after tick {len(actual.ticks)}: {ending}")
    notes += [each for each in (expected.note, expected.doubt if first else "") if each]
    work = _work_changes(recording, actual, work_tolerance)
    return Comparison(first, differences, changed, tuple(notes), actual, tuple(play.machine.errors), work)


def _work_changes(expected: Recording, actual: Recording, tolerance: float | None) -> tuple[WorkChange, ...]:
    if tolerance is None or not expected.holds_work:
        return ()
    is_from_boot = expected.head.start.kind is StartKind.BOOT
    return compare_work(expected.ticks, actual.ticks, tolerance, is_from_boot=is_from_boot)


def _play_to_the_end(play: Playback, witness: Witness) -> str:
    """Play a recording; return why the run could not continue, "" if it could."""
    try:
        play.run()
    except TimeLimitError:
        raise
    except AgiError as error:
        return f"the game cannot continue: {error}"
    if witness.is_stuck:
        return f"the game has been busy inside one cycle for {STUCK_TICKS // TICKS_PER_SECOND} seconds"
    return ""


def _notes_on_the_run(game: Game, recording: Recording, begins: Place) -> Iterator[str]:
    """Yield notes about a comparison besides the differences."""
    if not recording.closed:
        yield "the recording was not closed: it is compared up to its last tick"
    never = sum(each.place < begins or each.place.beat > recording.beats(0) for each in recording.events)
    if never:
        yield f"events before the start or after the end, which never happen: {never}"
    if recording.head.profile != game.profile.name:
        yield f"recorded as {recording.head.profile}, compared as {game.profile.name}"


def compare_recordings(
    expected: Recording,
    actual: Recording,
    *,
    masks: Masks = NO_MASKS,
    only: Iterable[What] = EVERYTHING,
    work_tolerance: float | None = None,
) -> Comparison:
    """Compare two recordings with each other without playing them; of the masks, only variables count.

    `work_tolerance` is that of `compare_with_game`.
    """
    one, other = expected.head, actual.head
    if one.masked != other.masked:
        raise RecordingError(
            "the recordings were made with different masks: to update them, run agi-emu replay --update with "
            "the game as recorded"
        )
    differences = compare_ticks(expected, actual.ticks, frozenset(only), masks)
    changed = tuple(expected.head.resources.changed(actual.head.resources))
    first = None
    if differences.spans:
        span = differences.spans[0]
        tick = actual.ticks[min(span.first, len(actual.ticks)) - 1] if actual.ticks else None
        cycle, values = (tick.cycle, tick.values) if tick else (0, b"")
        # Variable 0 is the room.
        room = values[0] if values else 0
        first = Difference(span.first, span.what, BEATS_PER_TICK * span.first, cycle, room, changed)
    lengths = len(expected.ticks), len(actual.ticks)
    notes = [*_differing_heads(one, other)]
    if lengths[0] != lengths[1]:
        notes.append(f"one has {lengths[0]} ticks, the other {lengths[1]}")
    work = _work_changes(expected, actual, work_tolerance)
    return Comparison(first, differences, changed, tuple(notes), actual, work=work)


def _differing_heads(one: Head, other: Head) -> Iterator[str]:
    """Yield what two recordings do not share before their first tick."""
    for name, word in HEAD_WORDS.items():
        was, now = getattr(one, name), getattr(other, name)
        if was != now:
            yield f"{word}: one has {_shown(was)}, the other {_shown(now)}"
    if one.start != other.start:
        same = "another " if one.start.kind is other.start.kind else ""
        yield f"start: one starts from {one.start.kind}, the other from {same}{other.start.kind}"
    if one.disk != other.disk:
        yield "disk: the savegames that the game could find differ"


def _shown(value: object) -> str:
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value)
