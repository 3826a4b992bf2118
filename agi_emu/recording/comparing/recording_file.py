"""A recording file together with what belongs to it: its game, its masks, the game as it was recorded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from agi_emu.errors import RecordingError
from agi_emu.recording.comparing.compare import EVERYTHING, Comparison, compare_recordings, compare_with_game
from agi_emu.recording.comparing.expectation import Expectation, expectation_of
from agi_emu.recording.game_lookup import game_of, reference_of
from agi_emu.recording.masks import Masks, masks_beside
from agi_emu.recording.recording import Recording

if TYPE_CHECKING:
    from pathlib import Path

    from agi_emu.recording.tick_blocks import What
    from agi_emu.resources.game import Game


@dataclass(frozen=True)
class RecordingOnDisk:
    """Everything is read when it is first asked for; RecordingError names the file."""

    path: Path
    game_path: Path | None = None
    """The game to play, if it is not the one where the recording says."""
    profile: str | None = None
    """The interpreter to be, if it is not the one that was recorded."""
    reference_path: Path | None = None
    """The game as it was recorded, if it is neither kept beside the recording nor where the recording says."""

    @cached_property
    def recording(self) -> Recording:
        """What the file holds."""
        return Recording.load(self.path)

    @cached_property
    def masks(self) -> Masks:
        """The masks beside the file."""
        return masks_beside(self.path)

    @cached_property
    def game(self) -> Game:
        """The game that is compared."""
        return game_of(self.recording, self.path, self.game_path, self.profile)

    @cached_property
    def reference(self) -> Game | None:
        """The game as it was recorded; None when it is not at hand."""
        return reference_of(self.recording, self.path, self.reference_path)

    @cached_property
    def expectation(self) -> Expectation:
        """What the recording expects under its masks."""
        try:
            return expectation_of(self.recording, self.masks, lambda: self.reference)
        except RecordingError as error:
            raise self._named(error) from error

    def compare_with_game(self, only: Iterable[What] = EVERYTHING) -> Comparison:
        """Play the recording with its game and compare every tick."""
        try:
            return compare_with_game(self.game, self.expectation, only)
        except RecordingError as error:
            raise self._named(error) from error

    def compare_with_recording(self, other: Path, only: Iterable[What] = EVERYTHING) -> Comparison:
        """Compare with another recording; nothing is played."""
        try:
            return compare_recordings(self.recording, Recording.load(other), masks=self.masks, only=only)
        except RecordingError as error:
            raise self._named(error) from error

    def _named(self, error: RecordingError) -> RecordingError:
        return error if str(self.path) in str(error) else type(error)(f"{self.path}: {error}")
