"""Compares a recording tick by tick: finds what differs, from which tick on, and the changed resource in use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from agi_emu.facts.codes import BEATS_PER_TICK, TICKS_PER_SECOND, Var
from agi_emu.facts.errors import AgiError, RecordingError, TimeLimitError
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.outcome import Difference, Outcome, Status, ValueDifference
from agi_emu.recording.comparing.spans import Span, find_shifts, split_pins, unknown_spans
from agi_emu.recording.comparing.work import WorkChange, compare_work, slower_rooms
from agi_emu.recording.head import SETTING_LINES, Head, StartKind
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.position import Place
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.resource_table import ResourceName, ResourceTable, in_use
from agi_emu.recording.tick_values import changes_of
from agi_emu.recording.ticks import Tick, Ticks, What, differing
from agi_emu.resources.game import Game
from agi_emu.session import FAR
from agi_emu.state.progress import BeatReason

EVERYTHING = frozenset(What)
NOTHING = Ticks()
STUCK_TICKS = 60
"""Ticks inside one cycle after which a game that computes all the time counts as stuck: three seconds.
The longest computation inside one cycle seen in any of 75 games was 16 ticks."""


def compare(game: Game, recording: Recording, *, masks: Masks = NO_MASKS) -> Difference | None:
    """Return the first tick in which a game does not do what was recorded; None if there is none."""
    return compare_with_game(game, recording, masks=masks).first


def compare_with_game(
    game: Game,
    recording: Recording,
    only: Iterable[What] = EVERYTHING,
    *,
    masks: Masks = NO_MASKS,
    name: str = "",
    work_tolerance: float | None = None,
    watch: Callable[[Machine], None] | None = None,
) -> Outcome:
    """Play a recording with a game to its end and compare every tick.

    `work_tolerance` is the percentage by which a room may become slower or faster; None compares no work. `watch` gets
    the machine before it runs, and must not change it.

    Raises RecordingError if the digests were made under other masks; a `RecordingOnDisk` handles that case.
    """
    if recording.head.masked != masks.areas:
        raise RecordingError("the digests of the recording were made under other masks")
    parts = frozenset(only)
    changed = tuple(recording.head.resources.changed(ResourceTable.of(game)))
    play = Playback(game, recording, masks=masks)
    if watch is not None:
        watch(play.machine)
    begins = play.recorder.place
    watcher = _Watcher(play, masks, parts, changed)
    play.session.observers.append(watcher)
    ending = _play_to_the_end(play, watcher)
    actual = play.recorder.recording
    if not ending and len(actual.ticks) < len(recording.ticks):
        ending = "the game ended"
    notes = [*_notes_on_the_run(game, recording, begins)]

    def difference(span: Span) -> Difference:
        scene = watcher.scenes.get(span.first) or _Scene.of(play.machine)
        reason = ending if span.first > len(actual.ticks) else ""
        if ending and not reason:
            notes.append(f"the run ended after tick {len(actual.ticks)}: {ending}")
        beat = scene.beat - play.start_beat
        return Difference(span.first, span.what, beat, scene.cycle, scene.room, scene.resources or changed, reason)

    found = _outcome(name, recording, actual, parts, masks, work_tolerance, difference)
    return replace(found, changed=changed, notes=tuple(notes), errors=tuple(play.machine.errors))


def _outcome(
    name: str,
    recording: Recording,
    actual: Recording,
    only: frozenset[What],
    masks: Masks,
    work_tolerance: float | None,
    difference: Callable[[Span], Difference],
) -> Outcome:
    """Compare the ticks of two runs; what is pinned and is as it was when it was pinned counts as known."""
    expected, ticks = masks.ticks(recording.ticks), masks.ticks(actual.ticks)
    known, gone = split_pins(recording.head.pins, ticks)
    spans = unknown_spans(expected, ticks, only, known)
    work = _work_changes(recording, actual, work_tolerance)
    status = Status.DIFFERENT if spans or slower_rooms(work) else Status.KNOWN if known else Status.EQUAL
    return Outcome(
        name,
        status,
        difference(spans[0]) if spans else None,
        min(len(expected), len(ticks)),
        spans,
        _first_values(expected, ticks, spans),
        tuple(find_shifts(expected, ticks)) if spans else (),
        known,
        gone,
        work=work,
        game=recording.head.name,
        profile=recording.head.profile,
        ticks=len(recording.ticks),
        code=int(status is Status.DIFFERENT),
        actual=actual,
    )


def _first_values(expected: Sequence[Tick], actual: Sequence[Tick], spans: Sequence[Span]) -> ValueDifference | None:
    last = min(len(expected), len(actual))
    for span in spans:
        if What.STATE in span.what:
            for number in range(span.first, min(span.last, last) + 1):
                was, now = expected[number - 1].values, actual[number - 1].values
                if was != now:
                    return ValueDifference(number, tuple(changes_of(was, now)))
    return None


def _work_changes(expected: Recording, actual: Recording, tolerance: float | None) -> tuple[WorkChange, ...]:
    if tolerance is None or not expected.holds_work:
        return ()
    is_from_boot = expected.head.start.kind is StartKind.BOOT
    return compare_work(expected.ticks, actual.ticks, tolerance, is_from_boot=is_from_boot)


def _play_to_the_end(play: Playback, watcher: _Watcher) -> str:
    """Play a recording; return why the run could not continue, "" if it could."""
    try:
        play.run()
    except TimeLimitError:
        raise
    except AgiError as error:
        return f"the game cannot continue: {error}"
    if watcher.is_stuck:
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
    name: str = "",
    work_tolerance: float | None = None,
) -> Outcome:
    """Compare two recordings with each other without playing them; of the masks, only variables count.

    `work_tolerance` is that of `compare_with_game`.
    """
    one, other = expected.head, actual.head
    if one.masked != other.masked:
        raise RecordingError(
            "the recordings were made with different masks: to update them, run agi-emu replay --update with "
            "the game as recorded"
        )
    changed = tuple(one.resources.changed(other.resources))
    lengths = len(expected.ticks), len(actual.ticks)

    def difference(span: Span) -> Difference:
        tick = actual.ticks[min(span.first, lengths[1]) - 1] if lengths[1] else None
        # Variable 0 is the room.
        cycle, room = (tick.cycle, tick.values[0] if tick.values else 0) if tick else (0, 0)
        return Difference(span.first, span.what, BEATS_PER_TICK * span.first, cycle, room, changed)

    notes = [*_differing_heads(one, other)]
    if lengths[0] != lengths[1]:
        notes.append(f"one has {lengths[0]} ticks, the other {lengths[1]}")
    found = _outcome(name, expected, actual, frozenset(only), masks, work_tolerance, difference)
    return replace(found, changed=changed, notes=tuple(notes))


def _differing_heads(one: Head, other: Head) -> Iterator[str]:
    """Yield what two recordings do not share before their first tick."""
    pairs = {"profile": (one.profile, other.profile)}
    for word, (_, setting) in SETTING_LINES.items():
        pairs[word] = setting.of(one.settings), setting.of(other.settings)
    for word, (was, now) in pairs.items():
        if was != now:
            yield f"{word}: one has {was or 'none'}, the other {now or 'none'}"
    if one.start != other.start:
        same = "another " if one.start.kind is other.start.kind else ""
        yield f"start: one starts from {one.start.kind}, the other from {same}{other.start.kind}"
    if one.disk != other.disk:
        yield "disk: the savegames that the game could find differ"


@dataclass(frozen=True, slots=True)
class _Scene:
    """Where a machine was at the end of a tick."""

    beat: int
    """Beats since power-on."""
    cycle: int
    room: int
    resources: tuple[ResourceName, ...] = ()
    """Changed resources that the machine was using."""

    @classmethod
    def of(cls, machine: Machine, resources: tuple[ResourceName, ...] = ()) -> _Scene:
        """Return where a machine is."""
        return cls(
            machine.unguarded.state.clock.beats, machine.unguarded.state.cycle.number, machine.vars[Var.ROOM], resources
        )


class _Watcher:
    """Notes where the machine is when a tick differs in another way than the previous one."""

    def __init__(self, play: Playback, masks: Masks, only: frozenset[What], changed: Sequence[ResourceName]) -> None:
        """Watch a playback; its session ends where the run is stuck."""
        self._expected = Ticks.of(play.recording.ticks)
        self._only = only
        self._changed = changed
        self._masks = masks
        self._play = play
        self._actual = play.recorder.ticks
        play.recorder.expect(self._expected)
        self._seen = 0
        self._before: tuple[What, ...] = ()
        self._busy_ticks = 0
        """Consecutive ticks that ended because the processor had no more time for the current cycle."""
        self.is_stuck = False
        """Whether the run was given up."""
        self.scenes: dict[int, _Scene] = {}
        """By tick: where the machine was when the run started to differ in another way."""
        self._used: set[ResourceName] = set()

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Compare the tick that has just ended, if any; those before it were as expected."""
        if self._changed and not self.scenes:
            self._used |= in_use(machine)
        before, self._seen = self._seen, len(self._actual)
        if self._seen == before or self._seen > len(self._expected):
            return
        if self._seen > before + 1:
            self._before = ()
        what = self._differing()
        if what and what != self._before:
            used = tuple(each for each in self._changed if each in self._used)
            self.scenes[self._seen] = _Scene.of(machine, used)
            # From now on each tick is looked at here.
            self._play.recorder.expect(NOTHING)
        self._before = what
        if self.scenes:
            self._look_for_the_end_of_the_cycle(machine)

    def _differing(self) -> tuple[What, ...]:
        """Return in what the last tick differs, of what is compared."""
        last = self._seen - 1
        if not self._expected.unlike(self._actual, last):
            return ()
        expected, actual = self._masks.ticks((self._expected[last], self._actual[last]))
        return tuple(each for each in differing(expected, actual) if each in self._only)

    def next_beat(self, machine: Machine) -> int:
        """Return the next beat while resources in use are collected."""
        return 0 if self._changed and not self.scenes else FAR

    def _look_for_the_end_of_the_cycle(self, machine: Machine) -> None:
        """Give up a changed game that is stuck: it may take more than real time, and shows nothing new."""
        last = self._seen - 1
        is_busy = machine.unguarded.state.cycle.beat_due == BeatReason.WORK and last > 0
        is_same_cycle = is_busy and self._actual[last].cycle == self._actual[last - 1].cycle
        self._busy_ticks = self._busy_ticks + 1 if is_same_cycle else 0
        if self._busy_ticks == STUCK_TICKS and self._expected[last].cycle != self._expected[last - STUCK_TICKS].cycle:
            self.is_stuck = True
            self._play.session.stop()
