"""``agi-emu monkey``: play a game with random keys, reproducible by a seed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.guided_play import Guide, Plan, explore, guide_options
from agi_emu.cli.options import (
    GameOptions,
    Output,
    game_argument,
    game_options_but,
    load_option,
    option_set,
    timeout_option,
)
from agi_emu.cli.told_errors import ErrorTeller, telling_options
from agi_emu.facts.errors import TimeLimitError

if TYPE_CHECKING:
    from agi_emu.lab.monkey import RoomFinds, Run
    from agi_emu.resources.game import Game

MOST_ROOMS_SHOWN = 12


def seeds_of(_ctx: click.Context, _option: click.Parameter, text: str) -> range:
    """Return the seeds given by A:B (B excluded) or a single number."""
    first, colon, last = text.partition(":")
    if first.isdecimal() and (last.isdecimal() if colon else not last):
        seeds = range(int(first), int(last) if colon else int(first) + 1)
        if seeds:
            return seeds
    raise click.BadParameter(f"{text!r} is neither a seed nor a range A:B of seeds with A < B.")


def _rooms(run: Run) -> str:
    shown = " ".join(str(room) for room in run.rooms[:MOST_ROOMS_SHOWN])
    more = len(run.rooms) - MOST_ROOMS_SHOWN
    return f"{shown} +{more}" if more > 0 else shown


def _name_of(game: Game) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in game.id)


def _save(finds: RoomFinds, game: Game, folder: Path, output: Output) -> None:
    """Write recordings into a folder; one that exists stays."""
    from agi_emu.recording.recording import SUFFIX, with_path_hint

    folder.mkdir(parents=True, exist_ok=True)
    for room, found in finds.shortest():
        path = folder / f"{_name_of(game)}-room{room}-seed{found.seed}{SUFFIX}"
        if path.exists():
            output.note(f"{path} already exists; it stays as it is")
            continue
        with_path_hint(found.recording, game, folder).save(path)
        output.note(f"{path}: {len(found.recording.ticks)} ticks, rooms {' '.join(map(str, sorted(found.rooms)))}")


_plan_options = option_set(
    "plan",
    Plan,
    click.option(
        "--cycles",
        type=click.IntRange(1),
        default=2000,
        show_default=True,
        metavar="N",
        help="Number of cycles per run.",
    ),
    click.option(
        "--seeds", default="0:1", show_default=True, callback=seeds_of, metavar="A:B", help="Seeds to play, without B."
    ),
    click.option(
        "--record",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Record into this folder the shortest plays that together reach every room; with --guide, each mistake.",
    ),
    timeout_option,
)


@click.command
@game_argument
@_plan_options
@guide_options
@load_option
@game_options_but("seed", "script")
@telling_options
def command(
    game: Path,
    plan: Plan,
    load: Path | None,
    options: GameOptions,
    guide: Guide,
    teller: ErrorTeller,
) -> None:
    """Play GAME with random keys, once for each seed, as fast as it goes.

    Walks, types words of the game's dictionary, presses keys, and clicks if the game knows the mouse. The same seed
    gives the same run again. With --load every run starts from that save, for example in the room you want to try. The
    exit code is 0 whatever the game does, unless a run takes longer than --timeout or --strict-errors finds an error of
    the game; only a fault of agi-emu itself ends the command early.

    With --guide it keeps the states that reach something new, continues from them, says the sentences that the logics
    know, and walks to edges and to places that matter. It reports errors of the game, endless loops and assertions that
    fail, and then ends with 1; also rooms that it never left, and scenes that never gave control back, which may be
    meant so. Each comes with the shortest recording that it can find.
    """
    if guide.guide and load is not None:
        raise click.UsageError("--guide plays from the start of the game, so that its recordings do; leave out --load.")
    if guide.guide:
        explore(game, plan, options, guide.assertions, teller)
        return
    if guide.assertions:
        raise click.UsageError("--assert belongs to --guide.")
    from agi_emu.checking.time_limits import time_limit
    from agi_emu.lab.monkey import RoomFinds, play
    from agi_emu.resources import open_game

    code = ExitCode.GOOD
    finds = RoomFinds() if plan.record is not None else None
    output = teller.output
    opened = open_game(game, options.profile)
    settings, start = options.settings(opened), None
    if load is not None:
        from agi_emu.cli.starting_point import machine_at

        machine = machine_at(opened, load, options, before_sequence=False, tell=output.note)
        settings, start = machine.settings, machine.snapshot()
    if not output.json:
        output.result(f"{'seed':>6} {'cycles':>7} {'windows':>7} {'answers':>7} {'exits':>5}  {'end':14} rooms")
    for seed in plan.seeds:
        try:
            with time_limit(plan.timeout, f"seed {seed}"):
                run = play(opened, seed, plan.cycles, settings, start, finds=finds)
        except TimeLimitError as error:
            output.note(str(error))
            code = ExitCode.TIME_LIMIT
            continue
        if output.json:
            found = [teller.placed(opened, error).record() for error in run.errors]
            output.record({"game": opened.id, **asdict(run), "errors": found})
            teller.count += len(found)
            continue
        output.result(
            f"{seed:6} {run.cycles:7} {run.windows:7} {run.answers:7} {run.exits:5}  {run.end:14} {_rooms(run)}"
        )
        for raised in run.errors:
            teller.tell(opened, raised, before=f"seed {seed}: ")
        for note in run.notes:
            if not any(note.startswith(raised.meaning) for raised in run.errors):
                output.note(f"seed {seed}: {note}")
    if plan.record is not None and finds is not None:
        _save(finds, opened, plan.record, output)
    teller.finish()
    click.get_current_context().exit(code)
