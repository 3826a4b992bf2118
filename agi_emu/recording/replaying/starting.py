"""Puts a machine where a recording starts: power-on, a savegame, or a state stored in the recording."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from agi_emu.facts.errors import RecordingError, SaveError
from agi_emu.machine.machine import Machine
from agi_emu.machine.save_store import ROOT, MemoryStore, SaveStore
from agi_emu.machine.saving.resuming import resume_exactly, start_from
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.recording.head import DiskFile, Head, Start, StartKind, head_of
from agi_emu.recording.recording import Recording
from agi_emu.recording.resource_table import ResourceTable
from agi_emu.resources.game import Game


def start_of(machine: Machine) -> Start:
    """Return a start at the machine's moment: power-on if it has not run, else its state."""
    if machine.snapshot().used == Machine(machine.game, settings=machine.settings).snapshot().used:
        return Start()
    return Start(StartKind.STATE, save_state(machine, "start of a recording"))


def machine_at_start(game: Game, recording: Recording) -> Machine:
    """Return a machine at the start of the recording."""
    machine = Machine(game, settings=recording.head.settings)
    machine.save_store = disk_of(recording.head)
    start = recording.head.start
    try:
        if start.kind is StartKind.STATE:
            resume_exactly(machine, start.data)
            machine.port_writes.clear()
        elif start.kind is StartKind.SAVE:
            start_from(machine, start.data)
    except SaveError as error:
        what = "state" if start.kind is StartKind.STATE else "savegame"
        raise RecordingError(f"the {what} to start from: {error}") from error
    return machine


def disk_of(head: Head) -> MemoryStore:
    """Return the machine's disk at the start of the recording."""
    store = MemoryStore({file.directory for file in head.disk})
    for file in head.disk:
        store.write(file.directory, file.name, file.data)
    return store


def files_of(store: SaveStore) -> tuple[DiskFile, ...]:
    """Return the savegames in the root of a store, oldest first: those a game finds without a path."""
    orders = store.list(ROOT) or {}
    return tuple(DiskFile(ROOT, name, store.read(ROOT, name)) for name in sorted(orders, key=lambda name: orders[name]))


def begin_recording(machine: Machine, *, savegame: bytes | None = None, folder: Path | None = None) -> Recording:
    """Return a recording that starts at the machine's moment; from now on it stores the machine's saves.

    `savegame` is the one restored right after power-on, if any; `folder` is where the recording will be.
    """
    start = start_of(machine) if savegame is None else Start(StartKind.SAVE, savegame)
    head = replace(head_of(machine, start=start, folder=folder), disk=files_of(machine.save_store))
    machine.save_store = disk_of(head)
    return Recording(head)


def with_game_of(recording: Recording, machine: Machine) -> Recording:
    """Return the recording with the digests of the machine's game."""
    game = machine.game
    head = replace(
        recording.head,
        game_digest=game.digest,
        name=game.id,
        profile=machine.profile.name,
        resources=ResourceTable.of(game),
    )
    return replace(recording, head=head)
