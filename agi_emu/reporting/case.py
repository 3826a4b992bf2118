"""Prepares one recording for a page: what was compared, the findings, and what can be seen and heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.presentation.looks import ScreenLook, plain
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.position import clock_time
from agi_emu.recording.recording import Recording
from agi_emu.recording.ticks import What
from agi_emu.reporting.last_writers import LastWriters, last_writers
from agi_emu.reporting.moment_sound import SoundAround, sound_around
from agi_emu.reporting.pictures import Film, LayerPictures, film_of, layers_of, picture_uri
from agi_emu.reporting.scenes import ExecutedAction, Moment, frames_around, play_beside, scene_at
from agi_emu.reporting.state_tables import StateTables, state_tables
from agi_emu.reporting.time_line import position
from agi_emu.resources.game import Game
from agi_emu.resources.projects.source_places import SourceLine, SourcePlaces


@dataclass(frozen=True, slots=True)
class ActionLine:
    """An executed action with the line it comes from."""

    place: str
    words: str
    source: str
    """The line itself; empty when there is none."""
    is_from_file: bool
    """Whether it is a line of the game's sources; otherwise it is disassembled."""
    differs: bool
    """Whether the other run lacks it, counted from their common end."""


@dataclass(slots=True)
class MomentView:
    """A moment, ready to be shown."""

    tick: int
    time: str
    what: tuple[What, ...]
    left: float
    """On the time line, in percent."""
    layers: list[LayerPictures]
    tables: StateTables
    writers: list[LastWriters]
    expected_actions: list[ActionLine]
    actual_actions: list[ActionLine]
    sound: SoundAround | None
    notes: list[str]
    is_known: bool
    """Whether what was expected is known."""
    film: Film | None = None
    """Some seconds around it; only one moment of a recording has it."""

    @property
    def is_heard_only(self) -> bool:
        """Whether the difference can be heard but not seen."""
        return What.SOUND in self.what and not any(layer.count for layer in self.layers)

    @property
    def first_layer(self) -> int:
        """The index of the layer to look at first: one that differs, if any does."""
        return next((index for index, layer in enumerate(self.layers) if layer.count), 0)

    @property
    def actions_differ(self) -> bool:
        """Whether one run executed an action that the other did not."""
        return any(line.differs for line in (*self.expected_actions, *self.actual_actions))


@dataclass(frozen=True)
class Case:
    """A recording that was compared."""

    outcome: Outcome
    recording: Recording
    game: Game | None = None
    """The game that was played; None if two recordings were compared."""
    reference: Game | None = None
    """The game as recorded, if available."""
    masks: Masks = NO_MASKS
    sources: Path | None = field(default=None, repr=False)
    screen_look: ScreenLook = plain
    """How screens are shown."""

    @cached_property
    def places(self) -> SourcePlaces | None:
        """Where the actions of the game come from."""
        return SourcePlaces(self.game, self.sources) if self.game is not None else None

    @cached_property
    def reference_places(self) -> SourcePlaces | None:
        """Where the actions of the recorded game come from: its sources are another version's."""
        return SourcePlaces(self.reference) if self.reference is not None else None

    @cached_property
    def last_picture(self) -> str:
        """The screen at the end, as a data URI; empty if no game is played."""
        if self.game is None or self.outcome.first is not None:
            return ""
        end = scene_at(self.game, self.recording, self.masks, len(self.recording.ticks))
        return picture_uri(end.state, self.screen_look)

    @cached_property
    def moments(self) -> list[MomentView]:
        """The differences that are shown."""
        if self.game is None or self.outcome.first is None:
            return []
        played = play_beside(self.reference, self.game, self.recording, self.outcome, self.masks)
        # Later moments are what the first has led to.
        views = [self._view(each, names_writers=at == 0) for at, each in enumerate(played)]
        filmed = next((each for each in views if What.FRAME in each.what), None)
        if filmed is not None and self.reference is not None:
            filmed.film = self._film(filmed.tick)
        return views

    def _film(self, tick: int) -> Film | None:
        """Return the film of both runs around a tick."""
        assert self.game is not None
        assert self.reference is not None
        pair = (self.recording, self.masks, tick, self.screen_look)
        first, expected = frames_around(self.reference, *pair)
        _, actual = frames_around(self.game, *pair)
        return film_of(first, expected, actual)

    def _view(self, moment: Moment, *, names_writers: bool) -> MomentView:
        expected = moment.expected.state if moment.expected is not None else None
        was = moment.expected.actions if moment.expected is not None else ()
        now = moment.actual.actions
        names = [item.name.decode("cp437") for item in self.game.items] if self.game is not None else ()
        tables = state_tables(expected, moment.actual.state, self.masks, items=names)
        was_at, is_at = (self.reference, self.reference_places), (self.game, self.places)
        return MomentView(
            moment.tick,
            clock_time(BEATS_PER_TICK * moment.tick),
            moment.what,
            position(moment.tick, len(self.recording.ticks)),
            layers_of(expected, moment.actual.state, self.masks, self.screen_look),
            tables,
            last_writers(self.recording, self.masks, moment.tick, was_at, is_at) if names_writers else [],
            _action_lines(was, now, self.reference_places),
            _action_lines(now, was, self.places),
            sound_around(moment, self.recording.head.settings.machine),
            _notes(moment),
            expected is not None,
        )


def _notes(moment: Moment) -> list[str]:
    notes = []
    if moment.expected is None:
        notes.append(
            "The recording holds digests, no pixels. To see the expected picture, give the game as recorded with "
            "--reference."
        )
    elif not moment.is_as_recorded:
        notes.append("The recorded game does not match the recording here either; it is shown as it is now.")
    for name, scene in (("Expected", moment.expected), ("Actual", moment.actual)):
        if scene is not None and scene.note:
            notes.append(f"{name}: {scene.note}; what is shown is its end.")
    return notes


def _action_lines(
    actions: Sequence[ExecutedAction], others: Sequence[ExecutedAction], places: SourcePlaces | None
) -> list[ActionLine]:
    """Return actions with their lines; an action differs if the other run has no counterpart left."""
    left: dict[tuple[int, str], int] = {}
    for each in others:
        left[each.logic, each.words] = left.get((each.logic, each.words), 0) + 1
    lines = []
    for each in actions:
        line = places.line(each.logic, each.offset) if places is not None else SourceLine("", "")
        key = (each.logic, each.words)
        differs = bool(others) and left.get(key, 0) <= 0
        left[key] = left.get(key, 0) - 1
        place = line.place if line.is_from_file else f"logic {each.logic}, offset {each.offset}"
        lines.append(ActionLine(place, each.words, line.text, line.is_from_file, differs))
    return lines
