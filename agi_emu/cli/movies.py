"""Says what a recording is for ``agi-emu movie``, and turns recordings into input scripts and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from agi_emu.cli.options import GameOptions, Output
from agi_emu.facts.adapters import DEFAULT
from agi_emu.facts.codes import BEATS_PER_SECOND, BEATS_PER_TICK, Var
from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.facts.wording import counted
from agi_emu.host_files.drafts import write_whole
from agi_emu.machine.input.events import InputEvent, SetVariable
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import parsed_budget
from agi_emu.recording.editing import after_end
from agi_emu.recording.position import clock_time
from agi_emu.recording.recording import Recording, with_path_hint
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.replaying.recorder import SessionRecorder
from agi_emu.recording.replaying.starting import begin_recording
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.session import EveryBeat, NoInput, Session, beats_of_ticks

FLAGS_AT = 256
"""Place of the flags behind the variables."""
SECONDS_OF_CYCLE = 60
"""A cycle that takes longer waits for a key that no script presses."""
LEFT_OUT = (Var.FREE_MEMORY, Var.SECONDS, Var.MINUTES, Var.HOURS, Var.DAYS)
"""Variables that a script need not repeat: a window may have been open for longer, and mercies give more memory."""


@dataclass(frozen=True, slots=True)
class MovieFacts:
    """What a played recording was."""

    recording: Recording
    start: int
    cycles: int
    idle_cycles: int
    """Cycles that began while neither ego nor the input line was the player's."""
    rooms: tuple[int, ...]
    """In the order in which they were entered."""
    score: int
    most_score: int
    pokes: int
    """Variables that a tool or a person has set."""

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield what a person reads: names and values."""
        recording, head = self.recording, self.recording.head
        beats = recording.beats(self.start)
        late = len(after_end(recording))
        yield "length", f"{counted(len(recording.ticks), 'tick')} ({clock_time(beats)}), {self.cycles:,} cycles"
        yield "inputs", f"{len(recording.events) - late:,}" + (f", and {late:,} after the end" if late else "")
        yield "rooms", " ".join(map(str, self.rooms))
        yield "score", f"{self.score} of {self.most_score}"
        yield "no input", f"{counted(self.idle_cycles, 'cycle')} had neither ego nor the input line to play with"
        yield "rerecords", str(head.rerecords)
        if self.pokes:
            yield "pokes", f"{counted(self.pokes, 'variable')} set by hand: this was not played"
        yield "author", head.author or "unknown"
        for marker in head.markers:
            tick = max(0, marker.beat - self.start + BEATS_PER_TICK - 1) // BEATS_PER_TICK
            yield "marker", f"tick {tick}{' (stays)' if marker.stays else ''}: {marker.text}"

    def record(self, path: str) -> dict[str, Any]:
        """Return the same for programs."""
        recording, head = self.recording, self.recording.head
        return {
            "recording": path,
            "ticks": len(recording.ticks),
            "cycles": self.cycles,
            "inputs": len(recording.events),
            "after_end": len(after_end(recording)),
            "rooms": list(self.rooms),
            "score": self.score,
            "most_score": self.most_score,
            "cycles_without_input": self.idle_cycles,
            "rerecords": head.rerecords,
            "pokes": self.pokes,
            "author": head.author,
            "markers": [marker._asdict() for marker in head.markers],
        }


class _Looker:
    """Looks at every cycle of a play."""

    def __init__(self, machine: Machine) -> None:
        self.rooms: list[int] = []
        self.cycles = self.idle = self.score = self.most_score = 0
        self._number = machine.unguarded.state.cycle.number

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Count a cycle."""
        state = machine.unguarded.state
        room = state.vars[Var.ROOM]
        if room != (self.rooms or [0])[-1]:
            self.rooms.append(room)
        self.score = max(self.score, state.vars[Var.SCORE])
        self.most_score = max(self.most_score, state.vars[Var.MOST_SCORE])
        if state.cycle.number != self._number:
            self._number = state.cycle.number
            self.cycles += 1
            self.idle += not (state.general.player_control or state.input.enabled)


def facts_of(game: Game, recording: Recording) -> MovieFacts:
    """Play a recording and return what it was."""
    play = Playback(game, recording)
    looker = _Looker(play.machine)
    play.session.observers.append(looker)
    play.run()
    pokes = sum(isinstance(each.event, SetVariable) for each in recording.events)
    counts = looker.cycles, looker.idle
    return MovieFacts(recording, play.start_beat, *counts, tuple(looker.rooms), looker.score, looker.most_score, pokes)


class _ScriptEnd:
    """Ends a session a second after the last key of its script, or a minute after the game began to wait for ever."""

    def __init__(self, session: Session, last_cycle: int) -> None:
        self._session = session
        self._last_cycle = last_cycle
        self._last_deed = self._number = 0

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look for keys, and whether there has been none for a second."""
        state = machine.unguarded.state
        is_over = state.cycle.number > self._last_cycle
        if events or (state.cycle.number != self._number and not is_over):
            self._last_deed, self._number = state.clock.beats, state.cycle.number
        patience = BEATS_PER_SECOND * (1 if is_over else SECONDS_OF_CYCLE)
        if state.cycle.beat_due and state.clock.beats >= self._last_deed + patience:
            self._session.stop()


def write_script(path: Path, game: Game, recording: Recording, target: Path | None, output: Output) -> bool:
    """Write a recording as an input script; return whether that does the same under the original's convention."""
    from agi_emu.recording.replaying.as_script import script_of

    script, values = script_of(game, recording)
    if target is None:
        click.echo(script, nl=False)
    else:
        write_whole(target, script.encode())
    differs = _first_difference(game, recording, script, values)
    last = max(values, default=0)
    if differs is None:
        output.note(f"{path}: the script does the same in all {last:,} cycles, apart from clock and free memory")
        return True
    cycle, what = differs
    output.note(
        f"{path}: the script does the same to cycle {cycle - 1:,} of {last:,}; in cycle {cycle:,} {what}. What waits "
        "for real time differs there: make a recording of the script (agi-emu movie script SCRIPT --game GAME -o REC) "
        "and edit that"
    )
    return False


def _first_difference(
    game: Game, recording: Recording, script: str, values: dict[int, bytes]
) -> tuple[int, str] | None:
    """Play a script as the original was; return the first cycle whose variables or flags are others, and which."""
    from agi_emu.input.input_script import parse_input_script
    from agi_emu.tracing.driver import TraceDriver

    settings = replace(
        recording.head.settings,
        budget=parsed_budget("unlimited"),
        mercies=AS_RECORDED,
        extensions=frozenset(),
        display=DEFAULT,
    )
    machine = Machine(game, settings=settings)
    driver = TraceDriver(machine, parse_input_script(script))
    while (number := machine.unguarded.state.cycle.number) < max(values, default=0):
        if driver.line(lists_actions=False) is None:
            # A game that ends takes its last cycle with it.
            return (number + 1, f"the play has ended: {driver.why}") if number + 1 in values else None
        driver.observer.accept()
        number = machine.unguarded.state.cycle.number
        expected = values.get(number)
        found = bytes(machine.vars) + bytes(machine.unguarded.state.flags)
        if expected is None or found == expected:
            continue
        places = (at for at, pair in enumerate(zip(expected, found, strict=True)) if pair[0] != pair[1])
        at = next((at for at in places if at not in LEFT_OUT), None)
        if at is not None:
            name = f"v{at} is {found[at]}, not {expected[at]}"
            if at >= FLAGS_AT:
                bits = expected[at] ^ found[at]
                flag = 8 * (at - FLAGS_AT) + 8 - bits.bit_length()
                name = f"f{flag} is {int(bool(found[at] & 0x80 >> flag % 8))} where it was not"
            return number, name
    return None


def record_script(
    path: Path, game: Path, target: Path, until: int | None, options: GameOptions, output: Output
) -> None:
    """Play an input script in a game and record that."""
    from agi_emu.cli.commands.trace import SEED
    from agi_emu.input.input_script import ScriptPlayer, read_input_script

    script = read_input_script(path)
    opened = open_game(game, options.profile)
    chosen = options if options.seed is not None else options.replaced(seed=SEED)
    machine = Machine(opened, settings=chosen.settings(opened, budget="unlimited", strict=True))
    recorder = SessionRecorder(machine, begin_recording(machine, folder=target.parent))
    player = ScriptPlayer(script)
    session = Session(
        machine,
        source=NoInput(),
        pacer=EveryBeat(),
        prompter=player,
        audio=[recorder],
        observers=[recorder],
    )
    if until is None and script.steps:
        player.leave = session.stop
    elif until is None:
        session.observers.append(_ScriptEnd(session, script.last_cycle))
    session.run(beats=None if until is None else beats_of_ticks(machine, until))
    player.require_done(machine)
    with_path_hint(recorder.recording, opened, target.parent).save(target)
    output.answer(
        f"{target}: {counted(len(recorder.ticks), 'tick')}", {"recording": str(target), "ticks": len(recorder.ticks)}
    )
