"""The tables of recorded values: one function for each, that checks the part of one game (or the whole table)."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from agi_emu.accuracy.bench import RECORDED_WITH, Bench, empty_game, strict_settings
from agi_emu.accuracy.ground_truth import GroundTruth, Row
from agi_emu.accuracy.scores import TableScore
from agi_emu.accuracy.windows import COMPARED, window_of
from agi_emu.machine import sound
from agi_emu.machine.machine import Machine
from agi_emu.machine.parser import read_sentence
from agi_emu.recording.resource_digests import picture_rows, view_rows
from agi_emu.resources import Game, open_game

PICTURE_KEYS = ("res_sha1", "len", "vis_sha1", "pri_sha1")
SOUND_BEATS = 5400
"""The recordings of sounds end after 90 seconds."""
END_FLAG = 100
COLOURS = bytes(cell & 15 for cell in range(256))
PRIORITIES = bytes(cell >> 4 for cell in range(256))
RESULT, OPERAND = 10, 11
"""Variables in which arithmetic is tried."""


def pictures(truth: GroundTruth, game: str, rows: list[Row]) -> Iterator[tuple[bool | None, str]]:
    """Every picture, drawn on an empty buffer."""
    drawn = {row["pic"]: row for row in picture_rows(_open(truth, game))}
    for row in rows:
        if "error" in row:
            yield None, ""
            continue
        ours = drawn.get(row["pic"], {"error": "is not there"})
        wrong = [key for key in PICTURE_KEYS if ours.get(key) != row[key]]
        yield not wrong, f"picture {row['pic']}: {ours.get('error') or ', '.join(wrong)}"


def views(truth: GroundTruth, game: str, rows: list[Row]) -> Iterator[tuple[bool | None, str]]:
    """Every cel, added to an empty picture."""
    drawn = {row["view"]: row for row in view_rows(_open(truth, game))}
    for row in rows:
        if "error" in row:
            yield None, ""
            continue
        ours: Any = drawn.get(row["view"], {}).get("cels", [])
        for loop, cels in enumerate(row["cels"]):
            for number, recorded in enumerate(cels):
                found = ours[loop][number] if loop < len(ours) and number < len(ours[loop]) else None
                is_equal = (None if found is None else list(found)) == recorded
                yield is_equal, f"view {row['view']} loop {loop} cel {number}: {found}, recorded {recorded}"


def scenes(truth: GroundTruth, game: str, rows: list[Row]) -> Iterator[tuple[bool | None, str]]:
    """Pictures with cels added one after the other; a scene counts up to its first wrong step."""
    opened = _open(truth, game)
    for row in rows:
        if "error" in row:
            # The original gave up here (no memory, no volume); the steps before that are its own.
            yield None, ""
        if not row["steps"]:
            continue
        bench = Bench(opened)
        number = RESULT
        bench.machine.vars[number] = row["pic"]
        bench.act("load.pic", number)
        bench.act("draw.pic", number)
        for place, (*step, colours, priorities) in enumerate(row["steps"]):
            bench.act("load.view", step[0])
            bench.act("add.to.pic", *step)
            found = _plane_crcs(bench.machine)
            yield found == (colours, priorities), f"picture {row['pic']} step {place} {step}: {found}"


def windows(truth: GroundTruth, game: str, rows: list[Row]) -> Iterator[tuple[bool | None, str]]:
    """Size, place and lines of the window of every plain message."""
    opened = _open(truth, game)
    bench = Bench(opened)
    for row in rows:
        message = opened.logic(row["logic"]).messages[row["msg"] - 1] or b""
        if "error" in row or hashlib.sha1(message).hexdigest() != row["sha1"]:
            # One recorded message is another text than the file's: its last character, a control code, was lost.
            yield None, ""
            continue
        found = window_of(bench, message)
        wrong = [f"{key} {found[key]}, recorded {row[key]}" for key in COMPARED if found[key] != row[key]]
        yield not wrong, f"logic {row['logic']} message {row['msg']}: {'; '.join(wrong)}"


def parse(truth: GroundTruth, game: str, rows: list[Row]) -> Iterator[tuple[bool | None, str]]:
    """Every sentence: word count, groups, v9 and flag 2."""
    dictionary = _open(truth, game).words.raw
    for row in rows:
        if "error" in row:
            yield None, ""
            continue
        for text, count, groups, unknown, has_input, _said in row["cases"]:
            sentence = read_sentence(dictionary, text.encode("latin-1"))
            found = [len(sentence.words), [group for group, _ in sentence.words], sentence.unknown]
            is_equal = found == [count, groups, unknown] and bool(sentence.words) == bool(has_input)
            yield is_equal, f"{text!r}: {found}, recorded {[count, groups, unknown]}"


def sounds(truth: GroundTruth, game: str, rows: list[Row]) -> Iterator[tuple[bool | None, str]]:
    """Every port write and the end of every sound, on a PC and on a Tandy."""
    opened = _open(truth, game)
    for machine in ("pc", "tandy"):
        for row in rows:
            recorded = row.get(machine, row)
            if "error" in recorded:
                yield None, ""
                continue
            found = played(opened, row["sound"], machine)
            is_equal = found == (recorded["end_tick"], recorded["writes"], recorded["sha1"])
            words = f"ends at {found[0]} after {found[1]} writes, recorded {recorded['end_tick']}, {recorded['writes']}"
            yield is_equal, f"sound {row['sound']} on {machine}: {words}"


def arith(truth: GroundTruth, _game: str, _rows: list[Row]) -> Iterator[tuple[bool | None, str]]:
    """Edge values of the arithmetic actions."""
    bench = Bench(empty_game())
    variables = bench.machine.vars
    for name, first, second, result in truth.whole("arith"):
        variables[RESULT] = first
        if second is None:
            bench.act(name, RESULT)
        elif name.endswith("v"):
            variables[OPERAND] = second
            bench.act(name, RESULT, OPERAND)
        else:
            bench.act(name, RESULT, second)
        yield variables[RESULT] == result, f"{name} {first} {second}: {variables[RESULT]}, recorded {result}"


def random(truth: GroundTruth, _game: str, _rows: list[Row]) -> Iterator[tuple[bool | None, str]]:
    """Results of the random generator and its seeds."""
    bench = Bench(empty_game())
    state = bench.machine.state
    table = truth.whole("random")
    for name, series in table.items():
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


Check = Callable[[GroundTruth, str, list[Row]], Iterator[tuple[bool | None, str]]]
"""Yields for each value whether it is equal (None: there is no ground truth) and words for a difference."""

CHECKS: dict[str, Check] = {
    "pictures": pictures,
    "views": views,
    "scenes": scenes,
    "windows": windows,
    "parse": parse,
    "sounds": sounds,
    "arith": arith,
    "random": random,
}


def check(truth: GroundTruth, table: str, game: str, rows: list[Row]) -> TableScore:
    """Check the part of a table that concerns a game (an empty name: the whole table)."""
    score = TableScore(table, game)
    for is_equal, words in CHECKS[table](truth, game, rows):
        if is_equal is None:
            score.unclaimed += 1
        else:
            score.take(is_equal, words)
    return score


def played(game: Game, number: int, machine: str) -> tuple[int | None, int, str]:
    """Play a sound; return the beat of its end (None after `SOUND_BEATS`), the count and SHA-1 of its port writes."""
    player = Machine(game, settings=strict_settings(machine))
    player.set_flag(sound.SOUND_ON_FLAG, True)
    sound.start(player, number, END_FLAG)
    end = None
    for beat in range(1, SOUND_BEATS + 1):
        player.state.clock.beats = beat
        sound.step(player)
        if player.flag(END_FLAG):
            end = beat
            break
    log = b"".join(struct.pack("<HHB", *write) for write in player.port_writes)
    return end, len(player.port_writes), hashlib.sha1(log).hexdigest()


def _open(truth: GroundTruth, game: str) -> Game:
    return open_game(truth.game(game), RECORDED_WITH)


def _plane_crcs(machine: Machine) -> tuple[str, str]:
    cells = bytes(machine.state.picture)
    colours, priorities = cells.translate(COLOURS), cells.translate(PRIORITIES)
    return f"{zlib.crc32(colours):08x}", f"{zlib.crc32(priorities):08x}"
