"""Views and cels made byte by byte, for tests and benchmarks of the core (reference: VIEW-1, VIEW-3)."""

from __future__ import annotations

MIRRORED = 0x80


def view_of(*loops: list[bytes]) -> bytes:
    """Return a view with the given cels, each header and rows, loop by loop (reference: VIEW-1)."""
    offset = 5 + 2 * len(loops)
    table, body = b"", b""
    for cels in loops:
        table += (offset + len(body)).to_bytes(2, "little")
        place = 1 + 2 * len(cels)
        loop, rows = bytes([len(cels)]), b""
        for one in cels:
            loop += (place + len(rows)).to_bytes(2, "little")
            rows += one
        body += loop + rows
    return bytes([1, 1, len(loops), 0, 0]) + table + body


def cel_of(width: int, height: int, flags: int, rows: str) -> bytes:
    """Return a cel with hexadecimal rows."""
    return bytes([width, height, flags]) + bytes.fromhex(rows)
