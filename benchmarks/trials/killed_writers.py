"""Kill programs that write at full speed, and see that nothing is lost or mixed.

``python -m benchmarks.trials.killed_writers [COUNT] [KIND...]`` kills COUNT times (default: 40) of each kind: a window
that saves and records, `build` over an older game, `import`, `run --record`, and automatic saves without a pause. After
each, what lies there must be old or new, whole, and no older than what was reported as done. For Linux.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from click.testing import CliRunner

from agi_emu import cli
from agi_emu.host_files.drafts import BACKUP_SUFFIX, PREFIX
from agi_emu.keeping.saves.save_folder import StateFolder, load_state
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.recording.recording import Recording
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder
from tests.unit.authoring.foreign_projects import winagi_project

COUNT = 40
ROOMS = {
    0: "if (!f200) { set(f200); v10 = 1; new.room(1); } v60 += 1; if (v60 > 6) { v60 = 0; v61 = v0; v61 += 1; "
    "if (v61 > 4) { v61 = 1; } new.room.v(v61); } call.v(v0); return();",
    **dict.fromkeys(range(1, 5), "return();"),
}
"""A game that goes through four rooms for ever; each is saved."""
SECONDS = {
    "window": (0.3, 2.0),
    "build": (0.01, 0.4),
    "import": (0.01, 0.6),
    "record": (0.01, 0.5),
    "autosave": (0.01, 0.3),
}
"""Of processor time, after which a program is killed."""


class Bench:
    """What programs write of, and where."""

    def __init__(self, folder: Path) -> None:
        """Make a game, two projects of one game, and a project of another editor."""
        self.folder = folder
        (folder / "rooms").mkdir()
        self.rooms = GameBuilder(folder / "rooms")(ROOMS)
        self.machine = Machine(open_game(self.rooms), seed=1)
        self.machine.run(seconds=2)
        self.projects = [folder / "project-0", folder / "project-1"]
        self.built = []
        for number, project in enumerate(self.projects):
            verb("extract", self.rooms, "-o", project)
            (project / "words.txt").write_text(f"20: look{'k' * number}\n")
            for logic in range(1, 5):
                (project / "logics" / f"{logic}.lgc").write_text(
                    f'v70 = {number}; print("{"w" * 50 * number}"); return();'
                )
            verb("build", project, "-o", folder / f"built-{number}")
            self.built.append(contents(folder / f"built-{number}"))
        self.foreign = winagi_project(folder / "foreign")
        verb("import", self.foreign, "-o", folder / "imported")
        self.imported = contents(folder / "imported")
        verb("run", self.rooms, "--headless", "--seed", 1, "--ticks", 4000, "--record", folder / "whole.agirec")
        self.recorded = Recording.load(folder / "whole.agirec").ticks


def verb(*arguments: object) -> None:
    """Run a verb, which must go well."""
    result = CliRunner().invoke(cli.verbs, [str(each) for each in arguments])
    assert result.exit_code in (0, 1), result.output


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files in a folder, without drafts."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and PREFIX not in str(path))
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def _play(bench: Bench, out: Path, _done: Callable[[int], None]) -> None:
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOME": str(out)}
    os.environ |= {f"XDG_{kind}_HOME": str(out / kind) for kind in ("CONFIG", "DATA", "CACHE")}
    words = ("--saves", out / "saves", "--speed", 100, "--sound", "off", "--seed", 1, "--record", out / "x.agirec")
    verb("run", bench.rooms, *words)


def _played(_bench: Bench, out: Path, _done: int) -> str:
    if (out / "x.agirec").exists():
        Recording.load(out / "x.agirec", unclosed=True)
    return _kept(out / "saves")


def _build(bench: Bench, out: Path, done: Callable[[int], None]) -> None:
    for number in range(1, 10_000):
        verb("build", bench.projects[number % 2], "-o", out / "game")
        done(number)


def _built(bench: Bench, out: Path, _done: int) -> str:
    return "" if contents(out / "game") in bench.built else "the game is neither of the two"


def _import(bench: Bench, out: Path, done: Callable[[int], None]) -> None:
    for number in range(1, 10_000):
        verb("import", bench.foreign, "-o", out / str(number))
        done(number)


def _imported(bench: Bench, out: Path, done: int) -> str:
    found = {path.name: contents(path) for path in out.iterdir() if not path.name.startswith(PREFIX)}
    if missing := [number for number in range(1, done + 1) if str(number) not in found]:
        return f"lost {missing}"
    return "".join(f"part of {name}" for name, files in found.items() if files != bench.imported)


def _record(bench: Bench, out: Path, done: Callable[[int], None]) -> None:
    for number in range(1, 10_000):
        path = out / f"{number}.agirec"
        verb("run", bench.rooms, "--headless", "--seed", 1, "--ticks", 4000, "--record", path)
        done(number)


def _recorded(bench: Bench, out: Path, done: int) -> str:
    for path in sorted(path for path in out.glob("*.agirec") if not path.name.startswith(PREFIX)):
        ticks = Recording.load(path, unclosed=True).ticks
        least = len(bench.recorded) if int(path.stem) <= done else 0
        if ticks != bench.recorded[: len(ticks)] or len(ticks) < least:
            return f"{path.name} has other ticks"
    return ""


def _save(bench: Bench, out: Path, done: Callable[[int], None]) -> None:
    folder = StateFolder(out)
    for number in range(1, 10_000):
        bench.machine.tick()
        folder.save_automatic(save_state(bench.machine, str(number)))
        folder.save_quick(save_state(bench.machine, str(number)))
        done(number)


def _saved(_bench: Bench, out: Path, done: int) -> str:
    if wrong := _kept(out):
        return wrong
    if done and int(StateFolder(out).newest().contents.summary.description) < done:
        return f"the newest is older than {done}"
    if done and int(StateFolder(out).quick().contents.summary.description) < done:
        return f"the quick save is older than {done}"
    return ""


def _kept(folder: Path) -> str:
    """Return what is wrong with the states in a folder and with their backups."""
    for path in folder.glob("*"):
        if not path.name.startswith(PREFIX) and path.name.removesuffix(BACKUP_SUFFIX).endswith(".agistate"):
            load_state(path)
    return ""


KINDS = {
    "window": (_play, _played),
    "build": (_build, _built),
    "import": (_import, _imported),
    "record": (_record, _recorded),
    "autosave": (_save, _saved),
}
"""What a program does until it is killed, and what tells what is wrong after that."""


def killed(bench: Bench, kind: str, seconds: float, out: Path) -> int:
    """Let a program do something for so long and kill it; return the number of what it reported last as done."""
    work, _ = KINDS[kind]
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        work(bench, out, lambda number: os.write(writing, b"%d\n" % number) and None)
        os._exit(0)
    os.close(writing)
    while processor_time(child) < seconds:
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with open(reading, "rb") as pipe:
        lines = pipe.read().split()
    return int(lines[-1]) if lines else 0


def processor_time(process: int) -> float:
    """Return the seconds of processor time that a process has had; for ever where it has ended."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    if fields[0] == "Z":
        return float("inf")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def trial(bench: Bench, kind: str, count: int) -> Iterator[str]:
    """Kill so many programs of a kind; yield what was wrong after each that left something wrong."""
    chance = random.Random(kind)
    done = 0
    for number in range(count):
        out = bench.folder / kind / str(number)
        out.mkdir(parents=True)
        if kind == "build":
            verb("build", bench.projects[0], "-o", out / "game")
        last = killed(bench, kind, chance.uniform(*SECONDS[kind]), out)
        done += last or sum(1 for _ in out.rglob("auto-*.agistate"))
        try:
            wrong = KINDS[kind][1](bench, out, last)
        except Exception as error:
            wrong = repr(error)
        if wrong:
            yield f"{kind} {number}: {wrong}"
    print(f"{kind:9} {count} killed, {done:,} written before that", flush=True)


def main() -> int:
    """Do all of it; the exit code is 1 if something was lost or mixed."""
    numbers = [int(each) for each in sys.argv[1:] if each.isdigit()]
    kinds = [each for each in sys.argv[1:] if each in KINDS] or list(KINDS)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        wrong = [each for kind in kinds for each in trial(bench, kind, numbers[0] if numbers else COUNT)]
    print(*wrong, f"{len(wrong)} with something lost or mixed", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
