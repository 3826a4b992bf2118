"""``agi-emu extract``: what a game holds as files that other programs open, or as a whole project folder."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.authoring.extraction import Extraction, extract_bytes
from agi_emu.cli.options import (
    FILE,
    NEW_FOLDER,
    OptionSet,
    Output,
    follow_option,
    game_argument,
    option,
    output_options,
    refuse,
)
from agi_emu.cli.outputs import output_folder, refuse_project
from agi_emu.facts.codes import MACHINES

if TYPE_CHECKING:
    from agi_emu.authoring.extraction import Extractor
    from agi_emu.resources.game import Game


KINDS: dict[str, tuple[str, str]] = {
    "project": ("agi_emu.authoring.project_writing:extract_project", "sources from which agi-emu build makes the game"),
    "logics": ("agi_emu.authoring.logics:extract_logics", "sources that build compiles to the same bytes"),
    "pictures": ("agi_emu.authoring.images:extract_pictures", "PNG of colours and priorities, GIF with --steps"),
    "sounds": ("agi_emu.authoring.sounds:extract_sounds", "WAV, MIDI and, for computers with the sound chip, VGM"),
    "views": ("agi_emu.authoring.images:extract_views", "PNG of every cel, GIF of every loop"),
    "sheets": (
        "agi_emu.authoring.sheets:extract_sheets",
        "contact sheets of all pictures and of all views, and a page",
    ),
}
"""Kind -> the function that extracts it, and a line of help. A new kind needs only a line here."""
RESOURCES = ("logics", "pictures", "sounds", "views")
"""The kinds that have numbers and bytes."""


def extractor(kind: str) -> Extractor:
    """Return the function of a kind."""
    module, _, name = KINDS[kind][0].partition(":")
    function: Extractor = getattr(import_module(module), name)
    return function


_HELP = "\n".join(f"\b\n{kind:10}{help_line}" for kind, (_, help_line) in KINDS.items())


def _code_page(_ctx: click.Context, _option: click.Parameter, number: str | None) -> str:
    return f"cp{number}" if number else ""


class Form(OptionSet):
    """The form in which resources are written: fields of `Extraction`."""

    raw: bool = option(is_flag=True, help="Write the raw bytes of the resources.")
    steps: bool = option(is_flag=True, help="Pictures: also write an animation of the drawing, command by command.")
    scale: int = option(type=click.IntRange(1, 8), default=2, show_default=True, metavar="N", help="Size of a pixel.")
    machine: str = option(
        type=click.Choice(list(MACHINES)), default="tandy", show_default=True, help="Sounds: computer to emulate."
    )
    code_page: str = option(
        "--codepage",
        type=click.Choice(["437", "850", "852", "866", "1251", "1252"]),
        callback=_code_page,
        metavar="N",
        help="Project: code page of the texts: 437, 850, 852, 866, 1251 or 1252 (default: detected, mostly 437).",
    )
    offsets: bool = option(is_flag=True, help="Logics: show the offset and the bytes of each statement.")
    names: Path | None = option(
        type=FILE, metavar="FILE", help="Logics: use the names that this file defines for variables, flags and so on."
    )


@click.command(help=f"Extract the contents of GAME into a folder. WHAT is one of\n\n{_HELP}\n\nThe default is project.")
@game_argument
@click.argument("what", type=click.Choice(list(KINDS)), default="project", metavar="[WHAT]")
@click.argument("numbers", metavar="[N...]", nargs=-1, type=click.IntRange(0, 255))
@click.option(
    "-o",
    "folder",
    type=NEW_FOLDER,
    metavar="DIR",
    help="Folder to write to (default: GAME-WHAT); - shows logics in the terminal.",
)
@Form.add("form")
@follow_option
@output_options
def command(
    game: Path,
    what: str,
    numbers: tuple[int, ...],
    folder: Path | None,
    form: Form,
    follow: bool,
    output: Output,
) -> None:
    """Extract one kind of resource."""
    from agi_emu.facts.errors import ResourceError
    from agi_emu.resources import open_game

    is_shown = folder is not None and str(folder) == "-"
    refuse(
        {
            "A project holds everything; give numbers only for the other kinds.": what == "project" and bool(numbers),
            "Only logics can be shown in the terminal; name a folder with -o.": is_shown and what != "logics",
        }
    )
    opened = open_game(game)
    output.notes(opened.notes, opened.id)
    if what in RESOURCES:
        existing = getattr(opened, what)
        missing = [number for number in numbers if number not in existing]
        if missing:
            raise ResourceError(
                f"{opened.id}: there is no {what[:-1]} {missing[0]}; there are {len(existing)}, see agi-emu info"
            )
    extraction = Extraction(numbers, **vars(form))
    if is_shown:
        _show_logics(opened, extraction, output)
        return
    if not follow:
        _refuse_links(opened, game)
    target = folder or Path(f"{opened.id}-{what}")
    if what == "project":
        refuse_project(target, " with -o")
    with output_folder(target, follow=follow) as draft:
        if extraction.raw and what in RESOURCES:
            drafts = extract_bytes(opened, draft, extraction, what)
        else:
            drafts = extractor(what)(opened, draft, extraction)
        written = [target / path.relative_to(draft) for path in drafts]
    output.notes(extraction.notes, opened.id)
    for path in written:
        output.detail(str(path))
    output.answer(
        f"{target}: {len(written)} files ({what})", {"kind": what, "folder": str(target), "files": len(written)}
    )


def _show_logics(game: Game, extraction: Extraction, output: Output) -> None:
    """Print the sources of logics."""
    from agi_emu.authoring.logics import logic_sources

    for number, source in logic_sources(game, extraction):
        output.answer(f"// logic {number}\n{source}", {"logic": number, "source": source})
    output.notes(extraction.notes, game.id)


def _refuse_links(opened: Game, path: Path) -> None:
    """Raise GameError for a file of a game's folder that is a link to somewhere else: its bytes would be written."""
    from agi_emu.host_files.inside import Inside

    folder = path / opened.files.folder
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        if file.is_symlink() and file.name.lower() in opened.files:
            Inside(path).checked(file)
