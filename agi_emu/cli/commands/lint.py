"""``agi-emu lint``: what an author wants to be told."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import GAME, Output, output_options, profile_name


@click.command
@click.argument("game", type=GAME, metavar="GAME|SRC")
@click.option("--profile", metavar="NAME", callback=profile_name, help="Look also at what this interpreter lacks.")
@click.option("--ignore", multiple=True, metavar="RULE", help="Leave a rule out; may be given several times.")
@output_options
@click.pass_context
def command(ctx: click.Context, game: Path, profile: str | None, ignore: tuple[str, ...], output: Output) -> None:
    """Tell what looks wrong in GAME, or in the project folder SRC, whose files and lines are named then.

    The rules: code that is never executed, commands that the interpreter lacks or counts otherwise, messages that are
    never shown or missing, words that are not in the vocabulary, flags and variables that are set and never read,
    resources that are missing or unused, calls of logics that are never loaded, script lists that overrun, mirrored
    cels without room, fills that may blow the original's stack. Exit code 1 if something was found.
    """
    from agi_emu.authoring.lint import Places, Rule, find
    from agi_emu.resources import open_game
    from agi_emu.resources.projects.project import build_project, read_project
    from agi_emu.resources.projects.project_settings import FILE
    from agi_emu.versions import PROFILES

    unknown = sorted(set(ignore) - set(Rule))
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is no rule; they are {', '.join(Rule)}.", param_hint="--ignore")
    places = Places()
    if game.is_dir() and (game / FILE).exists():
        places = Places(read_project(game).places)
        with tempfile.TemporaryDirectory() as folder:
            opened = open_game(build_project(game, Path(folder) / "game.zip"))
    else:
        opened = open_game(game)
    count = 0
    for finding in find(opened, places, PROFILES[profile] if profile else None):
        if finding.rule in ignore:
            continue
        count += 1
        if output.json:
            output.record({"rule": finding.rule, "place": finding.place, "sentence": finding.sentence})
        else:
            output.result(str(finding))
    output.note(f"{count} findings" if count != 1 else "1 finding")
    if count:
        ctx.exit(ExitCode.DIFFERENCE)
