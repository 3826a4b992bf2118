"""Makes the jobs of ``agi-emu farm monkey``: random plays, each of a game with a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.checking.reaching import Collected, details_of
from agi_emu.facts.codes import BEATS_PER_SECOND
from agi_emu.farm.job import Job, digest_of_job
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.game_lookup import opened
from agi_emu.reporting.subject import Subject

if TYPE_CHECKING:
    from agi_emu.farm.games import Games
    from agi_emu.lab.exploring.findings import PlayFinding
    from agi_emu.machine.settings import Settings
    from agi_emu.resources.game import Game

PLAYS = Subject(
    "agi-emu farm monkey",
    "Random plays",
    "play",
    "found something",
    {Status.EQUAL: "good", Status.KNOWN: "known", Status.DIFFERENT: "found", Status.FAILED: "failed"},
)
RECORDINGS = "recordings"
"""The detail that holds the recordings of findings: their texts by name."""
FOUND = 1
"""The exit code of a play that found a mistake."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long each play is, and whether it learns where it has been."""

    cycles: int
    guide: bool = False
    assertions: tuple[str, ...] = ()
    """What must hold after every cycle of a guided play."""
    coverage: bool = False
    """Whether outcomes hold what was reached of the game."""


@dataclass(frozen=True, slots=True)
class Played:
    """Plays a game at random on a worker."""

    name: str
    game: str
    profile: str
    seed: int
    plan: Plan
    settings: Settings

    def __call__(self, folder: Path, games: Mapping[str, Path], /) -> Outcome:
        """Play, and return what was found."""
        game = opened(games[self.game], self.profile)
        return self._guided(game) if self.plan.guide else self._blind(game)

    def _blind(self, game: Game) -> Outcome:
        from agi_emu.lab.monkey import End, play

        collected = Collected() if self.plan.coverage else None
        run = play(game, self.seed, self.plan.cycles, self.settings, watch=collected)
        found = [f"{error.place}: {error.meaning}" for error in run.errors]
        if run.end is End.STUCK:
            found.insert(0, f"the game is stuck in room {run.rooms[-1] if run.rooms else 0}")
        counts = {"cycles": run.cycles, "rooms": run.rooms, "windows": run.windows, "answers": run.answers}
        more = {"exits": run.exits, "end": str(run.end), **(collected.details() if collected else {})}
        return self._outcome(found, {**counts, **more}, tuple(run.errors))

    def _guided(self, game: Game) -> Outcome:
        from agi_emu.lab.exploring.assertions import parse_assertion
        from agi_emu.lab.exploring.exploration import Explorer
        from agi_emu.lab.exploring.findings import shrunk

        assertions = [parse_assertion(text) for text in self.plan.assertions]
        explorer = Explorer(game, self.seed, self.settings, assertions)
        result = explorer.explore(self.plan.cycles)
        findings = [shrunk(game, explorer.settings, each, assertions) for each in result.findings]
        details = {
            "cycles": result.cycles,
            "rooms": result.rooms,
            "findings": [_record(each) for each in findings],
            RECORDINGS: {
                f"{game.id}-seed{self.seed}-{at}-{each.kind.replace(' ', '-')}": _text(explorer, each)
                for at, each in enumerate(findings, 1)
            },
            **(details_of(game, result.coverage) if self.plan.coverage else {}),
        }
        mistakes = sorted(findings, key=lambda each: not each.is_mistake)
        return self._outcome([f"{each.kind}: {_what(each)}" for each in mistakes if each.is_mistake], details)

    def _outcome(self, found: Sequence[str], details: dict[str, Any], errors: Sequence[Any] = ()) -> Outcome:
        rooms = len(details["rooms"])
        details["text"] = f"{details['cycles']:,} cycles, {rooms} {'room' if rooms == 1 else 'rooms'}"
        return Outcome(
            self.name,
            Status.DIFFERENT if found else Status.EQUAL,
            failure=found[0] if found else "",
            notes=tuple(found[1:]),
            errors=tuple(errors),
            code=FOUND if found else 0,
            details=details,
        )


def _what(finding: PlayFinding) -> str:
    return f"{finding.error.place}: {finding.what}" if finding.error else finding.what


def _record(finding: PlayFinding) -> dict[str, Any]:
    take = finding.take
    length = {"events": take.event_count, "seconds": round(take.end / BEATS_PER_SECOND, 1)}
    return {"kind": finding.kind, "what": _what(finding), "room": finding.room, **length}


def _text(explorer: Any, finding: PlayFinding) -> str:
    from agi_emu.lab.exploring.takes import recording_of
    from agi_emu.recording.writer import recording_text

    return recording_text(recording_of(explorer.game, explorer.settings, finding.take))


def play_names(opened_games: Sequence[Game], seeds: range) -> list[str]:
    """Return the names of the plays, in order."""
    return [f"{game.id} seed {seed}" for game in opened_games for seed in seeds]


def play_jobs(opened_games: Sequence[tuple[Game, Settings]], seeds: range, plan: Plan, games: Games) -> Iterator[Job]:
    """Yield the jobs that play games, each with every seed."""
    for game, settings in opened_games:
        packed = dict([games.pack(game)])
        for seed in seeds:
            profile = game.profile.name
            digest = digest_of_job("monkey", game.digest, profile, settings, seed, plan)
            name = f"{game.id} seed {seed}"
            task = Played(name, game.digest, profile, seed, plan, replace(settings, seed=seed & 0xFFFF))
            yield Job(name, task, digest, games=packed, cost=plan.cycles)
