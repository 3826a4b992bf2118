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

    @property
    def allocator(self) -> str:
        """Python's allocator for it. The system's shows accesses behind an object of Python, but takes twice the time.

        Kernels get memory that ends where their input does, and readers of files are written in Python.
        """
        return "malloc" if self.place.startswith("machines:") else "pymalloc"

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
    "logic": Target("game_files:read_logic", "logics; disassembled and compiled again", 640),
    "picture-data": Target("game_files:read_picture", "pictures as scripts and back", 1024),
    "view": Target("game_files:read_view", "views; as sources and back", 1024),
    "sound": Target("game_files:read_sound", "sounds; as scripts and back, and played", 2048),
    "words": Target("game_files:read_words", "WORDS.TOK", 2048),
    "items": Target("game_files:read_item_file", "OBJECT", 2048),
    "agidata": Target("game_files:read_interpreter", "files of interpreters", 8192),
    "zip": Target("game_files:read_archive", "zip archives", 4096),
    "disk": Target("game_files:read_disk", "images of floppy disks", 8192),
    "recording": Target("texts:read_recording", "recordings; written and read again", 8192),
    "trace": Target("texts:read_trace", "traces, plain and packed", 8192),
    "script": Target("texts:read_script", "input scripts", 2048),
    "source": Target("texts:compile_source", "sources of logics; disassembled and compiled again", 1024, 2),
    "sources": Target("texts:read_sources", "sources of pictures, sounds, views; lists of words and items", 1024),
    "project": Target("texts:build_sources", "whole projects", 2048),
    "savegame": Target("machines:load_savegame", "savegames of the original; run after that", 16384, 2),
    "state": Target("machines:load_state", "states with changed numbers; run after that", 512, 3),
    "state-file": Target("machines:load_state_file", "state files of any bytes", 16384),
    "machine": Target("machines:run_game", "games with changed files, run, saved, loaded, repeated", 768, 4),
}
