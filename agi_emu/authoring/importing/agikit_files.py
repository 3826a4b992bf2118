"""The files that only agikit writes: words and items as text, pictures as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from agi_emu.facts.errors import ResourceError
from agi_emu.facts.numbers import whole
from agi_emu.host_files.reading import json_value
from agi_emu.resources.writing.game_files import can_be_written

GROUP = re.compile(r"\s*(\d+)\s*:(.*)")
WORD = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|(\S+)")
_MAX_GROUP = 0xFFFF
_MAX_BYTE = 0xFF
_MAX_STEP = 7
_LEFT, _UP = 0x80, 0x08
_SPLATTER, _RECTANGLE = 0x20, 0x10
_END = 0xFF


def words_of(text: str, notes: list[str]) -> dict[str, int]:
    """Return words with their groups; what cannot be read is noted."""
    words: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        match = GROUP.fullmatch(line)
        if match is None or whole(match[1]) > _MAX_GROUP:
            if line.strip():
                notes.append(f"words.txt:{number} is left out: expected a group and its words, not {line.strip()!r}")
            continue
        for quoted, single, bare in WORD.findall(match[2]):
            word = re.sub(r"\\(.)", r"\1", quoted or single) or bare
            if not can_be_written(word):
                notes.append(f"words.txt:{number}: the word {word!r} is left out; it cannot be typed")
            elif words.setdefault(word, whole(match[1])) != whole(match[1]):
                notes.append(f"words.txt:{number}: {word!r} is already in group {words[word]}, where it stays")
    return words


def items_of(text: str) -> tuple[list[tuple[str, int]], int]:
    """Return the names of items with their rooms, and the highest number of an object."""
    try:
        values = json_value(text)
        items = [(str(each["name"]), _byte(each["startingRoomNumber"])) for each in values["objects"]]
        highest = _byte(values["maxAnimatedObjects"])
        for name, _ in items:
            name.encode("cp437")
    except (ValueError, TypeError, KeyError) as problem:
        raise ResourceError(f"object.json: expected the items of agikit ({problem})") from None
    return items, highest


def project_of(text: str) -> tuple[str, str]:
    """Return the game's id and its interpreter's version: "" for what agikit-project.json does not say."""
    try:
        values = json_value(text)
        version = values.get("agiVersion", {})
        major, minor = int(version.get("major", 0)), int(version.get("minor", 0))
        game_id = re.sub(r"\W", "", str(values.get("gameId", "")), flags=re.ASCII)
    except (ValueError, TypeError, AttributeError) as problem:
        raise ResourceError(f"agikit-project.json: expected the settings of agikit ({problem})") from None
    number = {2: f"2.{minor:03}", 3: f"3.{minor // 1000:03}.{minor % 1000:03}"}.get(major, "")
    return game_id, number


def picture_of(text: str) -> bytes:
    """Return the bytes of a picture; ResourceError for what is not one."""
    try:
        commands = json_value(text)["commands"]
        data = bytearray()
        for command in commands:
            if command.get("enabled", True):
                opcode, operands = _COMMANDS[command["type"]]
                data += bytes([opcode, *operands(command)])
        return bytes([*data, _END])
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise ResourceError(f"expected a picture of agikit ({problem})") from None


def _byte(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= _MAX_BYTE:
        raise ValueError(f"expected 0 to {_MAX_BYTE}, not {value!r}")
    return value


def _point(point: Mapping[str, Any]) -> Iterator[int]:
    yield _byte(point["x"])
    yield _byte(point["y"])


def _points(name: str) -> Callable[[Mapping[str, Any]], Iterator[int]]:
    def operands(command: Mapping[str, Any]) -> Iterator[int]:
        for point in command[name]:
            yield from _point(point)

    return operands


def _color(command: Mapping[str, Any]) -> Iterator[int]:
    yield _byte(command["colorNumber"])


def _corner(command: Mapping[str, Any]) -> Iterator[int]:
    yield from _point(command["startPosition"])
    yield from (_byte(step["position"]) for step in command["steps"])


def _steps(command: Mapping[str, Any]) -> Iterator[int]:
    yield from _point(command["startPosition"])
    for step in command["relativePoints"]:
        x, y = int(step["x"]), int(step["y"])
        if max(abs(x), abs(y)) > _MAX_STEP:
            raise ValueError(f"expected steps of at most {_MAX_STEP}")
        yield (_LEFT if x < 0 else 0) | abs(x) << 4 | (_UP if y < 0 else 0) | abs(y)


def _pen(command: Mapping[str, Any]) -> Iterator[int]:
    pen = command["settings"]
    yield (
        (_SPLATTER if pen["splatter"] else 0)
        | (_RECTANGLE if pen["shape"] == "rectangle" else 0)
        | min(_byte(pen["size"]), _MAX_STEP)
    )


def _plots(command: Mapping[str, Any]) -> Iterator[int]:
    for point in command["points"]:
        if point.get("texture") is not None:
            yield _byte(point["texture"])
        yield from _point(point["position"])


_COMMANDS: Mapping[str, tuple[int, Callable[[Mapping[str, Any]], Iterable[int]]]] = {
    "SetPictureColor": (0xF0, _color),
    "DisablePictureDraw": (0xF1, lambda _: ()),
    "SetPriorityColor": (0xF2, _color),
    "DisablePriorityDraw": (0xF3, lambda _: ()),
    "DrawYCorner": (0xF4, _corner),
    "DrawXCorner": (0xF5, _corner),
    "AbsoluteLine": (0xF6, _points("points")),
    "RelativeLine": (0xF7, _steps),
    "Fill": (0xF8, _points("startPositions")),
    "ChangePen": (0xF9, _pen),
    "PlotWithPen": (0xFA, _plots),
}
"""Type of a command -> its byte, and what makes its operands (reference: PIC-6)."""
