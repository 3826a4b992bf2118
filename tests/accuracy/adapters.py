"""Compares with what the original's own drivers showed: screens of plays on each adapter, pictures, and the state.

A row of a table names what the adapter's memory showed, dot for dot, by the SHA-1 of an array. On a Hercules text is
compared by the place, the character and the inversion of its cells: the face of the original is not ours to have, so
the dots of these cells are left out, and where the file is there the ground of each is compared.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from agi_emu._core.hercules import dots_of_screen
from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.input.input_script import read_input_script
from agi_emu.machine import picture_drawing
from agi_emu.machine.display import screen_modes
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources import open_game
from agi_emu.resources.kinds import Kind
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH, TEXT_COLUMNS, TEXT_ROWS, StateLayout
from agi_emu.tracing.driver import TraceDriver

Row = dict[str, Any]
Pixels = NDArray[np.uint8]
DISPLAYS: Mapping[str, tuple[str, str]] = {
    "ega": ("pc", "ega"),
    "cgargb": ("pc", "cga"),
    "cga": ("pc", "cga-composite"),
    "hgc": ("pc", "hercules-white"),
    "pcjr": ("pcjr", "pcjr"),
    "tandy": ("tandy", "tandy"),
    "mcga": ("pc", "mcga"),
}
"""The tables' name of an adapter: the computer and the display."""
INTERPRETERS = {"2440": "2.440", "2917": "2.917", "2936": "2.936", "3002098": "3.002.098"}
MIXED = {"kq4dem": "ltec", "vtgadv": "ltec"}
"""Screens under these names were made with another game in the same folder: it has the volumes, and the files whose
names both have are those of the game named."""
KNOWN = {
    ("kq4dem", "b00085_0"): "the inventory names items by what lies behind an OBJECT of eight bytes in memory",
    ("dashik", "hgc"): "the tick differs by the time that drawing takes, which the recorder alone knows",
}
LEFT, TOP, LINES, CELL_DOTS = 40, 12, 14, 16
"""Dots of a Hercules: where text begins, the height of rows but the first, which is as high as the top, and of cells.
"""
CYCLES = 140
"""Of a row about the state."""


@dataclass
class AdapterScore:
    """What was compared on one adapter."""

    name: str
    checked: int = 0
    equal: int = 0
    known: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)

    def take(self, is_equal: bool, name: str, known: str = "") -> None:
        """Count a comparison."""
        self.checked += 1
        self.equal += is_equal
        if not is_equal:
            (self.known if known else self.differing).append(f"{name}: {known}" if known else name)


def folder() -> Path:
    """Return the folder of the tables; it may be missing."""
    return Path(os.environ.get("AGI_EMU_SHARED", "../shared")) / "adapters"


def own_screen(state: StateLayout, canonical: str) -> Pixels:
    """Return what the adapter's memory shows, as the tables have it."""
    if canonical == "hgc720x348":
        return np.frombuffer(dots_of_screen(bytes(state.screen)), dtype=np.uint8).reshape(348, 720)
    if canonical == "text40x25":
        cells = np.frombuffer(bytes(state.text_chars) + bytes(state.text_attributes), dtype=np.uint8)
        shown = np.ascontiguousarray(np.moveaxis(cells.reshape(2, TEXT_ROWS, TEXT_COLUMNS), 0, -1))
        # A cell that was cleared is a blank.
        shown[..., 0][shown[..., 0] == 0] = ord(" ")
        return shown
    screen = np.frombuffer(bytes(state.screen), dtype=np.uint8).reshape(SCREEN_HEIGHT, SCREEN_WIDTH)
    if canonical == "bits640x200":
        return np.stack((screen >> 1, screen & 1), axis=2).reshape(SCREEN_HEIGHT, 2 * SCREEN_WIDTH)
    return screen


def text_cells(state: StateLayout) -> Iterator[tuple[slice, slice]]:
    """Yield rows and columns of dots of each cell that holds a character on a Hercules."""
    for row in range(TEXT_ROWS):
        top = TOP + LINES * (row - 1) if row else 0
        for column in range(TEXT_COLUMNS):
            if state.text_chars[row * TEXT_COLUMNS + column]:
                left = LEFT + CELL_DOTS * column
                yield slice(top, TOP + LINES * row), slice(left, left + CELL_DOTS)


def is_same_screen(state: StateLayout, row: Row, tables: Path) -> bool:
    """Return whether a state shows what a row says."""
    own = own_screen(state, row["canonical"])
    if hashlib.sha1(own.tobytes()).hexdigest() == row["sha1"]:
        return True
    if row["canonical"] != "hgc720x348":
        return False
    with Image.open(tables / "screens" / row["file"]) as image:
        theirs = np.array(image)
    differs = own != theirs
    for rows, columns in text_cells(state):
        # A cell that is not inverted is dark in its first two lines; row 0 lacks these, and is one or the other as a
        # whole.
        part = (slice(0, TOP), slice(LEFT, -LEFT)) if rows.start == 0 else (rows.start, columns.start)
        if (own[part].mean() > 0.5) == (theirs[part].mean() > 0.5):
            differs[rows, columns] = False
    return not differs.any()


def machine_for(game: Path, interpreter: str, adapter: str, seed: int = 0x1234) -> Machine:
    """Return a machine with an adapter of the tables, strict and as fast as the recorder's."""
    computer, display = DISPLAYS[adapter]
    settings = Settings(machine=computer, display=display, seed=seed, budget=UNLIMITED, mercies=AS_RECORDED)
    return Machine(open_game(game, INTERPRETERS[interpreter]), settings=settings)


def scenes(game: Path, interpreter: str, adapter: str, script: Path, cycles: int) -> Iterator[tuple[str, StateLayout]]:
    """Play a game by a script; yield each scene's name and state: after a cycle, and where the game waits in one."""
    machine = machine_for(game, interpreter, adapter)
    driver = TraceDriver(machine, read_input_script(script))
    waits: list[StateLayout] = []
    press = driver._press_for_waiting_game

    def noted() -> bool:
        waits.append(StateLayout.from_buffer_copy(machine.unguarded.buffer))
        return press()

    driver._press_for_waiting_game = noted  # type: ignore[method-assign]
    for cycle in range(cycles + 2):
        waits.clear()
        if driver.line() is None:
            return
        driver.observer.accept()
        yield from ((f"b{cycle - 1:05}_{index}", kept) for index, kept in enumerate(waits))
        yield f"c{cycle:05}", machine.unguarded.state


def drawn_picture(game: Path, interpreter: str, adapter: str, number: int) -> StateLayout:
    """Draw a picture over a clean buffer and show it; return the state."""
    m = machine_for(game, interpreter, adapter).unguarded
    m.state.text.picture_row = 1
    m.core.clear_picture()
    picture_drawing.draw_data(m, m.game.stored(Kind.PICTURE, number).data)
    screen_modes.show_picture(m)
    return m.state


def values_by_cycle(game: Path, interpreter: str, adapter: str, script: Path) -> list[dict[str, Any]]:
    """Return the values that the tables compare, by the cycles of a play."""
    found = []
    for name, state in scenes(game, interpreter, adapter, script, CYCLES):
        if name.startswith("c") and len(found) <= CYCLES:
            variables, flags, picture = bytes(state.vars), bytes(state.flags), bytes(state.picture)
            values: dict[str, Any] = {f"v{number}": value for number, value in enumerate(variables)}
            values |= {f"f{number}": flags[number >> 3] >> (7 - number % 8) & 1 for number in range(256)}
            values |= {"vis": bytes(cell & 15 for cell in picture), "pri": bytes(cell >> 4 for cell in picture)}
            values |= {"tick": state.clock.ticks, "rng": state.rng, "objects": bytes(state.objects)}
            found.append(values)
    return found


def first_differences(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> dict[str, int]:
    """Return the first cycle in which each value differs."""
    first: dict[str, int] = {}
    for cycle, (values, others) in enumerate(zip(one, other, strict=True)):
        for name, value in values.items():
            if value != others[name]:
                first.setdefault(name, cycle)
    return first


class AdapterTables:
    """The tables in a folder, and the games beside it."""

    def __init__(self, tables: Path) -> None:
        """Read nothing yet."""
        self.tables = tables
        self.script = tables / "shots.script"

    def game(self, name: str) -> Path:
        """Return a game."""
        place = self.tables / "games" / f"{name}.zip"
        return place if place.exists() else self.tables.parent / "games" / f"{name}.zip"

    def mixed_game(self, name: str, unpacked: Path) -> Path:
        """Return the game that was recorded under a name: one that is mixed from two is made in a folder."""
        if name not in MIXED:
            return self.game(name)
        mixed = unpacked / name
        mixed.mkdir(exist_ok=True)
        for each in (MIXED[name], name):
            with zipfile.ZipFile(self.game(each)) as archive:
                for file in archive.namelist():
                    if each != name or (mixed / file.lower()).exists():
                        (mixed / file.lower()).write_bytes(archive.read(file))
        return mixed

    def rows(self, table: str) -> list[Row]:
        """Return the rows of a table."""
        return [json.loads(line) for line in (self.tables / table).read_text().splitlines()]

    def compare_screens(self, scores: Mapping[str, AdapterScore], only: str = "") -> None:
        """Compare the screens of plays, of all games or of one."""
        plays: dict[tuple[str, str, str], dict[str, Row]] = defaultdict(dict)
        for row in self.rows("screens/screens.jsonl"):
            if only in ("", row["game"]):
                plays[row["game"], row["interpreter"], row["adapter"]][row["scene"]] = row
        with tempfile.TemporaryDirectory() as unpacked:
            for (game, interpreter, adapter), rows in plays.items():
                place = self.mixed_game(game, Path(unpacked))
                self._compare_play(scores[adapter], place, rows, f"{game} {interpreter}")

    def _compare_play(self, score: AdapterScore, place: Path, rows: dict[str, Row], name: str) -> None:
        first = next(iter(rows.values()))
        last = max(row["cycle"] for row in rows.values())
        for scene, state in scenes(place, first["interpreter"], first["adapter"], self.script, last):
            row = rows.pop(scene, None)
            if row is not None:
                known = KNOWN.get((row["game"], scene), "")
                score.take(is_same_screen(state, row, self.tables), f"{name} {scene}", known)
        for scene in rows:
            score.take(False, f"{name} {scene} was not reached")

    def compare_pictures(self, scores: Mapping[str, AdapterScore], table: str, only: str = "") -> None:
        """Compare pictures, of all games or of one: both halves of the buffer, and what is shown."""
        for row in self.rows(table):
            if only in ("", row["game"]):
                state = drawn_picture(self.game(row["game"]), row["interpreter"], row["adapter"], row["pic"])
                cells = np.frombuffer(bytes(state.picture), dtype=np.uint8)
                shown = own_screen(state, row["canonical"])
                found = [hashlib.sha1(each.tobytes()).hexdigest() for each in (shown, cells & 15, cells >> 4)]
                is_equal = found == [row["sha1"], row["vis_sha1"], row["pri_sha1"]]
                scores[row["adapter"]].take(is_equal, f"{row['game']} {row['interpreter']} picture {row['pic']}")

    def compare_states(self, scores: Mapping[str, AdapterScore]) -> None:
        """Compare in which cycle each value of the state begins to differ from a play on an EGA."""
        on_ega: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for row in self.rows("state.jsonl"):
            game, adapter = row["game"], row["adapter"]
            interpreter = "2917" if adapter == "mcga" else "2936"
            place = self.game(game)
            if (game, interpreter) not in on_ega:
                on_ega[game, interpreter] = values_by_cycle(place, interpreter, "ega", self.script)
            found = first_differences(
                on_ega[game, interpreter], values_by_cycle(place, interpreter, adapter, self.script)
            )
            known = KNOWN.get((game, adapter), "")
            scores[adapter].take(found == row["first_difference"], f"{game} {interpreter} state: {found}", known)


def new_scores() -> dict[str, AdapterScore]:
    """Return a score for each adapter, with nothing in it."""
    return {name: AdapterScore(name) for name in DISPLAYS}


def compare_all() -> list[AdapterScore]:
    """Compare everything; empty without the tables."""
    if not folder().is_dir():
        return []
    tables, scores = AdapterTables(folder()), new_scores()
    tables.compare_screens(scores)
    for table in ("pictures/pictures.jsonl", "allpics/pictures.jsonl"):
        tables.compare_pictures(scores, table)
    tables.compare_states(scores)
    return list(scores.values())


def report(scores: list[AdapterScore]) -> Iterator[str]:
    """Yield what to print: a line for each adapter, then what differs."""
    for score in scores:
        yield f"{score.name:11}adapters  {score.equal:>8,} of {score.checked:>8,} screens, pictures and states equal"
    for score in scores:
        yield from (f"{score.name}: {name}" for name in score.differing)
        yield from (f"{score.name}: {name} (known)" for name in score.known)
