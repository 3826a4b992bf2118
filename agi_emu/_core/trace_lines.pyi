from collections.abc import Iterable, Sequence

from typing_extensions import Buffer

def rows(before: Buffer | None, now: Buffer) -> bytes: ...

class TraceLines:
    def __init__(
        self,
        buffer: Buffer,
        model: Buffer,
        fields: Sequence[tuple[str, str]],
        columns: Iterable[tuple[int, int, bool]],
        lengths: bytes,
    ) -> None: ...
    def compose(
        self,
        cycle: int,
        events: bytes,
        waited: Buffer | None,
        sound: list[tuple[int, int, int]],
        actions: tuple[int, int, bytes],
        *,
        lists_actions: bool,
    ) -> bytes: ...
    def accept(self) -> None: ...
    def whole(self) -> bytes: ...
    def screen_crc(self) -> int: ...
    def cells(self) -> bytes: ...
    def last_cells(self) -> bytes | None: ...
