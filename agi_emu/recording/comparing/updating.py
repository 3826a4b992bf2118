"""Makes a recording expect something else: its digests made again, differences accepted, or pinned as known."""

from __future__ import annotations

from dataclasses import replace

from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.comparing.spans import differences_of, digest_of_ticks, find_spans
from agi_emu.recording.editing import settled
from agi_emu.recording.head import Pin
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.ticks import What
from agi_emu.resources.game import Game


def updated(
    game: Game, recording: Recording, masks: Masks = NO_MASKS, *, counts_work: bool = False, settles: bool = False
) -> tuple[Recording, int]:
    """Return the recording with the digests of a run with this game, and the number of changed ticks.

    Its ticks hold work if they did before, or with `counts_work`.

    Events and their texts stay; with `settles`, after an edit, each gets the place where it went in. A recording that
    was not closed ends at its last tick. Pins are dropped, since they name differences from the old digests.
    """
    play = Playback(game, recording, masks=masks, counts_work=counts_work)
    play.run()
    now = play.recorder.recording
    changed = len(differences_of(recording.ticks, now.ticks))
    head = replace(
        recording.head,
        game_digest=now.head.game_digest,
        name=now.head.name,
        profile=now.head.profile,
        resources=now.head.resources,
        masked=masks.areas,
        pins=(),
    )
    # Events after the end of a game that now ends earlier are kept, so that nothing the author wrote is lost.
    end = now.end if recording.end is None or play.session.game_ended else recording.end
    kept = settled(recording, now) if settles else recording
    return replace(kept, head=head, ticks=now.ticks, end=end), changed


def accepted(recording: Recording, found: Outcome, *, reason: str, date: str) -> Recording:
    """Return the recording with the current run as its expectation; date and reason go into its head.

    Its digests are then those under the masks of the comparison.
    """
    assert found.actual is not None, "the current run is dropped after the decision"
    now = found.actual
    line = f"{date} {_one_line(reason)}"
    if found.first is not None:
        line = f"{date} from tick {found.first.tick} in {' and '.join(found.first.what)}: {_one_line(reason)}"
    head = replace(
        recording.head,
        game_digest=now.head.game_digest,
        profile=now.head.profile,
        resources=now.head.resources,
        masked=now.head.masked,
        pins=(),
        accepted=(*recording.head.accepted, line),
    )
    return replace(recording, head=head, ticks=now.ticks, end=now.end)


def pinned(recording: Recording, found: Outcome, *, reason: str, date: str, masks: Masks = NO_MASKS) -> Recording:
    """Return the recording with every difference found marked as known; its expectation stays."""
    assert found.actual is not None, "the current run is dropped after the decision"
    ticks = masks.ticks(found.actual.ticks)
    pins = list(found.known)
    for what in What:
        numbers = [n for span in found.spans if what in span.what for n in range(span.first, span.last + 1)]
        for span in find_spans([(number, (what,)) for number in numbers]):
            digest = digest_of_ticks(ticks, what, span.first, span.last)
            pins.append(Pin(what, span.first, span.last, digest, f"{date} {_one_line(reason)}"))
    return replace(recording, head=replace(recording.head, pins=tuple(pins)))


def _one_line(text: str) -> str:
    return " ".join(text.split())
