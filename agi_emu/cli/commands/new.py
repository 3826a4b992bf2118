"""``agi-emu new``: a project folder to begin a game with."""

from __future__ import annotations

from pathlib import Path

import click

from agi_emu.cli.options import NEW_FOLDER, Output, output_options
from agi_emu.cli.outputs import output_folder, refuse_project
from agi_emu.host_files.drafts import write_files

_NAMES = ("empty", "menu", "garden")


@click.command
@click.argument("folder", type=NEW_FOLDER)
@click.option("--template", type=click.Choice(_NAMES), default=_NAMES[0], show_default=True, help="Game to begin with.")
@output_options
def command(folder: Path, template: str, output: Output) -> None:
    """Write a small game into the new project folder FOLDER, as sources.

    \b
    empty   one room to walk in
    menu    title screen, menu with keys, one room, death and restart
    garden  the game of the guide: two rooms, a key, a locked shed
    """
    from agi_emu.authoring.project_writing import new_project

    refuse_project(folder)
    files = new_project(template, folder.resolve().name)
    with output_folder(folder) as draft:
        write_files(draft, files)
    output.answer(
        f"{folder}: {len(files)} files; play the game with agi-emu build {folder} -o GAME --watch",
        {"folder": str(folder), "template": template, "files": len(files)},
    )
