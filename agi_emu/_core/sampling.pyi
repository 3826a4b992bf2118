from typing_extensions import Buffer

from agi_emu._core.context import Context

class Sampler:
    def __init__(self, out: Buffer, colours: Buffer, *, grey: bool = False) -> None: ...
    def put(self, machine: Context, index: int) -> None: ...
