"""``agi-emu import``: a project of another editor as a project folder."""  # noqa: N999

from __future__ import annotations

from pathlib import Path

import click

from agi_emu.cli.options import FOLDER, NEW_FOLDER, Output, follow_option, output_options
from agi_emu.cli.outputs import output_folder, refuse_project
from agi_emu.facts.errors import ExitCode
from agi_emu.host_files.drafts import write_files


@click.command
@click.argument("project", type=FOLDER)
@click.option("-o", "folder", type=NEW_FOLDER, required=True, metavar="DIR", help="Folder for the new project.")
@follow_option
@output_options
@click.pass_context
def command(ctx: click.Context, project: Path, folder: Path, follow: bool, output: Output) -> None:
    """Make a project of the folder PROJECT of WinAGI, AGI Studio or agikit, and say what came over.

    Logics come over as their author wrote them, with ids, defines and included files; pictures, views, sounds, words
    and items from the built game, or from their own files where there is none. What was made is built once; agi-emu
    build DIR -o GAME does it again.

    The report says what became of each source. One that does not compile, or gives less than half of the game's logic,
    is laid aside as a .txt file, the game's own logic is taken, and the exit code is 1.
    """
    from agi_emu.authoring.importing.importing import import_project, report
    from agi_emu.resources.projects.project_settings import FILE as PROJECT_FILE

    if (project / PROJECT_FILE).exists():
        raise click.UsageError(f"{project} is a project of agi-emu already; build it with agi-emu build.")
    refuse_project(folder, " with -o")
    imported = import_project(project, follow=follow)
    with output_folder(folder, follow=follow) as draft:
        write_files(draft, imported.files)
    lines = report(imported)
    head = {"folder": str(folder), "dialect": imported.project.dialect.name, "files": len(imported.files)}
    closing = [f"{folder}: {len(imported.files)} files; they build: agi-emu build {folder} -o GAME"]
    if imported.mistakes:
        closing = [f"{folder}: {len(imported.files)} files, which do not build yet:", *imported.mistakes]
    output.answer("\n".join((*lines, *closing)), head | imported.as_record() | {"report": lines})
    if not imported.is_whole:
        ctx.exit(ExitCode.DIFFERENCE)
