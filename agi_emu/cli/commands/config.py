"""``agi-emu config``: show or edit the player's settings."""

from __future__ import annotations

from pathlib import Path

import click

from agi_emu.cli.options import GAME, Output, output_options


@click.command
@click.argument("game", type=GAME, required=False)
@click.option("--show", "how", flag_value="show", default="show", help="Show all settings and where each is from.")
@click.option("--edit", "how", flag_value="edit", help="Open the file in your editor ($VISUAL, $EDITOR).")
@click.option("--path", "how", flag_value="path", help="Print the path of the file.")
@output_options
def command(game: Path | None, how: str, output: Output) -> None:
    """Show or edit your settings: those for all games, or with GAME those that it gets."""
    from agi_emu.keeping.host_folders import settings_path

    if how == "path":
        output.result(str(settings_path()))
    elif how == "edit":
        _edit(settings_path())
    else:
        _show(game, output)


def _edit(path: Path) -> None:
    """Open the file in an editor; a new one says what can be set."""
    from agi_emu.keeping.preferences.settings_file import template

    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template(), encoding="utf-8", newline="\n")
    click.edit(filename=str(path))


def _show(game: Path | None, output: Output) -> None:
    from agi_emu.cli.preferred import key_tables
    from agi_emu.input.player_commands import WORDS, setting_name
    from agi_emu.keeping.preferences.settings_file import read_preferences
    from agi_emu.keeping.preferences.settings_table import PREFERENCES

    found = read_preferences(game)
    keys, _, notes = key_tables(found)
    output.notes((*found.notes, *notes))
    values = {name: found.values.get(name, each.default) for name, each in PREFERENCES.items()}
    labels = {setting_name(command): keys.label(command) for command in WORDS}
    if output.json:
        output.record({"settings": values, "keys": labels, "game-keys": dict(found.game_keys)})
        return
    for name, each in PREFERENCES.items():
        value = values[name]
        shown = str(value).lower() if isinstance(value, bool) else "-" if value is None else str(value)
        source = f"  ({found.sources[name]})" if name in found.sources else ""
        output.result(f"{name:14} {shown:12} {each.meaning}{source}")
    output.result("")
    for command, words in WORDS.items():
        output.result(f"keys.{setting_name(command):14} {keys.label(command) or '-':16} {words}")
    for key, other in found.game_keys.items():
        output.result(f"game-keys.{key} {other}")
