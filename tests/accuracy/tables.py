"""The tables of recorded values: one function for each, that checks the part of one game (or the whole table)."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path
from struct import Struct
from typing import Any

from agi_emu._core import cel
from agi_emu._core.port_log import unpacked
from agi_emu.facts.codes import Flag
from agi_emu.facts.errors import AgiError
from agi_emu.facts.witnesses import RECORDED_WITH
from agi_emu.machine import heap, sound
from agi_emu.machine.input.parser import read_sentence
from agi_emu.machine.machine import Machine
from agi_emu.resources import Game, Kind, open_game
from agi_emu.tracing.resource_digests import (
    CEL_PRIORITY,
    CEL_X,
    CEL_Y,
    EMPTY_PICTURE,
    CelDigest,
    cel_size,
    picture_rows,
    view_rows,
)
from tests.accuracy.bench import Bench, empty_game, strict_settings
from tests.accuracy.ground_truth import Row
from tests.accuracy.recorded_sounds import RecordedSounds
from tests.accuracy.scores import TableScore
from tests.accuracy.windows import COMPARED, window_of

PICTURE_KEYS = ("res_sha1", "len", "vis_sha1", "pri_sha1")
SOUND_BEATS = 5400
"""The recordings of sounds end after 90 seconds."""
END_FLAG = 200
"""Which flag the recorder took is not known, but the low half of its number: 8 (recorded_sounds.py)."""
WRITE = Struct("<HHB")
"""A write to a port, as the tables of sounds digest it."""
COLOURS = bytes(cell & 15 for cell in range(256))
PRIORITIES = bytes(cell >> 4 for cell in range(256))
NO_BOX = 4
"""A margin of add.to.pic that draws no box of control lines."""
RESULT, OPERAND = 10, 11
"""Variables in which arithmetic is tried."""


Verdicts = Iterator[tuple[bool | None, str]]
"""For each value, whether it is equal (None: there is no ground truth), and the difference in words."""


def pictures(drawn: Mapping[int, Row], row: Row) -> Verdicts:
    """A picture, drawn on an empty buffer."""
    ours = drawn.get(row["pic"], {"error": "is missing"})
    wrong = [key for key in PICTURE_KEYS if ours.get(key) != row[key]]
    yield not wrong, f"picture {row['pic']}: {ours.get('error') or ', '.join(wrong)}"


def views(drawn: Mapping[object, Row], row: Row) -> Verdicts:
    """Every cel of a view, added to an empty picture."""
    ours: Any = drawn.get(row["view"], {}).get("cels", [])
    for loop, cels in enumerate(row["cels"]):
        for number, recorded in enumerate(cels):
            found = ours[loop][number] if loop < len(ours) and number < len(ours[loop]) else None
            is_equal = (None if found is None else list(found)) == recorded
            yield is_equal, f"view {row['view']} loop {loop} cel {number}: {found}, recorded {recorded}"


def drawn_views(game: Game) -> Mapping[object, Row]:
    """Return the digests of each cel of each view, under the game's interpreter.

    That of the whole table, and 2.917, draw a cel the same way whatever was drawn before. Others are asked as they
    were when they were recorded: each view is loaded once, and its cels are added loop by loop, for what turning a
    mirrored cel leaves in memory may show in the next loop (reference: VIEW-10).
    """
    if game.profile.name == RECORDED_WITH:
        return {row["view"]: row for row in view_rows(game)}
    bench = Bench(game)
    return {number: {"cels": _added_cels(bench, number)} for number in game.volumes.numbers(Kind.VIEW)}


def _added_cels(bench: Bench, view: int) -> list[list[CelDigest | None]]:
    if not heap.has_room(bench.machine, Kind.VIEW, view):
        return []
    data = bench.machine.game.views[view]
    loops = [range(cel.cel_count(data, loop)) for loop in range(cel.loop_count(data))]
    bench.act("load.view", view)
    added = [[_added_cel(bench, data, view, loop, number) for number in numbers] for loop, numbers in enumerate(loops)]
    bench.act("discard.view", view)
    return added


def _added_cel(bench: Bench, data: bytes, view: int, loop: int, number: int) -> CelDigest | None:
    size = cel_size(data, loop, number)
    if size is None:
        return None
    bench.machine.unguarded.state.picture[:] = list(EMPTY_PICTURE)
    bench.act("add.to.pic", view, loop, number, CEL_X, CEL_Y, CEL_PRIORITY, NO_BOX)
    return (*size, *_plane_crcs(bench.machine))


def scenes(game: Game, row: Row) -> Verdicts:
    """A picture with cels added one after the other; a scene counts up to its first wrong step."""
    if "error" in row:
        # The original gave up here (no memory, no volume); the steps before that are valid.
        yield None, ""
    if not row["steps"]:
        return
    bench = Bench(game)
    number = RESULT
    bench.machine.vars[number] = row["pic"]
    bench.act("load.pic", number)
    bench.act("draw.pic", number)
    for place, (*step, colours, priorities) in enumerate(row["steps"]):
        bench.act("load.view", step[0])
        bench.act("add.to.pic", *step)
        # All views of a scene do not fit into the memory together; the one that was recorded did.
        bench.act("discard.view", step[0])
        found = _plane_crcs(bench.machine)
        yield found == (colours, priorities), f"picture {row['pic']} step {place} {step}: {found}"


def windows(bench: Bench, row: Row) -> Verdicts:
    """Size, place and lines of the window of a plain message."""
    message = bench.machine.game.logic(row["logic"]).messages[row["msg"] - 1] or b""
    # A text that ends with its section, without a NUL, was recorded without its last character.
    recorded = [text for text in (message, message[:-1]) if hashlib.sha1(text).hexdigest() == row["sha1"]]
    if not recorded:
        yield None, ""
        return
    message = recorded[0]
    found = window_of(bench, message)
    wrong = [f"{key} {found[key]}, recorded {row[key]}" for key in COMPARED if found[key] != row[key]]
    yield not wrong, f"logic {row['logic']} message {row['msg']}: {'; '.join(wrong)}"


def parse(dictionary: bytes, row: Row) -> Verdicts:
    """Sentences: word count, groups, v9 and flag 2."""
    for text, count, groups, unknown, has_input, _said in row["cases"]:
        sentence = read_sentence(dictionary, text.encode("latin-1"))
        found = [len(sentence.words), [group for group, _ in sentence.words], sentence.unknown]
        is_equal = found == [count, groups, unknown] and bool(sentence.words) == bool(has_input)
        yield is_equal, f"{text!r}: {found}, recorded {[count, groups, unknown]}"


def sounds(recorded_sounds: RecordedSounds, row: Row) -> Verdicts:
    """Every port write and the end of a sound, on a PC and on a Tandy."""
    if any("error" in row.get(machine, row) for machine in ("pc", "tandy")):
        recorded_sounds.begin_again()
        memory = b""
    else:
        memory = recorded_sounds.load(row["sound"])
    for machine in ("pc", "tandy"):
        recorded = row.get(machine, row)
        if "error" in recorded:
            yield None, ""
            continue
        found = played(recorded_sounds.game, row["sound"], machine, memory)
        is_equal = found == (recorded["end_tick"], recorded["writes"], recorded["sha1"])
        words = f"ends at {found[0]} after {found[1]} writes, recorded {recorded['end_tick']}, {recorded['writes']}"
        yield is_equal, f"sound {row['sound']} on {machine}: {words}"


def arith(bench: Bench, row: Sequence[Any]) -> Verdicts:
    """An edge value of an arithmetic action."""
    variables = bench.machine.vars
    name, first, second, result = row
    variables[RESULT] = first
    if second is None:
        bench.act(name, RESULT)
    elif name.endswith("v"):
        variables[OPERAND] = second
        bench.act(name, RESULT, OPERAND)
    else:
        bench.act(name, RESULT, second)
    yield variables[RESULT] == result, f"{name} {first} {second}: {variables[RESULT]}, recorded {result}"


def random(bench: Bench, row: tuple[str, Any]) -> Verdicts:
    """Results of the random generator and its seeds."""
    state = bench.machine.unguarded.state
    name, series = row
    if name.startswith("seed 0x"):
        state.rng = int(name.removeprefix("seed "), 16)
        for result, seed in series:
            bench.act("random", 0, 255, RESULT)
            yield (state.vars[RESULT], state.rng) == (result, seed), f"{name}: {state.vars[RESULT]} for {result}"
    elif name == "seed 0":
        state.rng = 0
        state.clock.bios = series["clock_read"][0]
        bench.act("random", 0, 255, RESULT)
        found = (state.vars[RESULT], state.rng)
        yield found == (series["value"], series["seed_after"]), f"{name}: {found}"
    else:
        for low, high, results in series:
            state.rng = 0x1234
            for result in results:
                bench.act("random", low, high, RESULT)
                yield state.vars[RESULT] == result, f"random({low}, {high}): {state.vars[RESULT]} for {result}"


@dataclass(frozen=True, slots=True)
class Table:
    """How the rows of a table are checked."""

    subject: Callable[[Game], Any]
    """What the rows of a game are checked on; a table that needs no game gets an empty one."""
    check: Callable[[Any, Any], Verdicts]
    key: str = ""
    """Key of a row's number, to name the row; rows that are not objects have none."""
    takes_errors: bool = False
    """Whether a row about a failure of the original still holds something to check."""


TABLES: dict[str, Table] = {
    "pictures": Table(lambda game: {row["pic"]: row for row in picture_rows(game, game.profile)}, pictures, "pic"),
    "views": Table(drawn_views, views, "view"),
    "scenes": Table(lambda game: game, scenes, "pic", takes_errors=True),
    "windows": Table(Bench, windows, "msg"),
    "parse": Table(lambda game: game.words.raw, parse),
    "sounds": Table(lambda game: RecordedSounds(game, END_FLAG), sounds, "sound", takes_errors=True),
    "arith": Table(Bench, arith),
    "random": Table(Bench, random),
}


def check(
    place: Path | None, name: str, game: str, rows: Iterable[Any], *, interpreter: str = RECORDED_WITH
) -> TableScore:
    """Check the part of an interpreter's table that concerns the game at a path (None: a table that needs none).

    A row that cannot be checked counts as one value that differs; the others are still checked.
    """
    table = TABLES[name]
    score = TableScore(name, interpreter, game)
    subject = table.subject(open_game(place, interpreter) if place else empty_game(interpreter))
    for row in rows:
        if isinstance(row, dict) and "error" in row and not table.takes_errors:
            score.unclaimed += 1
            continue
        try:
            for is_equal, words in table.check(subject, row):
                if is_equal is None:
                    score.unclaimed += 1
                else:
                    score.take(is_equal, words)
        except Exception as error:
            words = str(error) if isinstance(error, AgiError) else f"cannot be checked ({error!r})"
            score.take(False, f"{_name_of(row, table.key)}: {words}")
    return score


def _name_of(row: Any, key: str) -> str:
    """Return the name of a row, if it has one."""
    if not isinstance(row, dict):
        return f"row {str(row)[:40]}"
    return f"{key} {row.get(key)}" if key else "row"


def played(game: Game, number: int, machine: str, memory: bytes) -> tuple[int | None, int, str]:
    """Play a sound at the beginning of `memory`.

    Return the beat of its end (None after `SOUND_BEATS`), the count and SHA-1 of its port writes.
    """
    player = Machine(game, settings=strict_settings(machine))
    player.set_flag(Flag.SOUND_ON, True)
    player.core.set_sound(number, memory)
    sound.start(player, number, END_FLAG)
    beats, log = sound.play(player, SOUND_BEATS)
    writes = player.port_writes + unpacked(log)
    packed = b"".join(starmap(WRITE.pack, writes))
    return beats if player.flag(END_FLAG) else None, len(writes), hashlib.sha1(packed).hexdigest()


def _plane_crcs(machine: Machine) -> tuple[str, str]:
    cells = bytes(machine.unguarded.state.picture)
    colours, priorities = cells.translate(COLOURS), cells.translate(PRIORITIES)
    return f"{zlib.crc32(colours):08x}", f"{zlib.crc32(priorities):08x}"
