"""What a recording expects under the masks beside it, also when they are newer than the recording.

A digest cannot be masked afterwards. Variables need none of it, for a recording holds them; a rectangle needs the game
as it was recorded, which is played once more to make the digests under the new masks. Without that game a run that is
equal without the masks is still equal under them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from agi_emu.errors import RecordingError
from agi_emu.recording.comparing.spans import differences_of
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.replaying.replay import Replay
from agi_emu.recording.replaying.tick_observer import TickObserver
from agi_emu.state.digests import CURRENT

if TYPE_CHECKING:
    from agi_emu.recording.recording import Recording
    from agi_emu.recording.tick_blocks import Tick
    from agi_emu.resources.game import Game

_MADE_NOW = (
    "the masks are newer than the recording: what it expects under them was made with the game as it was recorded"
)
_IN_DOUBT = (
    "the masks are newer than the recording, so whether they cover this cannot be told without the game as it was "
    "recorded: --reference says where it is"
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """A recording, and masks under which its digests are."""

    recording: Recording
    masks: Masks = NO_MASKS
    note: str = ""
    """What there is to say about the masks."""
    doubt: str = ""
    """What there is to say when the run differs."""


def expectation_of(recording: Recording, masks: Masks, reference: Callable[[], Game | None]) -> Expectation:
    """Return what a recording expects under masks; `reference` finds the game as it was recorded.

    RecordingError when that cannot be known.
    """
    if recording.head.is_under(masks):
        return Expectation(recording, masks)
    as_recorded = reference()
    if as_recorded is not None:
        return Expectation(remasked(recording, as_recorded, masks), masks, note=_MADE_NOW)
    own = recording.head.own_masks()
    if own is None or not masks.covers(own):
        raise RecordingError(
            "it was recorded under other masks, and the game as it was recorded is not at hand: --reference says where "
            "it is, or agi-emu replay --update makes the digests anew"
        )
    return Expectation(recording, replace(masks, rectangles=own.rectangles), doubt=_IN_DOUBT)


def remasked(recording: Recording, reference: Game, masks: Masks) -> Recording:
    """Return the recording with its digests under other masks, made with the game as it was recorded.

    RecordingError when that game does not do what was recorded.
    """
    own = recording.head.own_masks()
    # Both kinds of digests in one run: the recorded ones show that this is the run that was recorded.
    play = Replay(reference, recording, masks=own or NO_MASKS, seekable=False)
    ticks: list[Tick] = []
    observer = TickObserver(play.machine, ticks.append, number=CURRENT, masks=masks)
    play.session.audio.append(observer)
    play.session.observers.insert(0, observer)
    play.run()
    if own is not None:
        differing = differences_of(recording.ticks, play.recorder.recording.ticks)
        if differing:
            raise RecordingError(
                f"the game as it was recorded does not do what was recorded, from tick {differing[0][0]} on: what the "
                "recording expects under other masks cannot be known"
            )
    head = replace(recording.head, digest_number=CURRENT).under(masks)
    return replace(recording, head=head, ticks=tuple(ticks))
