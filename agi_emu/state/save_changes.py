"""Changes one value of a save, given by its name in `save_values` and a text.

A savegame is read into a state, the state is changed, and what is another byte then goes into the file: bytes that no
state holds, such as the addresses of the session that saved, stay as they are.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping
from ctypes import sizeof
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from agi_emu.facts.codes import STRING_BYTES
from agi_emu.facts.errors import SaveError
from agi_emu.state.areas import Area, Flags
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import TABLE, ParsedState, replace_chunks
from agi_emu.state.layout import StateLayout
from agi_emu.state.save_values import values_of
from agi_emu.state.savegames.savegame import DESCRIPTION_BYTES, Savegame
from agi_emu.state.savegames.savegame_state import NUMBER_PLACES, state_of, with_state
from agi_emu.state.savegames.savegame_validation import fault_of
from agi_emu.state.state_contents import fresh_copy, with_figures
from agi_emu.state.validation import check_state

AREAS: Mapping[str, str] = MappingProxyType(
    {"v": "vars", "f": "flags", "s": "strings", "o": "objects", "i": "item_rooms", "l": "loaded"}
)
"""The field of the state that holds the values whose names begin with a letter and a number."""
NUMBERED = re.compile(r"([vfsoil])(\d{1,9})(?:\.(\w+))?")


AnySave = TypeVar("AnySave", Savegame, ParsedState)


def with_value(save: AnySave, name: str, text: str) -> AnySave:
    """Return a save with one value changed; SaveError for what it does not have, or what does not fit."""
    _refuse_unknown(save, name)
    return _savegame_with(save, name, text) if isinstance(save, Savegame) else _state_with(save, name, text)


def _refuse_unknown(save: Savegame | ParsedState, name: str) -> None:
    """Raise SaveError for a name that is not one of the values of this save that can be set."""
    known = values_of(save).by_name()
    kind = "savegame" if isinstance(save, Savegame) else "state"
    match = NUMBERED.fullmatch(name)
    if isinstance(known.get(name), int) or name == "description" or (match and match[1] == "s" and name in known):
        return
    if match and match[1] == "l":
        raise SaveError(f"{name}: logic {match[2]} is not in memory in this {kind}")
    if match:
        numbers = {found[2] for found in map(NUMBERED.fullmatch, known) if found and found[1] == match[1]}
        if int(match[2]) >= len(numbers):
            raise SaveError(f"{name}: this {kind} has {len(numbers)} of these, counted from 0")
    raise SaveError(f"this {kind} has no value {name} that can be set")


def _state_with(save: ParsedState, name: str, text: str) -> ParsedState:
    """Return a state with some chunks written again: as a file of the current version."""
    contents, tags = save.contents, ["Summ"]
    if name == "description":
        contents = replace(contents, summary=replace(contents.summary, description=text))
    else:
        contents = replace(contents, state=fresh_copy(contents.state))
        area = put_value(contents.state, name, text)
        check_state(contents.state)
        contents = replace(contents, summary=with_figures(contents.summary, contents.state))
        tags += [entry.tag for entry in TABLE if area in entry.areas]
    chunks = replace_chunks(state_file.convert(save.file), contents, save.carried, tags)
    return ParsedState(state_file.StateFile(state_file.VERSION, chunks), contents, save.carried)


def _savegame_with(save: Savegame, name: str, text: str) -> Savegame:
    """Return a savegame with one value changed; one that a game can have written stays so."""
    if name == "description":
        return save.with_description(characters_of(name, text, DESCRIPTION_BYTES - 1))
    state = state_of(save)
    put_value(state, name, text)
    changed = with_state(save, state, name)
    if not fault_of(save) and (fault := fault_of(changed)):
        raise SaveError(f"{name}: {text}: {fault}")
    return changed


def put_value(state: StateLayout, name: str, text: str) -> str:
    """Change a value of a state that has it; return the field of the state that holds it, SaveError if it does not fit.

    `save_values` knows more names than the numbers here, such as what follows from others.
    """
    match = NUMBERED.fullmatch(name)
    if match is None:
        area, _, inner = ".".join(NUMBER_PLACES.get(name, (name,))).partition(".")
        _set_number(name, getattr(state, area, None) if inner else state, inner or area, text)
        return area
    kind, number = match[1], int(match[2])
    if kind == "o":
        _set_number(name, state.objects[number], match[3], text)
    elif kind == "f":
        Flags(state.flags)[number] = bool(number_of(name, text, 1))
    elif kind == "s":
        content = characters_of(name, text, STRING_BYTES - 1).ljust(STRING_BYTES, b"\0")
        state.strings[STRING_BYTES * number : STRING_BYTES * (number + 1)] = list(content)
    elif kind == "l":
        state.loaded.scan_start[number] = number_of(name, text, 0xFFFF)
    else:
        getattr(state, AREAS[kind])[number] = number_of(name, text, 0xFF)
    return AREAS[kind]


def _set_number(name: str, area: Any, field: str, text: str) -> None:
    """Set a field that is one number; SaveError when it is none or does not fit."""
    types: Mapping[str, Any] = {each.name: each.ctype for each in area.fields()} if isinstance(area, Area) else {}
    ctype = types.get(field)
    if ctype is None or not issubclass(ctype, ctypes._SimpleCData):
        raise SaveError(f"{name} is not a number that can be set")
    is_signed = ctype(-1).value < 0
    bits = 8 * sizeof(ctype) - is_signed
    setattr(area, field, number_of(name, text, (1 << bits) - 1, -(1 << bits) if is_signed else 0))


def number_of(name: str, text: str, most: int, least: int = 0) -> int:
    """Return the number that a text says; SaveError, which names the value, when it says none from least to most."""
    if not re.fullmatch(r"-?[0-9]{1,12}", text.strip()) or not least <= int(text) <= most:
        raise SaveError(f"{name}: {text!r} is not a number from {least} to {most}")
    return int(text)


def characters_of(name: str, text: str, most: int) -> bytes:
    """Return a text as DOS has it; SaveError, which names the value, for what it lacks or what is too long."""
    try:
        raw = text.encode("cp437")
    except UnicodeEncodeError as error:
        raise SaveError(f"{name}: {text!r} has characters that DOS does not have") from error
    if len(raw) > most:
        raise SaveError(f"{name}: {len(raw)} characters; at most {most} fit")
    return raw
