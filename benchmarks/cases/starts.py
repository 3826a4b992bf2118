"""From the command to its first picture or last line: new homes and used ones, small games and large ones."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.case import Kind, Work, case, game_path
from benchmarks.processes import python

SMALL = ("demo", "ltec", "demo2", "kq4dem")
LARGE = ("enclos", "gtamp1")
MOST_BYTES = 60 << 20
PLAYED_TICKS = 14_400
"""Twelve minutes, with an automatic save in each."""
VERBS = {
    "version": ("--version",),
    "help": ("--help",),
    "help_of_run": ("run", "--help"),
}
FIRST_PICTURE = """
import os, sys

def leave(window, top, bottom):
    # Not ru_maxrss: it begins with the size of the process that started this one.
    print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
    sys.stdout.flush()
    os._exit(0)

import agi_emu.window.host.sdl
agi_emu.window.host.sdl.SdlWindow.update = leave
from agi_emu.__main__ import main
main()
"""


class Home:
    """A home in which a game was played or not, and what it takes to start the game there."""

    def __init__(self, name: str, *, is_used: bool = False) -> None:
        """Make it."""
        self._folder = TemporaryDirectory()
        self._path = Path(self._folder.name)
        self._command = (
            "run",
            str(game_path(name)),
            "--saves",
            str(self._path / "saves"),
        )
        if is_used:
            play = ("--headless", "--autosave", "1", "--ticks", str(PLAYED_TICKS))
            python("-m", "agi_emu", *self._command, *play, home=self._path)
            assert len(list((self._path / "saves").rglob("*.agistate"))) >= 10

    def peak(self) -> int:
        """Start the game; return the most bytes of memory that it had until its first picture."""
        return 1024 * int(python("-c", FIRST_PICTURE, *self._command, home=self._path))


@case(over=(*SMALL, *LARGE), kind=Kind.CHILDREN)
def start(name: str) -> Work:
    """The first start of a game, to the first picture that is handed to SDL."""
    return Home(name).peak


@case(over=("demo2", "enclos"), kind=Kind.CHILDREN)
def start_of_a_played(name: str) -> Work:
    """The same after ten automatic saves: the player is offered to continue."""
    return Home(name, is_used=True).peak


@case(over=("demo2", "enclos"), kind=Kind.BYTES, limit=MOST_BYTES)
def start_memory(name: str) -> Work:
    """The most memory that such a start takes."""
    return Home(name, is_used=True).peak


@case(over=VERBS, kind=Kind.CHILDREN)
def verb(name: str) -> Work:
    """What is answered at once."""
    return lambda: python("-m", "agi_emu", *VERBS[name])


@case(kind=Kind.CHILDREN)
def verb_info() -> Work:
    """What a verb says of a large game."""
    path = game_path("enclos")
    return lambda: python("-m", "agi_emu", "info", str(path))


@case(kind=Kind.CHILDREN)
def library_import() -> Work:
    """The library in a script."""
    return lambda: python("-c", "from agi_emu import Machine, open_game")
