"""``agi-emu lint``: report likely mistakes to the author of a game."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import GAME, Output, follow_option, output_options, profile_name


@click.command
@click.argument("game", type=GAME, metavar="GAME|SRC")
@click.option(
    "--profile", metavar="NAME", callback=profile_name, help="Also report what this interpreter version lacks."
)
@click.option("--ignore", multiple=True, metavar="RULE", help="Rule to leave out; repeat for several.")
@follow_option
@output_options
@click.pass_context
def command(
    ctx: click.Context, game: Path, profile: str | None, ignore: tuple[str, ...], follow: bool, output: Output
) -> None:
    """Report likely mistakes in GAME, or in the project folder SRC with files and lines.

    The rules: code that is never executed, commands that the interpreter lacks or that take other arguments there,
    messages that are missing or never shown, words that are not in the vocabulary, flags and variables that are set but
    never read, resources that are missing or unused, calls of logics that are never loaded, script lists that overrun,
    mirrored cels without room, fills that may overflow the original's stack. Exit code 1 if anything was found.
    """
    from agi_emu.authoring.lint import Places, Rule, find
    from agi_emu.resources import open_game
    from agi_emu.resources.projects.project import build_project, read_project
    from agi_emu.resources.projects.project_settings import FILE
    from agi_emu.versions import PROFILES

    unknown = sorted(set(ignore) - set(Rule))
    if unknown:
        raise click.BadParameter(
            f"{unknown[0]!r} is not a rule; the rules are {', '.join(Rule)}.", param_hint="--ignore"
        )
    places = Places()
    if game.is_dir() and (game / FILE).exists():
        places = Places(read_project(game, follow=follow).places)
        with tempfile.TemporaryDirectory() as folder:
            opened = open_game(build_project(game, Path(folder) / "game.zip", follow=follow))
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
