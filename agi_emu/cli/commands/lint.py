"""``agi-emu lint``: report likely mistakes to the author of a game."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from agi_emu.cli.mistakes import MistakeTeller, mistake_options
from agi_emu.cli.options import GAME, follow_option, profile_name
from agi_emu.facts.errors import ExitCode


@click.command
@click.argument("game", type=GAME, metavar="GAME|SRC")
@click.option(
    "--profile", metavar="NAME", callback=profile_name, help="Also report what this interpreter version lacks."
)
@click.option("--ignore", multiple=True, metavar="RULE", help="Rule to leave out; repeat for several.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "remark"]),
    default="warning",
    show_default=True,
    metavar="LEVEL",
    help="End with 1 for findings of this level and worse: error, warning or remark.",
)
@follow_option
@mistake_options
@click.pass_context
def command(
    ctx: click.Context,
    game: Path,
    profile: str | None,
    ignore: tuple[str, ...],
    fail_on: str,
    follow: bool,
    teller: MistakeTeller,
) -> None:
    """Report likely mistakes in GAME, or in the project folder SRC with files and lines.

    Errors: commands that the interpreter lacks or that take other arguments there, messages and resources that are
    missing, texts too large for their windows, views and sounds that no logic of the room loads, loops that a view
    lacks, script lists that overrun. Warnings: code that is never executed, words that are not in the vocabulary,
    flags and variables that are changed but never read, flags that are read but never set, menu items wider than
    the first, constants out of range, tests after said, a score out of reach, mirrored cels without room, fills
    that may overflow the original's stack. Remarks: messages that are never shown, variables that are never set,
    resources that are unused, calls of logics that are never loaded. A comment // lint: off RULE: why switches a
    rule off in its line and the next; in the source of a picture, view or sound, in that file; in game.toml, in the
    whole game. With --json or --format github each finding is an object or annotation of its own.
    """
    from agi_emu.authoring.lint import Level, LintRule, Places, find
    from agi_emu.authoring.lint.program import places_in
    from agi_emu.authoring.lint.switched_off import SwitchedOff
    from agi_emu.facts.versions import PROFILES
    from agi_emu.resources import open_game
    from agi_emu.resources.projects.project import BuildMemory, build_project
    from agi_emu.resources.projects.project_settings import FILE

    unknown = sorted(set(ignore) - set(LintRule))
    if unknown:
        raise click.BadParameter(
            f"{unknown[0]!r} is not a rule; the rules are {', '.join(LintRule)}.", param_hint="--ignore"
        )
    places = Places()
    if game.is_dir() and (game / FILE).exists():
        memory = BuildMemory()
        teller.folder = game
        with teller.told(), tempfile.TemporaryDirectory() as folder:
            places = places_in(game, follow=follow, memory=memory)
            opened = open_game(build_project(game, Path(folder) / "game.zip", follow=follow, memory=memory))
    else:
        opened = open_game(game)
    switched_off = SwitchedOff(game)
    counts = dict.fromkeys(Level, 0)
    for finding in find(opened, places, PROFILES[profile] if profile else None):
        if finding.rule in ignore or switched_off.holds(finding):
            continue
        counts[finding.rule.level] += 1
        if teller.is_data:
            teller.tell([finding.as_mistake()])
        else:
            teller.result(str(finding))
    teller.notes(switched_off.mistakes)
    teller.note(", ".join(f"{count} {level}{'s' * (count != 1)}" for level, count in counts.items()))
    levels = list(Level)
    if any(counts[level] for level in levels[: levels.index(Level(fail_on)) + 1]):
        ctx.exit(ExitCode.DIFFERENCE)
