"""Makes a trace's lines from a machine; nothing in the machine changes. The core writes them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agi_emu._core import trace_lines
from agi_emu.machine.machine import Machine
from agi_emu.tracing.fields import ACTION_BYTES, END, LINE, WAIT, columns

RECORDED_PORTS = frozenset((0x42, 0x43, 0x61, 0xC0))

MODEL_BYTES = 160 * 200
DONE = "done"
"""The end of a trace whose game could have gone on."""


@dataclass(frozen=True, slots=True)
class WaitingScreen:
    """What a game shows while it waits for a key inside a cycle."""

    action: bytes | None
    """The last action with its operands, also of an earlier cycle."""
    window: int
    screen: int
    """CRC-32 of the screen model."""
    cells: bytes
    """1,000 characters, then as many attributes."""


Event = tuple[str, int, str | WaitingScreen]
"""An event inside a cycle: ``key`` or ``auto`` with the key's name, or ``blocked``; in the middle its beat."""


def compact(value: Any) -> str:
    """Return a value as JSON in the form of a trace."""
    return json.dumps(value, separators=(",", ":"))


class MachineObserver:
    """Lines of one machine. The log of actions, the screen model and the list of port writes are switched on."""

    def __init__(self, machine: Machine, object_fields: tuple[str, ...]) -> None:
        self._machine = machine
        self.model = bytearray(MODEL_BYTES)
        """The screen as the recordings model it: 160x200, one byte per pixel."""
        machine.screen.attach_model(self.model)
        machine.core.record_actions(True)
        state = machine.unguarded.state
        self._state = state
        self._lines = trace_lines.TraceLines(
            memoryview(state).cast("B"), self.model, LINE, columns(object_fields), ACTION_BYTES
        )
        self._cycle = self._last_cycle = -1
        self._action_count = 0
        self.actions = b""
        """``opcode operands...`` of the cycle's actions, as far as they were taken."""

    def line(self, cycle: int, events: Sequence[Event], *, lists_actions: bool) -> bytes:
        """Return the line of the cycle that has just ended; it may be asked for again until `accept`."""
        self._cycle = cycle
        count, actions = self._machine.core.take_actions()
        self._action_count += count
        self.actions += actions
        sound = self._machine.port_writes
        if sound:
            sound = [write for write in sound if write[1] in RECORDED_PORTS]
        waited, shown = self._events(events) if events else (None, b"")
        happened = (self._action_count, zlib.crc32(self.actions), self.actions)
        return self._lines.compose(cycle, shown, waited, sound, happened, lists_actions=lists_actions)

    def accept(self) -> None:
        """Let the line asked for last be the one before the next."""
        self._lines.accept()
        self._last_cycle = self._cycle
        self._forget()

    def whole(self) -> bytes:
        """Return a line with everything that the last accepted line stands for."""
        return self._lines.whole()

    def end_line(self, why: str | None, events: Sequence[Event]) -> bytes:
        """Return the last line of a trace: that of one that ends in the middle of a cycle, or None and no events."""
        beats = self._state.clock.beats
        if why is None:
            return _end_line(DONE, [], self._last_cycle, beats, [])
        waited, shown = self._events(events)
        rows = trace_lines.rows(waited or self._lines.last_cells(), self._lines.cells())
        return _end_line(why, json.loads(shown), self._last_cycle, beats, json.loads(rows))

    def forget_cycle(self, model: bytes) -> None:
        """Forget what happened since the last line; `model` is the screen model of then."""
        self._machine.core.take_actions()
        self._forget()
        self.model[:] = model

    def wait(self) -> WaitingScreen:
        """Return what the game shows while it waits inside a cycle."""
        state = self._state
        vm = state.vm
        # Also of an earlier cycle: a menu waits before this one's first action.
        action = bytes([vm.last_action, *vm.last_operands[: vm.last_length]]) if vm.last_action else None
        return WaitingScreen(action, state.window.open, self._lines.screen_crc(), self._lines.cells())

    def _forget(self) -> None:
        self._action_count = 0
        self.actions = b""
        self._machine.port_writes.clear()

    def _events(self, events: Sequence[Event]) -> tuple[bytes | None, bytes]:
        """Return the text cells of the last wait, and the events as JSON; each row stands with its last change."""
        cells = None
        written: list[Any] = []
        for kind, beat, what in events:
            if isinstance(what, WaitingScreen):
                rows = trace_lines.rows(cells or self._lines.last_cells(), what.cells)
                action = None if what.action is None else what.action.hex()
                shown = (action, what.window, f"{what.screen:08x}", json.loads(rows))
                written.append([kind, beat, dict(zip(WAIT, shown, strict=True))])
                cells = what.cells
            else:
                written.append([kind, beat, what])
        return cells, compact(written).encode()


def _end_line(why: str, events: list[Any], cycle: int, beats: int, rows: list[Any]) -> bytes:
    """Return the last line of a trace."""
    return compact(dict(zip(END, (why, events, cycle, beats, rows), strict=True))).encode() + b"\n"
