"""``agi-emu build``: a project folder of sources to a game."""

from __future__ import annotations

from pathlib import Path

import click

from agi_emu.cli.options import Output, output_options


@click.command
@click.argument("source", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "-o",
    "target",
    type=click.Path(path_type=Path),
    required=True,
    metavar="GAME",
    help="Game to write: a folder, or a zip archive if its name ends in .zip.",
)
@output_options
def command(source: Path, target: Path, output: Output) -> None:
    """Build the project folder SOURCE into a game.

    A project holds game.txt, words.txt, items.txt and the folders logics, pictures, views and sounds with sources
    whose names begin with their number. The demo game's project lies beside it in the package, in data/demo.
    """
    from agi_emu.resources import open_game
    from agi_emu.resources.project import build_project

    notes: list[str] = []
    build_project(source, target, notes=notes)
    for note in notes:
        output.note(note)
    game = open_game(target)
    counts = {
        "logics": len(game.logics),
        "pictures": len(game.pictures),
        "views": len(game.views),
        "sounds": len(game.sounds),
        "words": len(game.words),
        "items": len(game.items),
    }
    if output.json:
        output.record({"game": str(target), "profile": game.profile.name, **counts})
    else:
        output.result(f"{target}: {', '.join(f'{count} {name}' for name, count in counts.items())}")
