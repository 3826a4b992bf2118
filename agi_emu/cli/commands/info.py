"""`agi-emu info GAME`: show what a game is, what it holds, and which faults were tolerated to read it.

With --speed: how fast its rooms were on the computers of the time, as a table and as a picture.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agi_emu.cli.options import FILE, NEW_FILE, OptionSet, Output, game_argument, option, output_options, profile_option
from agi_emu.cli.outputs import PNG, output_file, refuse_other
from agi_emu.cli.terminal import clean_console
from agi_emu.facts.clock_prices import PACES
from agi_emu.facts.errors import ExitCode
from agi_emu.facts.witnesses import FIELDS, by_sureness, summary, witness
from agi_emu.facts.wording import runs
from agi_emu.resources import Game, Kind, Packing, open_game
from agi_emu.resources.extensions import deep_views
from agi_emu.resources.releases import Extension
from agi_emu.resources.verify import Problem, find_problems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agi_emu.coverage.pace import RoomPace


class PaceChoice(OptionSet):
    """Whether the pace of rooms is shown, and where it is drawn."""

    speed: bool = option(is_flag=True, help="Show how fast each room was on the computers of the time.")
    picture: Path | None = option(
        "-o", type=NEW_FILE, metavar="FILE.png", help="With --speed: also draw a bar for each room and computer."
    )


pace_options = PaceChoice.add("pace")
RANDOM_CYCLES = 3000
"""Cycles of a play at random."""


def show_paces(game: Game, recordings: tuple[Path, ...], picture: Path | None, output: Output) -> None:
    """Print the pace of each room, as a table or as JSON, and draw it."""
    from agi_emu.coverage.pace import CLOCKED, paces_of
    from agi_emu.lab.monkey import recorded_play
    from agi_emu.machine.settings import Settings
    from agi_emu.recording.recording import Recording
    from agi_emu.reporting.pace_picture import pace_png

    settings = Settings(extensions=frozenset(map(str, game.extensions)))
    played = [Recording.load(path) for path in recordings] or [recorded_play(game, 1, RANDOM_CYCLES, settings)]
    rooms = paces_of(game, played)
    budgets = {budget.name: computer for computer, budget in CLOCKED.items()}
    if picture:
        with output_file(picture, PNG) as draft:
            draft.write_bytes(pace_png(rooms, {computer: PACES[name] for name, computer in budgets.items()}))
    if output.json:
        output.record({"rooms": {number: _record(room, budgets) for number, room in rooms.items()}})
        return
    names = [PACES[name].split()[0] for name in budgets]
    table = Table(
        "room", "cycles", "asks", *names, "kB/seeks (estimate)", "where its clocks go", box=None, header_style="bold"
    )
    for column in table.columns[: 4 + len(names)]:
        column.justify = "right"
    for number, room in rooms.items():
        reached = [f"{room.reached(computer):.1f}" for computer in budgets.values()]
        table.add_row(
            str(number),
            f"{room.cycles:,}",
            f"{room.wanted:.1f}" if room.wanted else "all",
            *reached,
            _disk(room),
            room.parts,
        )
    console = clean_console()
    console.print("Cycles per second, without disk, DOS and BIOS:", highlight=False)
    console.print(table)


def _disk(room: RoomPace) -> str:
    """Return what is read from disk for a visit."""
    visits = max(room.visits, 1)
    return f"{room.disk_bytes / visits / 1000:.1f}/{room.seeks / visits:.0f}" if room.seeks else ""


def _record(room: RoomPace, budgets: Mapping[str, str]) -> dict[str, Any]:
    """Return a room as plain values: cycles, cycles per second, clocks of a PC by part, an estimate of the disk."""
    reached = {name: round(room.reached(computer), 2) for name, computer in budgets.items()}
    return {
        "cycles": room.cycles,
        "wanted": round(room.wanted, 2),
        "reached": reached,
        "clocks": dict(room.clocks),
        "estimate": {"visits": room.visits, "seeks": room.seeks, "disk_bytes": room.disk_bytes},
    }


_MOST_NUMBERS = 60  # characters: longer lists of numbers are cut in the table, never in JSON


@click.command("info")
@game_argument
@click.option("--verify", is_flag=True, help="Decode every resource and list the faults; exit with 1 if there are any.")
@profile_option
@click.argument("recordings", nargs=-1, type=FILE, metavar="[RECORDING...]")
@click.option(
    "--digests",
    type=click.Choice(["pictures", "views", "both"]),
    help="Print what pictures or views look like, as digests: one JSON object per line.",
)
@pace_options
@output_options
@click.pass_context
def command(
    ctx: click.Context,
    game: Path,
    verify: bool,
    profile: str | None,
    recordings: tuple[Path, ...],
    digests: str | None,
    pace: PaceChoice,
    output: Output,
) -> None:
    """Show what a game is and what it holds; with -v also the source of each fact about its interpreter.

    With --speed the game is played at random, or RECORDINGs of it are replayed, to see how many cycles per second each
    room had on computers of the time, beside what it asks for.

    The keys of --digests are those of the recordings of the original interpreter. A picture has the SHA-1 of its
    colours and priorities. A cel has its width, its height and the CRC-32 of its colours and priorities (null if it
    does not fit into the picture at x 10). A resource that cannot be read has "error" instead.
    """
    if not pace.speed and (recordings or pace.picture):
        raise click.UsageError(f"{'RECORDING' if recordings else '-o'} belongs to --speed.")
    if pace.picture:
        refuse_other(pace.picture, PNG)
    opened = open_game(game, profile)
    if pace.speed:
        show_paces(opened, recordings, pace.picture, output)
        return
    if digests:
        _print_digests(opened, digests, output)
        return
    problems = list(find_problems(opened)) if verify else None
    if output.json:
        output.record(as_record(opened, problems))
    else:
        console = clean_console()
        console.print(_facts(opened))
        if output.verbose:
            _print_witnesses(console, opened)
        console.print(_resources(opened))
        if problems is not None:
            _print_problems(console, opened, problems)
    if problems:
        ctx.exit(ExitCode.DIFFERENCE)


def as_record(game: Game, problems: list[Problem] | None) -> dict[str, Any]:
    """Return all that is known about a game as plain values; `problems` only if they were searched for."""
    record: dict[str, Any] = {
        "id": game.id,
        "title": game.title,
        "release": game.release,
        **{name: getattr(game.credits, name) for name in ("author", "version", "about")},
        "path": str(game.path),
        "profile": game.profile.name,
        "profile_reason": game.profile_reason,
        "other_profiles": list(game.other_profiles),
        "evidence": {
            field: {"sureness": found.sureness.name.lower(), "source": found.source}
            for field in FIELDS
            for found in [witness(game.profile, field)]
        },
        "layout": game.layout.generation,
        "header_bytes": game.volumes.header_bytes,
        "extensions": sorted(game.extensions),
        "resources": {f"{kind}s": list(game.volumes.numbers(kind)) for kind in Kind},
        "volumes": sorted(game.layout.volume_names),
        "words": len(game.words),
        "word_groups": len(game.words.groups),
        "items": game.items.count,
        "screen_objects": game.items.object_count,
        "digest": game.digest,
        "notes": list(game.notes),
    }
    if problems is not None:
        record["problems"] = [str(problem) for problem in problems]
    return record


def _facts(game: Game) -> Table:
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    table.add_column()
    said = game.credits.said
    rows = [
        ("title", game.title),
        ("release", game.release or "not known"),
        *((name, said[name]) for name in ("author", "about") if name in said),
        ("id", game.id),
        ("interpreter", f"{game.profile.name}: {game.profile_reason}"),
        *(("", f"--profile {name} takes {name}") for name in game.other_profiles),
        ("how sure", summary(game.profile)),
        ("extensions", _extensions(game)),
        ("files", f"version {game.layout.generation}, volumes {', '.join(map(str, sorted(game.layout.volume_names)))}"),
        ("words", f"{len(game.words)} in {len(game.words.groups)} groups"),
        ("items", f"{game.items.count}, and room for {game.items.object_count} screen objects"),
        ("digest", game.digest),
    ]
    for name, value in rows:
        table.add_row(name, escape(value))
    for index, note in enumerate(game.notes):
        table.add_row("" if index else "notes", escape(note))
    return table


def _extensions(game: Game) -> str:
    """Return the extensions that a game uses; what makes AGI256 its second form is said with it."""
    deep = len(deep_views(game.volumes))
    second: dict[str, str] = (
        {Extension.AGI256: f"AGI256-2 ({deep} view{'s' * (deep > 1)} of 256 colours)"} if deep else {}
    )
    return ", ".join(second.get(each, each) for each in sorted(game.extensions)) or "none"


def _print_witnesses(console: Console, game: Game) -> None:
    """Print the source of each fact about the interpreter."""
    for sureness, sources in by_sureness(game.profile).items():
        console.print(f"[bold]{sureness}[/bold]")
        for source, words in sources.items():
            console.print(escape(f"  {', '.join(words)} ({source})"))


def _resources(game: Game) -> Table:
    table = Table("kind", "count", "bytes", "packed", "numbers", box=None, pad_edge=False, header_style="bold")
    for column in table.columns[1:4]:
        column.justify = "right"
    for kind in Kind:
        numbers = game.volumes.numbers(kind)
        stored = [game.stored(kind, number) for number in numbers]
        packed = sum(resource.packing is not Packing.PLAIN for resource in stored)
        size = sum(len(resource.data) for resource in stored)
        table.add_row(f"{kind}s", str(len(numbers)), f"{size:,}", str(packed), _ranges(numbers))
    return table


def _ranges(numbers: list[int]) -> str:
    """Return sorted numbers as text with ranges shortened: 1-4 7 9-10."""
    text = " ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs(numbers))
    return text if len(text) <= _MOST_NUMBERS else text[:_MOST_NUMBERS].rpartition(" ")[0] + " ..."


def _print_problems(console: Console, game: Game, problems: list[Problem]) -> None:
    count = sum(len(game.volumes.numbers(kind)) for kind in Kind)
    console.print(f"{count} resources decoded, {len(problems)} problems")
    for problem in problems:
        console.print(escape(str(problem)))


def _print_digests(game: Game, kinds: str, output: Output) -> None:
    """Print digests of pictures, views or both, one per line."""
    from agi_emu.tracing.resource_digests import picture_rows, view_rows

    output.notes(game.notes, game.id)
    for kind, rows in (("pictures", picture_rows), ("views", view_rows)):
        if kinds in (kind, "both"):
            count = 0
            for row in rows(game):
                output.record(row)
                count += 1
            output.detail(f"{game.id}: {count} {kind}")
