"""Mercies: where a player is better served by something else than what the original does.

A machine's settings hold a set of them; none of them belongs to the original, all of them to the friendly face.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Mercy(NamedTuple):
    """One tolerance: what the original does, what is done instead, and who says what the original does."""

    name: str
    original: str
    instead: str
    source: str


DETECT_PLAIN_OBJECT = Mercy(
    "detect-plain-object",
    "decrypts the OBJECT file without a look at it, so a plain one becomes garbage",
    "an OBJECT file that makes sense as it is stays as it is",
    "RES-32",
)
RUN_LATER_OPCODES = Mercy(
    "run-later-opcodes",
    "raises error 16 for actions that only later interpreters have",
    "runs every action that any interpreter has",
    "CMD-2",
)
SKIP_MISSING_RESOURCE = Mercy(
    "skip-missing-resource",
    "shows 'view 199 not found' and ends, or asks for a disk for ever; after an error some can read nothing any more",
    "does nothing and notes it; what is there is read",
    "TEXT-70, TEXT-71, RES-41",
)
OPEN_ALL_VOLUMES = Mercy(
    "open-all-volumes",
    "knows vol.0 to vol.4 in version 2 and asks for the disk of every other volume for ever",
    "opens whatever volumes there are",
    "RES-10",
)
PASS_WRONG_VOLUME_BYTE = Mercy(
    "pass-wrong-volume-byte",
    "says 'That is the wrong disk' where the header of a resource names another volume than its directory",
    "takes the resource",
    "RES-13",
)
NO_HEAP_LIMIT = Mercy(
    "no-heap-limit",
    "ends with 'No memory' when a game's resources do not fit into 57 KB",
    "there is always memory, and v8 says so",
    "MEM-12",
)
IGNORE_GAME_ID = Mercy(
    "ignore-game-id",
    "ends at set.game.id when the game is not the one the interpreter was made for",
    "keeps the id for the names of savegames and continues",
    "CMD-33",
)
BOUND_PLACEMENT_SEARCH = Mercy(
    "bound-placement-search",
    "hangs when there is no free place for an object, and no row for a fixed priority 0",
    "leaves the object where it is once the whole picture was searched, and draws one of priority 0 first",
    "OBJ-59, VIEW-25",
)
SKIP_OPERANDS_OF_NULL_ACTIONS = Mercy(
    "skip-operands-of-null-actions",
    "executes the operands of actions without effect, such as discard.sound, as the next actions",
    "skips them",
    "CMD-4",
)
EMPTY_MISSING_WORD = Mercy(
    "empty-missing-word",
    "takes untyped words, messages and strings past the last one and what follows a % that ends a text from its own "
    "memory",
    "gives an empty string, shows nothing, and ends the text; of the strings only those that games read are there",
    "WORD-30, TEXT-28, TEXT-25",
)
SURVIVE_CRASHES = Mercy(
    "survive-crashes",
    "overwrites its own memory, or runs on it, where a text is too long for its window, where there is no menu, and "
    "where calls are nested so deeply that its stack ends; shake.screen(0) shakes for ten hours",
    "shows what there is room for, and no menu; 63 calls can be nested, and mirrored cels be added in each; a count of "
    "0 does not shake",
    "TEXT-33, TEXT-56, CMD-23, CMD-24, PIC-38",
)
FIND_HIDDEN_WORDS = Mercy(
    "find-hidden-words",
    "does not know words that an unsorted dictionary hides from it",
    "looks through the whole dictionary for a word that it does not know",
    "WORD-19",
)
SURVIVE_DIVISION_BY_ZERO = Mercy(
    "survive-division-by-zero",
    "ends with a divide error of the processor",
    "leaves the variable unchanged",
    "CMD-12",
)
ERROR_FOR_STRAY_TOKEN = Mercy(
    "error-for-stray-token",
    "hangs where code meets FC or FD, which belong into conditions, in place of an action",
    "raises error 16, as for any other number that is not an action",
    "LANG-2",
)
SHORT_ZERO_NOTES = Mercy(
    "short-zero-notes",
    "plays a note of duration 0 for 18 minutes",
    "skips it",
    "SND-4",
)
SKIP_SAVE_PATH = Mercy(
    "skip-save-path",
    "asks for a disk or directory at every save and restore",
    "keeps the savegames of a game in a folder of their own and does not ask",
    "SAVE-17",
)
NAME_SIMPLE_SAVES = Mercy(
    "name-simple-saves",
    "describes the first savegame under a simple name with what was described last, mostly nothing",
    "describes it with the simple name, so that the next save finds it",
    "SAVE-23",
)
SURVIVE_DAMAGED_SAVE = Mercy(
    "survive-damaged-save",
    "ends when a savegame cannot be restored, for it was read over the running game",
    "checks it first, says that it is damaged and continues",
    "SAVE-3",
)
SILENT_FOREIGN_SOUNDS = Mercy(
    "silent-foreign-sounds",
    "plays the bytes of a sound of another computer as if they were notes",
    "is silent for as long as that sound lasts, and then sets its flag",
    "EXT-25",
)

SWALLOW_ARROW_REPEATS = Mercy(
    "swallow-arrow-repeats",
    "takes each repeat of a held arrow for another press before 2.903, so ego stops and starts",
    "ignores the repeats, as later interpreters do",
    "KEY-12",
)

MERCIES: Mapping[str, Mercy] = MappingProxyType(
    {
        mercy.name: mercy
        for mercy in (
            DETECT_PLAIN_OBJECT,
            RUN_LATER_OPCODES,
            SKIP_MISSING_RESOURCE,
            OPEN_ALL_VOLUMES,
            PASS_WRONG_VOLUME_BYTE,
            NO_HEAP_LIMIT,
            IGNORE_GAME_ID,
            BOUND_PLACEMENT_SEARCH,
            SKIP_OPERANDS_OF_NULL_ACTIONS,
            EMPTY_MISSING_WORD,
            SURVIVE_CRASHES,
            FIND_HIDDEN_WORDS,
            SURVIVE_DIVISION_BY_ZERO,
            ERROR_FOR_STRAY_TOKEN,
            SHORT_ZERO_NOTES,
            SILENT_FOREIGN_SOUNDS,
            SWALLOW_ARROW_REPEATS,
            SKIP_SAVE_PATH,
            NAME_SIMPLE_SAVES,
            SURVIVE_DAMAGED_SAVE,
        )
    }
)
"""Every mercy by name."""

STRICT: frozenset[Mercy] = frozenset()
"""The original, its failures included."""
AS_RECORDED: frozenset[Mercy] = frozenset({IGNORE_GAME_ID})
"""The original as the golden recordings were made."""
FRIENDLY: frozenset[Mercy] = frozenset(MERCIES.values())
"""For players. Errors of logics stay: games have logics that handle them (reference: CMD-40)."""
