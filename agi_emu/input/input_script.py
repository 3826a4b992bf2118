"""Reads and plays input scripts: the keys to press in each cycle, as a few lines of text.

    # dismiss the title, walk, type a sentence
    cycle 5: key enter
    cycle 60: keys right right down
    cycle 190: text look at man
    cycle 200: type nob
    every 50 from 300 to 500: key space
    blocked: key esc

``key`` presses one key, ``keys`` several, ``type`` types the characters of the rest of the line, ``text`` does that and
presses Enter. ``blocked`` lines are used up in order, one each time the game waits for a key. The language is that of
the recordings of the original (reference: golden README, "Input script"); names of keys are those of
`agi_emu.machine.input.keynames`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from agi_emu.facts.errors import RecordingError
from agi_emu.facts.numbers import whole
from agi_emu.host_files.reading import BESIDE_RECORDING, read_text
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.input.keynames import key_events, text_events
from agi_emu.state.progress import Stop

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine


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
    for number, line in enumerate(source.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        when, colon, what = line.partition(":")
        when = when.strip()
        if not colon:
            raise RecordingError(f"{name}, line {number}: expected 'when: keys', found {line!r}")
        keys = _keys(what.strip(), name, number)
        if match := _CYCLE.match(when):
            cycle = whole(match[1])
            cycles[cycle] = cycles.get(cycle, ()) + keys
        elif match := _EVERY.match(when):
            step, first, last = (whole(group) for group in match.groups())
            if step == 0:
                raise RecordingError(f"{name}, line {number}: 'every 0' never comes")
            repeats.append(RepeatedKeys(step, first, last, keys))
        elif when == "blocked":
            blocked.append(keys)
        else:
            raise RecordingError(
                f"{name}, line {number}: expected 'cycle N', 'every N from A to B' or 'blocked', found {when!r}"
            )
    return InputScript(source, MappingProxyType(cycles), tuple(repeats), tuple(blocked))


def read_input_script(path: Path) -> InputScript:
    """Read a script file."""
    return parse_input_script(read_text(path, BESIDE_RECORDING), str(path))


def events_of_key(name: str) -> tuple[InputEvent, ...]:
    """Return the events of a key of a script, given by its name or as a character beyond ASCII.

    Raises ValueError for a name that no PC key has.
    """
    return text_events(name) if len(name) == 1 and not name.isascii() else key_events(name)


def _keys(what: str, name: str, line: int) -> tuple[str, ...]:
    """Return the names of the keys that ``key enter``, ``text look`` ... press."""
    keys = _named_keys(what, name, line)
    for key in keys:
        try:
            events_of_key(key)
        except ValueError as error:
            raise RecordingError(f"{name}, line {line}: {error}") from error
    return keys


def _named_keys(what: str, name: str, line: int) -> tuple[str, ...]:
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
    raise RecordingError(
        f"{name}, line {line}: expected key, keys, text or type with something to press, found {what!r}"
    )


PATIENCE_BEATS = 18
"""Beats that the game waits for a key before the next ``blocked`` line is pressed, as in the recordings."""


class ScriptPlayer:
    """Presses the keys of a cycle at its start, so that they are in the queue when its input is read.

    The keys are pressed before the wait for the cycle's time, during which the keyboard is polled. A game that waits
    after the last ``blocked`` line keeps waiting.
    """

    stops = Stop.CYCLE

    def __init__(self, script: InputScript) -> None:
        """Start the script; its machine must be at power-on."""
        self._schedule = KeySchedule(script)
        self._blocked = deque(script.blocked)
        self._waited = 0

    def cue(self, machine: Machine, stop: Stop) -> list[InputEvent]:
        """Return the keys to press when the machine is at `stop`."""
        names: tuple[str, ...] = ()
        if stop & Stop.CYCLE:
            self._waited = 0
            names = self._schedule.due(machine.unguarded.state.cycle.number)
        elif stop & Stop.WAITING:
            self._waited += 1
            if self._waited % PATIENCE_BEATS == 0 and self._blocked:
                names = self._blocked.popleft()
        return [event for name in names for event in key_events(name)]
