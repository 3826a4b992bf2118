"""``agi-emu trace``: record every cycle, and find where a run differs from the original."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from agi_emu.cli.options import (
    EXISTING,
    GAME,
    NEW_FOLDER,
    NEW_PATH,
    GameOptions,
    OptionSet,
    Output,
    option,
    output_options,
    timeout_option,
)
from agi_emu.cli.outputs import PIXELS, TRACE, output_file
from agi_emu.facts.adapters import DEFAULT
from agi_emu.facts.errors import ExitCode

if TYPE_CHECKING:
    from agi_emu.resources import Game
    from agi_emu.tracing.comparison import TraceComparison
    from agi_emu.tracing.records import TraceMeta

SEED = 0x1234
"""The seed used for the recordings of the original."""


class Comparing(OptionSet):
    """What is compared, and what happens at a difference."""

    against: Path | None = option(
        type=EXISTING, metavar="FILE", help="Recording to compare with: its trace, or its folder."
    )
    keep_going: bool = option(is_flag=True, help="Continue after a difference; show the first one for each field.")
    resync: bool = option(is_flag=True, help="After a difference, take over the recorded values and continue.")
    report: Path | None = option(type=NEW_FOLDER, metavar="DIR", help="Write a report with pictures to this folder.")
    diff: tuple[Path, Path] | None = option(
        type=EXISTING, nargs=2, metavar="A B", help="Compare two trace files; no game is run."
    )


@click.command
@click.argument("game", type=GAME, required=False)
@click.option(
    "--cycles", type=click.IntRange(0), metavar="N", help="Number of cycles to run (default: to the end of the script)."
)
@click.option("-o", "--output-file", "target", type=NEW_PATH, metavar="FILE", help="Trace to write.")
@click.option("--planes", is_flag=True, help="Save the pixels of some cycles beside the trace, in planes.npz.")
@Comparing.add("comparing")
@GameOptions.add("options", "extensions", "display")
@timeout_option
@output_options
def command(
    game: Path | None,
    cycles: int | None,
    target: Path | None,
    planes: bool,
    comparing: Comparing,
    options: GameOptions,
    timeout: float | None,
    output: Output,
) -> None:
    """Record every cycle of GAME in the format of the original's recordings, or compare GAME with such a recording.

    Keys come from --script. Without --against, the trace goes to stdout, or gzipped to -o. With --against, the
    recording sets the interpreter version, seed and script; if it holds its game (game.zip), leave GAME out; -o gets
    our own trace of the compared cycles. Exit code: 0 if everything is equal, 1 if something differs.
    """
    from agi_emu.checking.time_limits import time_limit

    click.get_current_context().with_resource(time_limit(timeout, str(game or comparing.against)))
    against, keep_going, resync = comparing.against, comparing.keep_going, comparing.resync
    if comparing.diff is not None:
        given = {"GAME": game, "--against": against, "-o": target, "--planes": planes, "--resync": resync}
        _refuse(
            "--diff compares two traces and runs no game", given | {"--report": comparing.report, "--cycles": cycles}
        )
        if options != GameOptions():
            raise click.UsageError("--diff compares two traces; it takes no options for running a game.")
        from agi_emu.tracing.comparison import compare_traces
        from agi_emu.tracing.trace import Trace

        expected, found = (Trace(path) for path in comparing.diff)
        _finish(compare_traces(expected, found, keep_going=keep_going), output, keep_going=keep_going)
    elif against is not None:
        _refuse("A comparison writes its pixels to --report", {"--planes": planes})
        if options != GameOptions(profile=options.profile):
            raise click.UsageError("A recording has its own settings, seed and keys; you can only change --profile.")
        _compare(_game_of(game, against), options.profile, comparing, cycles, target, output)
    elif game is not None:
        _refuse("Only a comparison (--against) has differences", {"--keep-going": keep_going, "--resync": resync})
        _refuse("Only a comparison (--against) has a report", {"--report": comparing.report})
        _record(game, options, output, cycles, target, planes=planes)
    else:
        raise click.UsageError("Give a GAME, or two traces with --diff.")


def _refuse(why: str, given: dict[str, object]) -> None:
    """Refuse options that would have no effect here."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise click.UsageError(f"{why}; remove {name}.")


def _game_of(game: Path | None, against: Path) -> Path:
    """Return the game to run: the given one, or the one that the recording holds."""
    from agi_emu.tracing.trace import OWN_GAME, own_game

    found = game or own_game(against)
    if found is None:
        raise click.UsageError(f"{against} holds no {OWN_GAME}; give the GAME that was recorded.")
    return found


def _compare(
    path: Path, profile: str | None, comparing: Comparing, cycles: int | None, target: Path | None, output: Output
) -> None:
    from agi_emu.resources import open_game
    from agi_emu.tracing.check import check_of
    from agi_emu.tracing.report import TraceReport
    from agi_emu.tracing.trace import Trace

    assert comparing.against is not None
    trace, keep_going, resync = Trace(comparing.against), comparing.keep_going, comparing.resync
    if target is not None and target.exists() and target.samefile(trace.path):
        raise click.UsageError(f"-o: {target} is the recording to compare with; name another file.")
    game = open_game(path, profile or trace.meta.interpreter)
    check = check_of(game, trace)
    watch = TraceReport(comparing.report, check) if comparing.report is not None else None
    with _trace_file(target, trace.meta) as writer:
        keep = writer.write if writer is not None else None
        outcome = check.run(keep_going=keep_going, resync=resync, watch=watch, keep=keep, last_cycle=cycles)
        if writer is not None:
            writer.write(check.driver.end_line())
    if watch is not None:
        output.note(f"report: {watch.finish(outcome)}")
    output.notes(f"{name}: needed in {count} cycles" for name, count in outcome.masked.items())
    _finish(outcome, output, keep_going=keep_going or resync)


def _record(
    path: Path, options: GameOptions, output: Output, cycles: int | None, target: Path | None, *, planes: bool
) -> None:
    from agi_emu.machine.machine import Machine
    from agi_emu.resources import open_game
    from agi_emu.tracing.trace import PLANES_NAME
    from agi_emu.tracing.tracer import begin_trace, record_to, write_planes

    if planes and target is None:
        raise click.UsageError("--planes needs -o: the pixels are written beside the trace.")
    game = open_game(path, options.profile)
    meta = _meta(game, options)
    # Traces are compared with those of Sierra's interpreters, which know no extension and were recorded with an EGA.
    plain = options.replaced(extensions=frozenset(), display=DEFAULT)
    machine = Machine(game, seed=meta.seed, settings=plain.settings(game, budget="unlimited", strict=True))
    pixels = target.parent / PLANES_NAME if planes and target is not None else None
    with ExitStack() as files:
        draft = files.enter_context(output_file(pixels, PIXELS)) if pixels else None
        file = files.enter_context(_trace_file(target, meta)) or begin_trace(sys.stdout.buffer, meta)
        count, why, planes_kept = record_to(file, machine, meta, cycles)
        if draft is not None:
            write_planes(draft, planes_kept)
    if pixels is not None:
        output.note(f"pixels: {pixels}")
    output.note(f"{game.id}: {count} records, {why}")


@contextmanager
def _trace_file(target: Path | None, meta: TraceMeta) -> Iterator[BinaryIO | None]:
    """Open a trace file to write, if one is wanted."""
    if target is None:
        yield None
        return
    from agi_emu.tracing.tracer import create_trace

    with output_file(target, TRACE) as draft, create_trace(draft, meta) as writer:
        yield writer


def _meta(game: Game, options: GameOptions) -> TraceMeta:
    from agi_emu.input.input_script import read_input_script
    from agi_emu.tracing.records import TraceMeta

    script = read_input_script(options.script).source if options.script else ""
    seed = SEED if options.seed is None else options.seed
    return TraceMeta(game.id, game.profile.name, options.machine, script=script, seed=seed)


def _finish(outcome: TraceComparison, output: Output, *, keep_going: bool) -> None:
    """Print the outcome and end with its exit code."""
    from agi_emu.tracing.differences import FIELDS

    if output.json:
        output.record(
            {
                "equal": outcome.is_equal,
                "cycles": outcome.cycles,
                "equal_cycles": outcome.equal,
                "fields": {key: outcome.equal_cycles(key) for key in FIELDS},
                "first": {key: asdict(difference) for key, difference in outcome.first.items()},
                "end": asdict(outcome.end) if outcome.end else None,
                "masked": dict(outcome.masked),
            }
        )
    else:
        output.result("\n".join(outcome.lines(every_field=keep_going)))
    if not outcome.is_equal:
        click.get_current_context().exit(ExitCode.DIFFERENCE)
