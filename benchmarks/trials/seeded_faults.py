"""Plant faults into the demo game, one at a time, and see whether guided play finds them.

``python -m benchmarks.trials.seeded_faults``; options choose how many cycles and which faults. Every fault is a mistake
that authors make. A fault counts as found if guided play reports what the table says, and its recording is short.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agi_emu.lab.exploring.exploration import Explorer
from agi_emu.lab.exploring.findings import PlayFinding, shrunk
from agi_emu.machine.assertions import parse_assertion
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.resources.projects.project import build_project

DEMO = Path(__file__).parents[2] / "agi_emu" / "data" / "demo"
MOST_EVENTS = 60
CYCLES = 150_000
SOFT_LOCK = "soft lock"


@dataclass(frozen=True, slots=True)
class Fault:
    """A change of one logic of the demo game."""

    name: str
    file: str
    before: str
    after: str
    kind: str
    """The kind of finding that shows it."""
    says: str
    """A part of what the finding says; of an assertion, the assertion."""


def _said(name: str, file: str, sentence: str, after: str, kind: str, says: str) -> Fault:
    """Return a fault in place of what a sentence of the game is answered."""
    return Fault(name, file, f'print("{sentence}");', after, kind, says)


FAULTS = (
    _said(
        "missing message",
        "2-quay",
        "A mackerel in blue on brown. It does look merry.",
        "v250 = 250; print.v(v250);",
        "note",
        "has no message 250",
    ),
    _said(
        "endless loop",
        "2-quay",
        "It knows about the herring in the barrel, you can tell by its eye.",
        "again: goto(again);",
        "standstill",
        "logic 2",
    ),
    _said("missing view", "3-headland", "The lamp first.", "show.obj(240);", "error", "view 240"),
    _said("view not loaded", "5-cove", "It listens, sideways.", "set.view(o3, 31);", "error", "view 31"),
    Fault(
        "score given again",
        "2-quay",
        "thanked = true; currentScore += 1;",
        "currentScore += 1;",
        "assertion",
        "score <= 1 or f40 or f45 or f49",
    ),
    Fault(
        "score too high",
        "2-quay",
        "barrelOpen = true;\n        currentScore += 1;",
        "barrelOpen = true;\n        currentScore += 100;",
        "assertion",
        "score <= max",
    ),
    Fault(
        "flag forgotten",
        "3-headland",
        "doorScored = true; currentScore += 1;",
        "currentScore += 1;",
        "assertion",
        "not f42 or f45",
    ),
    Fault("way out forgotten", "4-inn", "if (edgeEgoHit == BOTTOM_EDGE) { new.room(QUAY); }", "", "dead end", "room 4"),
    _said(
        "control not given back",
        "2-quay",
        "You never learned to swim. It would be a short evening.",
        "program.control(); prevent.input();",
        "helpless",
        "room 2",
    ),
    _said("missing sound", "5-cove", "You are a lamplighter, not a goat.", "load.sound(99);", "error", "sound 99"),
    _said("sound not loaded", "5-cove", "Salt and thrift.", "sound(2, f200);", "error", "sound 2"),
    _said("missing picture", "2-quay", "Marta counts them.", "v250 = 99; load.pic(v250);", "error", "picture 99"),
    _said("item that does not exist", "2-quay", "It is faster than you. Everything is.", "get(i99);", "error", "item"),
    _said("object that does not exist", "3-headland", "Someone may need the warning.", "draw(o99);", "error", "99"),
    _said(
        "endless loop in the inn",
        "4-inn",
        "A brass bell, for guests who cannot see Marta. There has never been one.",
        "again: goto(again);",
        "standstill",
        "logic 4",
    ),
    _said(
        "logic that does not exist",
        "5-cove",
        "It shows you two good reasons not to.",
        "call(150);",
        "error",
        "logic 150",
    ),
    _said(
        "room that does not exist",
        "2-quay",
        "Barnaby sits on a fish box. It is the best seat on the quay.",
        "new.room(77);",
        "error",
        "logic 77",
    ),
    _said(
        "loop that the view lacks",
        "3-headland",
        "You will only have to open it again.",
        "set.loop(ego, 20);",
        "error",
        "loop",
    ),
    _said(
        "view discarded twice", "7-stairs", "A last drop looks up at you.", "discard.view(240);", "error", "view 240"
    ),
    Fault(
        "door jammed for ever",
        "2-quay",
        '{ print("You are too far from the door."); }\n      else {\n        innOpen = true;',
        "{ set(f201); }\n      else {\n        if (!isset(f201)) { innOpen = true; }",
        SOFT_LOCK,
        "room 4 is out of reach once f201 is set",
    ),
    Fault(
        "speed of nought",
        "0-main",
        "if (controller(KEY_SLOW)) { animationInterval = 4; }",
        "if (controller(KEY_SLOW)) { animationInterval = 200; }",
        "assertion",
        "v10 <= 10",
    ),
)


def planted(fault: Fault, folder: Path) -> Path:
    """Build the demo game with a fault; return its path."""
    sources = folder / "sources"
    shutil.copytree(DEMO, sources)
    path = sources / "logics" / f"{fault.file}.lgc"
    text = path.read_text(encoding="utf-8")
    assert fault.before in text, f"{fault.name}: the demo game has changed"
    path.write_text(text.replace(fault.before, fault.after, 1), encoding="utf-8")
    return build_project(sources, folder / "game.zip")


def find(fault: Fault, cycles: int, seed: int = 1) -> PlayFinding | None:
    """Return what guided play finds of a fault, shrunk; None if it misses it."""
    assertions = [parse_assertion(fault.says)] if fault.kind == "assertion" else []
    with tempfile.TemporaryDirectory() as folder:
        game = open_game(planted(fault, Path(folder)))
        explorer = Explorer(game, seed, Settings(), assertions)
        step = max(1, cycles // 10)
        while explorer.result.cycles < cycles:
            explorer.explore(step)
            if fault.kind == SOFT_LOCK:
                explorer.look_for_soft_locks()
            for each in explorer.result.findings:
                if each.kind == fault.kind and fault.says in each.what:
                    return shrunk(game, explorer.settings, each, assertions)
    return None


def main(arguments: Sequence[str] | None = None) -> None:
    """Look for each fault and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=CYCLES, help="the most cycles for each fault")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", help="faults to look for; all of them without")
    given = parser.parse_args(arguments)
    found = 0
    for fault in [each for each in FAULTS if not given.names or each.name in given.names]:
        start = time.perf_counter()
        finding = find(fault, given.cycles, given.seed)
        seconds = time.perf_counter() - start
        is_short = finding is not None and finding.take.event_count < MOST_EVENTS
        found += is_short
        events = "missed" if finding is None else f"{finding.take.event_count} events"
        print(f"{fault.name:28} {fault.kind:10} {events:12} {seconds:6.1f} s", flush=True)
    print(f"{found} found and shrunk to under {MOST_EVENTS} events")


if __name__ == "__main__":
    main()
