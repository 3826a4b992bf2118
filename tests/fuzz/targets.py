"""The table of targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from agi_emu.facts.errors import AgiError

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True, slots=True)
class Target:
    """A function that takes any bytes."""

    place: str
    """Its module in `tests.fuzz` and its name, ``module:function``."""
    meaning: str
    longest: int = 4096
    """Most bytes of an input."""
    weight: int = 1
    """Its part of the time, where all targets share it."""

    def allocator(self, guided: bool) -> str:
        """Python's allocator for it. The system's shows accesses behind an object of Python, but takes twice the time.

        Kernels get memory that ends where their input does, and readers of files are written in Python.
        """
        return "malloc" if guided and self.place.startswith("machines:") else "pymalloc"

    @property
    def function(self) -> Callable[[bytes], None]:
        """The function itself; its module is imported now."""
        module, _, name = self.place.partition(":")
        found: Callable[[bytes], None] = getattr(import_module(f"tests.fuzz.{module}"), name)
        return found

    def run(self, data: bytes) -> None:
        """Try an input; what is raised is a mistake of the program."""
        try:
            self.function(data)
        except AgiError:
            return


TARGETS = {
    "lzw": Target("kernels:expand_lzw", "LZW of version 3 volumes", 2048),
    "picture": Target("kernels:draw_picture", "drawing pictures, whole and command by command", 2048, 2),
    "cel": Target("kernels:draw_cels", "decoding and drawing cels, kept ones and others", 2048, 2),
    "shapes": Target("kernels:draw_shapes", "lines, pens and fills", 256),
    "chip": Target("kernels:play_chip", "sound chips and the speaker", 512),
    "scaler": Target("kernels:scale_frame", "scaling the screen", 128),
    "screen": Target("kernels:paint_screen", "text and rectangles on the screen", 1024),
    "interpreter": Target("machines:run_logic", "running a logic of any bytes", 1024, 3),
    "volumes": Target("game_files:read_volumes", "volumes of versions 2 and 3", 2048),
    "directories": Target("game_files:read_directories", "directories of versions 2 and 3", 3100),
    "logic": Target("game_files:read_logic", "logics; disassembled and compiled again", 256),
    "picture-data": Target("game_files:read_picture", "pictures as scripts and back", 256),
    "view": Target("game_files:read_view", "views; as sources and back", 512),
    "sound": Target("game_files:read_sound", "sounds; as scripts and back, and played", 512),
    "words": Target("game_files:read_words", "WORDS.TOK", 1024),
    "items": Target("game_files:read_item_file", "OBJECT", 1024),
    "agidata": Target("game_files:read_interpreter", "files of interpreters", 8192),
    "zip": Target("game_files:read_archive", "zip archives", 2048),
    "disk": Target("game_files:read_disk", "images of floppy disks", 8192),
    "recording": Target("texts:read_recording", "recordings; written and read again", 8192),
    "trace": Target("texts:read_trace", "traces, plain and packed", 8192),
    "script": Target("texts:read_script", "input scripts", 2048),
    "source": Target("texts:compile_source", "sources of logics; disassembled and compiled again", 512, 2),
    "sources": Target("texts:read_sources", "sources of pictures, sounds, views; lists of words and items", 1024),
    "sprite": Target("texts:read_aseprite", "sprites of Aseprite as views", 2048),
    "project": Target("texts:build_sources", "whole projects", 1024),
    "savegame": Target("machines:load_savegame", "savegames of the original; run after that", 16384, 2),
    "state": Target("machines:load_state", "states with changed numbers; run after that", 512, 3),
    "state-file": Target("machines:load_state_file", "state files of any bytes", 16384),
    "machine": Target("machines:run_game", "games with changed files, run, saved, loaded, repeated", 512, 4),
    "foreign": Target("foreign:read_foreign", "projects of other editors in each dialect; imported", 1024),
    "web-page": Target("pages:write_page", "pages with a game, their folders and runtimes", 1024),
    "live-report": Target("pages:write_live_report", "pages that play recordings; played", 2048),
    "pytest": Target("pages:collect", "recordings and walkthroughs that pytest collects; played", 2048),
    "twins": Target("twins:compare_twins", "pictures, cels, LZW, said, the screen, each against its plain twin", 256),
}
