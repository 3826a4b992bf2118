"""Runs the one loop that plays a machine: input in, a beat, sound and picture out, observers, and time from a pacer.

The machine knows none of these parts. They are small protocols; the window, the headless run, a recorder and tests
implement them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import partial
from typing import Protocol

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.machine.frame import Frame
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.state.progress import Stop, stop_of

LONGEST_STEP = 60
"""Beats after which a single step gives up waiting for the end of a cycle: a cycle may last many seconds."""
LONGEST_LEAP = 600
"""Beats that pass in one step at most: some milliseconds."""

# As plain numbers: combining enumeration flags costs more than most beats, and uncapped speed runs little else.
BEAT = int(Stop.BEAT)
ASKED = int(Stop.ASKED)
BEAT_OR_ENDED = int(Stop.BEAT | Stop.ENDED)
ENDED_OR_ASKED = int(Stop.ENDED | Stop.ASKED)

FAR = 1 << 32
"""A beat that no machine reaches: its clock has 32 bits."""

PortWrites = Sequence[tuple[int, int, int]]
"""Writes to the sound chip as (beat, port, value), oldest first."""


class InputSource(Protocol):
    """A source of events."""

    def poll(self) -> list[InputEvent]:
        """Return what happened since the last call, oldest first."""


class Prompter(Protocol):
    """A source of input that belongs to a point of the cycle and not to a moment: a script."""

    stops: Stop
    """The stops at which to ask, besides every beat."""

    def cue(self, machine: Machine, stop: Stop) -> list[InputEvent]:
        """Return the events for a machine at `stop`."""


class VideoSink(Protocol):
    """A receiver of pictures."""

    def show(self, frame: Frame) -> None:
        """Show a frame; the same one may come several times."""


class AudioSink(Protocol):
    """A receiver of writes to the sound chip."""

    def write(self, port_writes: PortWrites) -> None:
        """Take the writes of one beat, even one without writes; or of beats that passed in one step."""


class Pacer(Protocol):
    """Ties beats to real time."""

    def wait(self, beat: int) -> bool:
        """Wait until `beat` is due, but not for longer than a picture takes; return whether it is due."""

    def picture_due(self) -> bool:
        """Return whether it is time to show a picture."""

    def turn_is_over(self) -> bool:
        """Return whether a beat that is being played has to wait, so that keys and window get their turn."""


class Observer(Protocol):
    """Looks at the machine after every stop; it reads and never writes."""

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """See the machine after a beat or a cycle and the events that went into it."""


class ListeningObserver(AudioSink, Observer, Protocol):
    """Listens and looks: a recorder."""


class Ending(Enum):
    """The reason why a session ended."""

    GAME = "the game ended"
    STOPPED = "the player left"
    LIMIT = "the time was over"


class NoInput:
    """A keyboard that nobody touches."""

    def poll(self) -> list[InputEvent]:
        """Return no event."""
        return []

    def next_beat(self, machine: Machine) -> int:
        """Wait for ever."""
        return FAR


class EveryBeat:
    """A pacer that knows no time: every beat is due at once, and whoever wants its picture gets it."""

    def wait(self, beat: int) -> bool:
        """Return at once."""
        return True

    def picture_due(self) -> bool:
        """Show every beat."""
        return True

    def turn_is_over(self) -> bool:
        """Let every beat be played to its end."""
        return False

    def next_beat(self, machine: Machine) -> int:
        """Wait for no beat."""
        return FAR


def beats_of_ticks(machine: Machine, ticks: int) -> int:
    """Return how many beats of a session bring a machine from its current moment to the end of a number of ticks.

    At power-on that is one more: what the machine does before the first beat counts as one.
    """
    return BEATS_PER_TICK * ticks + (0 if machine.unguarded.state.cycle.beat_due else 1)


class Session:
    """Joins a machine with input, pacer, sinks and observers.

    The machine does the same things in the same beats whatever the pacer does; events wait until the next beat that is
    played, so none is lost while the pacer stands still.
    """

    def __init__(
        self,
        machine: Machine,
        *,
        source: InputSource,
        pacer: Pacer,
        prompter: Prompter | None = None,
        video: Iterable[VideoSink] = (),
        audio: Iterable[AudioSink] = (),
        observers: Iterable[Observer] = (),
    ) -> None:
        """Join the parts; nothing happens before `run` or `turn`."""
        self.machine = machine
        self.source = source
        self.pacer = pacer
        self.prompter = prompter
        self.video = list(video)
        self.audio = list(audio)
        self.observers = list(observers)
        self.beats = 0
        self._pending: list[InputEvent] = []
        self._given: list[InputEvent] = []
        """Events of a beat that was begun and stopped in the middle."""
        self._heard: list[tuple[int, int, int]] = []
        self._stopped = False
        self._leap: Callable[[int], Stop | None] | None = None
        """Plays at most so many beats in one step; returns the stop, None if there was no step. None where a part must
        see every beat."""

    def join(self, recorder: ListeningObserver) -> None:
        """Let a part listen and look from now on; the session may be running."""
        self.audio.append(recorder)
        self.observers.append(recorder)
        self._leap = self._leaper()

    def leave(self, recorder: ListeningObserver) -> None:
        """Let a part that joined go."""
        self.audio.remove(recorder)
        self.observers.remove(recorder)
        self._leap = self._leaper()

    def stop(self) -> None:
        """End the run after the current turn, which may end in the middle of a beat."""
        self._stopped = True
        self.machine.stop()

    @property
    def game_ended(self) -> bool:
        """Whether the game has left the interpreter."""
        return bool(self.machine.unguarded.state.general.exited)

    def run(self, *, beats: int | None = None) -> Ending:
        """Play until the game ends, `stop` is called or `beats` more beats have been played."""
        self._stopped = False
        self.machine.must_stop = self.pacer.turn_is_over
        last = FAR if beats is None else self.beats + beats
        self._leap = self._leaper()
        while not self._stopped:
            if self.game_ended:
                return Ending.GAME
            if self.beats >= last:
                return Ending.LIMIT
            if not (self._leap and self._leap(last - self.beats)):
                self.turn()
        return Ending.STOPPED

    def turn(self) -> None:
        """Wait for the pacer, take input, play a beat if one is due, and show a picture if one is due."""
        due = self.pacer.wait(self.beats + 1)
        # A command of the player may step the machine during the poll and take the events that were pending.
        events = self.source.poll()
        self._pending.extend(events)
        if due and not self._stopped:
            self._play_beat()
        if self.video and self.pacer.picture_due():
            frame = self.machine.frame
            for sink in self.video:
                sink.show(frame)

    def _leaper(self) -> Callable[[int], Stop | None] | None:
        """Return `_leap_over` for the parts that there are; None where one of them has to see every beat.

        A part that need not has `next_beat`: for a machine at the end of a beat, it returns the beat at whose end it
        must be asked or told next. A part that has `run_to` sees beats pass in one step, as many as it likes, where it
        is the only one: it lets a machine that stands at the end of a beat run to the end of a given one, or of an
        earlier one.
        """
        prompters = [self.prompter] if self.prompter else []
        named = [self.source, self.pacer, *self.video, *self.audio, *self.observers, *prompters]
        # Each once, whether or not it can be hashed: a recorder listens and looks.
        parts = {id(part): part for part in named}
        patient = [part for part in parts.values() if hasattr(part, "next_beat")]
        if len(patient) < len(parts):
            return None
        runners = [part for part in patient if hasattr(part, "run_to")]
        # A runner takes what the chip was told, so nobody else may listen.
        runs = len(runners) == 1 and all(audio is runners[0] for audio in self.audio)
        run_to = runners[0].run_to if runs else Machine.advance_to
        asked = [part.next_beat for part in patient if not runs or part is not runners[0]]
        return partial(self._leap_over, run_to, asked)

    def _leap_over(
        self, run_to: Callable[[Machine, int], Stop], asked: Sequence[Callable[[Machine], int]], most: int
    ) -> Stop | None:
        """Play at most so many beats in one step, to the next that a part must see; return the stop.

        None where it is the next. Nobody has input for the beats in between, so the machine does what it does beat by
        beat.
        """
        machine = self.machine
        state = machine.unguarded.state
        first = state.clock.beats
        last = first + min(most, LONGEST_LEAP)
        for next_beat in asked:
            last = min(last, next_beat(machine))
        if last <= first + 1 or self._pending or not state.cycle.beat_due:
            return None
        stop = run_to(machine, last)
        stands = state.cycle.beat_due and not state.general.exited
        self.beats += state.clock.beats - first - (0 if stands else 1)
        if not int(stop) & ASKED:
            self._tell(stop, [])
        return stop

    def play_through(self, last_beat: int) -> Stop:
        """Play to the end of a beat without the pacer, many in one step where the parts allow it; return the last stop.

        It ends earlier with the game, or where `Machine.stop` was called.
        """
        leap = self._leaper()
        clock = self.machine.unguarded.state.clock
        stop = stop_of(BEAT)
        while clock.beats < last_beat and not int(stop) & ENDED_OR_ASKED:
            stop = (leap(last_beat - clock.beats) if leap else None) or self._advance(stop_of(BEAT))
        return stop

    def play_to(self, until: Stop) -> Stop:
        """Play to the next stop that `until` names, without the pacer."""
        return self._advance(until)

    def give(self, events: Iterable[InputEvent]) -> None:
        """Queue events for the next step, after those already waiting."""
        self._pending.extend(events)

    def forget_input(self) -> None:
        """Forget events that wait for the next step: the machine was moved to another moment."""
        self._pending.clear()

    def step_cycle(self) -> None:
        """Play to the end of the current cycle, without the pacer; at most a second if a window waits."""
        for _ in range(LONGEST_STEP):
            if self._advance(Stop.BEAT | Stop.CYCLE) & (Stop.CYCLE | Stop.ENDED | Stop.ASKED):
                return

    def _play_beat(self) -> None:
        """Play to the next beat, with every stop on the way at which the prompter asks to be called."""
        wanted = stop_of(BEAT | (int(self.prompter.stops) if self.prompter else 0))
        while not int(self._advance(wanted)) & (BEAT_OR_ENDED | ASKED):
            pass

    def _advance(self, until: Stop) -> Stop:
        """Let the machine play to a stop, then pass on what it made."""
        events, self._pending = self._pending, []
        stop = self.machine.advance(events, until)
        reached = int(stop)
        if self._given:
            events, self._given = self._given + events, []
        if reached & ASKED:
            # Nobody is told before the machine has come to a stop of its own.
            self._given = events
            return stop
        if reached & BEAT:
            self.beats += 1
        self._tell(stop, events)
        return stop

    def _tell(self, stop: Stop, events: list[InputEvent]) -> None:
        """Pass on what the machine made up to a stop of its own."""
        self._heard += self.machine.port_writes
        self.machine.port_writes.clear()
        if int(stop) & BEAT_OR_ENDED:
            for audio in self.audio:
                audio.write(self._heard)
            self._heard = []
        for observer in self.observers:
            observer.after(self.machine, events)
        if self.prompter:
            self._pending.extend(self.prompter.cue(self.machine, stop))
