"""Compiles one LOGIC source, for the verb ``build``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.mistakes import MistakeTeller
from agi_emu.cli.options import GAME, OptionSet, option
from agi_emu.cli.outputs import LOGIC, output_file
from agi_emu.logic.dialects import DIALECTS, dialect_of, project_of

if TYPE_CHECKING:
    from agi_emu.resources.projects.project_settings import ProjectSettings


class SingleSource(OptionSet):
    """What is said of a single source; a project says it in its files."""

    game: Path | None = option(type=GAME, metavar="GAME", help="Single source: game whose words and items it uses.")
    dialect: str | None = option(
        type=click.Choice(tuple(DIALECTS)),
        metavar="NAME",
        help=f"Single source: editor that it is for: {', '.join(DIALECTS)} (default: detected).",
    )
    check: bool = option(is_flag=True, help="Single source: only check it; write nothing.")


single_source_options = SingleSource.add("single")
"""Adds the options of a single source; the verb gets them as `single: SingleSource`."""


def compile_source(
    source: Path, target: Path | None, profile: str | None, single: SingleSource, teller: MistakeTeller, *, follow: bool
) -> None:
    """Compile a source to a resource, beside it unless `target` says where."""
    from agi_emu.facts.versions import PROFILES
    from agi_emu.host_files.inside import Inside
    from agi_emu.logic.compiler import CompilerReport, compile_file
    from agi_emu.resources import open_game

    teller.folder = source.parent
    opened = None if single.game is None else open_game(single.game, profile)
    settings = _project_settings(source)
    dialect = settings.dialect
    if single.dialect is not None:
        dialect = DIALECTS[single.dialect]
    elif settings.dialect is None and (found := dialect_of(source)):
        dialect, reason = found
        teller.note(f"{source.name} is read as a source of {dialect.editor}: {reason}; --dialect says otherwise")
    listing = CompilerReport()
    with teller.told():
        resource = compile_file(
            source,
            words=None if opened is None else opened.words,
            items=None if opened is None else [item.name.decode("cp437") for item in opened.items],
            profile=opened.profile if opened is not None else PROFILES.get(profile or ""),
            dialect=dialect,
            listing=listing,
            checked=Inside(project_of(source), follow).checked,
            code_page=settings.code_page,
        )
    teller.tell_notes(listing.notes)
    if not single.check:
        target = target or source.with_suffix(".logic")
        with output_file(target, LOGIC) as draft:
            draft.write_bytes(resource)
    teller.answer(
        f"{source}: {len(resource)} bytes" + ("" if single.check else f" in {target}"),
        {"bytes": len(resource), "notes": listing.notes, "file": None if single.check else str(target)},
    )


def _project_settings(source: Path) -> ProjectSettings:
    """Return the settings of the project that a source lies in; the usual ones where there is none of ours."""
    from agi_emu.resources.projects.project_settings import FILE, ProjectSettings, read_settings

    project = project_of(source)
    return read_settings(project) if (project / FILE).is_file() else ProjectSettings()
