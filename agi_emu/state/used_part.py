"""The part of a state that counts: at both ends of the buffer lies what few states use.

`deep` is first, and counts where something shows it. The arena is last, and counts as far as it is filled.
"""

from __future__ import annotations

from agi_emu.state.layout import ARENA_OFFSET, STATE_BYTES, StateLayout

BEHIND_DEEP: int = StateLayout.vars.offset  # type: ignore[attr-defined]
_DEEP_SHOWN: int = StateLayout.deep_shown.offset  # type: ignore[attr-defined]
_ARENA_USED: int = StateLayout.arena_used.offset  # type: ignore[attr-defined]


def used_part(state: StateLayout) -> slice:
    """Return the place in the buffer of what counts."""
    return slice(0 if state.deep_shown else BEHIND_DEEP, ARENA_OFFSET + state.arena_used)


def part_of(used: bytes) -> slice | None:
    """Return the place in the buffer of what was copied from there; None where the bytes are not that."""
    for start in (BEHIND_DEEP, 0):
        end = start + len(used)
        arena = (end - ARENA_OFFSET).to_bytes(4, "little", signed=True)
        if (
            ARENA_OFFSET <= end <= STATE_BYTES
            and (used[_DEEP_SHOWN - start] == 0) == (start > 0)
            and used[_ARENA_USED - start : ARENA_OFFSET - start] == arena
        ):
            return slice(start, end)
    return None
