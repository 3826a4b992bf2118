"""Reads a recording file and what belongs to it: its game, its masks, the game as recorded; and compares it.

The masks beside a recording may be newer than it, and a digest cannot be masked afterwards. Masked variables need no
digest, since a recording holds the values. A masked rectangle needs the game as recorded, which is played again to make
the digests under the new masks. Without that game, a run that is equal without the masks is still equal under them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from agi_emu.facts.errors import RecordingError
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.compare import EVERYTHING, compare_recordings, compare_with_game
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.comparing.spans import differences_of
from agi_emu.recording.game_lookup import game_of, reference_of
from agi_emu.recording.head import Head
from agi_emu.recording.masks import Masks, mask_bytes, masks_in
from agi_emu.recording.recording import Recording, parse_recording, recording_bytes
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.replaying.tick_observer import TickObserver
from agi_emu.recording.ticks import Ticks, What
from agi_emu.resources.game import Game

_MADE_NOW = "the masks are newer than the recording; its digests under them were made with the game as recorded"
_IN_DOUBT = (
    "the masks are newer than the recording; to find out whether they cover this, give the game as recorded "
    "with --reference"
)


class Contents(NamedTuple):
    """What is in the files of a recording."""

    recording: bytes
    masks: bytes | None
    """Those beside it; None if there is no such file."""


@dataclass(frozen=True)
class RecordingOnDisk:
    """A recording file. Everything is read when first needed; RecordingError names the file."""

    path: Path
    game_path: Path | None = None
    """The game to play, if it is not the one at the recorded path."""
    profile: str | None = None
    """The interpreter version to emulate, if it is not the recorded one."""
    reference_path: Path | None = None
    """The game as recorded, if it is neither beside the recording nor at the recorded path."""
    given: Contents | None = None
    """What is in the files, if they are on another computer."""

    @cached_property
    def contents(self) -> Contents:
        """What is in the files, which are read once."""
        return self.given or Contents(recording_bytes(self.path), mask_bytes(self.path))

    @cached_property
    def recording(self) -> Recording:
        """The recording in the file."""
        return Recording.of_bytes(self.contents.recording, str(self.path))

    @cached_property
    def head(self) -> Head:
        """The head of the recording in the file; the rest is not understood where that is possible."""
        if "recording" in self.__dict__:
            return self.recording.head
        try:
            head, _, _ = self.contents.recording.partition(b"\n\n")
            return parse_recording(head.decode(), str(self.path), unclosed=True).head
        except (RecordingError, UnicodeDecodeError):
            # A head that was edited by hand may hold empty lines.
            return self.recording.head

    @cached_property
    def masks(self) -> Masks:
        """The masks beside the file."""
        return masks_in(self.contents.masks, self.path)

    @cached_property
    def game(self) -> Game:
        """The game that is compared."""
        return game_of(self.head, self.path, self.game_path, self.profile)

    @cached_property
    def reference(self) -> Game | None:
        """The game as recorded; None if it is missing."""
        return reference_of(self.recording, self.path, self.reference_path)

    @property
    def expected(self) -> Recording:
        """The recording with the digests to compare with."""
        return self._under_masks[0]

    @property
    def expected_masks(self) -> Masks:
        """The masks under which these digests were made."""
        return self._under_masks[1]

    @cached_property
    def _under_masks(self) -> tuple[Recording, Masks, str, str]:
        """What is expected, under which masks, a note about that, and one for a run that differs."""
        recording, masks = self.recording, self.masks
        if recording.head.masked == masks.areas:
            return recording, masks, "", ""
        if self.reference is not None:
            with self._named():
                return remasked(recording, self.reference, masks), masks, _MADE_NOW, ""
        own = Masks.of_areas(recording.head.masked)
        if not masks.covers(own):
            raise RecordingError(
                f"{self.path}: it was recorded under other masks, and the game as recorded is missing: give its path "
                "with --reference, or update the digests with agi-emu replay --update"
            )
        return recording, replace(masks, rectangles=own.rectangles), "", _IN_DOUBT

    def compare_with_game(
        self,
        only: Iterable[What] = EVERYTHING,
        *,
        work_tolerance: float | None = None,
        watch: Callable[[Machine], None] | None = None,
    ) -> Outcome:
        """Play the recording with its game and compare every tick; `watch` gets the machine before it runs."""
        with self._named():
            game = self.game
            recording, masks, note, doubt = self._under_masks
            found = compare_with_game(
                game, recording, only, masks=masks, name=str(self.path), work_tolerance=work_tolerance, watch=watch
            )
        return replace(found, notes=(*found.notes, *filter(None, (note, doubt if found.first else ""))))

    def compare_with_recording(
        self, other: Path, only: Iterable[What] = EVERYTHING, *, work_tolerance: float | None = None
    ) -> Outcome:
        """Compare with another recording; nothing is played."""
        with self._named():
            one, two, name = self.recording, Recording.load(other), str(self.path)
            return compare_recordings(one, two, masks=self.masks, only=only, name=name, work_tolerance=work_tolerance)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Let an error name the file."""
        try:
            yield
        except RecordingError as error:
            if str(self.path) in str(error):
                raise
            raise type(error)(f"{self.path}: {error}") from error


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
