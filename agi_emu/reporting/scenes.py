"""Captures moments of two runs side by side, for pages and files: as recorded, if that game is there, and as now."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu._core.port_log import unpacked
from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import AgiError
from agi_emu.machine.frame import Frame
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.presentation.looks import ScreenLook, plain
from agi_emu.presentation.picture_files import picture_of, save_png
from agi_emu.presentation.sounds_alone import under_way
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.comparing.recording_file import RecordingOnDisk
from agi_emu.recording.masks import Masks
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.ticks import Tick, What, differing
from agi_emu.reporting.pictures import difference_of
from agi_emu.resources.game import Game
from agi_emu.state.layout import StateLayout
from agi_emu.tracing.differences import action_words
from agi_emu.tracing.tolerances import split_actions

MOST_MOMENTS = 6
"""Most moments of a recording that are shown: the first difference of each kind, then the starts of ranges."""
SHOWN_ACTIONS = 40
LEAD_TICKS = 12
"""Ticks before a moment for which executed actions are kept: a slow cycle takes ten."""
FILM_BEFORE = 30
"""Ticks of a film before the difference."""
FILM_AFTER = 50
HEARD_BEFORE = 60
"""Beats of sound before the tick of a moment."""
HEARD_AFTER = 90
BEFORE_START = -1
"""The beat assigned to earlier port writes of a sound that is playing at the start of a recording."""


@dataclass(frozen=True, slots=True)
class ExecutedAction:
    """An action that a logic has executed."""

    logic: int
    offset: int
    words: str
    """With its operands, as in a source."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A machine at the end of a tick."""

    state: StateLayout
    """A copy of the state."""
    actions: tuple[ExecutedAction, ...]
    """The last actions, newest last."""
    note: str = ""
    """Why the machine did not reach this tick, if it did not."""


@dataclass(slots=True)
class Moment:
    """A tick of two runs."""

    tick: int
    what: tuple[What, ...]
    expected: Scene | None
    """None if the recorded game is missing."""
    actual: Scene
    is_as_recorded: bool = True
    """Whether the expected scene is the recorded one; the recording itself holds digests only."""
    expected_writes: list[tuple[int, int, int]] = field(default_factory=list)
    """Port writes up to the end of the sound; beats count from the start of the recording; earlier: BEFORE_START."""
    actual_writes: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def heard(self) -> range:
        """The beats of which the sound is shown and played."""
        end = BEATS_PER_TICK * self.tick
        return range(max(0, end - BEATS_PER_TICK - HEARD_BEFORE), end + HEARD_AFTER)


def moments_of(found: Outcome) -> list[tuple[int, tuple[What, ...]]]:
    """Return the ticks that are worth showing, in order, with what differs there."""
    chosen = {}
    for what in What:
        first = next((span for span in found.spans if what in span.what), None)
        if first is not None:
            chosen[first.first] = first.what
    for span in found.spans:
        if len(chosen) >= MOST_MOMENTS:
            break
        # A state that differs keeps differing: only what can be seen or heard is new.
        if span.what != (What.STATE,):
            chosen.setdefault(span.first, span.what)
    return sorted(chosen.items())


def play_beside(reference: Game | None, game: Game, recording: Recording, found: Outcome, masks: Masks) -> list[Moment]:
    """Play the recording with both games and keep the scenes at the moments that differ."""
    actual = _Run(game, recording, masks)
    expected = _Run(reference, recording, masks) if reference is not None else None
    moments = []
    for tick, what in moments_of(found):
        moment = Moment(tick, what, expected.scene_at(tick) if expected else None, actual.scene_at(tick))
        if expected is not None:
            moment.is_as_recorded = _is_as_recorded(recording, expected.ticks, tick, masks)
        moments.append(moment)
    for moment in moments:
        last = -(-moment.heard.stop // BEATS_PER_TICK)
        moment.actual_writes = list(actual.writes_until(last, moment.heard.stop))
        if expected is not None:
            moment.expected_writes = list(expected.writes_until(last, moment.heard.stop))
    return moments


def scene_at(game: Game, recording: Recording, masks: Masks, tick: int) -> Scene:
    """Play a recording to the end of a tick."""
    return _Run(game, recording, masks).scene_at(tick)


def frames_around(
    game: Game, recording: Recording, masks: Masks, tick: int, mode: ScreenLook
) -> tuple[int, list[Frame]]:
    """Return the screens around a tick, one for each tick, and the tick of the first."""
    run = _Run(game, recording, masks)
    first = max(1, tick - FILM_BEFORE)
    frames = []
    for number in range(first, tick + FILM_AFTER + 1):
        run.play_to(number)
        if len(run.ticks) < number:
            break
        frames.append(picture_of(run.state, mode))
    return first, frames


def write_pictures(outcome: Outcome, file: RecordingOnDisk, folder: Path, name: str) -> dict[str, Path]:
    """Write the pictures into a folder as NAME-TICK-KIND.png; return kind and path of each.

    None are written if the screen never differs; without the game as recorded, the actual one alone.
    """
    tick = next((span.first for span in outcome.spans if What.FRAME in span.what), None)
    if tick is None:
        return {}
    recording, masks = file.expected, file.expected_masks
    now = scene_at(file.game, recording, masks, tick).state
    frames = {"actual": picture_of(now, plain)}
    if file.reference is not None:
        was = scene_at(file.reference, recording, masks, tick).state
        difference = difference_of(was, now, masks, plain)
        frames = {"expected": picture_of(was, plain), **frames, "difference": difference}
    folder.mkdir(parents=True, exist_ok=True)
    paths = {kind: folder / f"{name}-{tick}-{kind}.png" for kind in frames}
    for kind, frame in frames.items():
        save_png(paths[kind], frame)
    return paths


def _is_as_recorded(recording: Recording, ticks: Sequence[Tick], tick: int, masks: Masks) -> bool:
    if tick > len(recording.ticks) or tick > len(ticks):
        return len(recording.ticks) == len(ticks)
    return not differing(*masks.ticks((recording.ticks[tick - 1], ticks[tick - 1])))


class _Run:
    """A replay that keeps the last executed actions, and all port writes."""

    def __init__(self, game: Game, recording: Recording, masks: Masks) -> None:
        self._play = Playback(game, recording, masks=masks)
        self._play.session.observers.append(self)
        self._play.session.audio.append(self)
        self._actions: deque[ExecutedAction] = deque(maxlen=SHOWN_ACTIONS)
        self._is_logging = False
        _, begun = under_way(self._play.machine)
        self._writes = [(BEFORE_START, port, value) for _, port, value in unpacked(begun)]
        self._failure = ""

    @property
    def ticks(self) -> Sequence[Tick]:
        """The ticks played so far."""
        return self._play.recorder.ticks

    def write(self, port_writes: Sequence[tuple[int, int, int]]) -> None:
        """Keep the port writes of a beat."""
        start = self._play.start_beat
        self._writes += [(beat - start, port, value) for beat, port, value in port_writes]

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Keep the executed actions."""
        if not self._is_logging:
            return
        places = machine.core.action_places()
        _, log = machine.core.take_actions()
        self._actions.extend(
            ExecutedAction(logic, offset, action_words(action))
            for (logic, offset), action in zip(places, split_actions(log), strict=False)
        )

    def scene_at(self, tick: int) -> Scene:
        """Play to the end of a tick and return the scene."""
        self._log(on=False)
        self.play_to(tick - LEAD_TICKS)
        self._log(on=True)
        self.play_to(tick)
        return Scene(
            StateLayout.from_buffer_copy(self._play.machine.unguarded.state), tuple(self._actions), self._note(tick)
        )

    def writes_until(self, tick: int, beat: int) -> Iterator[tuple[int, int, int]]:
        """Play to the end of a tick and yield all port writes before a beat."""
        self.play_to(tick)
        return (write for write in self._writes if write[0] < beat)

    @property
    def state(self) -> StateLayout:
        """The state of the machine now."""
        return self._play.machine.unguarded.state

    def play_to(self, tick: int) -> None:
        """Play to the end of a tick, if it is not over yet."""
        if tick <= self._play.tick or self._failure:
            return
        try:
            self._play.run(until_tick=tick)
        except AgiError as error:
            self._failure = f"the game cannot continue: {error}"

    def _log(self, *, on: bool) -> None:
        if on != self._is_logging:
            self._is_logging = on
            self._play.machine.core.record_actions(on)

    def _note(self, tick: int) -> str:
        if self._failure:
            return self._failure
        if len(self.ticks) < tick:
            return f"the run ended with tick {len(self.ticks)}"
        return ""
