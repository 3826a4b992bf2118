"""Finds what a recording expects under the masks beside it, even if they are newer than the recording.

A digest cannot be masked afterwards. Masked variables need no digest, since a recording holds the values. A masked
rectangle needs the game as recorded, which is played again to make the digests under the new masks. Without that game,
a run that is equal without the masks is still equal under them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from agi_emu.facts.errors import RecordingError
from agi_emu.recording.comparing.spans import differences_of
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.replaying.tick_observer import TickObserver
from agi_emu.recording.ticks import Ticks

if TYPE_CHECKING:
    from agi_emu.recording.recording import Recording
    from agi_emu.resources.game import Game

_MADE_NOW = "the masks are newer than the recording; its digests under them were made with the game as recorded"
_IN_DOUBT = (
    "the masks are newer than the recording; to find out whether they cover this, give the game as recorded "
    "with --reference"
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """A recording, and the masks under which its digests were made."""

    recording: Recording
    masks: Masks = NO_MASKS
    note: str = ""
    """Notes about the masks."""
    doubt: str = ""
    """Notes for a run that differs."""


def expectation_of(recording: Recording, masks: Masks, reference: Callable[[], Game | None]) -> Expectation:
    """Return what a recording expects under masks; `reference` finds the game as recorded.

    Raises RecordingError if that cannot be known.
    """
    if recording.head.masked == masks.areas:
        return Expectation(recording, masks)
    as_recorded = reference()
    if as_recorded is not None:
        return Expectation(remasked(recording, as_recorded, masks), masks, note=_MADE_NOW)
    own = Masks.of_areas(recording.head.masked)
    if not masks.covers(own):
        raise RecordingError(
            "it was recorded under other masks, and the game as recorded is missing: give its path with --reference, "
            "or update the digests with agi-emu replay --update"
        )
    return Expectation(recording, replace(masks, rectangles=own.rectangles), doubt=_IN_DOUBT)


def remasked(recording: Recording, reference: Game, masks: Masks) -> Recording:
    """Return the recording with its digests under other masks, made with the game as recorded.

    Raises RecordingError if that game does not do what was recorded.
    """
    # Both kinds of digests in one run: the recorded ones show that this is the recorded run.
    play = Playback(reference, recording, masks=Masks.of_areas(recording.head.masked))
    observer = TickObserver(play.machine, Ticks(), masks=masks, counts_work=recording.holds_work)
    play.session.audio.append(observer)
    play.session.observers.insert(0, observer)
    play.run()
    differing = differences_of(recording.ticks, play.recorder.recording.ticks)
    if differing:
        raise RecordingError(
            f"the game as it was recorded does not do what was recorded, from tick {differing[0][0]} on: what the "
            "recording expects under other masks cannot be known"
        )
    return replace(recording, head=replace(recording.head, masked=masks.areas), ticks=observer.ticks[:])
