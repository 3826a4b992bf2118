"""Files that stand for far more than they are: ``python -m tests.formats.hostile_files`` opens each and measures that.

Every file is opened by its verb in a process of its own: what it says, the most memory that it had at any moment, and
its processor time. Paths of other files may be given; `agi-emu info` opens these.
"""

from __future__ import annotations

import base64
import gzip
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from agi_emu.data import demo_path
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.recording.reader import LARGEST_BLOCK, LARGEST_DATA
from agi_emu.recording.tick_blocks import pack_ticks
from agi_emu.recording.tick_values import NO_VALUES
from agi_emu.recording.ticks import Tick
from agi_emu.resources import open_game
from agi_emu.resources.files import MAX_FILE_BYTES
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import ENTRIES, pack, unpack
from agi_emu.state.files.state_file import Chunk, ChunkPart
from tests.unit.sample_games import v2_files, write_folder

RECORDING = Path(__file__).parents[1] / "replay" / "the-last-lamp.agirec"
MIB = 1 << 20
ZEROS = bytes(MAX_FILE_BYTES)
MOST_MEMORY = 128
"""MiB that opening anything may take (docs/reliability.md)."""
MOST_SECONDS = 2
MOST_WAITED = 120
GAME_FOLDERS, VOLUMES = 32, 16
CELS, WIDTH, HEIGHT = 255, 160, 168
PROJECT = {
    "game.toml": b'id = "LAMP"\ninterpreter = "2.936"\n',
    "items.txt": b"?: 0\n",
    "words.txt": b"1: look\n",
    "logics/0.lgc": b"return();\n",
}
OF_MANY_TICKS = "recording of 20 million ticks"
"""The only one whose memory grows with what it is: a day of ticks is read."""
PACKED = "Pict"
"""The tag of a chunk of a state that is packed."""
_TABLES = ("logdir", "picdir", "viewdir", "snddir")
_MEASURE = """
import atexit, re, sys, time

def tell():
    # Not ru_maxrss: that begins with what the process that started this one had.
    most = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]
    print(f"\\n{int(most) / 1024} {time.process_time()}", flush=True)

atexit.register(tell)
from agi_emu.__main__ import main
main()
"""


@dataclass(frozen=True, slots=True)
class Opening:
    """How opening a file went."""

    code: int
    said: str
    """What was printed, without the figures."""
    memory: float
    """MiB at the most."""
    seconds: float
    """Of processor time."""


def opened(*arguments: str | Path, within: Path | None = None) -> Opening:
    """Run agi-emu with these arguments in a process of its own, on Linux."""
    command = [sys.executable, "-c", _MEASURE, *map(str, arguments)]
    ran = subprocess.run(
        command, cwd=within, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=MOST_WAITED
    )
    said, _, figures = ran.stdout.rstrip("\n").rpartition("\n")
    memory, seconds = map(float, figures.split())
    return Opening(ran.returncode, said, memory, seconds)


def write_repeated(path: Path, names: Iterable[str], data: bytes) -> Path:
    """Write an archive whose members all are the one that was packed, so that it is quick to make."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("first", data)
        packed = archive.getinfo("first")
        header = 30 + len(packed.filename)
        stored = path.read_bytes()[header : header + packed.compress_size]
    place, count, directory = 0, 0, bytearray()
    common = struct.pack("<HHHHIII", 0, 8, 0, 33, packed.CRC, len(stored), len(data))
    with path.open("wb") as file:
        for name in names:
            count += 1
            sizes = struct.pack("<HH", len(name), 0)
            file.write(b"PK\3\4\x14\0" + common + sizes + name.encode() + stored)
            directory += b"PK\1\2\x14\0\x14\0" + common + sizes + struct.pack("<HHHII", 0, 0, 0, 0, place)
            directory += name.encode()
            place += header - len(packed.filename) + len(name) + len(stored)
        file.write(directory + b"PK\5\6" + struct.pack("<4HIIH", 0, 0, count, count, len(directory), place, 0))
    return path


def bomb(folder: Path) -> list[str | Path]:
    """A gigabyte of volumes beside a directory."""
    names = ["logdir", *(f"{i:03}vol.{number}" for i in range(GAME_FOLDERS) for number in range(VOLUMES))]
    return ["info", write_repeated(folder / "bomb.zip", names, ZEROS)]


def full_folders(folder: Path) -> list[str | Path]:
    """As many games as are looked at, each with 40 MiB of files."""
    files = (*_TABLES, *(f"vol.{number}" for number in range(VOLUMES)))
    names = [f"{i:02}/{name}" for i in range(GAME_FOLDERS) for name in files]
    return ["info", write_repeated(folder / "full.zip", names, ZEROS)]


def many_names(folder: Path) -> list[str | Path]:
    """As many empty members as fit into a list that is read."""
    return ["info", write_repeated(folder / "names.zip", (f"{i:05}/vol.0" for i in range(30_000)), b"")]


def many_disks(folder: Path) -> list[str | Path]:
    """More than 40 MiB of images of disks."""
    return ["info", write_repeated(folder / "disks.zip", (f"{i}.img" for i in range(GAME_FOLDERS)), bytes(1440 << 10))]


def largest_game(folder: Path) -> list[str | Path]:
    """A game with 16 volumes of zeros, each as long as is read."""
    files = {**v2_files(), **{f"vol.{number}": ZEROS for number in range(1, VOLUMES)}}
    return ["info", "--verify", write_folder(folder / "game", files)]


def long_words(folder: Path) -> list[str | Path]:
    """A dictionary and a list of items as long as is read, of every byte."""
    noise = bytes((7 * at + (at >> 8)) & 0xFF for at in range(1 << 16)) * (len(ZEROS) >> 16)
    return ["info", "--verify", write_folder(folder / "game", {**v2_files(), "words.tok": noise, "object": noise})]


def packed_state(folder: Path) -> list[str | Path]:
    """A state of which a chunk unpacks to 256 MiB."""
    machine = Machine(open_game(write_folder(folder / "game", v2_files())))
    packer = zlib.compressobj(1)
    data = b"".join(packer.compress(ZEROS) for _ in range(256 * MIB // len(ZEROS))) + packer.flush()
    chunks = state_file.read(save_state(machine)).chunks
    path = folder / "a.agistate"
    path.write_bytes(state_file.write(Chunk(each.tag, data) if each.tag == PACKED else each for each in chunks))
    return ["save", path]


def packed_trace(folder: Path) -> list[str | Path]:
    """A trace of a gigabyte in one line."""
    path = folder / "trace.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"meta": "') + gzip.compress(b"a" * len(ZEROS), 1) * (1024 * MIB // len(ZEROS)))
    return ["trace", "--against", path]


def sparse_recording(folder: Path) -> list[str | Path]:
    """A recording that is said to hold 40 GiB."""
    path = folder / "a.agirec"
    with path.open("wb") as file:
        file.truncate(40 << 30)
    return ["replay", "--headless", path]


def long_recording(folder: Path) -> list[str | Path]:
    """A recording of 30 MiB of events."""
    return _recording(folder, b"0 0 key 0\n" * (30 * MIB // 10))


def packed_ticks(folder: Path) -> list[str | Path]:
    """A recording of a million seconds in 20,000 lines."""
    ticks = pack_ticks([Tick("0" * 16, "0" * 16, "0" * 16, 0, NO_VALUES)] * LARGEST_BLOCK)
    firsts = range(1, 20_000_000, LARGEST_BLOCK)
    return _recording(
        folder, b"".join(b"ticks %d %d %s\n" % (at, at + LARGEST_BLOCK - 1, ticks.encode()) for at in firsts)
    )


def packed_saves(folder: Path) -> list[str | Path]:
    """A recording with 500 savegames of four MiB."""
    data = base64.b85encode(zlib.compress(bytes(LARGEST_DATA), 9))
    return _recording(folder, b"".join(b"disk a b%d\ndata %s\n\n" % (at, data) for at in range(500)))


def long_comment(folder: Path) -> list[str | Path]:
    """A recording with a comment of 30 MiB."""
    return _recording(folder, b"comment " + b"x" * (30 * MIB) + b"\n")


def long_data(folder: Path) -> list[str | Path]:
    """A recording that starts from a state of 15 MiB, which is none."""
    return _recording(folder, b"disk a b\ndata " + b"Z" * (15 * MIB) + b"\n\n")


def long_block(folder: Path) -> list[str | Path]:
    """A recording with 30 MiB of ticks in a line."""
    return _recording(folder, b"ticks 1 1000 " + b"Z" * (30 * MIB) + b"\n")


def _recording(folder: Path, lines: bytes) -> list[str | Path]:
    """Write a recording whose head is that of a real one."""
    path = folder / "a.agirec"
    head, _, _ = RECORDING.read_bytes().partition(b"\nresources ")
    path.write_bytes(head + b"\n" + lines)
    return ["replay", "--headless", "--game", demo_path(), path]


def _project(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write a project with a logic, an image and other files."""
    project = folder / "project"
    for name, data in {**PROJECT, **files}.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_bytes(data)
    return project


def widest_strip(folder: Path) -> list[str | Path]:
    """An image with as many cels as a loop can have, all transparent."""
    strip = f"loop\nstrip wide.png {' '.join([f'{WIDTH}x{HEIGHT}'] * CELS)}\n"
    project = _project(folder, {"views/0.view": strip.encode()})
    Image.new("RGBA", (CELS * WIDTH, HEIGHT)).save(project / "views" / "wide.png")
    return ["build", project, "-o", folder / "game.zip"]


def image_bomb(folder: Path) -> list[str | Path]:
    """An image of 144 million pixels."""
    project = _project(folder, {"views/0.view": b"loop\nstrip wide.png 160x168\n"})
    Image.new("P", (12_000, 12_000)).save(project / "views" / "wide.png")
    return ["build", project, "-o", folder / "game.zip"]


def long_source(folder: Path) -> list[str | Path]:
    """A source of 40 GiB, sparse."""
    project = _project(folder, {})
    with (project / "words.txt").open("wb") as file:
        file.truncate(40 << 30)
    return ["build", project, "-o", folder / "game.zip"]


def _logic(folder: Path, source: str) -> list[str | Path]:
    """Write a source of a logic."""
    (folder / "a.lgc").write_text(source)
    return ["build", "--check", folder / "a.lgc"]


def nested_blocks(folder: Path) -> list[str | Path]:
    """A source of 3,000 blocks, one in the other."""
    return _logic(folder, "if (isset(f1)) {\n" * 3000 + "}\n" * 3000)


def many_mistakes(folder: Path) -> list[str | Path]:
    """A source of a million mistakes."""
    return _logic(folder, "xyz;\n" * 1_000_000)


def many_labels(folder: Path) -> list[str | Path]:
    """A source of 50,000 labels, each on its line."""
    return _logic(folder, "".join(f":l{number}\n" for number in range(50_000)) + "return();")


def many_parts(folder: Path) -> list[str | Path]:
    """A state with 32,768 tiny parts in each chunk that holds a part of the machine."""
    game = write_folder(folder / "game", v2_files())
    more = b"".join(ChunkPart(f"{number:05}", 1, b"x").encode() for number in range(1 << 15))
    chunks = [
        Chunk(each.tag, pack((unpack(each.tag, each.data) + more)[:MIB])) if ENTRIES[each.tag].areas else each
        for each in state_file.read(save_state(Machine(open_game(game)))).chunks
    ]
    path = folder / "a.agistate"
    path.write_bytes(state_file.write(chunks))
    return ["run", game, "--headless", "--ticks", "1", "--load", path]


def many_includes(folder: Path) -> list[str | Path]:
    """A logic that includes 300 files."""
    for number in range(300):
        (folder / f"{number}.lgc").write_text(f"#define word{number} v{number % 256}\n")
    return _logic(folder, "".join(f'#include "{number}.lgc"\n' for number in range(300)) + "return();")


HOSTILE: Mapping[str, Callable[[Path], list[str | Path]]] = {
    "archive of 1 GiB": bomb,
    "32 games of 40 MiB in an archive": full_folders,
    "archive of 30,000 names": many_names,
    "32 disks of 1.4 MiB in an archive": many_disks,
    "game of 16 volumes of 2 MiB": largest_game,
    "words and items of 2 MiB": long_words,
    "state of 256 MiB": packed_state,
    "trace of 1 GiB in a line": packed_trace,
    "recording of 40 GiB": sparse_recording,
    "recording of 3 million events": long_recording,
    OF_MANY_TICKS: packed_ticks,
    "recording with 500 saves of 4 MiB": packed_saves,
    "recording with a comment of 30 MiB": long_comment,
    "recording with data of 15 MiB": long_data,
    "recording with 30 MiB of ticks in a line": long_block,
    "source of 3,000 nested blocks": nested_blocks,
    "source of a million mistakes": many_mistakes,
    "source of 50,000 labels": many_labels,
    "logic with 300 includes": many_includes,
    "state of 32,768 parts a chunk": many_parts,
    "strip of 255 large cels": widest_strip,
    "image of 12,000 x 12,000": image_bomb,
    "list of words of 40 GiB": long_source,
}
"""What is opened, and what makes it in a folder and returns the arguments that open it."""


def main(paths: list[str]) -> int:
    """Open each of them; the exit code is 1 if one takes too much."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        for number, (what, make) in enumerate(HOSTILE.items()):
            folder = Path(name) / str(number)
            folder.mkdir()
            found[what] = _told(what, make(folder))
    found |= {path: _told(path, ["info", path]) for path in paths}
    memory = max(each.memory for what, each in found.items() if what != OF_MANY_TICKS)
    seconds = max(each.seconds for each in found.values())
    print(f"{len(found)} opened: at most {memory:.0f} MiB, without the ticks, and {seconds:.2f} s")
    return int(memory > MOST_MEMORY or seconds > MOST_SECONDS)


def _told(what: str, arguments: list[str | Path]) -> Opening:
    found = opened(*arguments)
    lines = re.sub(r"/\S*/", "", found.said).splitlines() or [""]
    said = lines[-1] if found.code else ""
    print(f"{what:36}{found.memory:6.0f} MiB{found.seconds:7.2f} s  {found.code}  {said}", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
