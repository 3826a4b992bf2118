"""Writes a recording as an input script: its keys by cycle, and those that were pressed while the game waited."""

from __future__ import annotations

from collections.abc import Sequence

from agi_emu.facts.errors import RecordingError
from agi_emu.facts.wording import counted
from agi_emu.input.input_script import reads_at_top
from agi_emu.machine.input.events import Arrow, InputEvent, Key, Mouse, SetVariable
from agi_emu.machine.machine import Machine
from agi_emu.recording.event_text import ARROW_NAMES, event_words
from agi_emu.recording.head import StartKind
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.resources.game import Game
from agi_emu.state.progress import WAITS_FOR_KEY, Phase

MOST_WHILE_WAITING = 12
"""Keys of a `blocked` line (reference: CMD-44)."""
BEFORE_INPUT = (Phase.TOP, Phase.DELAY, Phase.READY, Phase.START)


def script_of(game: Game, recording: Recording) -> tuple[str, dict[int, bytes]]:
    """Play a recording; return its script, and the variables and flags after each cycle, by the cycle's number.

    RecordingError says what a script cannot express.
    """
    _refuse(recording)
    play = Playback(game, recording)
    writer = _ScriptWriter(play.machine)
    play.session.observers.append(writer)
    play.run()
    head = recording.head
    about = f"# {game.title}: interpreter {head.profile}, {head.settings.machine}, seed {head.settings.seed}"
    cycles = [f"cycle {cycle}: {_words(keys)}" for cycle, keys in sorted(writer.cycles.items())]
    blocked = [f"blocked: {_words(keys)}" for keys in writer.blocked]
    return "\n".join([about, *cycles, *blocked, ""]), writer.values


def _refuse(recording: Recording) -> None:
    """Raise RecordingError for what no script says."""
    start = recording.head.start.kind
    events = [each.event for each in recording.events]
    counts = {
        "mouse event": sum(isinstance(each, Mouse) for each in events),
        "variable that a tool set": sum(isinstance(each, SetVariable) for each in events),
        "key without a name": sum(isinstance(each, Key) and _name(each) is None for each in events),
    }
    reasons = [counted(count, what) for what, count in counts.items() if count]
    if start is not StartKind.BOOT:
        reasons.insert(0, f"a start from a {start}, where a script starts at power-on")
    if reasons:
        raise RecordingError(f"an input script cannot express this recording: it has {', '.join(reasons)}")


def _name(event: InputEvent) -> str | None:
    """Return the name by which a script presses a key; None for one without a name, "" for a release."""
    if isinstance(event, Arrow):
        return ARROW_NAMES[event.direction] if event.down else ""
    if isinstance(event, Key) and 32 < event.word < 127:
        return chr(event.word)
    name = event_words(event).partition(" ")[2]
    return None if name.startswith("0x") else name


def _words(keys: Sequence[str]) -> str:
    """Return the words that press keys."""
    text = "".join(" " if key == "space" else key for key in keys[:-1])
    is_sentence = keys[-1] == "enter" and len(text) == len(keys) - 1 > 0
    if is_sentence and text == " ".join(text.split()):
        return f"text {text}"
    return f"keys {' '.join(keys)}"


class _ScriptWriter:
    """Looks at a play; it must see every beat."""

    def __init__(self, machine: Machine) -> None:
        self.cycles: dict[int, list[str]] = {}
        self.blocked: list[list[str]] = []
        self.values: dict[int, bytes] = {}
        self._number = 0
        self._look(machine)

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Write the keys that went in at the last stop."""
        keys = [name for name in map(_name, events) if name]
        if keys and self._waits:
            if len(keys) > MOST_WHILE_WAITING:
                raise RecordingError(
                    f"an input script cannot express this recording: in cycle {self._number} {len(keys)} keys come at "
                    f"once while the game waits, and a script presses {MOST_WHILE_WAITING}"
                )
            self.blocked.append(keys)
        elif keys:
            self.cycles.setdefault(self._number + (not self._reads), []).extend(keys)
        self._look(machine)

    def _look(self, machine: Machine) -> None:
        """See where the machine stands: what is pressed now goes in here."""
        cycle = machine.unguarded.state.cycle
        if cycle.number != self._number:
            self.values[cycle.number] = bytes(machine.vars) + bytes(machine.unguarded.state.flags)
        self._number = cycle.number
        self._reads = cycle.phase in BEFORE_INPUT and (bool(cycle.beat_due) or reads_at_top(machine))
        self._waits = cycle.beat_due in WAITS_FOR_KEY
