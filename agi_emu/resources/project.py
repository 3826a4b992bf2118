"""Games as folders of sources, and the game made from them.

A project holds ``game.txt`` (``key: value`` lines: id, interpreter, highest object), ``words.txt`` (``group: word,
word``), ``items.txt`` (``name: room``, in the order of their numbers), and folders of numbered sources:
``logics/0-main.lgc``, ``pictures/1-title.pic``, ``views/0-ego.view``, ``sounds/1-tune.sound``. ``#`` begins a comment
in the lists. Includes of logics lie beside them and have names that begin with a letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from agi_emu.errors import GameError, ResourceError
from agi_emu.logic.compiler import compile_file
from agi_emu.resources.picture_source import parse_picture
from agi_emu.resources.sound_source import parse_sound
from agi_emu.resources.view_source import parse_view
from agi_emu.resources.writing import write_game
from agi_emu.versions import DEFAULT_V2, PROFILES

_SETTINGS = ("id", "interpreter", "highest object")


def build_project(project: Path, target: Path, *, notes: list[str] | None = None) -> Path:
    """Build a project folder into a game: a zip archive if `target` ends in .zip, else a folder; return `target`.

    Raises LogicError, ResourceError or GameError with file and line for what is wrong in the sources.
    """
    settings = _settings(project / "game.txt")
    interpreter = settings.get("interpreter", DEFAULT_V2.name)
    if interpreter not in PROFILES:
        raise GameError(f"game.txt: no interpreter {interpreter} is known; choose one of {', '.join(PROFILES)}")
    highest = settings.get("highest object", "15")
    if not highest.isdecimal() or int(highest) > 0xFF:
        raise ResourceError(f"game.txt: expected a highest object from 0 to 255, not {highest!r}")
    words = dict(_words(project / "words.txt"))
    items = list(_items(project / "items.txt"))
    names = [name for name, _ in items]
    profile = PROFILES[interpreter]
    return write_game(
        target,
        logics=_resources(
            project / "logics",
            ".lgc",
            lambda path: compile_file(path, words=words, items=names, profile=profile, notes=notes),
        ),
        pictures=_resources(project / "pictures", ".pic", lambda path: parse_picture(_text(path), path.name)),
        views=_resources(project / "views", ".view", lambda path: parse_view(_text(path), path.name)),
        sounds=_resources(project / "sounds", ".sound", lambda path: parse_sound(_text(path), path.name)),
        words=words,
        items=items,
        max_object=int(highest),
        interpreter=interpreter,
        game_id=settings.get("id", ""),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise GameError(f"{path}: {problem.strerror or problem}") from problem


def _resources(folder: Path, suffix: str, translate: Callable[[Path], bytes]) -> dict[int, bytes]:
    """Return the resources of a folder by the number that their names begin with."""
    found: dict[int, bytes] = {}
    for path in sorted(folder.glob(f"*{suffix}")):
        match = re.match(r"\d+", path.name)
        if match is None:
            continue
        number = int(match[0])
        if number in found:
            raise GameError(f"{path}: another file has the number {number} already")
        found[number] = translate(path)
    return found


def _lines(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the place, and what stands before and behind the last colon, of each line that is not empty."""
    for number, raw in enumerate(_text(path).splitlines(), start=1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        left, colon, right = line.rpartition(":")
        if not colon:
            raise ResourceError(f"{path.name}:{number}: expected two parts with ':' between, not {line!r}")
        yield f"{path.name}:{number}", left.strip(), right.strip()


def _settings(path: Path) -> dict[str, str]:
    settings = {}
    for place, key, value in _lines(path):
        if key not in _SETTINGS:
            raise ResourceError(f"{place}: expected one of {', '.join(_SETTINGS)}, not {key!r}")
        settings[key] = value
    return settings


def _words(path: Path) -> Iterator[tuple[str, int]]:
    for place, group, words in _lines(path):
        if not group.isdecimal():
            raise ResourceError(f"{place}: expected a word group from 0 to 65535, not {group!r}")
        for word in words.split(","):
            yield word.strip(), int(group)


def _items(path: Path) -> Iterator[tuple[str, int]]:
    for place, name, room in _lines(path):
        if not room.isdecimal() or int(room) > 0xFF:
            raise ResourceError(f"{place}: expected a room from 0 to 255, not {room!r}")
        yield name, int(room)
