"""Everything that writes files, each run with a fault at its first step, at its second, and so on until none is left.

``python -m tests.faults.writers NAME FOLDER`` prints a line of JSON for each step; with ``kill`` behind that, each step
kills the program instead.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from agi_emu import cli
from agi_emu.facts.errors import AgiError
from agi_emu.keeping.preferences.settings_file import write_preferences
from agi_emu.keeping.saves.journal import Journal
from agi_emu.keeping.saves.save_folder import FolderStore, StateFolder
from agi_emu.keeping.shelf.library import TitlesCache
from agi_emu.keeping.shelf.register import note_played
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.presentation.picture_files import save_numbered
from agi_emu.recording.game_lookup import keep_game
from agi_emu.recording.recording import Recording
from agi_emu.resources import open_game
from tests.faults.preloading import failing_calls
from tests.own_games.building import GameBuilder
from tests.unit.authoring.foreign_projects import winagi_project
from tests.web.test_exporting import make_runtime

ERRORS = {
    "ENOSPC": True,
    "EROFS": True,
    "EACCES": True,
    "ENOENT": True,
    "EIO": False,
}
"""Name of an error, and whether all later steps fail with it too: a vanished folder does not come back."""
TWICE = ("ENOSPC", "EIO")
"""Errors with which writers are also run where their file exists."""
CHANGE_A_COPY = ("replay --update", "compare --accept", "compare --pin")
ONCE = ("a copy of a game", "compare --accept", "compare --pin", "import", "new")
"""Writers with nothing to do a second time. What decisions replace is there at the first."""
MOST_STEPS = 400
GAME = {0: 'v10 = 1; if (!f200) { set(f200); print("Hello"); } return();'}
VIEW = "loop\ncel\n12\n.3\ncel\n1\nloop mirrors 0"


class Bench:
    """A game, sources and a recording, and an empty folder for what is written."""

    def __init__(self, folder: Path) -> None:
        self.game = GameBuilder(folder)(GAME, views={7: VIEW}, sounds={1: "voice 0\na4:6"})
        self.out = folder / "out"
        self.out.mkdir()
        self.machine = Machine(open_game(self.game), seed=1)
        self.machine.run(seconds=1)
        self.source = folder / "source.lgc"
        self.source.write_text("v1 = 5; return();")
        self.project = folder / "project"
        self.foreign = winagi_project(folder / "foreign")
        self.runtime = make_runtime(Path(__file__).parents[2], folder, version("agi-emu"))
        self.count = 0
        self.recording = folder / "first.agirec"
        (folder / "changed").mkdir()
        self.changed = GameBuilder(folder / "changed")({0: GAME[0].replace("v10 = 1", "v10 = 2")}, views={7: VIEW})
        self.state = folder / "first.agistate"
        self.state.write_bytes(save_state(self.machine, "first"))
        verb("extract", self.game, "-o", self.project)
        verb("run", self.game, "--headless", "--ticks", 20, "--record", self.recording)


def verb(*arguments: object) -> str:
    """Run a verb; OSError or AgiError with its sentence when it ends with an exit code of faults."""
    result = CliRunner().invoke(cli.verbs, [str(each) for each in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code not in (0, 1):
        # Notes come first.
        raise AgiError(re.split(r"\n(?:agi-emu|Error): ", result.stderr.rstrip())[-1])
    return result.output


def build_changed(bench: Bench, target: Path) -> str:
    """Build a game each of whose files differs from that of the count before."""
    (bench.project / "words.txt").write_text(f"20: look{'k' * bench.count}\n")
    (bench.project / "items.txt").write_text(f"lamp{'p' * bench.count}: 0\n")
    (bench.project / "logics" / "0.lgc").write_text(f'print("{bench.count * "w"}"); return();')
    return verb("build", bench.project, "-o", target)


def copied(bench: Bench) -> Path:
    """Return a copy of the recording where faults happen."""
    path = bench.out / "copy.agirec"
    if not path.exists():
        shutil.copy(bench.recording, path)
    return path


def decide(bench: Bench, decision: str) -> str:
    """Write a decision about a game that has changed into the recording."""
    return verb("compare", copied(bench), "--game", bench.changed, decision, "--reason", "it is better")


def in_user_folders(bench: Bench, write: Callable[[], object]) -> None:
    """Write something into the user's folders, which are where faults happen."""
    with patch.dict(os.environ, dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), str(bench.out))):
        write()


def export(bench: Bench, target: Path) -> str:
    """Export the game with a runtime whose large files are stand-ins."""
    return verb("export", bench.game, "-o", target, "--runtime", bench.runtime)


def add_to_desktop() -> None:
    # What the desktop's own programs write then is theirs.
    with patch.object(sys, "argv", ["agi-emu"]), patch("agi_emu.cli.desktop.files.read_again"):
        verb("desktop")


def keep_a_page_of_the_journal(bench: Bench) -> None:
    journal = Journal(lambda: bench.out, lambda _, write: write())
    journal.new.add_message(3, 61, "A message.")
    journal.keep()


def keep_in_cache(bench: Bench) -> None:
    cache = TitlesCache()
    cache.keep(bench.game, [])
    cache.write()


WRITERS: dict[str, Callable[[Bench], object]] = {
    "capture, a picture": lambda b: verb("capture", b.game, "--ticks", 3, "-o", b.out / "x.png"),
    "capture, an animation": lambda b: verb("capture", b.game, "--ticks", "1:3", "-o", b.out / "x.gif"),
    "capture, a sound": lambda b: verb("capture", b.game, "--ticks", "1:3", "--wav", b.out / "x.wav"),
    "sound": lambda b: verb("sound", b.game, 1, "--wav", b.out / "x.wav"),
    "trace": lambda b: verb("trace", b.game, "--cycles", 2, "-o", b.out / "x.gz"),
    "build, a source": lambda b: verb("build", b.source, "-o", b.out / "x.logic"),
    "build, an archive": lambda b: verb("build", b.project, "-o", b.out / "x.zip"),
    "build, a folder": lambda b: build_changed(b, b.out / "game"),
    "import": lambda b: verb("import", b.foreign, "-o", b.out / "imported"),
    "new": lambda b: verb("new", b.out / "begun"),
    "extract": lambda b: verb("extract", b.game, "views", "-o", b.out / "views"),
    "extract, logics": lambda b: verb("extract", b.game, "logics", "-o", b.out / "logics"),
    "run --record": lambda b: verb("run", b.game, "--headless", "--ticks", 20, "--record", b.out / "x.agirec"),
    "replay --update": lambda b: verb("replay", copied(b), "--game", b.game, "--update"),
    "compare --accept": lambda b: decide(b, "--accept"),
    "compare --pin": lambda b: decide(b, "--pin"),
    "compare --report": lambda b: verb("compare", b.recording, "--game", b.game, "--report", b.out / "report"),
    "compare --junit": lambda b: verb("compare", b.recording, "--game", b.game, "--junit", b.out / "x.xml"),
    "save --convert": lambda b: verb("save", b.state, "--game", b.game, "--convert", "2.936", "-o", b.out / "x.1"),
    "coverage, a page": lambda b: verb("coverage", b.game, b.recording, "-o", b.out / "x.html"),
    "coverage, to merge": lambda b: verb("coverage", b.game, b.recording, "-o", b.out / "x.agicov"),
    "monkey --record": lambda b: verb("monkey", b.game, "--cycles", 200, "--jobs", 1, "--record", b.out / "plays"),
    "export, a folder": lambda b: export(b, b.out / "page"),
    "export, an archive": lambda b: export(b, b.out / "page.zip"),
    "desktop": lambda b: in_user_folders(b, add_to_desktop),
    "the journal": keep_a_page_of_the_journal,
    "a numbered picture": lambda b: save_numbered(b.out, "x", b.machine.frame),
    "a quick save": lambda b: StateFolder(b.out / "states").save_quick(save_state(b.machine)),
    "an automatic save": lambda b: StateFolder(b.out / "states").save_automatic(save_state(b.machine)),
    "the settings": lambda b: in_user_folders(b, lambda: write_preferences({"volume": 50})),
    "the settings of a game": lambda b: in_user_folders(b, lambda: write_preferences({"volume": 50}, b.game)),
    "the shelf": lambda b: in_user_folders(b, lambda: note_played(b.game, "A game", b.out, 1)),
    "the cache of the shelf": lambda b: in_user_folders(b, lambda: keep_in_cache(b)),
    "a copy of a game": lambda b: keep_game(b.machine.game, b.out / "x.agirec"),
    "a savegame of the game": lambda b: FolderStore(b.out / "saves").write(b"", b"TESTSG.1", b"x" * 5000),
}


def files_below(folder: Path) -> dict[str, str]:
    """Return the digests of all files."""
    return {
        str(path.relative_to(folder)): f"{path.stat().st_size} {hash(path.read_bytes())}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def kill_at_each_step(name: str, bench: Bench) -> None:
    """Kill a writer at each of its steps: where nothing is yet, and then where what it wrote before is."""
    kept = bench.out.with_name("kept")
    for is_new in (True, False) if name not in ONCE else (True,):
        for step in range(1, MOST_STEPS):
            bench.count += 1
            if is_new:
                shutil.rmtree(bench.out)
                bench.out.mkdir()
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(bench.out, kept)
            before = files_below(bench.out)
            child = os.fork()
            if not child:
                failing_calls().arm_disk(str(bench.out).encode(), step, 0, 0)
                WRITERS[name](bench)
                os._exit(0)
            is_killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
            after = files_below(bench.out)
            shutil.rmtree(bench.out)
            shutil.copytree(kept, bench.out)
            WRITERS[name](bench)
            print(json.dumps({"step": step, "before": before, "after": after, "whole": files_below(bench.out)}))
            if not is_killed:
                break


def main(name: str, folder: Path) -> None:
    """Run a writer with each fault until it takes all its steps: where nothing is yet, then where its file is."""
    bench = Bench(folder)
    if "kill" in sys.argv:
        kill_at_each_step(name, bench)
        return
    for error in ERRORS:
        for is_new in (True, False) if error in TWICE and name not in ONCE else (True,):
            for step in range(1, MOST_STEPS):
                bench.count += 1
                if is_new:
                    shutil.rmtree(bench.out)
                    bench.out.mkdir()
                found = run_with_fault(name, bench, step, error)
                print(json.dumps(found | {"error": error, "step": step, "new": is_new}))
                if not found["fired"]:
                    break


def run_with_fault(name: str, bench: Bench, step: int, error: str) -> dict[str, Any]:
    """Run a writer with a fault at one of its steps; return what it said and what it left."""
    if name in CHANGE_A_COPY:
        copied(bench)
    before = files_below(bench.out)
    calls = failing_calls()
    calls.arm_disk(str(bench.out).encode(), step, getattr(errno, error), ERRORS[error])
    sentence, is_told = "", True
    try:
        WRITERS[name](bench)
    except (OSError, AgiError) as problem:
        sentence = str(problem)
    except Exception as problem:
        sentence, is_told = repr(problem), False
    taken = calls.disk_steps()
    calls.arm_disk(b"", 0, 0, 0)
    if name == "run --record" and (bench.out / "x.agirec").exists():
        Recording.load(bench.out / "x.agirec", unclosed=True)
    after = files_below(bench.out)
    return {"sentence": sentence, "told": is_told, "fired": taken >= step, "before": before, "after": after}


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
