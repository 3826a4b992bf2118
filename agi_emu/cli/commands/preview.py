"""``agi-emu preview``: show a project's pictures, views, sounds, words and rooms in a browser while you draw."""

from __future__ import annotations

from pathlib import Path

import click

from agi_emu.cli.options import FOLDER, Output, follow_option, output_options

DEFAULT_PORT = 8256


@click.command
@click.argument("folder", type=FOLDER)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    metavar="N",
    help="Port of the page; 0: any that is free.",
)
@follow_option
@output_options
def command(folder: Path, port: int, follow: bool, output: Output) -> None:
    """Show the project FOLDER as a page in your browser, again whenever you save a source.

    The page has every picture with its priorities, control lines and drawing steps, every view in motion, every sound,
    a map of the rooms, and the words. Open the address that is printed; only this computer can. Ctrl-C ends it. It
    needs pip install 'agi-emu[preview]'.
    """
    from agi_emu.facts.errors import GameError
    from agi_emu.resources.projects.project_settings import FILE

    if not (folder / FILE).is_file():
        raise GameError(f"{folder}: holds no {FILE}, so it is not a project; agi-emu new makes one")
    from agi_emu.authoring.preview.server import serve

    def ready(address: str) -> None:
        output.answer(address, {"address": address})

    serve(folder, port, follow=follow, ready=ready, told=output.note)
