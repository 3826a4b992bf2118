"""``agi-emu build``: a project folder of sources to a game, or one source to a resource."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.mistakes import MistakeTeller, mistake_options
from agi_emu.cli.options import (
    EXISTING,
    GAME,
    NEW_PATH,
    GameOptions,
    OptionSet,
    Output,
    follow_option,
    option,
    profile_name,
    refuse,
)
from agi_emu.cli.outputs import LOGIC, output_file
from agi_emu.cli.told_errors import ErrorTeller
from agi_emu.host_files.drafts import naming
from agi_emu.host_files.reading import read_start
from agi_emu.logic.dialects import DIALECTS, dialect_of, project_of

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game
    from agi_emu.resources.projects.project import BuildMemory
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


@click.command
@click.argument("source", type=EXISTING)
@click.option(
    "-o",
    "target",
    type=NEW_PATH,
    metavar="GAME",
    help="Game to write: a folder, or a zip archive if the name ends in .zip. Of a single source, its resource.",
)
@click.option("--profile", metavar="NAME", callback=profile_name, help="Interpreter version to convert or compile for.")
@click.option("--force", is_flag=True, help="Convert even if that interpreter lacks commands the game uses.")
@click.option("--watch", is_flag=True, help="Play the game, and rebuild it whenever a source changes.")
@single_source_options
@follow_option
@mistake_options
def command(
    source: Path,
    target: Path | None,
    profile: str | None,
    force: bool,
    watch: bool,
    single: SingleSource,
    follow: bool,
    teller: MistakeTeller,
) -> None:
    """Build the project folder SOURCE into a game, or compile the single LOGIC source SOURCE to a resource.

    A project holds game.toml, words.txt, items.txt and the folders logics, pictures, views and sounds. The name of each
    source begins with its number. agi-emu extract makes a project of any game; the demo game's project is in the
    package, in data/demo.

    With --watch the game continues where it was after each change, if possible. With --json or --format github each
    mistake is an object or annotation of its own, with file, line, column, rule, text and hint.

    The resource of a single source is written beside it unless -o says where.
    """
    if source.is_file():
        refuse(
            {
                "--force and --watch belong to a project folder.": force or watch,
                f"{source} is not a text; give a project folder, or a LOGIC source.": b"\0" in read_start(source, 1000),
            }
        )
        compile_source(source, target, profile, single, teller, follow=follow)
        return
    refuse({"--game, --dialect and --check belong to a single source.": single != SingleSource()})
    if target is None:
        raise click.UsageError("Name the game to write with -o.")
    teller.folder = source
    _refuse_foreign_game(target)

    from agi_emu.resources.projects.project import BuildMemory

    memory = BuildMemory()

    def build() -> Game:
        with naming(target):
            return _build(source, target, profile, teller, memory, is_forced=force, follow=follow)

    with teller.told():
        game = build()
    kinds = ("logics", "pictures", "views", "sounds", "words", "items")
    counts = {kind: len(getattr(game, kind)) for kind in kinds}
    teller.answer(
        f"{target}: {', '.join(f'{count} {name}' for name, count in counts.items())}",
        {"game": str(target), "profile": game.profile.name, **counts},
    )
    if watch:
        _watch(source, game, build, teller)


def _refuse_foreign_game(target: Path) -> None:
    from agi_emu.facts.errors import GameError
    from agi_emu.resources.writing.game_files import refuse_foreign_game

    try:
        refuse_foreign_game(target)
    except GameError as error:
        raise click.UsageError(f"{error}.") from error


def _build(
    source: Path,
    target: Path,
    profile: str | None,
    teller: MistakeTeller,
    memory: BuildMemory,
    *,
    is_forced: bool,
    follow: bool,
) -> Game:
    from agi_emu.facts.versions import PROFILES
    from agi_emu.resources import open_game
    from agi_emu.resources.projects.project import build_project

    notes: list[str] = []
    wanted = PROFILES[profile] if profile else None
    build_project(source, target, profile=wanted, is_forced=is_forced, follow=follow, notes=notes, memory=memory)
    game = open_game(target)
    teller.tell_notes((*notes, *_errors(source, game, memory, follow=follow)))
    return game


def _errors(source: Path, game: Game, memory: BuildMemory, *, follow: bool) -> Iterator[str]:
    """Yield what lint calls an error in a game that was just built."""
    from agi_emu.authoring.lint import Level, find
    from agi_emu.authoring.lint.program import places_in
    from agi_emu.authoring.lint.switched_off import SwitchedOff

    if any(find(game, levels=(Level.ERROR,), memory=memory)):
        switched_off = SwitchedOff(source)
        places = places_in(source, follow=follow, memory=memory)
        for finding in find(game, places, levels=(Level.ERROR,), memory=memory):
            if not switched_off.holds(finding):
                yield finding.as_note()


def _watch(source: Path, game: Game, build: Callable[[], Game], output: Output) -> None:
    """Play a game and rebuild it at every change; without a screen, only rebuild."""
    from agi_emu.headless.reloading import Reloader
    from agi_emu.machine.machine import Machine
    from agi_emu.resources import open_game
    from agi_emu.window.host.sdl import SdlDisplay
    from agi_emu.window.windowed_play import PlayServices, WindowAppearance, play_in_window

    def started(opened: Game) -> Machine:
        return Machine(opened, settings=GameOptions().settings(opened))

    reloader = Reloader(source, build, output.note)
    teller = ErrorTeller(quiet=output.quiet, json=output.json, sources=source)
    services = PlayServices(lambda path: started(open_game(path)), tell_error=teller.tell, note=output.note)
    with closing(SdlDisplay()) as display:
        if display.is_visible:
            play_in_window(started(game), display, WindowAppearance(), services, reloader=reloader)
            return
    output.note("no screen found: the game is rebuilt at every change but not played; stop with Ctrl+C")
    reloader.build_until_interrupted()
