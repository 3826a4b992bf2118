"""Targets for the files that a game consists of, for archives and for images of disks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path

from agi_emu._core.psg import Psg
from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.lint import find as lint
from agi_emu.authoring.project_writing import project_files
from agi_emu.facts.codes import BEATS_PER_SECOND, MACHINES
from agi_emu.facts.errors import AgiError
from agi_emu.facts.versions import LoopMirror
from agi_emu.logic.compiler import compile_logic
from agi_emu.logic.disassembler import disassemble_logic
from agi_emu.machine import sound
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.presentation.synthesiser import CHIPS, impulses
from agi_emu.resources.directory_finding import SIGNATURE, find_layout
from agi_emu.resources.disks import members_of_set, why_not
from agi_emu.resources.fat12 import IMAGE_BYTES
from agi_emu.resources.files import Folder, OpeningMeter, open_archive
from agi_emu.resources.game import Game
from agi_emu.resources.items import detect_items, read_items
from agi_emu.resources.logic import parse_logic, text_ends
from agi_emu.resources.projects.picture_script import picture_script
from agi_emu.resources.projects.picture_source import parse_picture
from agi_emu.resources.projects.sound_source import parse_sound as parse_notes
from agi_emu.resources.projects.sound_source import sound_script
from agi_emu.resources.projects.view_script import view_source
from agi_emu.resources.sound import parse_sound
from agi_emu.resources.verify import find_problems
from agi_emu.resources.view import parse_view, with_cel_flags
from agi_emu.resources.words import parse_words
from agi_emu.tracing.resource_digests import view_digest
from tests.fuzz.cursor import Cursor, share
from tests.fuzz.oracles import started
from tests.fuzz.samples import V2_TABLES, files_of, game_of, version_3_directory

TABLE_BYTES = 768
STARTED = 256
"""A machine is started with the file of one input in so many, all cels of a view are drawn: both take long."""
COMPILED = 4
SEARCHED = 8
"""One game in so many is verified, linted or extracted."""
SOUND_BEATS = 120
RATE = 8000
KEY = b"Avis Durgan"
NAMES = tuple(MACHINES)


VERSION_3, VERIFIED, LINTED, EXTRACTED = 1, 2, 4, 8
"""Bits of the first byte of an input: its version, and what is done with it."""


def look_at(game: Game, choices: int = VERIFIED, *, quick: bool = False) -> None:
    """Read what a game holds, as its verbs do; those that take long are left out of a `quick` look."""
    _ = (game.digest, game.extensions, game.items_strict, game.words, game.rooms_led_elsewhere)
    if quick:
        return
    if choices & VERIFIED:
        for problem in find_problems(game):
            str(problem)
    if choices & LINTED:
        for finding in lint(game):
            str(finding)
    if choices & EXTRACTED:
        project_files(game, Extraction())


def read_volumes(data: bytes) -> None:
    """Read a volume, every signature in which begins a resource of one of the four kinds."""
    cursor = Cursor(data)
    choices = cursor.byte()
    volume = cursor.rest()
    starts = [match.start() for match in re.finditer(re.escape(SIGNATURE), volume)][:64] or [0]
    tables = [b"".join(start.to_bytes(3, "big") for start in starts[kind::4]) for kind in range(len(V2_TABLES))]
    if choices & VERSION_3:
        contents = {"abdir": version_3_directory(tables), "abvol.0": volume}
    else:
        contents = dict(zip(V2_TABLES, tables, strict=True)) | {"vol.0": volume}
    if game := game_of(contents):
        look_at(game, choices, quick=bool(share(data, SEARCHED)))


def read_directories(data: bytes) -> None:
    """Read the directories of a game whose volumes are as they should be."""
    cursor = Cursor(data)
    choices = cursor.byte()
    if choices & VERSION_3:
        contents = dict(files_of("stage 3"))
        name = next(name for name in contents if name.endswith("dir"))
        contents[name] = cursor.rest()
    else:
        contents = dict(files_of("stage"))
        for name in V2_TABLES:
            contents[name] = cursor.take(cursor.word() % TABLE_BYTES)
    if game := game_of(contents):
        look_at(game, choices, quick=bool(share(data, SEARCHED)))


def with_file(name: str, data: bytes) -> None:
    """Read a game of which one file has these bytes, and start some."""
    if share(data, STARTED):
        return
    if game := game_of({**files_of("meadow"), name: data}):
        _ = (game.items_strict, game.words)
        Machine(game).tick()


def read_words(data: bytes) -> None:
    """Read a dictionary."""
    assert all(0 <= group <= 0xFFFF and word.isascii() for word, group in parse_words(data).entries)
    with_file("words.tok", data)


def read_item_file(data: bytes) -> None:
    """Read an OBJECT file, encrypted, plain, or whichever it seems to be."""
    for items in (detect_items(data), read_items(data, b""), read_items(data, KEY)):
        assert len(items) <= items.count
        assert 1 <= items.object_count <= 256
    with_file("object", data)


def read_interpreter(data: bytes) -> None:
    """Find the version in a data file, a program or a loader of an interpreter."""
    cursor = Cursor(data)
    name = ("agidata.ovl", "agi", "sierra.com", "game.wag")[cursor.below(4)]
    with_file(name, cursor.rest())


def read_logic(data: bytes) -> None:
    """Read a logic; its source makes the same bytes, which is tried with one in so many."""
    parse_logic(0, data, key=KEY, following=data[:8])
    text_ends(data, KEY)
    try:
        source = disassemble_logic(data)
    except AgiError:
        return
    if not share(data, COMPILED):
        assert compile_logic(source) == data


def read_picture(data: bytes) -> None:
    """Write a picture as a script, which makes the same bytes."""
    assert parse_picture(picture_script(data)) == data


def read_view(data: bytes) -> None:
    """Read a view; its sources show the same."""
    for mirror in LoopMirror:
        parse_view(0, data, mirror)
        with_cel_flags(data, mirror)
    with suppress(AgiError):
        if not share(data, STARTED):
            view_digest(data)
        view_source(data, "0", "cp437")


def read_sound(data: bytes) -> None:
    """Read a sound and play it on one of the computers; its script makes the same notes."""
    cursor = Cursor(data)
    name = NAMES[cursor.below(len(NAMES))]
    notes = cursor.rest()
    found = parse_sound(1, notes)
    with suppress(AgiError):
        assert parse_sound(1, parse_notes(sound_script(found))).voices == found.voices
    machine = started(stage(), Settings(machine=name), "sound")
    machine.core.set_sound(1, notes)
    sound.start(machine, 1, 100)
    beats, log = sound.play(machine, SOUND_BEATS)
    assert beats <= SOUND_BEATS
    chip = Psg(impulses(), CHIPS[name], RATE)
    assert len(chip.play(log, RATE // BEATS_PER_SECOND, SOUND_BEATS)) <= SOUND_BEATS * RATE // BEATS_PER_SECOND


@cache
def stage() -> Game:
    """Return a game for machines that need one."""
    game = game_of(files_of("meadow"))
    assert game is not None
    return game


def open_folders_of(folders: list[Folder], budget: OpeningMeter) -> None:
    """Read what an archive or a disk holds, as opening it does."""
    budget.folders(len(folders), "games")
    for folder in folders:
        files = folder.read(budget)
        layout = find_layout(files)
        if layout is not None:
            look_at(Game(Path("sample"), files, layout))


def read_archive(data: bytes) -> None:
    """Open a zip archive."""
    budget = OpeningMeter(Path("sample.zip"))
    with open_archive(BytesIO(data), budget) as folders:
        open_folders_of(folders, budget)


def read_disk(data: bytes) -> None:
    """Open the image of a disk: the beginning of one, with zeros behind it."""
    why_not(data)
    image = data[: min(IMAGE_BYTES)].ljust(min(IMAGE_BYTES), b"\0")
    try:
        folders, _ = members_of_set({"a.img": image}, "a.img")
    except ValueError:
        return
    for members in folders.values():
        contents: Mapping[str, bytes] = {}
        budget = OpeningMeter(Path("a.img"))
        contents = Folder({name.lower(): (name, size, read) for name, size, read in members}).read(budget).contents
        if not share(data, STARTED) and (game := game_of(contents)):
            look_at(game)
