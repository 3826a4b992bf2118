"""The position of a machine in its cycle, what it waits for, and why the core comes back to Python.

`Phase`, `BeatReason` and `Wait` are values of the state's areas `cycle` and `modal`. From here setup.py writes
the core's names for all of them.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag

from agi_emu.facts.codes import ObjectFlag, Var
from agi_emu.state.layout import StateLayout


class Phase(IntEnum):
    """Position in the cycle (cycle.phase); the numbers are part of saved states."""

    TOP = 0
    DELAY = 1
    READY = 2
    INPUT = 3
    EVENTS = 4
    DIRECTIONS = 5
    SCAN = 6
    LOGIC = 7
    STATUS = 8
    FINISH = 9
    START = 10


class BeatReason(IntEnum):
    """Why the machine waits for a beat (cycle.beat_due), 0 when it does not."""

    ZERO_DELAY = 1
    ANIMATION = 2
    POLL = 3
    WORK = 4
    IDLE = 5


WAITS_FOR_KEY = (BeatReason.POLL, BeatReason.IDLE)
"""Beats in which the game waits for a key inside a cycle: in a window, prompt or menu, or in a loop of its logics."""


class Part(IntEnum):
    """What writes the state besides the phases, by whose numbers the others go; see `_core/observing.pyx`."""

    LOGIC = 16
    MOTION = 17
    CYCLING = 18
    CLOCK = 19
    SOUND = 20


class Wait(IntEnum):
    """The wait of a window, prompt or menu (modal.records.wait).

    The numbers are part of saved states, so new members go to the end.
    """

    CONFIRM = 1
    """Enter or Esc, perhaps with a time limit."""
    ANY_EVENT = 2
    EDIT = 3
    """The line editor."""
    MENU = 4
    INVENTORY = 5
    SLOTS = 6
    """The slot list of the save dialogs."""
    TRACE = 7
    BEATS = 8
    """A number of beats (values[0])."""


class Stop(IntFlag):
    """The stops of `advance`."""

    BEAT = 1
    """The machine waits for the next beat."""
    CYCLE = 2
    """Top of the main loop: the cycle has fully run."""
    READY = 4
    """After the wait, before input is read."""
    WAITING = 8
    """A window, prompt or menu found no event."""
    ENDED = 16
    """The program has ended."""
    ASKED = 32
    """Somewhere in a beat, because the caller asked to stop; nothing has changed, the next `advance` continues."""
    HELD = 64
    """Of `Machine.run` alone, beside another stop: the condition that it was to run until holds."""
    INSIDE = 128
    """To ask for only: as BEAT, without the beats of the wait for the next cycle."""

    def __repr__(self) -> str:
        """Name the stops: ``Stop.BEAT | Stop.WAITING``."""
        return " | ".join(f"Stop.{each.name}" for each in Stop if each.value & self.value) or "Stop(0)"

    # Asked after every step of a machine: the enumeration's own operators take longer than most cycles.

    def __and__(self, other: int) -> Stop:
        """Return the stops that both name."""
        return stop_of(int.__and__(self, other))

    def __or__(self, other: int) -> Stop:
        """Return the stops that either names."""
        return stop_of(int.__or__(self, other))

    __rand__ = __and__
    __ror__ = __or__
    __bool__ = int.__bool__


STOPS: list[Stop | None] = [None] * (2 * max(Stop))
"""Combinations by their number, as far as `stop_of` was asked for them: all of them take longer than many a start."""


def stop_of(number: int) -> Stop:
    """Return the combination of this number, always the same object."""
    found = STOPS[number]
    if found is None:
        found = STOPS[number] = Stop(number)
    return found


class Need(IntEnum):
    """Why the core comes back to Python before it is at a stop: negative numbers, so that they are never a `Stop`.

    Functions of the core that execute return 0 or, above 0, a stop or an error of the interpreter, or below 0 a need.
    """

    NONE = 0
    """Nothing: what was to be done is done; of the logics, that logic 0 has returned."""
    BEAT = -1
    """A beat in which keys wait or a sound plays whose bytes were never given."""
    MODAL = -2
    """A window, prompt or menu has its turn."""
    MENU = -3
    """The menu is due."""
    LINE = -4
    """The character in v19 is for the input line."""
    STATUS = -5
    """Score or sound have changed."""
    TRACE = -6
    """The trace window is open: logics run token by token."""
    TRACE_START = -7
    """Logic 0 begins under the trace window."""
    START = -8
    """Power-on: logic 0 is to be brought into memory."""
    ACTION = -9
    """The action `vm.last_action` has a Python handler."""
    ERROR = -10
    """The error `vm.error` is to be raised."""
    LOGIC = -11
    """The core's `wanted_logic` is to be called, and its code was never given."""
    PLACE = -12
    """A search for a free place found none; the original searches forever."""
    DIVISION = -13
    """A division by zero: DOS ends the program."""
    DEPTH = -14
    """Calls are nested too deeply: "Stack blown"."""
    MEMORY = -15
    """Something did not fit into the memory for resources."""
    LOOK = -16
    """Nothing: a stop was asked for, or it is time to look at the signals of the process."""
    WATCH = -17
    """Something that is watched has changed."""
    HALT = -18
    """The logics have come to where a debugger stops them."""


def put_at_start(state: StateLayout) -> None:
    """Put what every machine has at power-on, whatever its game, into a state of zeros.

    Chunks that a file leaves out stand for this, so they can be read without the game.
    """
    state.menu.allowed = 1
    state.menu.next_column = 1
    state.trace.row = 1
    state.trace.height = 15


def is_sequence(state: StateLayout) -> bool:
    """Return whether a scripted sequence is under way: the player has no control of ego in a room."""
    return state.vars[Var.ROOM] != 0 and not state.general.player_control


def is_played(state: StateLayout) -> bool:
    """Return whether the player moves somebody: a title that shows one picture after another draws no ego."""
    return bool(state.general.player_control and state.objects[0].flags & ObjectFlag.DRAWN)


class TraceState(IntEnum):
    """The states of Sierra's trace window."""

    OFF = 0
    STEPPING = 1
    RUNNING = 2
    """Until the next logic is entered; nothing is shown."""
    SHOWN = 3
    """The action that comes next has been shown already."""
    LEAVING = 4
    """As SHOWN, and RUNNING from then on."""


TRACE_START_DUE = 0x80
"""Bit of `trace.state` beside the `TraceState`: the line that marks the start of logic 0 comes with the next one."""
