"""Edits a recording as a movie: time put in and taken out, with the inputs and markers that come after it.

Beats are counted from power-on. An edited recording keeps the ticks before the first change; playing it makes the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import RecordingError
from agi_emu.facts.wording import counted
from agi_emu.recording.event_text import RecordedEvent
from agi_emu.recording.position import Place
from agi_emu.recording.reader import LARGEST_NUMBER

if TYPE_CHECKING:
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.recording.recording import Recording

Move = Callable[[int], int | None]
"""Returns the new beat of one after the last that stays; None where it is taken out."""


def inserted(recording: Recording, start: int, tick: int, ticks: int, events: Iterable[InputEvent] = ()) -> Recording:
    """Return the recording with so many ticks put in before `tick`, and `events` at the beginning of that tick.

    `start` is the beat at which the recording starts; ticks count from 1.
    """
    last = _before(start, tick)
    moved = _moved(recording, start, last, lambda beat: beat + BEATS_PER_TICK * ticks)
    new = tuple(RecordedEvent(Place(last + 1), event) for event in events)
    return replace(moved, events=_in_order((*moved.events, *new)))


def deleted(recording: Recording, start: int, first: int, last: int) -> Recording:
    """Return the recording without the ticks `first` to `last` and what is pressed in them."""
    kept, gone = _before(start, first), BEATS_PER_TICK * (last - first + 1)
    return _moved(recording, start, kept, lambda beat: None if beat <= kept + gone else beat - gone)


def shifted(recording: Recording, start: int, first: int, last: int, ticks: int) -> Recording:
    """Return the recording with the inputs of ticks `first` to `last` so many ticks later, or earlier if negative."""
    before, until = _before(start, first), start + BEATS_PER_TICK * last

    def place(each: RecordedEvent) -> Place:
        is_moved = before < each.place.beat <= until
        return each.place._replace(beat=_checked(each.place.beat + BEATS_PER_TICK * ticks)) if is_moved else each.place

    events = tuple(replace(each, place=place(each)) for each in recording.events)
    if any(each.place.beat <= start < old.place.beat for each, old in zip(events, recording.events, strict=True)):
        raise RecordingError(
            f"what is pressed cannot come {counted(-ticks, 'tick')} earlier: the recording starts there"
        )
    unchanged = max(0, min(first, first + ticks) - 1)
    return replace(recording, events=_in_order(events), ticks=recording.ticks[:unchanged])


def trimmed(recording: Recording, start: int, tick: int) -> Recording:
    """Return the recording up to the end of a tick."""
    end = start + BEATS_PER_TICK * tick
    if recording.end is not None and recording.end <= end:
        return recording
    markers = tuple(each for each in recording.head.markers if each.beat <= end)
    kept = recording.until(Place(end + 1), tick)
    return replace(kept, head=replace(kept.head, markers=markers), end=end)


def joined(first: Recording, second: Recording, start: int) -> Recording:
    """Return the inputs of a closed recording, and after its end those of another one, which starts at beat `start`."""
    assert first.end is not None, "a recording that is not closed has no end to join at"
    if first.head.game_digest != second.head.game_digest:
        raise RecordingError("these are recordings of two games, or of two states of one; join those of one")
    later = first.end - start
    events = tuple(_later(each, later) for each in second.events if each.place.beat > start)
    markers = tuple(each._replace(beat=_checked(each.beat + later)) for each in second.head.markers)
    head = replace(first.head, markers=tuple(sorted((*first.head.markers, *markers))))
    end = first.end + second.beats(start)
    kept = tuple(each for each in first.events if each.place.beat <= first.end)
    return replace(first, head=head, events=(*kept, *events), end=end, after=(*first.after, *second.after))


def after_end(recording: Recording) -> tuple[RecordedEvent, ...]:
    """Return the inputs that are never pressed, since the recording ends before."""
    return tuple(each for each in recording.events if recording.end is not None and each.place.beat > recording.end)


def notes_after_end(recording: Recording) -> tuple[str, ...]:
    """Return a sentence about the inputs after the end; none if there are none."""
    late = after_end(recording)
    if not late:
        return ()
    inputs = counted(len(late), "input")
    return (f"{inputs} after the end, from beat {late[0].place.beat} on, stay in the file and are never pressed",)


def settled(recording: Recording, played: Recording) -> Recording:
    """Return the recording with its inputs where they went in when it was played: not every beat has every cycle."""
    places = [each.place for each in played.events]
    events = [replace(each, place=place) for each, place in zip(recording.events, places, strict=False)]
    return replace(recording, events=(*events, *recording.events[len(events) :]))


def _before(start: int, tick: int) -> int:
    """Return the last beat before a tick."""
    return start + BEATS_PER_TICK * (tick - 1)


def _moved(recording: Recording, start: int, last: int, move: Move) -> Recording:
    """Return the recording with everything after beat `last` moved or taken out."""
    events, markers = [], []
    for each in recording.events:
        beat = each.place.beat if each.place.beat <= last else move(each.place.beat)
        if beat is not None:
            events.append(_later(each, beat - each.place.beat))
    for marker in recording.head.markers:
        moved = marker.beat if marker.stays or marker.beat <= last else move(marker.beat)
        # A marker of ticks that are taken out names what comes there now.
        markers.append(marker._replace(beat=_checked(last + 1 if moved is None else moved)))
    end = recording.end
    if end is not None and end >= last:
        moved_end = move(end)
        end = last if moved_end is None else _checked(moved_end)
    head = replace(recording.head, markers=tuple(sorted(markers)))
    unchanged = recording.ticks[: (last - start) // BEATS_PER_TICK]
    return replace(recording, head=head, events=tuple(events), ticks=unchanged, end=end)


def _later(event: RecordedEvent, beats: int) -> RecordedEvent:
    return replace(event, place=event.place._replace(beat=_checked(event.place.beat + beats))) if beats else event


def _checked(beat: int) -> int:
    if beat > LARGEST_NUMBER:
        raise RecordingError("the recording would become longer than a recording can be; insert fewer ticks")
    return beat


def _in_order(events: Iterable[RecordedEvent]) -> tuple[RecordedEvent, ...]:
    return tuple(sorted(events, key=lambda each: each.place))
