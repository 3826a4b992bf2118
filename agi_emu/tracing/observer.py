"""Makes a trace's record from a machine; nothing in the machine changes.

Parts that stayed the same since the last record (object table, picture, text) are recognised by their bytes and not
processed again: most cycles change little.
"""

from __future__ import annotations

import zlib

import numpy as np

from agi_emu.codes import STRING_BYTES
from agi_emu.machine.machine import Machine
from agi_emu.tracing.trace import (
    OBJECT_FIELDS,
    STRING_COUNT,
    ObjectTable,
    TextGrid,
    TraceEvent,
    TraceRecord,
    WaitState,
    text_rows,
)

ITEM_ROOMS = 256
"""Number of items for which the state has room."""
RECORDED_PORTS = frozenset((0x42, 0x43, 0x61, 0xC0))

MODEL_BYTES = 160 * 200

Picture = tuple[int, int]
"""CRC of the colours, CRC of the priorities."""


class MachineObserver:
    """Records of one machine. The log of actions, the screen model and the list of port writes are switched on."""

    def __init__(self, machine: Machine, object_fields: tuple[str, ...], *, keep_actions: bool) -> None:
        self._machine = machine
        self._keep_actions = keep_actions
        self._columns = tuple(OBJECT_FIELDS[name] for name in object_fields)
        self.model = bytearray(MODEL_BYTES)
        """The screen as the recordings model it: 160x200, one byte per pixel."""
        machine.screen.attach_model(self.model)
        machine.core.record_actions(True)
        self._state = machine.unguarded.state
        self._table = np.asarray(self._state.objects)
        self._action_count = 0
        self._actions = b""
        self._objects: tuple[bytes, ObjectTable] | None = None
        self._picture: tuple[bytes, Picture] | None = None
        self._text: tuple[bytes, bytes, TextGrid] | None = None
        self._strings: tuple[bytes, tuple[str, ...]] | None = None

    def record(self, cycle: int, events: tuple[TraceEvent, ...]) -> TraceRecord:
        """Return the record of the cycle that has just ended."""
        state = self._state
        self._take_actions()
        colours, priorities = self._picture_crcs()
        general = state.general
        record = TraceRecord(
            cycle=cycle,
            beats=state.clock.beats,
            variables=bytes(state.vars),
            flags=bytes(state.flags),
            objects=self._object_table(),
            item_rooms=bytes(state.item_rooms)[: min(ITEM_ROOMS, general.item_count)],
            strings=self._string_texts(),
            seed=state.rng,
            ticks=state.clock.ticks,
            control=(general.horizon, general.player_control, general.picture_number, general.text_mode),
            visual=colours,
            priority=priorities,
            screen=zlib.crc32(self.model),
            text=self.text(),
            window=state.window.open,
            events=events,
            sound=self._sound(),
            action_count=self._action_count,
            action_crc=zlib.crc32(self._actions),
            actions=self._actions if self._keep_actions else None,
        )
        self._action_count = 0
        self._actions = b""
        return record

    def forget_cycle(self, model: bytes) -> None:
        """Forget what happened since the last record; `model` is the screen model of then."""
        self._take_actions()
        self._action_count = 0
        self._actions = b""
        self._machine.port_writes.clear()
        self.model[:] = model

    def wait_state(self) -> WaitState:
        """Return what the game shows while it waits inside a cycle."""
        state = self._state
        self._take_actions()
        vm = state.vm
        # Also of an earlier cycle: a menu waits before this one's first action.
        action = bytes([vm.last_action, *vm.last_operands[: vm.last_length]]) if vm.last_action else None
        return WaitState(action, state.window.open, zlib.crc32(self.model), self.text())

    def text(self) -> TextGrid:
        """Return the text rows of the screen."""
        characters, attributes = bytes(self._state.text_chars), bytes(self._state.text_attributes)
        if self._text is None or self._text[:2] != (characters, attributes):
            self._text = characters, attributes, text_rows(characters, attributes, self._text)
        return self._text[2]

    def _take_actions(self) -> None:
        count, actions = self._machine.core.take_actions()
        self._action_count += count
        self._actions += actions

    def _sound(self) -> tuple[tuple[int, int, int], ...]:
        writes = tuple(write for write in self._machine.port_writes if write[1] in RECORDED_PORTS)
        self._machine.port_writes.clear()
        return writes

    def _object_table(self) -> ObjectTable:
        table = self._table[: self._state.general.object_count]
        raw = table.tobytes()
        if self._objects is None or self._objects[0] != raw:
            objects = np.empty((len(table), len(self._columns)), dtype=np.int32)
            for column, name in enumerate(self._columns):
                objects[:, column] = table[name]
            self._objects = (raw, objects)
        return self._objects[1]

    def _picture_crcs(self) -> Picture:
        raw = bytes(self._state.picture)
        if self._picture is None or self._picture[0] != raw:
            cells = np.frombuffer(raw, dtype=np.uint8)
            self._picture = (raw, (zlib.crc32((cells & 15).tobytes()), zlib.crc32((cells >> 4).tobytes())))
        return self._picture[1]

    def _string_texts(self) -> tuple[str, ...]:
        raw = bytes(memoryview(self._state.strings)[: STRING_COUNT * STRING_BYTES])
        if self._strings is None or self._strings[0] != raw:
            cells = (raw[start : start + STRING_BYTES] for start in range(0, len(raw), STRING_BYTES))
            self._strings = (raw, tuple(cell.split(b"\0", 1)[0].decode("latin-1") for cell in cells))
        return self._strings[1]
