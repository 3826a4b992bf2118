"""Targets for texts: recordings, traces, scripts, and the sources of a game."""

from __future__ import annotations

import gzip
import shutil

from agi_emu.input.input_script import parse_input_script
from agi_emu.logic.compiler import compile_logic
from agi_emu.logic.disassembler import disassemble_logic
from agi_emu.recording.recording import parse_recording, recording_text
from agi_emu.resources.projects.lists import parse_items_list, parse_words_list
from agi_emu.resources.projects.picture_source import parse_picture
from agi_emu.resources.projects.project import read_project
from agi_emu.resources.projects.sound_source import parse_sound
from agi_emu.resources.projects.strips import aseprite_view
from agi_emu.resources.projects.view_source import parse_view
from agi_emu.tracing.trace import Trace
from tests.fuzz.cursor import Cursor
from tests.fuzz.samples import folder

WORDS = {"a": 0, "look": 20, "take": 21, "lamp": 22}
ITEMS = ("?", "lamp", "key")
INCLUDED = '#define twice 2\n#message 3 "It is dark."\n'
SMALL = (
    b'#include "names.lgc"\nif (f5 && !said("look")) { print("x %v12"); v1 = twice; }\n'
    b"else { goto end; }\nend:\nreturn();\n"
)
SECTION = b"\n====\n"
"""What stands between the files of a project in one input; the first line of each is the letter of its name, from a."""
PROJECT_NAMES = (
    "game.toml",
    "words.txt",
    "items.txt",
    "logics/0.lgc",
    "logics/1-room.lgc",
    "logics/names.lgc",
    "pictures/1.pic",
    "views/0.view",
    "views/0.png",
    "sounds/1.sound",
    "views/1.bin",
    "files/PAL.101",
)
LONGEST_SCRIPT = 200


def text_of(data: bytes) -> str:
    """Return the text in bytes as readers get it: UTF-8, or else what editors of the PC wrote."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp437")


def read_recording(data: bytes) -> None:
    """Read a recording; what was written of it is read as the same."""
    cursor = Cursor(data)
    unclosed = bool(cursor.byte() & 1)
    recording = parse_recording(text_of(cursor.rest()), "sample", unclosed=unclosed)
    text = recording_text(recording)
    assert recording_text(parse_recording(text, "written", unclosed=unclosed)) == text


def read_trace(data: bytes) -> None:
    """Read a trace, plain or packed."""
    cursor = Cursor(data)
    path = folder() / "sample.jsonl"
    content = cursor.rest() if cursor.byte() & 1 else gzip.compress(cursor.rest(), 1)
    path.write_bytes(content)
    trace = Trace(path)
    for _ in trace:
        pass
    Trace(path).record_count()


def read_script(data: bytes) -> None:
    """Read an input script and ask it for the keys of its cycles."""
    script = parse_input_script(text_of(data), "sample")
    for cycle in range(min(script.last_cycle, LONGEST_SCRIPT)):
        script.keys_of(cycle)


def read_include(name: str) -> str:
    """Return the included source; nothing else is there."""
    if name != "names.lgc":
        raise FileNotFoundError(2, "not found", name)
    return INCLUDED


def compile_source(data: bytes) -> None:
    """Compile a logic; the source of what it makes makes the same."""
    made = compile_logic(text_of(data), words=WORDS, items=ITEMS, read_include=read_include)
    assert compile_logic(disassemble_logic(made)) == made


def read_sources(data: bytes) -> None:
    """Read the source of a picture, a sound, a view, or a list of words or items."""
    cursor = Cursor(data)
    kind, text = cursor.below(5), text_of(cursor.rest())
    if kind == 0:
        parse_picture(text)
    elif kind == 1:
        parse_sound(text)
    elif kind == 2:
        parse_view(text)
    elif kind == 3:
        parse_words_list(text, "words.txt")
    else:
        parse_items_list(text, "items.txt")


def read_aseprite(data: bytes) -> None:
    """Make a view of a sprite."""
    path = folder() / "dog.aseprite"
    path.write_bytes(data)
    aseprite_view(path, [])


def build_sources(data: bytes) -> None:
    """Read a project, the files of which stand one after the other."""
    place = folder() / "project"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for section in data.split(SECTION)[: len(PROJECT_NAMES)]:
        letter, content = section[:1], section[2:]
        path = place / PROJECT_NAMES[(ord(letter or b"a") - ord("a")) % len(PROJECT_NAMES)]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    read_project(place)
