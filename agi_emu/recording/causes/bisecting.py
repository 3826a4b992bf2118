"""Finds the changed resources that cause a difference: exchanges them in memory until the fewest are left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import AgiError
from agi_emu.recording.causes.logic_changes import LineChange, LogicChanges
from agi_emu.recording.causes.minimal_set import minimal_set
from agi_emu.recording.causes.mixed_game import MixedGame
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.position import clock_time
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.resource_table import ResourceName, ResourceTable
from agi_emu.recording.ticks import What, differing
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.source_places import SourcePlaces

MOST_CAUSES = 8
"""Most causes of one difference to find; each would produce it alone."""
STRETCH_TICKS = 100
"""Ticks played between two looks at the digests."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Changed resources that together produce a difference; none of them can be left out."""

    resources: tuple[ResourceName, ...]
    lines: tuple[LineChange, ...] = ()
    """For its logics, the changed lines that matter."""


@dataclass(frozen=True, slots=True)
class Bisection:
    """The findings about one difference."""

    tick: int
    what: tuple[What, ...]
    causes: tuple[Cause, ...] = ()
    """Each produces the difference without the others."""
    note: str = ""
    """Why no cause was found."""
    runs: int = 0
    """How often the recording was played."""

    def lines(self, places: SourcePlaces | None = None) -> Iterator[str]:
        """Yield this as lines of text; `places` are those of the changed game."""
        place = f"tick {self.tick} ({clock_time(BEATS_PER_TICK * self.tick)}), {' and '.join(self.what)}"
        if self.note:
            yield f"cause of {place}: {self.note}"
        for cause in self.causes:
            yield f"cause of {place}: {' together with '.join(map(str, cause.resources))}"
            for change in cause.lines:
                yield f"  {change.place(places)}"
                yield from (f"    {line}" for line in change.lines())

    def record(self) -> dict[str, object]:
        """Return this as a value for JSON."""
        return {
            "tick": self.tick,
            "what": list(self.what),
            "note": self.note,
            "causes": [
                {
                    "resources": [str(each) for each in cause.resources],
                    "lines": [{"place": each.place(), "changes": each.lines()} for each in cause.lines],
                }
                for cause in self.causes
            ],
        }


def bisect(
    reference: Game, game: Game, recording: Recording, found: Outcome, *, masks: Masks = NO_MASKS
) -> list[Bisection]:
    """Find the causes of the first difference in the state, on the screen and in the sound.

    `reference` is the game as recorded; `found` is the result of `compare_with_game` for `game`.
    """
    results: list[Bisection] = []
    for tick, what in _targets(found):
        one = _bisect_one(reference, game, recording, masks, tick, what)
        found_out = (tick, one.causes, one.note)
        same = next((each for each in results if (each.tick, each.causes, each.note) == found_out), None)
        if same is None:
            results.append(one)
        else:
            both = replace(same, what=(*same.what, what), runs=same.runs + one.runs)
            results[results.index(same)] = both
    return results


def _targets(found: Outcome) -> list[tuple[int, What]]:
    """Return the differences to explain, in order of time: the first in the state, on the screen and in the sound."""
    first = {what: next((span.first for span in found.spans if what in span.what), None) for what in What}
    return sorted(((tick, what) for what, tick in first.items() if tick is not None), key=lambda each: each[0])


def _bisect_one(reference: Game, game: Game, recording: Recording, masks: Masks, tick: int, what: What) -> Bisection:
    trials = _Trials(recording, masks, tick, what)
    result = partial(Bisection, tick, (what,))
    itself = trials.first_difference(reference)
    if itself is not None:
        note = f"the game as recorded also differs, from tick {itself} on: the changed resources are not the cause"
        return result(note=note, runs=trials.runs)
    names = ResourceTable.of(reference).changed(ResourceTable.of(game))

    def has_effect(taken: Sequence[ResourceName]) -> bool:
        return trials.differs_there(lambda: MixedGame(reference, game, frozenset(taken)))

    causes: list[Cause] = []
    left = names
    while left and len(causes) < MOST_CAUSES and has_effect(left):
        resources = minimal_set(left, has_effect)
        causes.append(Cause(tuple(resources), tuple(_lines(reference, game, resources, trials))))
        left = [each for each in left if each not in resources]
    note = "" if causes else "the changed resources alone do not reproduce it" if names else _NOTHING_CHANGED
    return result(tuple(causes), note, trials.runs)


_NOTHING_CHANGED = "no resource has changed: check the interpreter version, the settings and the version of agi-emu"


def _lines(reference: Game, game: Game, resources: Sequence[ResourceName], trials: _Trials) -> Iterator[LineChange]:
    """Yield the changed lines that matter, of each logic among the resources."""
    for name in resources:
        if name.kind == Kind.LOGIC and all(name.number in each.logics for each in (reference, game)):
            yield from _lines_of(reference, game, name, frozenset(resources) - {name}, trials)


def _lines_of(
    reference: Game, game: Game, name: ResourceName, others: frozenset[ResourceName], trials: _Trials
) -> Iterator[LineChange]:
    """Yield the changed lines of a logic that matter, where `others` are those of the changed game, too."""
    try:
        changes = LogicChanges(reference, game, name.number)
    except AgiError:
        # A logic too damaged to be written as source has no lines.
        return

    def has_effect(chosen: Sequence[int]) -> bool:
        return trials.differs_there(lambda: MixedGame(reference, game, others, {name: changes.applied(chosen)}))

    yield from (changes.changes[index] for index in _chosen_lines(changes, has_effect))


def _chosen_lines(changes: LogicChanges, has_effect: Callable[[Sequence[int]], bool]) -> list[int]:
    """Return the indices of the changes that matter: the fewest, then the fewest of the remaining ones, and so on."""
    everything = range(len(changes.changes))
    # A text is in its statement and again in the declaration of messages: once is enough.
    statements = [index for index in everything if not changes.changes[index].declares_messages]
    left = statements if has_effect(statements) else list(everything)
    chosen: list[int] = []
    for _ in range(MOST_CAUSES):
        if not left or not has_effect(left):
            break
        found = minimal_set(left, has_effect)
        chosen += found
        left = [index for index in left if index not in found]
    return sorted(chosen)


class _Trials:
    """Plays the recording with one mixture after another, up to the difference."""

    def __init__(self, recording: Recording, masks: Masks, tick: int, watched: What) -> None:
        self._recording = recording
        self._masks = masks
        self._tick = tick
        self._watched = watched
        self.runs = 0

    def differs_there(self, make: Callable[[], Game]) -> bool:
        """Return whether a game's first difference is the one to explain; False if there is no such game."""
        try:
            game = make()
            return self.first_difference(game) == self._tick
        except AgiError:
            return False

    def first_difference(self, game: Game) -> int | None:
        """Return the first tick that is not as recorded; None if there is none up to the one to explain."""
        self.runs += 1
        expected = self._masks.ticks(self._recording.ticks)
        play = Playback(game, self._recording, masks=self._masks)
        seen = 0
        while seen < self._tick:
            is_over = False
            try:
                play.run(until_tick=min(seen + STRETCH_TICKS, self._tick))
            except AgiError:
                is_over = True
            actual = play.recorder.ticks
            for index, tick in enumerate(self._masks.ticks(actual[seen:]), start=seen):
                if index >= len(expected) or self._watched in differing(expected[index], tick):
                    return index + 1
            if is_over or len(actual) == seen:
                return len(actual) + 1 if len(actual) < self._tick else None
            seen = len(actual)
        return None
