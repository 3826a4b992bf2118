"""Records runs for tests: a scripted player at a machine, everything in memory or in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from agi_emu.machine.input.events import InputEvent, key_events
from agi_emu.machine.machine import Machine
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.recorder import SessionRecorder
from agi_emu.recording.replaying.starting import begin_recording
from agi_emu.session import EveryBeat, Observer, Session

Script = Mapping[int, Sequence[InputEvent]]


class ScriptedPlayer:
    """An input source that does something before some beats."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._beat = 0

    def poll(self) -> list[InputEvent]:
        """Return what is done before this beat."""
        events = list(self._script.get(self._beat, ()))
        self._beat += 1
        return events


def keys(**names: str) -> Script:
    """Return a script of keys: `keys(b30="enter")` presses ENTER before beat 30; several are parted by blanks."""
    return {
        int(beat[1:]): [event for name in each.split() for event in key_events(name)] for beat, each in names.items()
    }


def record(
    machine: Machine,
    script: Script,
    beats: int,
    *,
    path: Path | None = None,
    masks: Masks = NO_MASKS,
    observer: Observer | None = None,
) -> Recording:
    """Play a machine by a script and return its recording, which is in a file when a path is given."""
    recorder = SessionRecorder(machine, begin_recording(machine, folder=path.parent if path else None), masks=masks)
    if path is not None:
        recorder.open(path)
    session = Session(
        machine,
        source=ScriptedPlayer(script),
        pacer=EveryBeat(),
        audio=[recorder],
        observers=[recorder, *([observer] if observer else [])],
    )
    session.run(beats=beats)
    return recorder.close()
