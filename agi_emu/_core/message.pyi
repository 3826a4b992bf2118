from agi_emu.machine.display.message import Sources

MOST_READ: int

class Formatted:
    text: bytes
    lines: int
    width: int
    read: int
    def __init__(self, text: bytes, lines: int, width: int, read: int = 0) -> None: ...

def format_message(text: bytes, sources: Sources | None, limit: int, escape: int, codes: str) -> Formatted: ...
