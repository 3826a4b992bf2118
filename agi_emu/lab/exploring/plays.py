"""Makes the jobs of ``agi-emu monkey``: random plays, each of a game with a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.checking.check import Collected, details_of
from agi_emu.checking.jobs import RECORDINGS, Job, Place, digest_of_job
from agi_emu.facts.codes import BEATS_PER_SECOND
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.game_lookup import opened
from agi_emu.recording.recording import recording_text
from agi_emu.reporting.subject import Subject

if TYPE_CHECKING:
    from agi_emu.lab.exploring.exploration import Explorer
    from agi_emu.lab.exploring.findings import PlayFinding
    from agi_emu.machine.raised_errors import RaisedError
    from agi_emu.machine.settings import Settings
    from agi_emu.machine.snapshots import Snapshot
    from agi_emu.resources.game import Game

PLAYS = Subject(
    "agi-emu monkey",
    "Random plays",
    "play",
    "found something",
    {Status.EQUAL: "good", Status.KNOWN: "known", Status.DIFFERENT: "found", Status.FAILED: "failed"},
)
WAYS = "ways"
"""The detail that holds the shortest way to each room, with its recording."""
FOUND = 1
"""The exit code of a guided play that found a mistake, or not what it was to reach."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long each play is, and whether it learns where it has been."""

    cycles: int
    guide: bool = False
    with_cheat_keys: bool = False
    """Whether a guided play uses the game's debug mode."""
    assertions: tuple[str, ...] = ()
    """What must hold after every cycle of a guided play."""
    until: str = ""
    """What a guided play is to reach, in the words of a walkthrough."""
    hints: tuple[str, ...] = ()
    """Lines that name sentences on the way there."""
    coverage: bool = False
    """Whether outcomes hold what was reached of the game."""
    records: bool = False
    """Whether outcomes hold recordings: of the ways to rooms, or of what a guided play found."""


@dataclass(frozen=True, slots=True)
class Played:
    """Plays a game at random on a worker."""

    name: str
    game: Path
    profile: str
    seed: int
    plan: Plan
    settings: Settings
    start: Snapshot | None

    def __call__(self, place: Place, /) -> Outcome:
        """Play, and return what was found."""
        game = opened(place(self.game), self.profile)
        return self._guided(game) if self.plan.guide else self._blind(game)

    def _blind(self, game: Game) -> Outcome:
        from agi_emu.lab.monkey import End, RoomFinds, play

        finds = RoomFinds() if self.plan.records else None
        collected = Collected() if self.plan.coverage else None
        run = play(game, self.seed, self.plan.cycles, self.settings, self.start, finds=finds, watch=collected)
        found = [f"{error.place}: {error.meaning}" for error in run.errors]
        if run.end is End.STUCK:
            found.insert(0, f"the game is stuck in room {run.rooms[-1] if run.rooms else 0}")
        details = {
            **asdict(replace(run, errors=[], notes=list(run.notes))),
            **(collected.details() if collected else {}),
        }
        if finds is not None:
            details[WAYS] = {
                str(room): [way.ticks, sorted(way.rooms), recording_text(way.recording)]
                for room, way in finds.ways.items()
            }
        return self._outcome(game, found, details, tuple(run.errors), code=0)

    def _guided(self, game: Game) -> Outcome:
        from agi_emu.coverage.measure import measure
        from agi_emu.lab.exploring.exploration import Explorer
        from agi_emu.lab.exploring.findings import shrunk
        from agi_emu.lab.exploring.objective import Objective
        from agi_emu.machine.assertions import parse_assertion

        assertions = [parse_assertion(text) for text in self.plan.assertions]
        cheats = self.plan.with_cheat_keys
        objective = Objective(game, self.plan.until, self.plan.hints) if self.plan.until else None
        explorer = Explorer(game, self.seed, self.settings, assertions, with_cheat_keys=cheats, objective=objective)
        result = explorer.explore(self.plan.cycles)
        if objective is None:
            explorer.look_for_soft_locks()
        findings = [shrunk(game, explorer.settings, each, assertions) for each in result.findings]
        named = {
            f"{plain_name(game)}-seed{self.seed}-{at}-{each.kind.replace(' ', '-')}": each
            for at, each in enumerate(findings, 1)
        }
        details = {
            "seed": self.seed,
            "cycles": result.cycles,
            "rooms": result.rooms,
            "rooms_by_cheats": result.rooms_by_cheats,
            "counts": {
                kind: {"reached": count.reached, "total": count.total}
                for kind, count in measure(game, result.coverage).counts.items()
            },
            "findings": [_record(name, each) for name, each in named.items()],
            **(details_of(game, result.coverage) if self.plan.coverage else {}),
        }
        if self.plan.records:
            details[RECORDINGS] = {name: _recorded(explorer, each) for name, each in named.items()}
        mistakes = [f"{each.kind}: {_what(each)}" for each in findings if each.is_mistake]
        return self._outcome(game, mistakes, details, code=FOUND if mistakes else 0)

    def _outcome(
        self,
        game: Game,
        found: Sequence[str],
        details: dict[str, Any],
        errors: Sequence[RaisedError] = (),
        *,
        code: int,
    ) -> Outcome:
        rooms = len(details["rooms"])
        text = f"{details['cycles']:,} cycles, {rooms} {'room' if rooms == 1 else 'rooms'}"
        return Outcome(
            self.name,
            Status.DIFFERENT if found else Status.EQUAL,
            failure=found[0] if found else "",
            notes=tuple(found[1:]),
            errors=tuple(errors),
            code=code,
            details={"text": text, "game": game.id, **details},
        )


def _what(finding: PlayFinding) -> str:
    return f"{finding.error.place}: {finding.what}" if finding.error else finding.what


def _record(name: str, finding: PlayFinding) -> dict[str, Any]:
    take = finding.take
    return {
        "kind": finding.kind,
        "what": finding.what,
        "error": finding.error.record() if finding.error else None,
        "room": finding.room,
        "events": take.event_count,
        "seconds": round(take.end / BEATS_PER_SECOND, 1),
        "file": name,
    }


def _recorded(explorer: Explorer, finding: PlayFinding) -> str:
    from agi_emu.lab.exploring.takes import recording_of

    return recording_text(recording_of(explorer.game, explorer.settings, finding.take))


def plain_name(game: Game) -> str:
    """Return the name of a game for files."""
    return "".join(letter if letter.isalnum() else "-" for letter in game.id)


def play_name(game: Game, seed: int) -> str:
    """Return the name of a play."""
    return f"{game.id} seed {seed}"


def play_jobs(
    games: Sequence[tuple[Game, Settings]], seeds: range, plan: Plan, start: Snapshot | None = None
) -> Iterator[Job]:
    """Yield the jobs that play games, each with every seed, from power-on or from where a snapshot was taken."""
    for game, settings in games:
        for seed in seeds:
            name, profile = play_name(game, seed), game.profile.name
            moment = start and (start.used, start.disk)
            digest = digest_of_job("monkey", game.digest, game.id, profile, settings, seed, plan, moment)
            task = Played(name, game.path, profile, seed, plan, settings, start)
            yield Job(name, task, digest, (game.path,), cost=plan.cycles)
