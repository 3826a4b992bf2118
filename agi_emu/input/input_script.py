"""Reads and plays input scripts: the keys to press in each cycle, as a few lines of text.

    # dismiss the title, walk, type a sentence
    cycle 5: key enter
    cycle 60: keys right right down
    cycle 190: text look at man
    cycle 200: type nob
    every 50 from 300 to 500: key space
    blocked: key esc

Such lines name the cycle. Other lines are steps of a walkthrough (`walkthrough`), which come in their order, each when
the game is ready for it:

    walk to 60,140
    say "take lamp"
    expect text "You take the lamp."

``key`` presses one key, ``keys`` several, ``type`` types the characters of the rest of the line, ``text`` does that and
presses Enter. ``blocked`` lines are used up in order, one each time the game waits for a key. The language is that of
the recordings of the original (reference: golden README, "Input script"); names of keys are those of
`agi_emu.machine.input.events`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from agi_emu.facts.codes import Var
from agi_emu.facts.errors import RecordingError, WalkthroughError
from agi_emu.facts.numbers import whole
from agi_emu.host_files.reading import BESIDE_RECORDING, read_text
from agi_emu.input import walkthrough
from agi_emu.machine.input.events import InputEvent, key_events
from agi_emu.machine.machine import Machine
from agi_emu.state.progress import WAITS_FOR_KEY, Stop

KEYS_PER_CYCLE = 12
"""Most keys pressed in one cycle; the rest follow in the next (the BIOS buffer holds 15)."""

_CYCLE = re.compile(r"cycle\s+(\d+)$")
_EVERY = re.compile(r"every\s+(\d+)\s+from\s+(\d+)\s+to\s+(\d+)$")


@dataclass(frozen=True, slots=True)
class RepeatedKeys:
    """Keys pressed in cycles `first`, `first` + `step`, ... up to and including `last`."""

    step: int
    first: int
    last: int
    keys: tuple[str, ...]

    def is_due(self, cycle: int) -> bool:
        """Return whether the keys are pressed in this cycle."""
        return self.first <= cycle <= self.last and (cycle - self.first) % self.step == 0


@dataclass(frozen=True, slots=True)
class InputScript:
    """A parsed script; keys are names."""

    source: str
    cycles: Mapping[int, tuple[str, ...]]
    repeats: tuple[RepeatedKeys, ...]
    blocked: tuple[tuple[str, ...], ...]
    steps: tuple[walkthrough.Step, ...] = ()
    name: str = "input script"
    """What errors call it."""

    def keys_of(self, cycle: int) -> tuple[str, ...]:
        """Return all keys that the script names for a cycle, however many."""
        keys = self.cycles.get(cycle, ())
        for repeat in self.repeats:
            if repeat.is_due(cycle):
                keys += repeat.keys
        return keys

    @property
    def last_cycle(self) -> int:
        """The last cycle with a key of its own, 0 for a script without one."""
        return max([0, *self.cycles, *(repeat.last for repeat in self.repeats)])


class KeySchedule:
    """The keys of a script in the order of play: cycle after cycle, at most `KEYS_PER_CYCLE` each."""

    def __init__(self, script: InputScript) -> None:
        self._script = script
        self._waiting: deque[str] = deque()

    def copy(self) -> KeySchedule:
        """Return one that stands at the same place."""
        other = KeySchedule(self._script)
        other._waiting.extend(self._waiting)
        return other

    def due(self, cycle: int) -> tuple[str, ...]:
        """Return the keys to press in `cycle`; call this once for every cycle, in order."""
        self._waiting.extend(self._script.keys_of(cycle))
        if not self._waiting:
            return ()
        return tuple(self._waiting.popleft() for _ in range(min(KEYS_PER_CYCLE, len(self._waiting))))


def parse_input_script(source: str, name: str = "input script") -> InputScript:
    """Read the text of a script; raise RecordingError with the script's name and the wrong line."""
    cycles: dict[int, tuple[str, ...]] = {}
    repeats: list[RepeatedKeys] = []
    blocked: list[tuple[str, ...]] = []
    steps: list[walkthrough.Step] = []
    for number, line in enumerate(source.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            step = walkthrough.parse_step(" ".join(line.split()), number)
            if step is not None:
                steps.append(step)
                continue
            when, colon, what = line.partition(":")
            when = when.strip()
            if not colon:
                raise ValueError(f"expected 'cycle N: keys' or a step ({walkthrough.FORMS}), found {line!r}")
            keys = _keys(what.strip())
            if match := _CYCLE.match(when):
                cycle = whole(match[1])
                cycles[cycle] = cycles.get(cycle, ()) + keys
            elif match := _EVERY.match(when):
                every, first, last = (whole(group) for group in match.groups())
                if every == 0:
                    raise ValueError("'every 0' never comes")
                repeats.append(RepeatedKeys(every, first, last, keys))
            elif when == "blocked":
                blocked.append(keys)
            else:
                raise ValueError(f"expected 'cycle N', 'every N from A to B' or 'blocked', found {when!r}")
        except ValueError as error:
            raise RecordingError(f"{name}, line {number}: {error}") from error
    return InputScript(source, MappingProxyType(cycles), tuple(repeats), tuple(blocked), tuple(steps), name)


def read_input_script(path: Path) -> InputScript:
    """Read a script file."""
    return parse_input_script(read_text(path, BESIDE_RECORDING), str(path))


def _keys(what: str) -> tuple[str, ...]:
    """Return the names of the keys that ``key enter``, ``text look`` ... press; ValueError for one without events."""
    keys = _named_keys(what)
    for key in keys:
        key_events(key)
    return keys


def _named_keys(what: str) -> tuple[str, ...]:
    verb, _, rest = what.partition(" ")
    rest = rest.strip()
    match verb:
        case "key" if rest and " " not in rest:
            return (rest,)
        case "keys" if rest:
            return tuple(rest.split())
        case "type" if rest:
            return tuple(rest)
        case "text":
            return (*rest, "enter")
    raise ValueError(f"expected key, keys, text or type with something to press, found {what!r}")


def reads_at_top(machine: Machine) -> bool:
    """Return whether a key pressed at the top of this cycle is read in it: only if the cycle waits for a beat."""
    state = machine.unguarded.state
    ticks = state.vars[Var.CYCLE_TICKS]
    return ticks == 0 or state.clock.animation < ticks


class ScriptPlayer:
    """Presses the keys of a cycle at its start, so that they are in the queue when its input is read; plays the steps.

    The keys are pressed before the wait for the cycle's time, during which the keyboard is polled. WalkthroughError
    where a step does not come true, or where a window waits after the last ``blocked`` line and before the last cycle.
    """

    stops = Stop.CYCLE

    def __init__(self, script: InputScript) -> None:
        """Start the script; its machine must be at power-on."""
        self._schedule = KeySchedule(script)
        self._blocked = deque(script.blocked)
        self._waited = 0
        self._script = script
        self._steps = walkthrough.StepPlayer(script.steps, script.name)
        self.has_steps = bool(script.steps)
        self.leave: Callable[[], None] = lambda: None
        """Called once all steps came true."""

    def cue(self, machine: Machine, stop: Stop) -> list[InputEvent]:
        """Return the keys to press when the machine is at `stop`."""
        cycle = machine.unguarded.state.cycle
        names: tuple[str, ...] = ()
        # Between these a play in the convention of the recordings of the original has no place for a key.
        is_place = machine.settings.budget.units is not None
        if stop & Stop.CYCLE:
            self._waited, is_place = 0, is_place or reads_at_top(machine)
            names = self._schedule.due(cycle.number)
        elif cycle.beat_due in WAITS_FOR_KEY:
            # The beat for which the machine waits is still to come.
            passed, self._waited = self._waited, self._waited + 1
            if passed and passed % walkthrough.PATIENCE_BEATS == 0:
                is_place = True
                names = self._blocked.popleft() if self._blocked else self._refuse_to_wait(machine)
        pressed = [event for name in names for event in key_events(name)]
        if self.has_steps and not pressed:
            pressed = self._steps.press(machine) if is_place else []
            # A recording ends with a beat.
            if not self._steps.left and stop & Stop.BEAT:
                self.has_steps = False
                self.leave()
        return pressed

    def require_done(self, machine: Machine) -> None:
        """Raise WalkthroughError if the play is over and steps are left."""
        # A game that ends takes the key with it that ended it.
        if self._steps.left > machine.unguarded.state.general.exited:
            raise self._steps.failure(machine, "the play ended before")

    def _refuse_to_wait(self, machine: Machine) -> tuple[str, ...]:
        """Refuse to wait for ever: what comes later in the script would never be pressed."""
        cycle = machine.unguarded.state.cycle.number
        left = [each for each in self._script.cycles if each > cycle]
        if left and walkthrough.waits_for_ever(machine):
            raise WalkthroughError(
                f"{self._script.name}: the game waits for a key in cycle {cycle}, so 'cycle {min(left)}' never comes; "
                f"{walkthrough.what_stands(machine)}; answer it with a line such as 'blocked: key enter'"
            )
        return ()
