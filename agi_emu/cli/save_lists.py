"""Lists saves for ``agi-emu save``, and shows one as tables, without what is zero, empty or off."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from agi_emu.cli.options import Output
from agi_emu.facts.codes import CARRIED, ObjectFlag
from agi_emu.logic.names import PREDEFINED
from agi_emu.state.save_values import SaveValues, Value, values_of
from agi_emu.state.state_contents import NameTable, StateContents, StateSummary

_SECTIONS = {"v": "variables", "f": "flags", "s": "strings", "i": "items"}
_COLUMNS = {
    "x": "x",
    "y": "y",
    "view": "view",
    "loop": "loop",
    "cel": "cel",
    "width": "wide",
    "height": "high",
    "direction": "dir",
    "motion": "moves",
    "priority": "pri",
    "step_size": "step",
}
"""Fields of an object in its table, with the words above them."""
_UNDER_WAY = re.compile(
    r"clock\.beats|rng|loaded\..*|vm\.frames.*(logic|pc)|modal\.(depth|edit)|window\.open|.*text_mode|sound\.(playing|number)"
)
"""What is of use to a player; -v shows everything that only a state holds."""


def name_with_meaning(name: str, names: NameTable) -> str:
    """Return a value's name with the game's name for it, or else with the interpreter's use of it."""

    own = names.get(_SECTIONS.get(name[:1], ""), {})
    meaning = next((word for word, number in own.items() if name == f"{name[:1]}{number}"), None)
    meaning = meaning or next((word for word, stands_for in PREDEFINED.items() if stands_for == name), None)
    return f"{name} {meaning}" if meaning else name


def plain_name(name: str, names: NameTable) -> str:
    """Return `v3` for `currentScore`, and likewise for the names that a game gives; other names stay."""

    first, dot, rest = name.partition(".")
    for letter, section in _SECTIONS.items():
        if first in names.get(section, {}):
            return f"{letter}{names[section][first]}{dot}{rest}"
    stands_for = PREDEFINED.get(first, first)
    return f"{stands_for if re.fullmatch(r'[vfso][0-9]+', stands_for) else first}{dot}{rest}"


def without_controls(text: str) -> str:
    """Return a text without characters that control a terminal: the saves of others may hold any character."""
    return "".join(character if character.isprintable() else "?" for character in text)


def shown(value: Value | None) -> str:
    """Return a value as shown in a difference."""
    return "none" if value is None else repr(value) if isinstance(value, str) else str(value)


def print_tables(values: SaveValues, names: NameTable, *, verbose: bool) -> None:
    """Print what a save holds; with `verbose`, also everything that only a state holds."""
    from agi_emu.cli.terminal import clean_console

    console = clean_console()
    for table in _tables(values, names, verbose):
        console.print(table)


def _tables(values: SaveValues, names: NameTable, verbose: bool) -> list[Any]:
    general = {"description": values.description, "game_id": values.game_id}
    general |= {name: str(value) for name, value in values.numbers.items()}
    starts = {f"l{logic}": str(at) if at else "its first byte" for logic, at in values.scan_starts}
    sections = {
        f"general state, {values.form}": general,
        "variables": {f"v{number}": str(value) for number, value in enumerate(values.variables) if value},
        "flags": {f"f{number}": "on" for number in values.flags},
        "strings": {f"s{number}": repr(text) for number, text in enumerate(values.strings) if text},
        "keys": {f"k{i}": f"{word:04X}h -> c{controller}" for i, (word, controller) in enumerate(values.keys)},
        "items": {f"i{number} {name}": _place(room) for number, (name, room) in enumerate(values.items) if room},
        "script": {f"script{number}": text for number, text in enumerate(values.script)},
        "logics in memory begin at": starts,
        "what only a state holds": {
            name: str(value)
            for name, value in values.more.items()
            if value and (verbose or _UNDER_WAY.fullmatch(name)) and not str(value).startswith(("empty", "digest "))
        },
    }
    found = [_pairs(title, rows, names) for title, rows in sections.items() if rows]
    return [*found[:2], _objects(values), *found[2:]]


def _place(room: int) -> str:
    return "carried" if room == CARRIED else f"room {room}"


def _pairs(title: str, rows: dict[str, str], names: NameTable) -> Any:
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=title, title_justify="left", show_header=False, box=None, pad_edge=False)
    for name, value in rows.items():
        table.add_row(*(escape(without_controls(each)) for each in (name_with_meaning(name, names), value)))
    return table


def _objects(values: SaveValues) -> Any:
    """Return the table of the objects that have a place, a view or a flag."""
    from rich.table import Table

    table = Table("", *_COLUMNS.values(), "flags", title="objects", title_justify="left", box=None, pad_edge=False)
    for number, fields in enumerate(values.objects):
        if any(fields[name] for name in ("x", "y", "view")) or fields["flags"] & ObjectFlag.PRESENT:
            table.add_row(f"o{number}", *(str(fields[name]) for name in _COLUMNS), f"{fields['flags']:04X}h")
    return table


def row_of_contents(path: Path, contents: StateContents) -> dict[str, Any]:
    """Return what a list or a page shows of a state."""
    summary, identity = contents.summary, contents.identity
    return {
        "file": str(path),
        "title": summary.title,
        "description": summary.description,
        "room": summary.room,
        "score": summary.score,
        "most_score": summary.most_score,
        "seconds": summary.seconds,
        "beats": summary.beats,
        "during_sequence": summary.during_sequence,
        "has_moment_before": bool(contents.before),
        "game": identity.game,
        "game_name": identity.game_name,
        "interpreter": identity.interpreter,
        "settings": dict(contents.settings),
    }


def show_state(row: dict[str, Any], output: Output) -> None:
    """Print the head of a state: its summary, its game, its settings and its chunks."""
    output.result(without_controls(f"{row['title']}: {line_of(row)}"))
    output.result(without_controls(f"game {row['game_name']} ({row['game'][:16]}), interpreter {row['interpreter']}"))
    output.result("settings: " + ", ".join(f"{name} {value}" for name, value in row["settings"].items() if value))
    output.result(f"version {row['version']}, chunks: " + ", ".join(f"{tag} {n}" for tag, n in row["chunks"].items()))
    if row["has_moment_before"]:
        output.result(
            "It was saved during a scripted sequence and also holds the moment before it (run --load FILE --before)."
        )


def line_of(row: dict[str, Any]) -> str:
    """Return a save as one line of text."""
    from agi_emu.keeping.saves.moments import where

    summary = StateSummary(**{name: row[name] for name in ("room", "score", "most_score", "seconds")})
    return f"{row['description']:20} {where(summary)}" + (", in a sequence" if row.get("during_sequence") else "")


def list_every_game(output: Output) -> None:
    """List the saves of all games in the data folder, the demo's too."""
    from agi_emu.keeping.saves.save_folder import StateFolder, folders_of_games

    folders = [folder for folder in folders_of_games() if any(folder.iterdir())]
    if not folders:
        output.note("no game has saves yet")
    for folder in folders:
        states = StateFolder(folder).states()
        if not output.json:
            output.result(f"{states[0].contents.summary.title if states else folder.name}: {folder}")
        _list_folder(folder, output)


def list_game(game: Path, folder: Path | None, output: Output) -> None:
    """List the saves of a game, or those in a folder."""
    from agi_emu.keeping.saves.save_folder import default_folder
    from agi_emu.resources import open_game

    _list_folder(folder or default_folder(open_game(game)), output)


def _list_folder(folder: Path, output: Output) -> None:
    """List the states of a folder, then every savegame, its slots first."""
    from agi_emu.facts.errors import SaveError
    from agi_emu.keeping.saves.save_folder import SUFFIX, savegames_in

    states = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    savegames = savegames_in(folder)
    if not states and not savegames:
        output.note(f"{folder} holds no savegames")
    for path in (*states, *savegames):
        try:
            row = _row_of_savegame(path) if path in savegames else _row_of_state(path)
        except SaveError as error:
            row = {"file": str(path), "error": str(error)}
        if output.json:
            output.record(row)
        else:
            output.result(without_controls(f"{path.name:22} {row['error'] if 'error' in row else line_of(row)}"))


def _row_of_state(path: Path) -> dict[str, Any]:
    from agi_emu.keeping.saves.save_folder import load_state

    saved = load_state(path)
    return row_of_contents(saved.path, saved.contents) | ({"note": saved.note} if saved.note else {})


def _row_of_savegame(path: Path) -> dict[str, Any]:
    from agi_emu.host_files.reading import SAVE, read_whole
    from agi_emu.state.savegames.savegame import parse

    values = values_of(parse(read_whole(path, SAVE)))
    row: dict[str, Any] = {"file": str(path), "description": values.description, "game_id": values.game_id}
    row |= {"room": values.variables[0], "score": values.variables[3], "most_score": values.variables[7]}
    return row | {"seconds": values.numbers["ticks"] // 20}
