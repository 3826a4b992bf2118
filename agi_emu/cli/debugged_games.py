"""Starts the games that an editor debugs, builds them again, and shows them in a window."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.cli.machines import MachineStart, machine_of
from agi_emu.cli.options import GameOptions, Output
from agi_emu.debugging.adapter.serving import Launched
from agi_emu.facts.errors import GameError, RecordingError

if TYPE_CHECKING:
    from agi_emu.debugging.debugger import Debugger, Stopped
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game
    from agi_emu.resources.projects.project import BuildMemory
    from agi_emu.state.progress import Stop
    from agi_emu.window.debugged_window import DebuggedWindow

BEATS_UNSEEN = 30
"""Beats that a game without a window plays before the editor is heard again."""
SECONDS_OF_PAUSE = 0.05
_ROOM = "previousRoom, flags, variables and items need a room"


class DebuggedGames:
    """What `agi_emu.debugging.adapter` asks of the program."""

    def __init__(self, output: Output) -> None:
        """Start nothing yet."""
        self._output = output
        self._folder = tempfile.TemporaryDirectory(prefix="agi-emu-dap-")
        self._project: Path | None = None
        self._memory: BuildMemory | None = None
        self._window: DebuggedWindow | None = None
        self._plays_recording = False

    def launch(self, arguments: Mapping[str, Any]) -> Launched:
        """Start a `project`, a `game` or a `recording`; AgiError says what is wrong."""
        self._project = _path(arguments, "project")
        recording, game = _path(arguments, "recording"), _path(arguments, "game")
        said = ""
        ask: Callable[[Stop], Sequence[InputEvent]] | None = None
        end = None
        built = self._built(self._project) if self._project is not None else None
        if recording is not None:
            machine, ask, end, said = _recorded(recording, built.path if built is not None else game)
        else:
            path = built.path if built is not None else game
            if path is None:
                raise GameError("name a project, a game or a recording in the launch configuration")
            options = GameOptions(seed=_number(arguments, "seed"))
            machine = machine_of(path, options, self._output, _start(arguments))
        self._plays_recording = recording is not None
        if arguments.get("window", True) and self._window is None:
            from agi_emu.window.debugged_window import DebuggedWindow

            self._window = DebuggedWindow(machine)
        from agi_emu.keeping.host_folders import cache_folder

        disassembly = cache_folder() / "disassembly" / f"{machine.game.id}-{machine.game.digest[:12]}"
        return Launched(machine, self._project, disassembly, ask, end, said)

    def _built(self, project: Path) -> Game:
        from agi_emu.resources import open_game
        from agi_emu.resources.projects.project import BuildMemory, build_project

        self._memory = self._memory or BuildMemory(keeps_mentions=True)
        # The last build may be in use.
        target = Path(tempfile.mkdtemp(dir=self._folder.name)) / "game.zip"
        return open_game(build_project(project, target, memory=self._memory))

    def rebuilt(self, machine: Machine) -> tuple[Machine, str]:
        """Return a machine that continues with the sources as they are now."""
        from agi_emu.headless.reloading import can_continue, continued

        if self._project is None:
            raise GameError("only a game that was launched from its project can be built again")
        game = self._built(self._project)
        if not can_continue(machine, game):
            raise GameError("a logic that is running has changed: step out of it first, or restart")
        following, reason = continued(machine, game)
        return following, f"restarted: {reason}" if reason else "continues with the new build"

    def play(self, debugger: Debugger, play: Callable[[int], Stopped | None]) -> Stopped | None:
        """Play a beat in the window when it is due, or some beats unseen."""
        window = self._window
        if window is None:
            stopped = play(BEATS_UNSEEN)
            debugger.machine.port_writes.clear()
            return stopped
        events = window.poll()
        if events and not self._plays_recording:
            debugger.time.give(events)
        stopped = play(1) if window.wait() else None
        window.hear(tuple(debugger.machine.port_writes))
        debugger.machine.port_writes.clear()
        window.show(debugger.machine)
        return stopped

    def show(self, machine: Machine) -> None:
        """Show a game that stands."""
        if self._window is not None:
            self._window.rest()
            self._window.show(machine)

    @property
    def pause(self) -> float | None:
        """Seconds between two calls of `wait`."""
        return None if self._window is None else SECONDS_OF_PAUSE

    def wait(self) -> None:
        """Keep the window alive while the game stands; keys that are pressed then are lost."""
        if self._window is not None:
            self._window.poll()

    @property
    def has_left(self) -> bool:
        """Whether the player has closed the window."""
        return self._window is not None and self._window.is_closed

    def write(self, path: Path, text: str) -> None:
        """Write a file of the disassembly."""
        from agi_emu.host_files.drafts import write_whole

        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())

    def close(self) -> None:
        """Close the window, and forget what was built."""
        if self._window is not None:
            self._window.close()
        self._folder.cleanup()


def _path(arguments: Mapping[str, Any], name: str) -> Path | None:
    given = arguments.get(name)
    if given is None or given == "":
        return None
    if not isinstance(given, str):
        raise GameError(f"{name} is the path of one, not {given!r}")
    path = Path(given)
    if not path.exists():
        raise GameError(f"{name}: {path} does not exist")
    return path


def _number(arguments: Mapping[str, Any], name: str) -> int | None:
    given = arguments.get(name)
    if given is None:
        return None
    if not isinstance(given, int) or not 0 <= given <= 0xFFFF:
        raise GameError(f"{name} is a number from 0 to 65535, not {given!r}")
    return given


def _start(arguments: Mapping[str, Any]) -> MachineStart:
    """Return the room to begin in, with the values of the launch configuration."""
    room = _number(arguments, "room")
    previous = _number(arguments, "previousRoom")
    variables, flags, items = (arguments.get(name) or {} for name in ("variables", "flags", "items"))
    changes = [f"v0={previous}"] if previous is not None else []
    changes += [f"f{flag}=1" for flag in flags]
    changes += [f"v{variable}={value}" for variable, value in dict(variables).items()]
    changes += [f"i{item}=255" for item in items]
    if changes and room is None:
        raise GameError(f"{_ROOM} to begin in")
    return MachineStart(room=room, changes=tuple(changes), load=_path(arguments, "state"))


def _recorded(path: Path, given: Path | None) -> tuple[Machine, Callable[[Stop], Sequence[InputEvent]], int, str]:
    """Return the machine of a recording at its start, what gives its events, its end, and what is to be said."""
    from agi_emu.recording.game_lookup import game_of
    from agi_emu.recording.recording import Recording
    from agi_emu.recording.replaying.playback import events_of
    from agi_emu.recording.replaying.starting import machine_at_start
    from agi_emu.recording.resource_table import FILES, ResourceTable

    recording = Recording.load(path, unclosed=True)
    game = game_of(recording.head, path, given)
    # Folders have other names, and authors change much; another game has no resource in common with the recorded one.
    common = set(ResourceTable.of(game)) & set(recording.head.resources)
    if all(name.kind in FILES for name, _ in common):
        raise RecordingError(f"{path} is a recording of {recording.head.name}, not of {game.title}")
    changed = game.digest != recording.head.game_digest
    said = "the game has changed since it was recorded: the same keys may lead elsewhere" if changed else ""
    machine = machine_at_start(game, recording)
    start: int = machine.unguarded.state.clock.beats
    return machine, events_of(recording, machine), start + recording.beats(start), said
