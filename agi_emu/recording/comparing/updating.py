"""Makes the digests of a recording again, after its events were edited or on purpose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from agi_emu.recording.comparing.spans import differences_of
from agi_emu.recording.mask_file import NO_MASKS, Masks
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.replay import Replay
from agi_emu.state.digests import CURRENT

if TYPE_CHECKING:
    from agi_emu.resources.game import Game


def updated(game: Game, recording: Recording, masks: Masks = NO_MASKS) -> tuple[Recording, int]:
    """Return the recording with the digests of a run with this game, and how many ticks have changed.

    Events and their texts stay as they are. A recording that was not closed ends where it did. Pins are dropped: they
    name differences to the old digests. Digests become those of the current number.
    """
    play = Replay(game, recording, masks=masks, seekable=False)
    play.run()
    now = play.recorder.recording
    changed = len(differences_of(recording.ticks, now.ticks))
    if now.head.digest_number != CURRENT:
        current = replace(recording, head=replace(recording.head, digest_number=CURRENT))
        play = Replay(game, current, masks=masks, seekable=False)
        play.run()
        now = play.recorder.recording
    head = replace(
        recording.head,
        game_digest=now.head.game_digest,
        name=now.head.name,
        profile=now.head.profile,
        resources=now.head.resources,
        digest_number=CURRENT,
        pins=(),
    ).under(masks)
    # Events behind the end of a game that ends earlier now are kept: nothing that the author wrote is lost.
    end = now.end if recording.end is None or play.session.game_ended else recording.end
    return replace(recording, head=head, ticks=now.ticks, end=end), changed
