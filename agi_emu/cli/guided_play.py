"""Plays a game at random, led by what was not reached yet: the part of ``agi-emu monkey`` behind --guide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import GameOptions, option_set
from agi_emu.facts.codes import BEATS_PER_SECOND
from agi_emu.facts.errors import TimeLimitError

if TYPE_CHECKING:
    from agi_emu.cli.told_errors import ErrorTeller
    from agi_emu.lab.exploring.exploration import Explorer
    from agi_emu.lab.exploring.findings import PlayFinding
    from agi_emu.resources.game import Game


@dataclass(frozen=True, slots=True)
class Guide:
    """The options of a guided play."""

    guide: bool
    assertions: tuple[str, ...]


guide_options = option_set(
    "guide",
    Guide,
    click.option("--guide", is_flag=True, help="Lead the play to what was not reached yet, and look for mistakes."),
    click.option(
        "--assert",
        "assertions",
        multiple=True,
        metavar="EXPR",
        help="With --guide: what must hold after every cycle, such as 'score <= max' or 'v30 != 7 or f40'.",
    ),
)
"""Adds the options of a guided play; the verb gets them as `guide: Guide`."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played."""

    cycles: int
    seeds: range
    record: Path | None
    """Where recordings of findings are written."""
    timeout: float | None


def explore(game: Path, plan: Plan, options: GameOptions, assertions: Sequence[str], teller: ErrorTeller) -> None:
    """Explore a game once for each seed, and print what was reached and found."""
    from agi_emu.checking.time_limits import time_limit
    from agi_emu.cli.writable import require_writable
    from agi_emu.lab.exploring.assertions import parse_assertion
    from agi_emu.lab.exploring.exploration import Explorer
    from agi_emu.lab.exploring.findings import shrunk
    from agi_emu.resources import open_game

    code = ExitCode.GOOD
    parsed = [parse_assertion(text) for text in assertions]
    if plan.record is not None:
        require_writable(plan.record, "--record")
    opened = open_game(game, options.profile)
    for seed in plan.seeds:
        try:
            with time_limit(plan.timeout, f"seed {seed}"):
                explorer = Explorer(opened, seed, options.settings(opened), parsed)
                result = explorer.explore(plan.cycles)
                found = [shrunk(opened, explorer.settings, each, parsed) for each in result.findings]
        except TimeLimitError as error:
            teller.output.note(str(error))
            code = ExitCode.TIME_LIMIT
            continue
        names = [_keep(explorer, each, plan.record, f"seed{seed}-{at}") for at, each in enumerate(found, 1)]
        _tell_exploration(explorer, [_record(opened, *each, teller) for each in zip(found, names, strict=True)], teller)
        if code is ExitCode.GOOD and any(each.is_mistake for each in found):
            code = ExitCode.DIFFERENCE
    click.get_current_context().exit(code)


def _keep(explorer: Explorer, finding: PlayFinding, folder: Path | None, name: str) -> str:
    """Write the recording of a finding, if a folder was named; return its path."""
    if folder is None:
        return ""
    from agi_emu.lab.exploring.takes import recording_of

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{finding.kind.replace(' ', '-')}.agirec"
    recording_of(explorer.game, explorer.settings, finding.take).save(path)
    return str(path)


def _record(game: Game, finding: PlayFinding, file: str, teller: ErrorTeller) -> dict[str, Any]:
    """Return what is told of a finding."""
    place = teller.placed(game, finding.error).place if finding.error else ""
    what = f"{place}: {finding.what}" if place else finding.what
    length = {"events": finding.take.event_count, "seconds": round(finding.take.end / BEATS_PER_SECOND, 1)}
    return {"kind": finding.kind, "what": what, "room": finding.room, **length, "file": file}


def _tell_exploration(explorer: Explorer, findings: Sequence[dict[str, Any]], teller: ErrorTeller) -> None:
    from agi_emu.coverage.measure import measure

    output, result = teller.output, explorer.result
    counts = measure(explorer.game, result.coverage).counts
    if output.json:
        reached = {kind: {"reached": count.reached, "total": count.total} for kind, count in counts.items()}
        record = {"game": explorer.game.id, "seed": result.seed, "cycles": result.cycles, "rooms": result.rooms}
        output.record({**record, "counts": reached, "findings": findings})
        return
    share = ", ".join(
        f"{counts[kind].reached} of {counts[kind].total} {kind}" for kind in ("rooms", "branches", "words")
    )
    output.result(f"seed {result.seed}: {result.cycles} cycles, {share}")
    for each in findings:
        output.result(f"  {each['kind']}: {each['what']}")
        file = f": {each['file']}" if each["file"] else ""
        output.result(f"    room {each['room']}, {each['events']} events, {each['seconds']} s of game time{file}")
