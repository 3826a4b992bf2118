"""An X server of our own without a monitor (Xvfb), whose pixels are read from where it keeps them."""

from __future__ import annotations

import mmap
import os
import select
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WIDTH, HEIGHT, DEPTH = 1280, 1024, 24
PATIENCE = 20.0
"""Seconds after which a server that has not begun never will."""
COLOUR_BYTES = 12
"""Length of an entry of the colour table that stands between the head of the server's file and its pixels."""


class XServer:
    """A running server; looking at its screen asks it nothing, so it does not slow down what is measured."""

    def __init__(self, display: str, screen: mmap.mmap) -> None:
        """Use the pixels in `screen`, a file in the format of xwd: a head of big-endian words, colours, rows."""
        self.display = display
        words = struct.unpack(">25I", screen[:100])
        self._first = words[0] + COLOUR_BYTES * words[19]
        self._row_bytes = words[12]
        self._screen = screen

    def colours(self) -> int:
        """Return how many colours there are in a few rows of the screen; before any window it is black: 1."""
        found: set[bytes] = set()
        for row in range(HEIGHT // 8, HEIGHT, HEIGHT // 8):
            start = self._first + row * self._row_bytes
            pixels = self._screen[start : start + 4 * WIDTH]
            # Every third pixel: what a game draws is at least two wide.
            found.update(pixels[at : at + 4] for at in range(0, len(pixels), 12))
        return len(found)


@contextmanager
def x_server(folder: Path) -> Iterator[XServer]:
    """Run a server that keeps its pixels in a file in `folder`."""
    read_end, write_end = os.pipe()
    size = f"{WIDTH}x{HEIGHT}x{DEPTH}"
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", size, "-fbdir", str(folder), "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip() if select.select([answer], [], [], PATIENCE)[0] else ""
        assert number, "Xvfb does not say which display it has"
        with (folder / "Xvfb_screen0").open("rb") as file:
            yield XServer(f":{number}", mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ))
    finally:
        server.terminate()
        server.wait(PATIENCE)
