"""Requests beside the protocol, for what only some editors can show: images, the words as a table, the map of rooms.

Each takes an object with the `uri` of a document of the project and what its function says; images come as PNG in
base64.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from agi_emu.authoring.images import png_bytes
from agi_emu.authoring.lint.program import Program
from agi_emu.authoring.preview.room_map import room_map
from agi_emu.editor.drawings import (
    DrawingError,
    drawn_picture,
    line_at,
    loop_cels,
    picture_up_to,
    point_of,
    window_image,
)
from agi_emu.editor.hover import message_at, window_rows
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import Question
from agi_emu.logic.opcodes import Operand
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.picture_source import picture_lines
from agi_emu.resources.projects.project import FOLDERS
from agi_emu.resources.view import parse_view

_LAST_X, _LAST_Y = 159, 167


def picture(question: Question, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the picture of a script up to `line`, from 0, all of it without; `layer` is colours or priorities.

    Beside the `image` there are the `lines` that draw and the `point` at which the line ends.
    """
    data = question.project.data.get(question.source) if question.source is not None else None
    if question.document.path.suffix.lower() != FOLDERS[Kind.PICTURE][1] and data:
        return {"image": _base64(png_bytes(drawn_picture(data, question.profile))), "lines": [], "point": None}
    line = given.get("line")
    line = line if isinstance(line, int) else None
    text = question.document.text
    _, lines = picture_lines(text)
    return {
        "image": _base64(picture_up_to(text, line, question.profile, str(given.get("layer", "colours")))),
        "lines": [each.line for each in lines],
        "point": point_of(question.document.line(line)) if line is not None else None,
    }


def line_of_point(question: Question, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the last `line` of a picture's script that changes the cell at `x`, `y`; null if none does."""
    x, y = (min(max(int(given.get(name) or 0), 0), most) for name, most in (("x", _LAST_X), ("y", _LAST_Y)))
    return {"line": line_at(question.document.text, x, y, question.profile)}


def view(question: Question, _given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the loops of the view that the document is, each with the images of its cels."""
    source = question.source
    data = question.project.data.get(source) if source is not None and source[0] is Kind.VIEW else None
    if source is None or not data:
        raise DrawingError(f"{question.document.path.name} does not make a view now")
    number = source[1]
    view = parse_view(number, data)
    loops = [
        [{"image": _base64(png_bytes(image)), "width": image.width, "height": image.height} for image in cels]
        for cels in (loop_cels(data, number, loop) if view.loops[loop].cels else [] for loop in range(len(view.loops)))
    ]
    description = (view.description or b"").decode(question.code_page, "replace")
    return {"number": number, "loops": loops, "description": description}


def message(question: Question, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the window of the message at `line` and `character`, both as in the protocol; null where there is none."""
    at = lsp.Position(int(given.get("line") or 0), int(given.get("character") or 0))
    question.line, question.column = (each + 1 for each in question.document.place(at))
    mention = next((each for each in question.at if each.kind == Operand.MESSAGE.value), None)
    text = message_at(question, mention) if mention is not None else None
    if text is None:
        return None
    rows = window_rows(text, question.code_page)
    return {"image": _base64(png_bytes(window_image(rows).convert("RGB"))), "lines": rows}


def rooms(question: Question, _given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the map of rooms, as the preview shows it, with the file of each logic."""
    project = question.project
    game = project.built(project.texts)
    logics = {number: path for (kind, number), path in project.paths.items() if kind is Kind.LOGIC}
    files = {str(number): path.relative_to(project.folder).as_posix() for number, path in logics.items()}
    return {**asdict(room_map(Program.of(game), project.places())), "files": files}


def contents(question: Question, _given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the files of the project by kind, and its words by group, for a tree of resources."""
    groups: dict[int, list[str]] = {}
    for word, group in question.word_groups.items():
        groups.setdefault(group, []).append(word)
    files: dict[str, list[dict[str, Any]]] = {str(kind): [] for kind in Kind}
    for (kind, number), path in sorted(question.project.paths.items()):
        files[str(kind)].append({"number": number, "name": path.name, "path": str(path)})
    return {
        "folder": str(question.project.folder),
        "files": files,
        "words": [{"group": group, "words": words} for group, words in sorted(groups.items())],
        "items": question.project.sources.item_names if question.project.sources is not None else [],
    }


def language(question: Question, _given: Mapping[str, Any]) -> str | None:
    """Return what the document is in its project: `agi-logic`, `agi-list` (words or items), or null."""
    if question.is_logic:
        return "agi-logic"
    lists = [question.project.folder / name for name in question.project.lists]
    return "agi-list" if question.document.path.resolve() in lists else None


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


DRAWINGS: Mapping[str, Callable[[Question, Mapping[str, Any]], Any]] = {
    "agiEmu/picture": picture,
    "agiEmu/lineOfPoint": line_of_point,
    "agiEmu/view": view,
    "agiEmu/message": message,
    "agiEmu/rooms": rooms,
    "agiEmu/contents": contents,
    "agiEmu/language": language,
}
"""The requests by name."""
