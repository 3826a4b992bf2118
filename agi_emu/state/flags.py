"""The flags of a state as a sequence."""

from __future__ import annotations

from agi_emu.state.layout import StateLayout


class Flags:
    """The 256 flags as a sequence of truth values."""

    __slots__ = ("_state",)

    def __init__(self, state: StateLayout) -> None:
        self._state = state

    def __repr__(self) -> str:
        """Show those that are set."""
        return f"<Flags {' '.join(f'f{number}' for number in range(len(self)) if self[number])}>"

    def __len__(self) -> int:
        return 256

    def __getitem__(self, number: int) -> bool:
        if not 0 <= number <= 255:
            raise IndexError(f"flag {number} does not exist")
        return bool(self._state.flags[number >> 3] & 0x80 >> (number & 7))

    def __setitem__(self, number: int, on: bool) -> None:
        if not 0 <= number <= 255:
            raise IndexError(f"flag {number} does not exist")
        mask = 0x80 >> (number & 7)
        kept = self._state.flags[number >> 3] & ~mask & 0xFF
        self._state.flags[number >> 3] = kept | mask if on else kept
