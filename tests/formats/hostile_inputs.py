"""Opens, runs and stops every hostile input in a folder: ``python -m tests.formats.hostile_inputs FOLDER``.

Games are linted, run and stopped by Ctrl-C; states are shown and continued; recordings replayed; archives opened;
projects imported. Each is done twice: as it is, and with some of its bytes changed. Each is done in a process of its
own, which is forked so that thousands take minutes; it has all that Python and the program take. For Linux.
"""

from __future__ import annotations

import gzip
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from agi_emu import cli
from agi_emu.data import demo_path
from tests.formats.hostile_files import MOST_MEMORY, MOST_SECONDS

BEFORE_SIGNAL = 0.3
"""Seconds of processor time."""
AFTER_SIGNAL = 1.0
PATIENCE = 60
"""Seconds of processor time after which an input counts as one that hangs."""
CHANGED_BYTES = 24
LARGEST_CHANGED = 1 << 20
CODES = {0, 1, 2, 3, 4, 5, 124, 130}
"""Exit codes that say something; an exception that nobody caught is none."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a verb ended."""

    code: int
    said: str
    memory: float
    """MiB at the most."""
    seconds: float
    """Of processor time; of a verb that was stopped, those after the signal."""


def do(arguments: list[object], stopped: bool = False) -> Done:
    """Run agi-emu in a fork; with `stopped`, send Ctrl-C once it has run for a while."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        Path("/proc/self/clear_refs").write_text("5")
        signal.signal(signal.SIGINT, signal.default_int_handler)
        code, said = 0, ""
        try:
            result = CliRunner().invoke(cli.verbs, [str(each) for each in arguments])
            code, said = result.exit_code, (result.output.strip().splitlines() or [""])[-1]
            if result.exception and not isinstance(result.exception, SystemExit):
                said = "".join(traceback.format_exception(result.exception))[-400:]
                code = 130 if isinstance(result.exception, KeyboardInterrupt) else 99
        except KeyboardInterrupt:
            code = 130
        memory = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
        os.write(writing, f"{int(memory[1]) / 1024 if memory else 0}\n{said}".encode()[:4000])
        os._exit(code)
    os.close(writing)
    before = 0.0
    while (spent := _processor_time(child)) is not None:
        if stopped and spent >= BEFORE_SIGNAL and not before:
            before = spent
            os.kill(child, signal.SIGINT)
        if spent > PATIENCE:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.005)
    _, status, used = os.wait4(child, 0)
    with open(reading, encoding="utf-8", errors="replace") as pipe:
        memory, _, said = pipe.read().partition("\n")
    code = os.waitstatus_to_exitcode(status)
    return Done(code, said, float(memory or 0), used.ru_utime + used.ru_stime - before)


def _processor_time(process: int) -> float | None:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    return None if fields[0] == "Z" else (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _is_game(folder: Path) -> bool:
    return any(path.name.lower().endswith("dir") for path in folder.iterdir() if path.is_file())


def inputs(folder: Path) -> Iterator[Path]:
    """Yield the games, projects and files in a folder that can be opened."""
    for path in sorted(folder.rglob("*")):
        if (path.is_dir() and _is_game(path)) or path.suffix in {".gz", ".agistate", ".agirec", ".zip", ".bin", ".img"}:
            yield path


def copied(path: Path, place: Path, *, changed: bool) -> Path:
    """Return a copy of an input, unpacked, perhaps with some of its bytes changed."""
    target = place / path.name.removesuffix(".gz")
    if path.is_dir():
        shutil.copytree(path, target, copy_function=shutil.copyfile)
    else:
        data = path.read_bytes()
        target.write_bytes(gzip.decompress(data) if path.suffix == ".gz" else data)
    target.chmod(0o755)
    chance = random.Random(zlib.crc32(str(path).encode()))
    files = [each for each in [target, *target.rglob("*")] if each.is_file()]
    for each in files if changed else ():
        data = bytearray(each.read_bytes()[:LARGEST_CHANGED])
        for _ in range(chance.randrange(CHANGED_BYTES) if data else 0):
            data[chance.randrange(len(data))] = chance.randrange(256)
        each.write_bytes(data)
    return target


def deeds(path: Path, out: Path) -> Iterator[tuple[list[object], bool]]:
    """Yield the verbs for an input, and whether each is stopped."""
    if path.is_dir():
        yield ["lint", path], False
        yield ["run", path, "--headless", "--ticks", 10_000_000], True
        if (path / "src").is_dir() or list(path.glob("*.wag")):
            yield ["import", path, "-o", out / "imported"], False
    elif path.suffix in {".agistate", ".bin"}:
        yield ["save", path], False
        yield ["run", demo_path(), "--headless", "--ticks", 4, "--load", path], False
    elif path.suffix == ".agirec":
        yield ["replay", "--headless", "--game", demo_path(), path], False
        yield ["compare", path, "--game", demo_path()], False
    else:
        yield ["info", path], False


def wrong_with(done: Done, *, stopped: bool) -> str:
    """Return what an input did that none may do."""
    if done.code not in CODES:
        return "raised"
    if done.seconds > (AFTER_SIGNAL if stopped else MOST_SECONDS):
        return "took too long"
    return "took too much memory" if done.memory > MOST_MEMORY else ""


def trial(folder: Path, tell: Callable[[str], None]) -> list[str]:
    """Do everything with each input; return what went wrong."""
    wrong = []
    worst = {"MiB": 0.0, "s": 0.0, "s after Ctrl-C": 0.0}
    count = 0
    for path in inputs(folder):
        for changed in (False, True):
            with tempfile.TemporaryDirectory() as place:
                given = copied(path, Path(place), changed=changed)
                for arguments, stopped in deeds(given, Path(place)):
                    done = do(arguments, stopped)
                    count += 1
                    name = f"{path.relative_to(folder)}{' changed' * changed}"
                    line = f"{arguments[0]!s:8}{name:44}{done.memory:5.0f} MiB {done.seconds:5.2f} s {done.code:4}"
                    worst["MiB"] = max(worst["MiB"], done.memory)
                    seconds = "s after Ctrl-C" if stopped and done.code == 130 else "s"
                    worst[seconds] = max(worst[seconds], done.seconds)
                    if found := wrong_with(done, stopped=stopped):
                        wrong.append(f"{line} {found}: {done.said}")
                    tell(f"{line} {found}")
    tell(f"{count} done: at most {', '.join(f'{value:.2f} {name}' for name, value in worst.items())}")
    return wrong


def main(folder: str) -> int:
    """Print a line for each input; the exit code is 1 if one was too much for the program."""
    wrong = trial(Path(folder), lambda line: print(line, flush=True))
    print(*wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
