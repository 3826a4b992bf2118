"""``agi-emu monkey``: play games with random keys, reproducible by a seed."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agi_emu.cli.coverages import CoverageChoice, coverage_of, show_coverage_of
from agi_emu.cli.jobs import JobOptions, JobRun, RecordingFolder, job_options
from agi_emu.cli.options import FILE, GAME, NEW_FOLDER, GameOptions, OptionSet, load_option, option
from agi_emu.cli.told_errors import ErrorTeller, telling_options
from agi_emu.facts.numbers import number_in

if TYPE_CHECKING:
    from agi_emu.lab.monkey import RoomFinds
    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.resources.game import Game

MOST_ROOMS_SHOWN = 12
SCORE_HOLDS = "max == 0 or score <= max"
"""What guided play always looks for: points that are given again and again."""
CYCLES_PER_PROCESS = 5_000
"""Cycles that take about as long as starting a process does."""


def seeds_of(_ctx: click.Context, _option: click.Parameter, text: str) -> range:
    """Return the seeds given by A:B (B excluded) or a single number."""
    first, colon, last = text.partition(":")
    start, end = number_in(first), number_in(last)
    seeds = range(start or 0, start + 1 if start is not None and not colon else end or 0)
    if start is not None and seeds:
        return seeds
    raise click.BadParameter(f"{text!r} is neither a seed nor a range A:B of seeds with A < B.")


def _rooms(rooms: Sequence[int]) -> str:
    shown = " ".join(map(str, rooms[:MOST_ROOMS_SHOWN]))
    more = len(rooms) - MOST_ROOMS_SHOWN
    return f"{shown} +{more}" if more > 0 else shown


class Play(OptionSet):
    """How games are played, and what is recorded."""

    cycles: int = option(
        type=click.IntRange(1), default=2000, show_default=True, metavar="N", help="Number of cycles per run."
    )
    seeds: range = option(
        default="0:1", show_default=True, callback=seeds_of, metavar="A:B", help="Seeds to play, without B."
    )
    guide: bool = option(is_flag=True, help="Lead the play to what was not reached yet, and look for mistakes.")
    with_cheat_keys: bool = option(is_flag=True, help="With --guide: also use the game's debug mode, if it has one.")
    assertions: tuple[str, ...] = option(
        "--assert",
        multiple=True,
        metavar="EXPR",
        help="With --guide: what must hold after every cycle, such as 'score <= max' or 'v30 != 7 or f40'.",
    )
    until: str = option(
        default="",
        metavar="COND",
        help="With --guide: search for a play that reaches this, such as 'score == max' or 'text \"THE END\"'.",
    )
    hints: Path | None = option(
        type=FILE,
        metavar="FILE",
        help="With --until: a text with sentences that lead there, such as a walkthrough; ways and keys are found.",
    )
    record: Path | None = option(
        type=NEW_FOLDER,
        metavar="DIR",
        help="Record into this folder the shortest plays that together reach every room; with --guide, what is found.",
    )


@click.command
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=GAME)
@Play.add("play")
@load_option
@job_options
@GameOptions.add("options", "seed", "script")
@coverage_of("plays", "sources")
@telling_options
def command(
    games: tuple[Path, ...],
    play: Play,
    load: Path | None,
    where: JobOptions,
    options: GameOptions,
    coverage: CoverageChoice,
    teller: ErrorTeller,
) -> None:
    """Play GAMEs with random keys, once for each seed, as fast as it goes.

    Walks, types words of the game's dictionary, presses keys, and clicks if the game knows the mouse. The same seed
    gives the same run again. With --load every run starts from that save, for example in the room you want to try. The
    exit code is 0 whatever the game does, unless a run takes longer than --timeout or --strict-errors finds an error of
    the game; only a fault of agi-emu itself ends the command early.

    With --guide it keeps the states that reach something new, continues from them, says the sentences that the logics
    know, and walks to edges and to places that matter. It reports errors of the game, endless loops, more points than
    the game says it has, and assertions that fail, and then ends with 1; also rooms that it never left, and scenes that
    never gave control back, which may be meant so. Each comes with the shortest recording that it can find.

    With --until it goes for points, items, and what the logics ask for, looks for nothing else, and ends with 1 if a
    play did not get there. COND is what a walkthrough may expect.
    """
    coverage = coverage.replaced(sources=teller.sources)
    _refuse_contradictions(games, play, load, where, coverage)
    from agi_emu.host_files.reading import BESIDE_RECORDING, read_text
    from agi_emu.input.walkthrough import holding
    from agi_emu.lab.exploring.plays import PLAYS, Plan, play_jobs, play_name
    from agi_emu.machine.assertions import parse_assertion
    from agi_emu.resources import open_game

    if play.until:
        holding(play.until)
    elif play.guide:
        play = play.replaced(assertions=(*play.assertions, SCORE_HOLDS))
    for text in play.assertions:
        parse_assertion(text)
    hints = () if play.hints is None else tuple(read_text(play.hints, BESIDE_RECORDING).splitlines())
    start = None
    opened = [open_game(game, options.profile) for game in games]
    settings = [options.settings(game) for game in opened]
    if load is not None:
        from agi_emu.cli.starting_point import machine_at

        machine = machine_at(opened[0], load, options, before_sequence=False, tell=teller.note)
        settings, start = [machine.settings], machine.snapshot()
    records = RecordingFolder(play.record, opened, teller) if play.record is not None else None
    wanted = coverage.is_made, records is not None
    plan = Plan(play.cycles, play.guide, play.with_cheat_keys, play.assertions, play.until, hints, *wanted)
    plays = [(game, seed) for game in opened for seed in play.seeds]
    shown = _Shown(plays, records, teller)
    run = JobRun([play_name(game, seed) for game, seed in plays], PLAYS, where, teller, shown.take)
    effort = len(plays) * play.cycles / CYCLES_PER_PROCESS
    jobs = play_jobs(list(zip(opened, settings, strict=True)), play.seeds, plan, start)
    summary = run.do(jobs, where.processes(effort))
    shown.write_ways()
    code = show_coverage_of(summary.outcomes, lambda _: opened[0], coverage, teller)
    teller.finish()
    click.get_current_context().exit(max(summary.code, code))


def _refuse_contradictions(
    games: Sequence[Path], play: Play, load: Path | None, where: JobOptions, coverage: CoverageChoice
) -> None:
    """Refuse options that contradict each other, and files that cannot be written."""
    if play.guide and load is not None:
        raise click.UsageError("--guide plays from the start of the game, so that its recordings do; leave out --load.")
    if play.assertions and not play.guide:
        raise click.UsageError("--assert belongs to --guide.")
    if (play.until and (play.assertions or not play.guide)) or (play.hints and not play.until):
        raise click.UsageError("--until belongs to --guide without --assert, and --hints to --until.")
    if play.with_cheat_keys and not play.guide:
        raise click.UsageError("--with-cheat-keys belongs to --guide: blind play presses any key.")
    if len(games) > 1 and (load is not None or coverage.is_made):
        raise click.UsageError("--load, --coverage and --fail-under are about one game.")
    where.refuse()
    coverage.refuse()


class _Shown:
    """What is printed and written about plays, in their order."""

    def __init__(self, plays: Sequence[tuple[Game, int]], records: RecordingFolder | None, teller: ErrorTeller) -> None:
        self._left = deque(plays)
        self._records = records
        self._teller = teller
        self._game: Game | None = None
        self._finds: dict[Game, RoomFinds] = {}

    def take(self, outcome: Outcome) -> Outcome:
        """Print a play; return its outcome without recordings."""
        from agi_emu.checking.jobs import RECORDINGS
        from agi_emu.lab.exploring.plays import WAYS

        game, seed = self._left.popleft()
        rest = dict(outcome.details)
        files = {name: self._write(game, name, text) for name, text in rest.pop(RECORDINGS, {}).items()}
        self._include(game, seed, rest.pop(WAYS, {}))
        for each in rest.get("findings", ()):
            each["file"] = files.get(each["file"], "")
        if not rest:
            click.echo(f"agi-emu: {outcome.lines()[0]}", err=True)
        elif "findings" in rest:
            self._tell_exploration(game, rest)
        else:
            self._tell_play(game, seed, outcome)
        return replace(outcome, details=rest)

    def _write(self, game: Game, name: str, text: str) -> str:
        """Write what a guided play found, and beside it what was done in plain words."""
        from agi_emu.headless.as_walkthrough import walkthrough_of
        from agi_emu.host_files.drafts import write_whole
        from agi_emu.input.walkthrough import SUFFIX

        assert self._records is not None
        path, recording = self._records.write(name, text)
        if recording is not None:
            write_whole(path.with_suffix(SUFFIX), walkthrough_of(game, recording).encode())
        return str(path)

    def _include(self, game: Game, seed: int, ways: Mapping[str, tuple[int, Sequence[int], str]]) -> None:
        """Keep the shortest ways to rooms."""
        from agi_emu.lab.monkey import Found, RoomFinds
        from agi_emu.recording.recording import parse_recording

        finds = self._finds.setdefault(game, RoomFinds())
        for room, (ticks, rooms, text) in ways.items():
            if finds.lacks(int(room), ticks):
                finds.ways[int(room)] = Found(seed, ticks, parse_recording(text, ""), frozenset(rooms))

    def write_ways(self) -> None:
        """Write the recordings of the shortest ways."""
        from agi_emu.lab.exploring.plays import plain_name
        from agi_emu.recording.recording import recording_text

        for game, finds in self._finds.items():
            for room, found in finds.shortest():
                assert self._records is not None
                name = f"{plain_name(game)}-room{room}-seed{found.seed}"
                path, recording = self._records.write(name, recording_text(found.recording))
                if recording is not None:
                    rooms = " ".join(map(str, sorted(found.rooms)))
                    self._teller.note(f"{path}: {len(recording.ticks)} ticks, rooms {rooms}")

    def _tell_play(self, game: Game, seed: int, outcome: Outcome) -> None:
        teller, run = self._teller, outcome.details
        if teller.json:
            errors = [teller.placed(game, error).record() for error in outcome.errors]
            teller.record(_plain(run) | {"errors": errors})
            teller.count += len(errors)
            return
        if game is not self._game:
            if self._game is not None or (self._left and self._left[-1][0] is not game):
                teller.result(f"{game.id}:")
            teller.result(f"{'seed':>6} {'cycles':>7} {'windows':>7} {'answers':>7} {'exits':>5}  {'end':14} rooms")
            self._game = game
        counts = f"{seed:6} {run['cycles']:7} {run['windows']:7} {run['answers']:7} {run['exits']:5}"
        teller.result(f"{counts}  {run['end']:14} {_rooms(run['rooms'])}")
        for raised in outcome.errors:
            teller.tell(game, raised, before=f"seed {seed}: ")
        for note in run["notes"]:
            if not any(note.startswith(raised.meaning) for raised in outcome.errors):
                teller.note(f"seed {seed}: {note}")

    def _tell_exploration(self, game: Game, run: Mapping[str, Any]) -> None:
        from agi_emu.machine.raised_errors import RaisedError

        teller, counts = self._teller, run["counts"]
        for each in run["findings"]:
            error = each.pop("error")
            place = teller.placed(game, RaisedError.from_record(error)).place if error else ""
            each["what"] = f"{place}: {each['what']}" if place else each["what"]
        if teller.json:
            teller.record(_plain(run))
            return
        share = ", ".join(
            f"{counts[kind]['reached']} of {counts[kind]['total']} {kind}" for kind in ("rooms", "branches", "words")
        )
        if run["rooms_by_cheats"]:
            share += f"; by cheats alone rooms {_rooms(run['rooms_by_cheats'])}"
        teller.result(f"seed {run['seed']}: {run['cycles']} cycles, {share}")
        for each in run["findings"]:
            teller.result(f"  {each['kind']}: {each['what']}")
            file = f": {each['file']}" if each["file"] else ""
            teller.result(f"    room {each['room']}, {each['events']} events, {each['seconds']} s of game time{file}")


def _plain(run: Mapping[str, Any]) -> dict[str, Any]:
    """Return a play as a value of JSON, without what was reached: nobody reads that."""
    from agi_emu.checking.check import COVERAGE

    return {key: value for key, value in run.items() if key not in ("text", COVERAGE)}
