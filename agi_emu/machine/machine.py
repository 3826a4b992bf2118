"""The machine: one state, one game, settings; time and input come in, frames and port writes come out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from agi_emu._core import keyboard
from agi_emu._core.stepper import BUSY, DEFAULT_BEATS, Stepper
from agi_emu.facts.codes import BEATS_PER_SECOND, BEATS_PER_TICK, Var
from agi_emu.machine import cycle, loading, room_changes, snapshots, start, vm
from agi_emu.machine.binding import TrappableError
from agi_emu.machine.display.drivers import check_driver
from agi_emu.machine.frame import Monitor
from agi_emu.machine.guard import Guard, make_valid
from agi_emu.machine.input import keys
from agi_emu.machine.input.events import InputEvent, key_events, text_events
from agi_emu.machine.interpreter import Interpreter, NamedVariable
from agi_emu.machine.settings import RUNAWAY_UNITS, Settings
from agi_emu.machine.snapshots import MomentMemory, Snapshot
from agi_emu.machine.windows import modal
from agi_emu.resources.game import Game
from agi_emu.state.digest_lists import COMPLETE
from agi_emu.state.layout import ScreenObject, StateLayout
from agi_emu.state.progress import STOPS, Phase, Stop, stop_of

if TYPE_CHECKING:
    from agi_emu._core.ticks import Ticker
    from agi_emu.machine.display.readable import ScreenText
    from agi_emu.machine.watching import Listener, Watches

CYCLE, ENDED, ASKED = int(Stop.CYCLE), int(Stop.ENDED), int(Stop.ASKED)
ENDED_OR_ASKED = ENDED | ASKED
LAST_BEAT = 0xFFFFFFFF
"""The clock counts beats in 32 bits: more than two years."""
CYCLES_OF_AN_ANSWER = 3
"""Cycles after a message within which another one belongs to the same answer."""
MOST_MESSAGES = 100
"""A game that opens more message windows one after the other does so for ever."""


class Digests(NamedTuple):
    """Numbered digests at a stop: of the state, of the frame, and of the port writes since the caller's last look."""

    number: int
    state: str
    frame: str
    sound: str


class Machine(Interpreter, Stepper):
    """An AGI interpreter with a game in it: time, input, state and frame.

    All that affects its future is in `state`, except for the game (read-only) and the settings (fixed). `advance` is
    the primitive; nothing here waits or reads a clock. A machine runs in one thread at a time: RuntimeError otherwise.
    """

    __slots__ = ("_display", "_guard", "_watches", "unguarded")

    room, previous_room = NamedVariable(), NamedVariable()
    score, most_score = NamedVariable(), NamedVariable()
    ego_edge, ego_direction, ego_view = NamedVariable(), NamedVariable(), NamedVariable()
    cycle_ticks, free_memory = NamedVariable(), NamedVariable()

    def __init__(self, game: Game, *, seed: int | None = None, settings: Settings | None = None) -> None:
        """Switch on: `seed` (0-65535) overrides the one of the settings."""
        settings = settings or Settings()
        if seed is not None:
            settings = replace(settings, seed=seed)
        check_driver(game.profile, settings)
        m = Interpreter(game, settings)
        self.unguarded = m
        """The same machine for the modules of this package: its `state` is not watched, so they write what is valid."""
        self.__dict__ = m.__dict__
        self._guard = Guard(m)
        self._watches: Watches | None = None
        self._display = Monitor(m, self._guard)
        Stepper.__init__(self, m.core, self._guard, self._display, STOPS)
        m.core.set_items(m.items.in_memory)
        vm.declare_opcodes(m)
        start.power_on(m)
        loading.check_beginning(m)
        loading.give_logic(m, 0)
        m.state.cycle.phase = Phase.START
        m.state.vm.work = settings.budget.units or RUNAWAY_UNITS
        m.state.vm.fuel = settings.beat_fuel

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be copied and pickled: game, settings and a snapshot; listeners and lists of errors stay behind."""
        return _again, (self.game, self.settings, self.snapshot())

    def __repr__(self) -> str:
        """Say which game stands where."""
        state = self.unguarded.state
        return f"<Machine {self.game.id} ({self.profile.name}): room {state.vars[Var.ROOM]}, beat {state.clock.beats}>"

    # Time

    _stop_of = staticmethod(stop_of)

    def _accept_events(self, events: Iterable[InputEvent]) -> None:
        """Let events happen in a step."""
        keys.accept(self.unguarded, events)

    def _serve_to_stop(self, need: int, wanted: int) -> int:
        """Do what the core needs, and let it go on, until it or that comes to a stop of `wanted`; return the stop."""
        guard, m = self._guard, self.unguarded
        stop = need
        while stop <= 0:
            stop = cycle.serve(m, stop)
            if guard.attention != BUSY:
                guard.look_again()
            stop = m.core.go_on(wanted, stop)
        return stop

    def advance_to(self, last_beat: int) -> Stop:
        """Run until the beat after number `last_beat` is due (or to the end), as many calls of `advance` would.

        The interpreter lock is free while the core runs, so machines in several threads run beside each other.
        """
        guard, m = self._guard, self.unguarded
        state = m.state
        beats = state.clock.beats
        # Where `stop` was called the machine may stand in the middle of its last beat.
        if beats >= last_beat and (beats > last_beat or state.cycle.beat_due or not beats):
            return Stop.BEAT
        with guard:
            stop = m.core.advance_to(min(last_beat, LAST_BEAT))
            return stop_of(stop) if stop > 0 else self._run_beats(last_beat, need=stop)

    def advance_ticks(self, last_beat: int, ticker: Ticker) -> Stop:
        """Run as `advance_to` does, from the end of a beat, while `ticker` takes the ticks that end on the way.

        It ends earlier behind a tick that is not as `ticker` expects.
        """
        guard, m = self._guard, self.unguarded
        last_beat = min(last_beat, LAST_BEAT)
        with guard:
            stop = 0
            while not stop & ENDED_OR_ASKED:
                if guard.view is not None:
                    # A caller may write pixels, which nobody counts.
                    m.screen.touch()
                stop = m.core.advance_ticks(ticker, last_beat, stop)
                if stop >= 0:
                    break
                stop = cycle.serve(m, stop)
                if guard.attention != BUSY:
                    guard.look_again()
            return stop_of(stop)

    def take_tick(self, ticker: Ticker) -> None:
        """Let `ticker` take the tick that ends now."""
        if self._guard.view is not None:
            self.unguarded.screen.touch()
        ticker.take()

    def _run_beats(self, last_beat: int, also: int = 0, need: int = 0) -> Stop:
        """Run until the beat after number `last_beat` is due, to a stop of `also`, or to the end; callers guard it.

        `need` is what the core has already asked for.
        """
        last_beat = min(last_beat, LAST_BEAT)
        m = self.unguarded
        core_advance = m.core.advance_to
        clock = m.state.clock
        guard = self._guard
        while True:
            stop = need or core_advance(last_beat, also)
            if stop < 0:
                need = 0
                stop = cycle.serve(m, stop)
                if guard.attention != BUSY:
                    guard.look_again()
            if stop & (also | ENDED_OR_ASKED) or (stop and clock.beats >= last_beat):
                return stop_of(stop)

    def beat(self, events: Iterable[InputEvent] = ()) -> Stop:
        """Run one beat, 1/60 s."""
        return self.advance(events, Stop.BEAT)

    def tick(self, events: Iterable[InputEvent] = ()) -> Stop:
        """Run three beats, 1/20 s."""
        self.advance(events)
        self.advance()
        return self.advance()

    def cycle(self, events: Iterable[InputEvent] = (), *, beats: int = DEFAULT_BEATS) -> Stop:
        """Run to the top of the next cycle, for at most `beats` beats: a window may be waiting for a key."""
        state = self.unguarded.state
        with self._guard:
            if events:
                keys.accept(self.unguarded, events)
            if state.cycle.beat_due:
                cycle.beat(self.unguarded)
            number = state.cycle.number
            last_beat = state.clock.beats + max(beats, 1) - 1
            while True:
                stop = self._run_beats(last_beat, CYCLE)
                if not stop & CYCLE or stop & ASKED or state.cycle.number != number:
                    return stop

    def run(
        self,
        *,
        seconds: float | None = None,
        ticks: int | None = None,
        cycles: int = 0,
        until: Callable[[Machine], bool] | None = None,
    ) -> Stop:
        """Run for a time, a number of cycles, or until a condition holds after a beat; machine time, returns at once.

        With `until` the other arguments are a limit; without a time, ten minutes are. If the condition holds in the
        end, `Stop.HELD` is one of the stops returned.
        """
        if seconds is not None and not math.isfinite(seconds):
            raise ValueError(f"{seconds} seconds is not a valid time")
        beats = DEFAULT_BEATS
        if seconds is not None or ticks is not None:
            beats = round((seconds or 0) * BEATS_PER_SECOND) + (ticks or 0) * BEATS_PER_TICK
        if beats < 0 or cycles < 0:
            raise ValueError("time runs forward only: seconds, ticks and cycles must not be negative")
        state = self.unguarded.state
        last_cycle = state.cycle.number + cycles
        last_beat = state.clock.beats + beats
        if until is None:
            return self._run_cycles(last_cycle, last_beat) if cycles else self.advance_to(last_beat)
        stop = Stop.BEAT
        while state.clock.beats < last_beat:
            stop = self.advance()
            if until(self):
                return stop | Stop.HELD
            if stop & ENDED_OR_ASKED or (cycles and state.cycle.number >= last_cycle):
                break
        return stop

    def _run_cycles(self, last_cycle: int, last_beat: int) -> Stop:
        """Run to the first beat that is due after a cycle, after a beat, or to the end."""
        stop = Stop.BEAT
        state = self.unguarded.state
        with self._guard:
            while state.clock.beats < last_beat and state.cycle.number < last_cycle and not stop & ENDED_OR_ASKED:
                stop = self._run_beats(last_beat, CYCLE)
            return self._run_beats(state.clock.beats) if stop & CYCLE else stop

    def stop(self) -> None:
        """Let the call of `advance` or `run` that is under way, or else the next one, soon return `Stop.ASKED`.

        Any thread and any handler of a signal may call it. The machine may then be in the middle of a beat; nothing
        about it has changed, and with the next call it continues as if it had not stopped.
        """
        self.core.ask_to_stop()

    def deliver_beat(self) -> None:
        """Let the beat happen that the machine waits for, and nothing after it: keys can go in before it runs on."""
        with self._guard:
            cycle.beat(self.unguarded)

    def surplus_beats(self, count: int) -> None:
        """Let beats happen that the program did not wait for: time that computing took; also from `picture_drawn`."""
        if self._guard.attention < BUSY:
            self.check_writes()
        for _ in range(count):
            cycle.beat(self.unguarded)

    # Input

    def type(self, text: str) -> None:
        """Type a text, as fast as the machine takes it; a line break is Enter, what the code page lacks is '?'."""
        for event in text_events(text, code_page=self.code_page):
            while self.unguarded.state.keyboard.bios_count:
                if self.advance() & ENDED_OR_ASKED:
                    return
            self._accept([event])

    def press(self, *pressed: InputEvent | str) -> None:
        """Let keys be pressed now: events, or names such as "enter", "f6", "left" (ValueError for unknown ones)."""
        for each in pressed:
            self._accept(key_events(each) if isinstance(each, str) else [each])

    def _accept(self, events: Iterable[InputEvent]) -> None:
        with self._guard:
            self._accept_events(events)

    def ask(self, text: str, *, seconds: float = 10) -> str | None:
        """Type a line, close what the game answers with Enter, and return it: message windows, an empty line between.

        Message windows that wait already are closed first. Returns None if no window opens within `seconds` of machine
        time; a prompt or menu that opens stays open.
        """
        answers: list[str] = []
        self._close_messages()
        stop_listening = self.on("print", lambda event: answers.append(str(event.value)))
        try:
            self.type(text + "\n")
            stop = self.run(seconds=seconds, until=lambda _: bool(answers))
            while stop & Stop.HELD and self._close_messages():
                # A game may say more in the cycles that follow.
                stop = self.run(cycles=CYCLES_OF_AN_ANSWER, seconds=1, until=lambda _: self.modal is not None)
        finally:
            stop_listening()
        return "\n\n".join(answers) or None

    def _close_messages(self) -> bool:
        """Close the message windows that wait; return whether there were any."""
        for closed in range(MOST_MESSAGES):
            if self.modal is not modal.Purpose.PRINT or self.unguarded.state.general.exited:
                return closed > 0
            self.press("enter")
            self.run(ticks=2)
        return False

    def on(self, name: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` with an `Event` whenever something happens; the function returned ends that.

        `name` is "print" for message windows, or a value that changes: "room", "score" or another of the
        interpreter's own variables, "v30", "flag 40", "o0.x", "i3", "s1"; "changes" stands for all variables and
        flags, and its events name the one. The machine stands right behind the action that did it. The
        listener may read the state, and call `stop` to end the run there. A machine without listeners pays nothing for
        this. ValueError for an unknown name.
        """
        if self._watches is None:
            # Imported when somebody watches: the program begins faster without.
            from agi_emu.machine.watching import Watches

            self._watches = Watches(self.unguarded)
        return self._watches.add(name, listener)

    def new_room(self, number: int) -> None:
        """Leave for a room as the action `new.room` does; open windows close. ValueError without a logic for it."""
        if number not in self.game.logics:
            raise ValueError(f"{self.game.id} has no logic {number}, so no such room")
        with self._guard:
            try:
                room_changes.enter(self.unguarded, number)
            except TrappableError as error:
                vm.raise_error(self.unguarded, error.code, error.value)

    def poll_keyboard(self) -> None:
        """Move waiting keys into the event queue without a tick, as the recordings' script keys go."""
        with self._guard:
            keyboard.poll(self.core)

    # State

    @property
    def state(self) -> StateLayout:  # type: ignore[override]
        """The whole state. You may write into it: the next step raises ValueError where no machine can be so.

        As long as you keep it, or a part of it, each step looks for changes, which takes some microseconds.
        """
        return self._guard.lend()

    def check_writes(self) -> None:
        """Raise ValueError if somebody wrote into `state` what no machine can be in."""
        with self._guard:
            pass

    def snapshot(self) -> Snapshot:
        """Copy the state; possible at every stop, also in the middle of a dialogue."""
        return snapshots.take(self.unguarded, trusted=self._guard.is_unchanged())

    def keep(self, slot: MomentMemory) -> None:
        """Copy the state into memory that is used again for each moment: the quickest way to keep only the latest."""
        slot.keep(self.unguarded, trusted=self._guard.is_unchanged())

    def restore(self, snapshot: Snapshot) -> None:
        """Bring a copied state of this game back; SaveError for another game's, or a wrong one, changes nothing."""
        self._guard.replace(lambda: snapshots.bring_back(self.unguarded, snapshot, make_valid))
        if self._watches is not None:
            self._watches.begin_again()

    def digests(self, number: int = COMPLETE, *, since_beat: int = 0) -> Digests:
        """Return the digests of this moment; the sound's beats are counted from `since_beat`."""
        # Imported with the first digest: playing needs none.
        from agi_emu.state.digests import sound_digest, state_digest

        return Digests(
            number,
            state_digest(self.unguarded.state, number),
            self._display.digest(number),
            sound_digest(self.port_writes, since_beat),
        )

    def frame_digest(self, number: int = COMPLETE) -> str:
        """Return the digest of what the monitor shows."""
        return self._display.digest(number)

    @property
    def modal(self) -> modal.Purpose | None:
        """The window, prompt or menu that waits for the player; None while the game runs."""
        waiting = self.unguarded.state.modal
        return modal.Purpose(waiting.records[waiting.depth - 1].purpose) if waiting.depth else None

    @property
    def ego(self) -> ScreenObject:
        """The object that the player moves."""
        ego: ScreenObject = self.state.objects[0]
        return ego

    @property
    def text(self) -> ScreenText:
        """The text on the screen: rows, window, input line, status line."""
        from agi_emu.machine.display.readable import read_screen

        return read_screen(self.unguarded)

    @property
    def message(self) -> str | None:
        """The text of the open message window; None if none is open."""
        from agi_emu.machine.display.readable import window_text

        return window_text(self.unguarded)


def _again(game: Game, settings: Settings, moment: Snapshot) -> Machine:
    """Return a machine that stands where another one did."""
    machine = Machine(game, settings=settings)
    machine.restore(moment)
    return machine
