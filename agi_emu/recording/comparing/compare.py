"""Checks a recording tick by tick: what is different, from when on, and which resource is to blame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import xxhash

from agi_emu.errors import AgiError, RecordingError
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.spans import Shift, Span, differences_of, find_shifts, find_spans
from agi_emu.recording.mask_file import NO_MASKS, Masks
from agi_emu.recording.position import BEATS_PER_TICK, TICKS_PER_SECOND, clock_time
from agi_emu.recording.recording import Pin, Recording
from agi_emu.recording.replaying.replay import Replay
from agi_emu.recording.resource_table import ResourceName, ResourceTable, in_use
from agi_emu.recording.tick_blocks import Tick, What, differing
from agi_emu.recording.tick_values import ValueChange, changes_of
from agi_emu.state.progress import BeatReason

if TYPE_CHECKING:
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.resources.game import Game

EVERYTHING = frozenset(What)
STUCK_TICKS = 60
"""Ticks that pass inside one cycle of a game which computes all the time, until it is held to be lost: three seconds.
The longest that any of 75 games was seen to compute inside one cycle was 16 ticks."""


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
    """Changed resources that the machine was using then; all that were changed when it used none of them."""
    reason: str = ""
    """Why the run ended there, when it did."""

    def __str__(self) -> str:
        place = f"tick {self.tick} ({clock_time(self.beat)}, cycle {self.cycle}, room {self.room})"
        end = f": {self.reason}" if self.reason else ""
        return f"{place} differs in {' and '.join(self.what)}{end}"


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """The first tick in which variables or flags are not as expected."""

    tick: int
    changes: tuple[ValueChange, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a comparison has found."""

    ticks: int
    """Ticks that were compared."""
    first: Difference | None = None
    spans: tuple[Span, ...] = ()
    """All ticks that differ, but for those that are pinned."""
    values: ValueDifference | None = None
    """None also where a recording of digests number 1 does not hold them."""
    shifts: tuple[Shift, ...] = ()
    known: tuple[Pin, ...] = ()
    """Pins whose difference is there as it was."""
    gone: tuple[Pin, ...] = ()
    """Pins whose difference is no more there, or is another one."""
    changed: tuple[ResourceName, ...] = ()
    """Resources of the game that are not those of the recording."""
    notes: tuple[str, ...] = ()
    actual: Recording | None = field(default=None, repr=False)
    """The run as it is now."""

    @property
    def equal(self) -> bool:
        """Whether everything is as expected or known."""
        return self.first is None


def compare(game: Game, recording: Recording, *, masks: Masks = NO_MASKS) -> Difference | None:
    """Return the first tick in which a game does not do what was recorded, None when it does everything."""
    return check(game, recording, masks=masks).first


def check(
    game: Game,
    recording: Recording,
    *,
    masks: Masks = NO_MASKS,
    only: Iterable[What] = EVERYTHING,
) -> Comparison:
    """Play a recording with a game to its end and compare every tick.

    RecordingError when the digests were made under other masks; `expectation` knows what to do then.
    """
    if not recording.head.is_under(masks):
        raise RecordingError("the digests of the recording were made under other masks")
    changed = recording.head.resources.changed(ResourceTable.of(game))
    play = Replay(game, recording, masks=masks, seekable=False)
    begins = play.recorder.place
    witness = _Witness(recording.ticks, frozenset(only), changed, masks, play)
    play.session.observers.append(witness)
    reason = ""
    try:
        play.run()
    except AgiError as error:
        reason = f"the game cannot go on: {error}"
    actual = play.recorder.recording
    if witness.is_stuck:
        reason = f"the game has been busy inside one cycle for {STUCK_TICKS // TICKS_PER_SECOND} seconds"
    if not reason and len(actual.ticks) < len(recording.ticks):
        reason = "the game ended"
    found = _judge(recording, actual.ticks, frozenset(only), masks)
    notes = [] if recording.closed else ["the recording was not closed: it is compared as far as it goes"]
    never = sum(each.place < begins or each.place.beat > recording.beats(0) for each in recording.events)
    if never:
        notes.append(f"events before the start or behind the end, which never happen: {never}")
    if recording.head.profile != game.profile.name:
        notes.append(f"recorded as {recording.head.profile}, compared as {game.profile.name}")
    first = None
    if found.spans:
        first = _first(found.spans[0], witness, play, changed, reason)
        if reason and not first.reason:
            notes.append(f"after tick {len(actual.ticks)} there is no more: {reason}")
    return replace(found, first=first, changed=tuple(changed), notes=tuple(notes), actual=actual)


def check_recordings(
    expected: Recording, actual: Recording, *, masks: Masks = NO_MASKS, only: Iterable[What] = EVERYTHING
) -> Comparison:
    """Compare two recordings with each other, neither of them played; of the masks only variables count."""
    one, other = expected.head, actual.head
    for what, same in (
        ("digests", one.digest_number == other.digest_number),
        ("masks", (one.masks, one.masked) == (other.masks, other.masked)),
    ):
        if not same:
            raise RecordingError(
                f"the recordings were made with different {what}: agi-emu replay --update with the game as it was "
                "recorded makes them anew"
            )
    found = _judge(expected, actual.ticks, frozenset(only), masks)
    changed = expected.head.resources.changed(actual.head.resources)
    first = None
    if found.spans:
        span = found.spans[0]
        tick = actual.ticks[min(span.first, len(actual.ticks)) - 1] if actual.ticks else None
        cycle, values = (tick.cycle, tick.values) if tick else (0, b"")
        # Variable 0 is the room.
        room = values[0] if values else 0
        first = Difference(span.first, span.what, BEATS_PER_TICK * span.first, cycle, room, tuple(changed))
    lengths = len(expected.ticks), len(actual.ticks)
    notes = () if lengths[0] == lengths[1] else (f"one has {lengths[0]} ticks, the other {lengths[1]}",)
    return replace(found, first=first, changed=tuple(changed), notes=notes, actual=actual)


def accepted(recording: Recording, found: Comparison, *, reason: str, date: str) -> Recording:
    """Return the recording with what the run is now as its expectation; date and reason go into its head.

    Its digests are then under the masks under which they were compared.
    """
    assert found.actual is not None
    now = found.actual
    line = f"{date} {_one_line(reason)}"
    if found.first is not None:
        line = f"{date} from tick {found.first.tick} in {' and '.join(found.first.what)}: {_one_line(reason)}"
    head = replace(
        recording.head,
        game_digest=now.head.game_digest,
        profile=now.head.profile,
        resources=now.head.resources,
        digest_number=now.head.digest_number,
        masks=now.head.masks,
        masked=now.head.masked,
        pins=(),
        accepted=(*recording.head.accepted, line),
    )
    return replace(recording, head=head, ticks=now.ticks, end=now.end)


def pinned(recording: Recording, found: Comparison, *, reason: str, date: str, masks: Masks = NO_MASKS) -> Recording:
    """Return the recording with every difference found marked as known; its expectation stays."""
    assert found.actual is not None
    ticks = masks.ticks(found.actual.ticks)
    pins = list(found.known)
    for what in What:
        numbers = [n for span in found.spans if what in span.what for n in range(span.first, span.last + 1)]
        for span in find_spans([(number, (what,)) for number in numbers]):
            digest = _digest_of(ticks, what, span.first, span.last)
            pins.append(Pin(what, span.first, span.last, digest, f"{date} {_one_line(reason)}"))
    return replace(recording, head=replace(recording.head, pins=tuple(pins)))


class _Witness:
    """Looks at the machine when a tick begins to differ in another way than the one before."""

    def __init__(
        self,
        expected: Sequence[Tick],
        only: frozenset[What],
        changed: Sequence[ResourceName],
        masks: Masks,
        play: Replay,
    ) -> None:
        self._expected = expected
        self._only = only
        self._changed = changed
        self._masks = masks
        self._play = play
        self._actual = play.recorder.ticks
        self._seen = 0
        self._before: tuple[What, ...] = ()
        self._busy_ticks = 0
        """Ticks in a row that ended because the processor had no more time for the cycle under way."""
        self.is_stuck = False
        """Whether the run was given up."""
        self.scenes: dict[int, tuple[int, int, int, tuple[ResourceName, ...]]] = {}
        """Beat, cycle, room and changed resources in use, by tick."""
        self._used: set[ResourceName] = set()

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Compare the tick that has just ended, if one has."""
        if self._changed and not self.scenes:
            self._used |= in_use(machine)
        if len(self._actual) == self._seen:
            return
        self._seen = len(self._actual)
        if self._seen > len(self._expected):
            return
        expected, actual = self._masks.ticks((self._expected[self._seen - 1], self._actual[-1]))
        what = tuple(each for each in differing(expected, actual) if each in self._only)
        if what and what != self._before:
            self.scenes[self._seen] = (*scene_of(machine), tuple(each for each in self._changed if each in self._used))
        self._before = what
        if self.scenes:
            self._look_for_the_end_of_the_cycle(machine)

    def _look_for_the_end_of_the_cycle(self, machine: Machine) -> None:
        """Give up a changed game that has lost its way: it may cost more than real time, and shows nothing new."""
        last = self._seen - 1
        is_busy = machine.state.cycle.beat_due == BeatReason.WORK and last > 0
        is_same_cycle = is_busy and self._actual[last].cycle == self._actual[last - 1].cycle
        self._busy_ticks = self._busy_ticks + 1 if is_same_cycle else 0
        if self._busy_ticks == STUCK_TICKS and self._expected[last].cycle != self._expected[last - STUCK_TICKS].cycle:
            self.is_stuck = True
            self._play.session.stop()


def scene_of(machine: Machine) -> tuple[int, int, int]:
    """Return beat, cycle and room of a machine."""
    return machine.state.clock.beats, machine.state.cycle.number, machine.vars[0]


def _first(span: Span, witness: _Witness, play: Replay, changed: Sequence[ResourceName], reason: str) -> Difference:
    scene = witness.scenes.get(span.first)
    beat, cycle, room = scene[:3] if scene else scene_of(play.machine)
    suspects = (scene[3] if scene else ()) or tuple(changed)
    ended = span.first > len(play.recorder.ticks)
    return Difference(span.first, span.what, beat - play.start_beat, cycle, room, suspects, reason if ended else "")


def _first_values(
    expected: Sequence[Tick], actual: Sequence[Tick], differences: Sequence[tuple[int, tuple[What, ...]]]
) -> ValueDifference | None:
    for number, what in differences:
        if What.STATE in what and number <= min(len(expected), len(actual)):
            was, now = expected[number - 1].values, actual[number - 1].values
            if was != now:
                return ValueDifference(number, tuple(changes_of(was, now)))
    return None


def _judge(recording: Recording, actual: Sequence[Tick], only: frozenset[What], masks: Masks) -> Comparison:
    """Compare ticks; what is pinned and is as it was when it was pinned counts as known."""
    expected, actual = masks.ticks(recording.ticks), masks.ticks(actual)
    known: list[Pin] = []
    gone: list[Pin] = []
    for pin in recording.head.pins:
        is_there = pin.last <= len(actual) and _digest_of(actual, pin.what, pin.first, pin.last) == pin.digest
        (known if is_there else gone).append(pin)
    differences = []
    for number, what in differences_of(expected, actual):
        left = tuple(
            each
            for each in what
            if each in only and not any(pin.what is each and pin.first <= number <= pin.last for pin in known)
        )
        if left:
            differences.append((number, left))
    spans = find_spans(differences)
    shifts = find_shifts(expected, actual) if spans else []
    return Comparison(
        min(len(expected), len(actual)),
        spans=tuple(spans),
        values=_first_values(expected, actual, differences),
        shifts=tuple(shifts),
        known=tuple(known),
        gone=tuple(gone),
    )


def _digest_of(ticks: Sequence[Tick], what: What, first: int, last: int) -> str:
    """Return one digest of a span of ticks."""
    hasher = xxhash.xxh3_64()
    for tick in ticks[first - 1 : last]:
        hasher.update(tick.part(what).encode())
    return hasher.hexdigest()


def _one_line(text: str) -> str:
    return " ".join(text.split())
