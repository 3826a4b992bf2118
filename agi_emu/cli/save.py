"""``agi-emu save``: show, compare, change and convert savegames, and list those of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import FILE, GAME, Output, output_options

if TYPE_CHECKING:
    from agi_emu.state.savegame import Savegame

PICTURE_SUFFIX = ".png"
ANIMATED_OR_DRAWN = 0x41
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


@click.command
@click.argument("file", type=FILE, required=False)
@click.option("--diff", type=FILE, metavar="OTHER", help="Show what differs in another savegame; exit with 1 if any.")
@click.option("--set", "changes", multiple=True, metavar="FIELD=VALUE", help="Change a value: v10=5, f7=1, o0.x=80 ...")
@click.option("--convert", metavar="LAYOUT", help="Write it as the interpreter of this version does: 2.917 ...")
@click.option(
    "-o",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Savegame to write, or, with --game and .png, a picture of the room.",
)
@click.option("--game", type=GAME, metavar="GAME", help="The savegame's game.")
@click.option("--list", "listed", type=GAME, metavar="GAME", help="List the savegames of GAME, more than twelve too.")
@click.option(
    "--saves",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder to list; default: where `run` keeps them.",
)
@output_options
def command(
    file: Path | None,
    diff: Path | None,
    changes: tuple[str, ...],
    convert: str | None,
    target: Path | None,
    game: Path | None,
    listed: Path | None,
    saves: Path | None,
    output: Output,
) -> None:
    """Show the savegame FILE of Sierra's interpreter, or compare, change, convert it; show a state of agi-emu.

    Names of values: v10 a variable, f5 a flag, s0 a string, o0.x a field of an object, i3 the room of an item (255:
    carried), l95 where a logic begins, and description, horizon, script_size ... as the table shows them. A file that
    is replaced is kept beside the new one, as .bak.
    """
    if listed is not None:
        _list(listed, saves, output)
        return
    if file is None:
        raise click.UsageError("Give a savegame, or --list GAME.")
    if (changes or convert) and target is None:
        raise click.UsageError("--set and --convert need -o, the file to write.")
    if _is_state(file):
        _show_state(file, target, output, is_only_shown=not (diff or changes or convert))
        return
    save = _read(file)
    if diff is not None:
        _compare(save, _read(diff), output)
        return
    save = _changed(save, changes)
    if convert is not None:
        save = _converted(save, convert, output)
    if target is None:
        _show(save, output)
    elif target.suffix.lower() == PICTURE_SUFFIX:
        _draw(save, game, target, output)
    else:
        from agi_emu.frontends.durable_files import replace_file

        replace_file(target, save.to_bytes())
        output.note(f"wrote {target}")


def _is_state(path: Path) -> bool:
    from agi_emu.state.state_file import looks_like_state

    return looks_like_state(path.read_bytes())


def _show_state(path: Path, target: Path | None, output: Output, *, is_only_shown: bool) -> None:
    """Show a state file of ours, or draw its screen."""
    from agi_emu.cli.state_display import draw_state, show_state

    if not is_only_shown or (target and target.suffix.lower() != PICTURE_SUFFIX):
        raise click.UsageError(f"{path} is a state of agi-emu: it can be shown, or drawn with -o FILE.png.")
    if target is None:
        show_state(path, output)
    else:
        draw_state(path, target, output)


def _read(path: Path) -> Savegame:
    from agi_emu.errors import SaveError
    from agi_emu.state.savegame import parse

    try:
        return parse(path.read_bytes())
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from error


def _changed(save: Savegame, changes: tuple[str, ...]) -> Savegame:
    from agi_emu.state.savegame_values import with_value

    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise click.UsageError(f"--set {change}: write FIELD=VALUE.")
        save = with_value(save, name.strip(), text)
    return save


def _converted(save: Savegame, name: str, output: Output) -> Savegame:
    from agi_emu.state.savegame_layouts import form_of
    from agi_emu.state.savegame_values import convert
    from agi_emu.versions import PROFILES

    if name not in PROFILES:
        raise click.UsageError(f"--convert {name}: known are {', '.join(sorted(PROFILES))}.")
    converted, notes = convert(save, form_of(PROFILES[name]))
    for note in notes:
        output.note(note)
    return converted


def _compare(save: Savegame, other: Savegame, output: Output) -> None:
    from agi_emu.state.savegame_values import differences

    found = differences(save, other)
    if output.json:
        output.record({name: [first, second] for name, first, second in found})
    else:
        for name, first, second in found:
            output.result(f"{_named(name)}: {_shown(first)} -> {_shown(second)}")
    if found:
        click.get_current_context().exit(ExitCode.DIFFERENCE)


def _named(name: str) -> str:
    """Return a value's name with what the interpreter uses it for."""
    from agi_emu.logic.names import PREDEFINED

    meaning = next((word for word, stands_for in PREDEFINED.items() if stands_for == name), None)
    return f"{name} {meaning}" if meaning else name


def _shown(value: int | str | None) -> str:
    return "none" if value is None else repr(value) if isinstance(value, str) else str(value)


def _show(save: Savegame, output: Output) -> None:
    from agi_emu.state.savegame_values import items, values

    if output.json:
        names = [name for name, _ in items(save)]
        output.record({"layout": save.layout.name, "values": values(save), "items": names})
        return
    from rich.console import Console

    console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
    for table in _tables(save):
        console.print(table)
    for note in save.layout.notes:
        output.note(note)


def _tables(save: Savegame) -> list[Any]:
    """Return the tables of a savegame: what is zero, empty or off is left out."""
    from agi_emu.state import savegame_values as of
    from agi_emu.state.savegame import scan_starts

    general = {"description": of.text_of(save.description_field), "game_id": of.text_of(save.game_id)}
    general |= {name: str(value) for name, value in of.numbers(save).items()}
    variables = {_named(f"v{number}"): str(value) for number, value in enumerate(of.variables(save)) if value}
    flags = {_named(f"f{number}"): "on" for number in of.flags(save)}
    strings = {_named(f"s{number}"): repr(text) for number, text in enumerate(of.strings(save)) if text}
    keys = {f"k{i}": f"{word:04X}h -> c{controller}" for i, (word, controller) in enumerate(of.key_assignments(save))}
    items = {f"i{number} {name}": _place(room) for number, (name, room) in enumerate(of.items(save)) if room}
    script = {f"script{number}": text for number, text in enumerate(of.script_commands(save))}
    starts = {f"l{logic}": str(offset) if offset else "its first byte" for logic, offset in scan_starts(save)}
    sections = {
        f"general state, layout {save.layout.name}": general,
        "variables": variables,
        "flags": flags,
        "strings": strings,
        "keys": keys,
        "items": items,
        "script": script,
        "logics in memory begin at": starts,
    }
    found = [_pairs(title, rows) for title, rows in sections.items() if rows]
    return [*found[:2], _objects(save), *found[2:]]


def _place(room: int) -> str:
    return "carried" if room == 255 else f"room {room}"


def _pairs(title: str, rows: dict[str, str]) -> Any:
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=title, title_justify="left", show_header=False, box=None, pad_edge=False)
    for name, value in rows.items():
        table.add_row(escape(name), escape(value))
    return table


def _objects(save: Savegame) -> Any:
    """Return the table of the objects that have a place, a view or a flag."""
    from rich.table import Table

    from agi_emu.state.savegame_values import objects

    table = Table("", *_COLUMNS.values(), "flags", title="objects", title_justify="left", box=None, pad_edge=False)
    for number, fields in enumerate(objects(save)):
        if any(fields[name] for name in ("x", "y", "view")) or fields["flags"] & ANIMATED_OR_DRAWN:
            table.add_row(f"o{number}", *(str(fields[name]) for name in _COLUMNS), f"{fields['flags']:04X}h")
    return table


def _draw(save: Savegame, game: Path | None, target: Path, output: Output) -> None:
    """Save a picture of the room as the game shows it after a restore."""
    if game is None:
        raise click.UsageError("A picture of the room needs --game: a savegame holds no picture.")
    from agi_emu.capture.stills import save_png, take_still
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.restoring import start_from
    from agi_emu.resources import open_game

    machine = Machine(open_game(game))
    start_from(machine, save.to_bytes())
    save_png(target, take_still(machine))
    output.note(f"wrote {target}")


def _list(game: Path, folder: Path | None, output: Output) -> None:
    """List the states of a folder, then every savegame, its slots first."""
    from agi_emu.cli.state_display import list_states
    from agi_emu.errors import SaveError
    from agi_emu.frontends.save_folder import default_folder, savegames_in
    from agi_emu.resources import open_game
    from agi_emu.state.savegame_values import numbers, text_of, variables

    folder = folder or default_folder(open_game(game))
    found = savegames_in(folder)
    if not list_states(folder, output) and not found:
        output.note(f"{folder} holds no savegames")
    for path in found:
        row: dict[str, Any] = {"file": str(path)}
        try:
            save = _read(path)
        except SaveError as error:
            row["error"] = str(error)
        else:
            played = numbers(save)["ticks"] // 20
            row |= {"description": text_of(save.description_field), "game_id": text_of(save.game_id)}
            row |= {"room": variables(save)[0], "score": variables(save)[3], "seconds": played}
        if output.json:
            output.record(row)
        elif "error" in row:
            output.result(f"{path.name:12} {row['error']}")
        else:
            minutes, seconds = divmod(row["seconds"], 60)
            what = f"room {row['room']}, score {row['score']}, played {minutes}:{seconds:02}"
            output.result(f"{path.name:12} {row['description']:30} {what}")
