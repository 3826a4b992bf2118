"""Targets that run whole machines: on a logic of any bytes, on changed games, from changed states and savegames."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from agi_emu.facts.codes import MACHINES
from agi_emu.facts.mercies import FRIENDLY, STRICT
from agi_emu.facts.versions import PROFILES
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import restore
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import BUDGETS, Budget, Settings
from agi_emu.machine.snapshots import Snapshot
from agi_emu.resources.game import Game
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import ENTRIES, pack, unpack
from agi_emu.state.files.state_file import Chunk, ChunkPart, join_parts, split_parts
from tests.core.test_any_bytes import MESSAGES
from tests.fuzz.cursor import Cursor, share
from tests.fuzz.oracles import CHECKS, beats_of, check_one, restoring, run, started
from tests.fuzz.samples import NAMES, GivenLogic, files_of, game_of
from tests.unit.sample_games import logic

SHORT = Budget("short", 400)
"""Enough for a logic of the longest input; what loops for ever takes no longer."""
LOGIC_BEATS = 6
STATE_BEATS = 30
MOST_EDITS = 200
CUT_FILE, MISSING_FILE = 0xF0, 0xF8
"""Of the byte that says where a change is: from here on the file ends there, from there on it is missing."""
MOMENTS, BEATS_OF_A_MOMENT = 4, 40
LONGER_PART = 0xFF00
"""Of the place of a change in a state: from here on the part becomes longer."""
BEATS_BEFORE_RESTORE = 20
BEATS_BETWEEN_LOOKS = 90
RARER_CHECKS = 4 * CHECKS
"""Savegames that are restored at all are checked less often: what they hold is what `load_state` changes."""
SAVE_GAMES = ("meadow", "releases", "random 0")
_BUDGETS = tuple(BUDGETS.values())
_MACHINES = tuple(MACHINES)
_PROFILES = tuple(PROFILES)


def settings_of(choices: int) -> Settings:
    """Return settings by the bits of a byte."""
    return Settings(
        machine=_MACHINES[choices % len(_MACHINES)],
        seed=1 + (choices >> 4),
        budget=_BUDGETS[choices >> 2 & 1],
        mercies=FRIENDLY if choices & 8 else STRICT,
    )


@cache
def stage() -> GivenLogic:
    """Return a game whose logic 1 is called in each cycle."""
    return GivenLogic.around(files_of("stage"))


def run_logic(data: bytes) -> None:
    """Run a logic of any bytes in a room with a picture, objects and a sound."""
    cursor = Cursor(data)
    settings = replace(settings_of(cursor.byte()), budget=SHORT)
    game = stage()
    game.give(logic(cursor.rest(), MESSAGES))
    run(Machine(game, settings=settings), [[]] * LOGIC_BEATS)


@cache
def game_for_saves(name: str) -> Game:
    """Return a game whose saves are changed."""
    game = game_of(files_of(name))
    assert game is not None
    return game


def machine_for_saves(choices: int) -> Machine:
    """Return a machine for one of the games whose saves are changed."""
    settings = settings_of(choices >> 2)
    return started(game_for_saves(SAVE_GAMES[choices % len(SAVE_GAMES)]), settings, "first")


@cache
def state_of(game: int, moment: int) -> tuple[Chunk, ...]:
    """Return the chunks of the state of a machine that has run for a while."""
    machine = machine_for_saves(game)
    run(machine, beats_of(Cursor(bytes(37 * at & 0xFF for at in range(BEATS_OF_A_MOMENT * moment)))))
    return state_file.read(save_state(machine)).chunks


def changed_state(cursor: Cursor) -> bytes:
    """Take a state and some changes of its numbers; it is sealed again."""
    chunks = list(state_of(cursor.below(len(SAVE_GAMES)), cursor.below(MOMENTS)))
    places = [place for place, chunk in enumerate(chunks) if ENTRIES[chunk.tag].areas]
    while not cursor.is_over:
        place = places[cursor.below(len(places))]
        tag = chunks[place].tag
        parts = split_parts(tag, unpack(tag, chunks[place].data))
        name = sorted(parts)[cursor.below(len(parts))]
        data = bytearray(parts[name].data)
        at, value = cursor.word(), cursor.byte()
        if at >= LONGER_PART:
            data += bytes(value)
        elif data:
            data[at % len(data)] = value
        parts[name] = ChunkPart(name, parts[name].size, bytes(data))
        chunks[place] = Chunk(tag, pack(join_parts(parts.values())))
    return state_file.write(chunks)


@restoring
def load_state(data: bytes) -> None:
    """Load a state whose numbers were changed and run it."""
    cursor = Cursor(data)
    beats = beats_of(Cursor(cursor.take(STATE_BEATS)))
    number = cursor.byte()
    machine = machine_for_saves(number)
    resume(machine, changed_state(Cursor(bytes([number]) + cursor.rest())))
    check_one(machine, beats, share(data, CHECKS))


@restoring
def load_state_file(data: bytes) -> None:
    """Load a state file with any bytes and run it."""
    machine = machine_for_saves(0)
    resume(machine, data)
    check_one(machine, [[]] * STATE_BEATS, share(data, CHECKS))


@cache
def moment_for_restoring(choices: int) -> Snapshot:
    """Return a moment at which savegames are restored."""
    machine = machine_for_saves(choices)
    run(machine, [[]] * BEATS_BEFORE_RESTORE)
    return machine.snapshot()


@restoring
def load_savegame(data: bytes) -> None:
    """Load a savegame of the original whose bytes were changed and run it."""
    cursor = Cursor(data)
    choices = cursor.byte()
    machine = machine_for_saves(choices)
    beats = beats_of(Cursor(cursor.take(STATE_BEATS)))
    machine.restore(moment_for_restoring(choices))
    restore(machine, cursor.rest())
    check_one(machine, beats, share(data, RARER_CHECKS))


def changed_files(cursor: Cursor) -> dict[str, bytes]:
    """Take a game and some changes of its files."""
    files = files_of(NAMES[cursor.below(len(NAMES))])
    contents = {name: bytearray(data) for name, data in files.items()}
    for _ in range(min(cursor.byte(), MOST_EDITS)):
        places = sorted(contents)
        if not places:
            break
        name, kind = places[cursor.below(len(places))], cursor.byte()
        at = cursor.word() | kind << 16
        if kind >= MISSING_FILE:
            del contents[name]
        elif kind >= CUT_FILE:
            del contents[name][at & 0xFFFF :]
        elif contents[name]:
            contents[name][at % len(contents[name])] = cursor.byte()
    return {name: bytes(data) for name, data in contents.items()}


@restoring
def run_game(data: bytes) -> None:
    """Run a game whose files were changed, with any keys; save, load and repeat what it does."""
    cursor = Cursor(data)
    settings = settings_of(cursor.byte())
    profile = cursor.byte()
    game = game_of(changed_files(cursor), _PROFILES[profile] if profile < len(_PROFILES) else None)
    if game is None:
        return
    machine = Machine(game, settings=settings)
    while not cursor.is_over:
        check_one(machine, beats_of(cursor, BEATS_BETWEEN_LOOKS), share(data, CHECKS))
        if machine.state.general.exited:
            return
