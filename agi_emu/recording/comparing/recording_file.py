"""Reads a recording file and what belongs to it: its game, its masks, the game as recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from agi_emu.facts.errors import RecordingError
from agi_emu.recording.comparing.compare import EVERYTHING, Comparison, compare_recordings, compare_with_game
from agi_emu.recording.comparing.expectation import Expectation, expectation_of
from agi_emu.recording.game_lookup import game_of, reference_of
from agi_emu.recording.masks import Masks, mask_bytes, masks_in
from agi_emu.recording.reader import parse_recording
from agi_emu.recording.recording import Recording, recording_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from agi_emu.machine.machine import Machine
    from agi_emu.recording.recording import Head
    from agi_emu.recording.ticks import What
    from agi_emu.resources.game import Game


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

    @cached_property
    def expectation(self) -> Expectation:
        """The expected ticks under the recording's masks."""
        try:
            return expectation_of(self.recording, self.masks, lambda: self.reference)
        except RecordingError as error:
            raise self._named(error) from error

    def compare_with_game(
        self,
        only: Iterable[What] = EVERYTHING,
        *,
        work_tolerance: float | None = None,
        watch: Callable[[Machine], None] | None = None,
    ) -> Comparison:
        """Play the recording with its game and compare every tick; `watch` gets the machine before it runs."""
        try:
            return compare_with_game(self.game, self.expectation, only, work_tolerance=work_tolerance, watch=watch)
        except RecordingError as error:
            raise self._named(error) from error

    def compare_with_recording(
        self, other: Path, only: Iterable[What] = EVERYTHING, *, work_tolerance: float | None = None
    ) -> Comparison:
        """Compare with another recording; nothing is played."""
        try:
            return compare_recordings(
                self.recording, Recording.load(other), masks=self.masks, only=only, work_tolerance=work_tolerance
            )
        except RecordingError as error:
            raise self._named(error) from error

    def _named(self, error: RecordingError) -> RecordingError:
        return error if str(self.path) in str(error) else type(error)(f"{self.path}: {error}")
