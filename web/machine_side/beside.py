"""Two machines side by side in a page: a recording with the game as recorded, and with the game as it is now."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import AgiError
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Audience
from agi_emu.recording.replaying.replay import Replay
from agi_emu.resources.game import open_game
from web.machine_side.player import LONGEST_TURN
from web.machine_side.state_panel import state_panel

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame
    from agi_emu.resources.game import Game

NAMES = ("expected", "actual")


class PairHost(Protocol):
    """The page, as functions; all of them return at once."""

    def show(self, pixels: bytes, colours: bytes, width: int, side: str) -> None:
        """Show the picture of a side: palette indices by rows, red, green, blue of each colour, pixels of a row."""


class Side:
    """One of the two machines, with a recording that it plays."""

    def __init__(self, game: Game, recording: Recording, pacer: MachinePair) -> None:
        """Stand at the start of the recording."""
        self.replay = Replay(game, recording, Audience(pacer=pacer))
        self.replay.machine.must_stop = pacer.turn_is_over
        self.shown: Frame | None = None
        self.failure = ""
        """Why it cannot continue."""
        self._until = 0

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to play."""
        return bool(self.failure) or self.replay.session.game_ended or self.replay.beat >= self.replay.beats

    @property
    def is_divided(self) -> bool:
        """Whether it stands in the middle of a beat that takes long."""
        return not self.is_over and self.replay.session.beats < self._until

    def begin(self) -> None:
        """Make another beat due."""
        self._until = self.replay.session.beats + 1

    def play(self, pair: MachinePair) -> None:
        """Play the beat that is due, or a part of it."""
        try:
            while self.is_divided:
                self.replay.session.turn()
                if pair.turn_is_over():
                    return
        except AgiError as error:
            self._fail(error)

    def seek(self, tick: int) -> None:
        """Move to the end of a tick, or to the end if it comes earlier."""
        self.failure = ""
        try:
            self.replay.seek(tick)
        except AgiError as error:
            self._fail(error)
        self._until = self.replay.session.beats

    def _fail(self, error: AgiError) -> None:
        self.failure = f"the game cannot continue: {error}"

    @property
    def ticks(self) -> int:
        """Ticks of its recording."""
        return self.replay.beats // BEATS_PER_TICK

    @property
    def note(self) -> str:
        """Why it stands still, if it does so before its recording is over."""
        if self.failure:
            return self.failure
        if self.replay.session.game_ended:
            return f"the game ended in tick {self.replay.tick + 1}"
        return ""


class MachinePair:
    """Both machines, which are always at the same tick; the expected one may be missing."""

    def __init__(self, host: PairHost, sides: Mapping[str, tuple[Game, Recording]]) -> None:
        """Stand at the start; `sides` are game and recording of "actual", and of "expected" if there is such a game."""
        self._host = host
        self._turn_ends = 0.0
        self.sides = {name: Side(*sides[name], self) for name in NAMES if name in sides}
        self.show()

    # What the sessions ask

    def wait(self, beat: int) -> bool:
        """Return that every beat is due: the page calls `turn` when one is."""
        return True

    def picture_due(self) -> bool:
        """Return that no picture is due: `turn` shows the last ones."""
        return False

    def turn_is_over(self) -> bool:
        """Return whether this turn has lasted for long enough."""
        return perf_counter() > self._turn_ends

    # Time

    @property
    def beats(self) -> int:
        """Beats of the machine that has gone further."""
        return max(side.replay.beat for side in self.sides.values())

    def pace(self, speed: float) -> None:
        """Take any speed: nothing is heard."""

    @property
    def is_over(self) -> bool:
        """Whether both have nothing more to play."""
        return all(side.is_over for side in self.sides.values())

    def turn(self, beats: int) -> int:
        """Play as many beats with both, fewer if they take too long; show the pictures; return how many were played."""
        self._turn_ends = perf_counter() + LONGEST_TURN
        played = 0
        while played < beats and not self.is_over and not self.turn_is_over():
            if not self._is_divided:
                for side in self.sides.values():
                    side.begin()
            for side in self.sides.values():
                side.play(self)
            played += not self._is_divided
        if not self._is_divided:
            self.show()
        return played

    @property
    def _is_divided(self) -> bool:
        return any(side.is_divided for side in self.sides.values())

    def seek(self, tick: int) -> None:
        """Move both to the end of a tick."""
        for side in self.sides.values():
            side.seek(tick)
        self.show()

    def step(self, ticks: int) -> None:
        """Move both by so many ticks, back if it is below 0."""
        self.seek(max(0, self.beats // BEATS_PER_TICK + ticks))

    def show(self) -> None:
        """Show the pictures that have changed."""
        for name, side in self.sides.items():
            frame = side.replay.machine.frame
            if frame != side.shown:
                side.shown = frame
                self._host.show(frame.pixels, frame.colours, frame.width, name)

    # What the page asks

    def status(self) -> str:
        """Return JSON: where both stand, and why one of them stands still."""
        return json.dumps(
            {
                "tick": self.beats // BEATS_PER_TICK,
                "ticks": max(side.ticks for side in self.sides.values()),
                "cycles": {
                    name: int(side.replay.machine.unguarded.state.cycle.number) for name, side in self.sides.items()
                },
                "notes": {name: side.note for name, side in self.sides.items()},
            }
        )

    def state(self) -> str:
        """Return JSON: rows of name, meaning, expected and actual for what differs, or for all if only one side is."""
        panels = {name: dict(_rows(json.loads(state_panel(side.replay.machine)))) for name, side in self.sides.items()}
        expected, actual = panels.get("expected", {}), panels["actual"]
        names = dict.fromkeys((*expected, *actual))
        rows = [(*name, expected.get(name, ""), actual.get(name, "")) for name in names]
        return json.dumps([row for row in rows if row[2] != row[3]])


def _rows(panel: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield what a panel holds as (name, meaning) and value."""
    for number, meaning, value in panel["variables"]:
        yield (f"v{number}", meaning), str(value)
    for number, meaning in panel["flags"]:
        yield (f"f{number}", meaning), "set"
    for each in panel["objects"]:
        for name, value in each.items():
            yield (f"o{each['number']}", name), str(value)


def open_pair(host: PairHost, config: str) -> MachinePair:
    """Open what JSON names for each side: paths of game and recording in the page's file system, and the profile."""
    sides = {}
    for name, given in json.loads(config).items():
        sides[name] = (open_game(given["game"], given["profile"]), Recording.load(given["recording"]))
    return MachinePair(host, sides)
