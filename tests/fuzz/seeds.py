"""The first inputs of a search, made from games of our own: without them it would have to guess every format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from agi_emu.logic.disassembler import disassemble_logic
from agi_emu.machine.saving.restoring import savegame_of
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.state.files import state_file
from tests.core.plain.lzw import compress
from tests.fuzz import foreign, machines, pages, texts
from tests.fuzz.game_files import EXTRACTED, LINTED, VERIFIED, VERSION_3
from tests.fuzz.samples import DEMO, NAMES, PROBES, ROOT, V2_TABLES, files_of, folder, game_of
from tests.own_games import meadow, releases, sprites
from tests.own_games.floppy import floppy
from tests.unit import sample_traces

OTHERS = 8
"""Resources of a game that begin a search."""
LONGEST_SEED = 16384
NUMBERS_REPLACED = 3
FIRST = bytes(8)
"""Choices in front of what is read: 0 of all."""
IMAGE_BYTES = 16384
"""Bytes of an image of a disk that are not all 0."""


def sample_games() -> Iterator[Game]:
    """Yield the sample games."""
    for name in NAMES:
        if game := game_of(files_of(name)):
            yield game


def resources(kind: Kind, prefix: bytes = b"") -> Callable[[], Iterator[bytes]]:
    """Return a source of the resources of a kind, with choices in front."""

    def found() -> Iterator[bytes]:
        for game in sample_games():
            for number in list(game.volumes.numbers(kind))[:OTHERS]:
                yield prefix + game.stored(kind, number).data

    return found


def named(*names: str, prefix: bytes = b"") -> Callable[[], Iterator[bytes]]:
    """Return a source of files of games."""

    def found() -> Iterator[bytes]:
        for game in NAMES:
            for name, data in files_of(game).items():
                if name.endswith(names):
                    yield prefix + data

    return found


def volumes() -> Iterator[bytes]:
    """Yield volumes, each for one of the things that are done with them."""
    for data in named("vol.0")():
        if len(data) < LONGEST_SEED:
            yield from (bytes([choice]) + data for choice in (VERIFIED, LINTED, EXTRACTED))


def streams() -> Iterator[bytes]:
    """Yield what LZW makes of texts."""
    for text in (b"", b"A", b"hello hello hello", bytes(range(256)) * 3, bytes(3000)):
        for resets in (False, True):
            yield len(text).to_bytes(2, "little") + compress(text, resets=resets)


def choices() -> Iterator[bytes]:
    """Yield choices alone."""
    yield bytes(16)
    for step in (1, 7, 37, 101):
        yield bytes(step * at & 0xFF for at in range(96))


def codes() -> Iterator[bytes]:
    """Yield the codes of logics."""
    for game in sample_games():
        for number in list(game.logics)[:OTHERS]:
            yield b"\x08" + game.logic(number).code[:1000]


def directories() -> Iterator[bytes]:
    """Yield the directories of games of both versions, each for one of the things that are done with them."""
    contents = files_of("stage")
    tables = b"".join(len(contents[name]).to_bytes(2, "little") + contents[name] for name in V2_TABLES)
    combined = next(data for name, data in files_of("stage 3").items() if name.endswith("dir"))
    for choice in (VERIFIED, LINTED, EXTRACTED):
        yield bytes([choice]) + tables
        yield bytes([choice | VERSION_3]) + combined


def interpreters() -> Iterator[bytes]:
    """Yield what files of interpreters say about their version."""
    for number, text in enumerate(
        (b"Version 2.917", b"Version 3.002.149", b"keyOfs" + bytes(range(130)), b"LL\x02\x93")
    ):
        yield bytes([number]) + b"\0" * 8 + b"Adventure Game Interpreter\n      " + text + b"\0\0"


def archives() -> Iterator[bytes]:
    """Yield small archives, packed and plain, with folders."""
    for above, packing in (("", 0), ("game/", ZIP_DEFLATED), ("a/b/", 0)):
        target = BytesIO()
        with ZipFile(target, "w", packing) as archive:
            for name, data in files_of("stage").items():
                archive.writestr(above + name, data[:600])
        yield target.getvalue()


def disks() -> Iterator[bytes]:
    """Yield the beginnings of disks."""
    files = {name: data[:512] for name, data in files_of("stage").items()}
    for below in ("", "GAME"):
        for has_parameters in (True, False):
            yield floppy(files, 160, folder=below, has_parameters=has_parameters)[:IMAGE_BYTES].rstrip(b"\0")


def recordings() -> Iterator[bytes]:
    """Yield a short recording, and the beginning of a long one."""
    lines = (ROOT / "tests" / "replay" / "the-last-lamp.agirec").read_bytes().split(b"\n")
    yield b"\0" + b"\n".join(line for line in lines[:60] if len(line) < 600)
    yield b"\x01" + b"\n".join(line for line in lines[:25] if len(line) < 600)


def traces() -> Iterator[bytes]:
    """Yield a trace with something in every field, and its end."""
    lines = sample_traces.write(folder() / "seed.jsonl", sample_traces.records()).read_bytes()
    yield b"\x01" + lines
    yield b"\0" + lines


def scripts() -> Iterator[bytes]:
    """Yield input scripts."""
    yield b"\n".join((ROOT / "tests" / "unit" / "last-lamp.script").read_bytes().split(b"\n")[:30])
    yield b"# x\ncycle 60: keys right right down\nevery 50 from 300 to 500: key space\nblocked: key esc\n"


def sources_below(*folders: str, prefix: bytes = b"") -> Callable[[], Iterator[bytes]]:
    """Return a source of the texts in folders of the demo game and of probes."""

    def found() -> Iterator[bytes]:
        for root in (DEMO, *(PROBES / name / "src" for name in ("add-to-pic", "window-keys"))):
            for each in folders:
                for path in sorted((root / each).glob("*.*"))[:OTHERS]:
                    data = path.read_bytes()
                    if len(data) < LONGEST_SEED:
                        yield prefix + data

    return found


def logic_sources() -> Iterator[bytes]:
    """Yield sources of logics, written by hand and disassembled."""
    yield from (meadow.LOGIC.encode(), releases.MEADOW.encode(), texts.INCLUDED.encode() + b"v1 = twice; return();")
    for data in resources(Kind.LOGIC)():
        yield disassemble_logic(data).encode()


def all_sources() -> Iterator[bytes]:
    """Yield sources of every kind, each with the number of its kind in front."""
    for number, name in enumerate(("pictures", "sounds", "views")):
        yield from sources_below(name, prefix=bytes([number]))()
    for number, name in ((3, "words.txt"), (4, "items.txt")):
        yield bytes([number]) + (DEMO / name).read_bytes()


def projects() -> Iterator[bytes]:
    """Yield the files of a small project."""
    small = {
        "game.toml": b'id = "LAMP"\ninterpreter = "2.936"\nhighest_object = 15\n',
        "words.txt": (DEMO / "words.txt").read_bytes()[:200],
        "items.txt": (DEMO / "items.txt").read_bytes()[:100],
        "logics/0.lgc": b'#include "names.lgc"\nif (f5) { print("x"); v1 = twice; }\nreturn();\n',
        "logics/names.lgc": b"#define twice 2\n",
        "pictures/1.pic": b"color 10\nfill 0,0\n",
        "views/0.view": b"loop\ncel\n444\n",
        "sounds/1.sound": b"voice 0\na4:6\n",
    }
    pieces = [bytes([ord("a") + texts.PROJECT_NAMES.index(name), 10]) + data for name, data in small.items()]
    yield texts.SECTION.join(pieces)


def savegames() -> Iterator[bytes]:
    """Yield the savegames of machines that have run for a while."""
    for number in range(len(machines.SAVE_GAMES)):
        machine = machines.machine_for_saves(number)
        machine.run(seconds=2)
        yield bytes([number]) + bytes(machines.STATE_BEATS) + savegame_of(machine).to_bytes()


def state_changes() -> Iterator[bytes]:
    """Yield states of every game and moment with one number changed."""
    for number in range(len(machines.SAVE_GAMES)):
        for moment in range(machines.MOMENTS):
            yield bytes(machines.STATE_BEATS) + bytes([number, moment, 3 * moment, 5, 0, 0, 255])


def state_files() -> Iterator[bytes]:
    """Yield state files as they are."""
    for moment in range(machines.MOMENTS):
        yield state_file.write(machines.state_of(0, moment))


def foreign_files() -> Iterator[bytes]:
    """Yield every file of the projects of other editors, and sources in each dialect."""
    yield from (bytes([kind]) + texts.SMALL for kind in range(len(foreign.READERS)))
    for number, name in enumerate(foreign.PROJECTS):
        first = 0x80 + (number - 0x80) % len(foreign.PROJECTS)
        for place, path in enumerate(foreign.files_of_project(name)):
            data = path.read_bytes()
            yield bytes([first, place]) + data
            if path.name in foreign.READ_ALONE:
                yield bytes([foreign.READ_ALONE[path.name]]) + data


def pages_written() -> Iterator[bytes]:
    """Yield what an export has written before, a runtime, and texts with elements."""
    yield b'\0{"index.html": "0", "../kept.txt": "0", "/etc/passwd": "0"}'
    yield b'\x02{"version": "1", "pyodide": {}}'
    yield b'\x03\x1e[General]\nAbout = "<b>x</b>"\n</script><img src=x onerror=y><!--'
    yield from (b"\x01" + data for data in archives())


def stage_recordings() -> Iterator[bytes]:
    """Yield a recording of the pages' game behind a title."""
    yield b"\x05\0\x09\0\x03<b>" + pages.stage_recording().encode()


def collected() -> Iterator[bytes]:
    """Yield a recording, and walkthroughs with each kind of step."""
    yield b"\0" + pages.stage_recording().encode()
    yield b'\x01walk to 20,120\nsay "look"\npress enter\nwait 2\nexpect v10 is 1\nwait until f5 within 3\n'
    yield b"\x01choose 1\nwalk to right\n" + next(scripts())


def twins_compared() -> Iterator[bytes]:
    """Yield what each pair of twins is given elsewhere."""
    for kind, name in enumerate(("picture", "cel", "lzw", "screen", "screen")):
        for data in SEEDS[name]():
            yield bytes([kind]) + data


def sprites_of_aseprite() -> Iterator[bytes]:
    """Yield sprites with tags, links, layers, each kind of palette and of pixels."""
    yield sprites.walker()
    old, group = sprites.chunk(4, bytes([1, 0, 2]) + bytes(6)), sprites.layer(kind=1)
    cels = [sprites.cel(["01", "10"], 1, is_packed=False)]
    yield sprites.sprite(
        2, 2, [old, group, sprites.layer(level=1), *cels, sprites.tags((0, 1, 3))], [sprites.linked(0, 1)]
    )
    yield sprites.sprite(1, 1, [sprites.layer(), sprites.cel(["0000"], is_packed=False)], depth=32)
    yield sprites.sprite(1, 1, [sprites.layer(), sprites.cel(["00"])], depth=16)


def runs() -> Iterator[bytes]:
    """Yield runs of every game without a change, with a few keys."""
    for number in range(len(NAMES)):
        yield bytes([8, 0xFF, number, 0]) + bytes((7 * at) & 0xFF for at in range(40))


SEEDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "lzw": streams,
    "picture": resources(Kind.PICTURE, b"\x80"),
    "cel": resources(Kind.VIEW, FIRST),
    "shapes": choices,
    "chip": choices,
    "scaler": choices,
    "screen": choices,
    "interpreter": codes,
    "volumes": volumes,
    "directories": directories,
    "logic": resources(Kind.LOGIC),
    "picture-data": resources(Kind.PICTURE),
    "view": resources(Kind.VIEW),
    "sound": resources(Kind.SOUND, b"\0"),
    "words": named("words.tok"),
    "items": named("object"),
    "agidata": interpreters,
    "zip": archives,
    "disk": disks,
    "recording": recordings,
    "trace": traces,
    "script": scripts,
    "source": logic_sources,
    "sources": all_sources,
    "sprite": sprites_of_aseprite,
    "project": projects,
    "savegame": savegames,
    "state": state_changes,
    "state-file": state_files,
    "machine": runs,
    "foreign": foreign_files,
    "web-page": pages_written,
    "live-report": stage_recordings,
    "pytest": collected,
    "twins": twins_compared,
}
"""Sources of the first inputs of each target."""


WITH_NUMBERS = (
    "recording",
    "trace",
    "script",
    "source",
    "sources",
    "project",
    "state-file",
    "foreign",
    "web-page",
    "live-report",
    "pytest",
)
"""Targets that read numbers in texts."""
LONG_NUMBERS = (b"9" * 700, b"1e400", b"0x" + b"f" * 700)
"""Numbers that are too large; a search has Python refuse those of more than 640 digits, its own limit is 4,300."""


def with_long_numbers(data: bytes, numbers: Sequence[bytes] = LONG_NUMBERS) -> Iterator[bytes]:
    """Yield an input with each of its first numbers, and its last ones, replaced."""
    places = list(re.finditer(rb"(?<![0-9])[0-9]+", data))
    for place in dict.fromkeys([*places[:NUMBERS_REPLACED], *places[-NUMBERS_REPLACED:]]):
        for number in numbers:
            yield data[: place.start()] + number + data[place.end() :]


def write(name: str, folder: Path) -> None:
    """Write the first inputs of a target into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    found = dict.fromkeys(SEEDS[name]())
    if name in WITH_NUMBERS:
        found |= dict.fromkeys(chain.from_iterable(map(with_long_numbers, list(found))))
    for number, data in enumerate(found):
        (folder / f"seed-{number}").write_bytes(data)
