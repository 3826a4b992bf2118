"""Runs games made for Sierra's Adventure Game Interpreter exactly as the original DOS interpreter did.

The names in ``__all__`` are the library. Each is imported when it is first used, so that the program starts quickly.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
"""Not the one of `typing`, which takes longer to import than everything else before the program hears Ctrl-C."""
if TYPE_CHECKING:
    from typing import Any

    from agi_emu.errors import (
        AgiError,
        GameError,
        HostError,
        LogicError,
        RecordingError,
        ResourceError,
        SaveError,
    )
    from agi_emu.logic.compiler import compile_logic
    from agi_emu.machine.cycle import Stop
    from agi_emu.machine.frame import Frame
    from agi_emu.machine.input.events import Arrow, InputEvent, Key, Mouse
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.settings import Settings
    from agi_emu.machine.snapshots import Snapshot
    from agi_emu.many import run_many
    from agi_emu.recording.comparing.compare import compare
    from agi_emu.recording.recording import Recording
    from agi_emu.recording.replaying.replay import replay
    from agi_emu.resources.game import Game, open_game
    from agi_emu.resources.logic_source import disassemble

__all__ = [
    "AgiError",
    "Arrow",
    "Frame",
    "Game",
    "GameError",
    "HostError",
    "InputEvent",
    "Key",
    "LogicError",
    "Machine",
    "Mouse",
    "Recording",
    "RecordingError",
    "ResourceError",
    "SaveError",
    "Settings",
    "Snapshot",
    "Stop",
    "compare",
    "compile_logic",
    "disassemble",
    "open_game",
    "replay",
    "run_many",
]

_MODULES = {
    "compile_logic": "logic.compiler",
    "disassemble": "resources.logic_source",
    "Arrow": "machine.input.events",
    "InputEvent": "machine.input.events",
    "Key": "machine.input.events",
    "Mouse": "machine.input.events",
    "Frame": "machine.frame",
    "Machine": "machine.machine",
    "Snapshot": "machine.snapshots",
    "Stop": "machine.cycle",
    "Settings": "machine.settings",
    "run_many": "many",
    "Recording": "recording.recording",
    "compare": "recording.comparing.compare",
    "replay": "recording.replaying.replay",
    "Game": "resources.game",
    "open_game": "resources.game",
}
"""Where a public name lives; errors live in ``errors``."""


def __getattr__(name: str) -> Any:
    """Import a public name at its first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, also those that are not imported yet."""
    return sorted({*globals(), *__all__})
