from array import array
from collections.abc import Iterable

from typing_extensions import Buffer

from agi_emu._core.context import Context
from agi_emu._core.masking import Mask
from agi_emu._core.screen import Screen

ROW_BYTES: int

class Ticker:
    @property
    def tick_began(self) -> int:
        """The beat at which the current tick began."""
    @property
    def rows(self) -> bytearray: ...
    def __init__(
        self,
        core: Context,
        screen: Screen,
        rows: bytearray,
        state_places: array[int],
        frame_places: array[int],
        *,
        mask: Mask | None = None,
        holds_values: bool = True,
        counts_work: bool = False,
    ) -> None: ...
    def begin(self) -> None: ...
    def expect(self, rows: Buffer | None) -> None: ...
    def hear(self, port_writes: Iterable[tuple[int, int, int]]) -> None: ...
    def take(self) -> None: ...

def row_of(digests: bytes, cycle: int, values: bytes, work: int | None) -> bytes: ...
def tick_of(rows: Buffer, index: int) -> tuple[str, str, str, int, bytes, int | None]: ...
def count_with_values(rows: Buffer) -> int: ...
def holds_work(rows: Buffer) -> bool: ...
def unlike(one: Buffer, other: Buffer, first: int = 0) -> list[int]: ...
def without(rows: Buffer, numbers: Iterable[int]) -> bytes: ...
