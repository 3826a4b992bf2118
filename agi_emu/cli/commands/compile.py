"""``agi-emu compile``: a LOGIC source to a resource."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.mistakes import MistakeTeller, mistake_options
from agi_emu.cli.options import FILE, GAME, NEW_FILE, Output, follow_option, profile_name
from agi_emu.cli.outputs import LOGIC, output_file
from agi_emu.logic.dialects import DIALECTS

if TYPE_CHECKING:
    from agi_emu.logic.dialects import Dialect
    from agi_emu.resources.game import Game


@click.command
@click.argument("source", type=FILE)
@click.option("-o", "target", type=NEW_FILE, metavar="FILE", help="File to write.")
@click.option("--game", type=GAME, metavar="GAME", help="Game whose words, items and interpreter the logic is for.")
@click.option("--profile", metavar="NAME", callback=profile_name, help="Interpreter version to compile for.")
@click.option(
    "--dialect",
    type=click.Choice(tuple(DIALECTS)),
    metavar="NAME",
    help=f"Editor that the source is for: {', '.join(DIALECTS)} (default: detected).",
)
@click.option("--check", is_flag=True, help="Only check the source; write nothing.")
@follow_option
@mistake_options
def command(
    source: Path,
    target: Path | None,
    game: Path | None,
    profile: str | None,
    dialect: str | None,
    check: bool,
    follow: bool,
    teller: MistakeTeller,
) -> None:
    """Compile the LOGIC source SOURCE to a resource, beside it unless -o says where."""
    from agi_emu.facts.versions import PROFILES
    from agi_emu.host_files.inside import Inside
    from agi_emu.logic.compiler import CompilerReport, compile_file
    from agi_emu.logic.dialects import project_of
    from agi_emu.resources import open_game

    output = teller.output
    teller.folder = source.parent
    opened: Game | None = None if game is None else open_game(game, profile)
    listing = CompilerReport()
    with teller.told():
        resource = compile_file(
            source,
            words=None if opened is None else opened.words,
            items=None if opened is None else [item.name.decode("cp437") for item in opened.items],
            profile=opened.profile if opened is not None else PROFILES.get(profile or ""),
            dialect=_dialect(source, dialect, output),
            listing=listing,
            checked=Inside(project_of(source), follow).checked,
            code_page=_code_page(source),
        )
    teller.notes(listing.notes)
    if not check:
        target = target or source.with_suffix(".logic")
        with output_file(target, LOGIC) as draft:
            draft.write_bytes(resource)
    output.answer(
        f"{source}: {len(resource)} bytes" + ("" if check else f" in {target}"),
        {"bytes": len(resource), "notes": listing.notes, "file": None if check else str(target)},
    )


def _code_page(source: Path) -> str:
    """Return the code page that the project of a source names, else that of the PC."""
    from agi_emu.logic.dialects import project_of
    from agi_emu.resources.projects.project_settings import FILE, ProjectSettings, read_settings

    project = project_of(source)
    return (read_settings(project) if (project / FILE).is_file() else ProjectSettings()).code_page


def _dialect(source: Path, name: str | None, output: Output) -> Dialect | None:
    """Return the dialect of a source: the one named, that of its project, or the one that it seems to be in."""
    from agi_emu.logic.dialects import dialect_of, project_of
    from agi_emu.resources.projects.project_settings import FILE, read_settings

    if name is not None:
        return DIALECTS[name]
    project = project_of(source)
    if (project / FILE).is_file():
        return read_settings(project).dialect
    found = dialect_of(source)
    if found is None:
        return None
    dialect, reason = found
    output.note(f"{source.name} is read as a source of {dialect.editor}: {reason}; --dialect says otherwise")
    return dialect
