"""The conformance suite: small games of our own, each about a few claims, and what the original did with them.

The suite is a folder of ground truth (docs/trace-format.md) whose index also names, for each recording, the question
of its game and the claims of docs/reference that it is evidence for. `tests/conformance` of the source tree is one.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agi_emu.facts.errors import RecordingError
from agi_emu.host_files.reading import toml_table
from tests.accuracy.evidence import WIDTH
from tests.accuracy.grid import grid
from tests.accuracy.ground_truth import INDEX, GroundTruth, RecordedRun
from tests.accuracy.measure import Part, check_parts, part_of_run
from tests.accuracy.scores import PROBE, Accuracy, RunScore

KNOWN_DIFFERENCES = "known-differences.toml"
"""Beside the index: what this program is known not to do as the original, with the reason: rows of probes with their
interpreters, and of runs of games by their names."""
OTHER_INTERPRETERS = "other-interpreters.md"
"""Beside the index: how other interpreters compare with the suite, a section for docs/accuracy.md written by hand."""
NO_CLAIM = "-"
"""The subject of probes that no claim names."""

RunKey = tuple[str, str]
"""A probe and the interpreter that played it."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A game made for one question, with its recordings."""

    name: str
    question: str
    claims: tuple[str, ...]
    """Numbers of claims, such as ``OBJ-12``."""
    runs: tuple[RecordedRun, ...]

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects of its claims, the prefixes of their numbers."""
        return tuple(dict.fromkeys(claim.partition("-")[0] for claim in self.claims)) or (NO_CLAIM,)

    def answers_to(self, name: str) -> bool:
        """Return whether `name` is that of the probe, of one of its claims or of one of its subjects."""
        return name == self.name or name.upper() in (*self.claims, *self.subjects)


@dataclass(frozen=True, slots=True)
class Suite:
    """A folder of probes."""

    truth: GroundTruth
    probes: tuple[Probe, ...]
    known: Mapping[RunKey, str]
    """What is known to differ -> the reason."""

    def only(self, names: Iterable[str]) -> Suite:
        """Return the part of the suite that one of these claims, subjects or probes asks for; KeyError for none."""
        wanted = list(names)
        for name in wanted:
            if not any(probe.answers_to(name) for probe in self.probes):
                raise KeyError(name)
        probes = tuple(probe for probe in self.probes if any(map(probe.answers_to, wanted)))
        return Suite(self.truth, probes, self.known)


def source_suite() -> Path | None:
    """Return the suite of the source tree that this program runs from; None where it is installed without."""
    folder = Path(__file__).parents[2] / "tests" / "conformance"
    return folder if (folder / INDEX).is_file() else None


def open_suite(folder: Path) -> Suite:
    """Read the index of a suite; RecordingError where there is none or it cannot be understood."""
    index = folder / INDEX
    if not index.is_file():
        raise RecordingError(f"{folder}: not a conformance suite, it has no {INDEX}")
    truth = GroundTruth(folder, folder)
    runs: dict[str, list[RecordedRun]] = {}
    for run in truth.runs():
        runs.setdefault(run.game, []).append(run)
    try:
        lines = {line["game"]: line for line in map(json.loads, index.read_text(encoding="utf-8").splitlines())}
        probes = tuple(
            Probe(name, str(lines[name]["question"]), tuple(map(str, lines[name]["claims"])), tuple(of_game))
            for name, of_game in runs.items()
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RecordingError(f"{index}: a line without game, question or claims ({error!r})") from error
    return Suite(truth, probes, known_differences(folder))


def known_differences(folder: Path) -> dict[RunKey, str]:
    """Return what is known to differ in a suite -> the reason; RecordingError where the table cannot be understood."""
    path = folder / KNOWN_DIFFERENCES
    if not path.is_file():
        return {}
    try:
        rows = toml_table(path.read_text(encoding="utf-8")).get("difference", [])
        probes = [row for row in rows if "runs" not in row]
        return {(row["probe"], interpreter): row["reason"] for row in probes for interpreter in row["interpreters"]}
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RecordingError(f"{path}: not a table of known differences ({error!r})") from error


def known_runs(folder: Path) -> dict[RunKey, str]:
    """Return which recorded runs of games are known to differ -> the reason, by `key_of_known`."""
    rows = toml_table((folder / KNOWN_DIFFERENCES).read_text(encoding="utf-8")).get("difference", [])
    return {(name, ""): row["reason"] for row in rows for name in row.get("runs", ())}


def note_known(accuracy: Accuracy) -> None:
    """Give the recordings that are known to differ their reasons."""
    known = known_in_the_source_tree()
    for run in accuracy.runs:
        run.known = known.get(key_of_known(run), "")


def known_in_the_source_tree() -> Mapping[tuple[str, str], str]:
    """Return why recordings are known to differ, by `key_of_known`; nothing without the suite."""
    folder = source_suite()
    return {**known_differences(folder), **known_runs(folder)} if folder else {}


def key_of_known(run: RunScore | RecordedRun) -> tuple[str, str]:
    """Return the name of a probe and its interpreter, or the name of any other run alone."""
    return (run.game.removesuffix(f"-{run.interpreter}"), run.interpreter) if run.kind == PROBE else (run.name, "")


@dataclass(frozen=True, slots=True)
class Difference:
    """A recording that the program does not play as the original did."""

    probe: Probe
    interpreter: str
    first: str
    """The first difference in words."""
    reason: str
    """Why it is known to differ; empty where it is not."""

    def as_data(self) -> dict[str, Any]:
        """Return it as plain values for JSON."""
        return {
            "probe": self.probe.name,
            "interpreter": self.interpreter,
            "claims": list(self.probe.claims),
            "first": self.first,
            "known": self.reason or None,
        }


@dataclass(frozen=True, slots=True)
class Suspect:
    """A claim that differences point to."""

    claim: str
    different: int
    """How many of its probes differ, and are not known to."""
    of: int
    """How many of its probes were compared."""


@dataclass(frozen=True, slots=True)
class Conformance:
    """What a run of the suite found."""

    suite: Suite
    accuracy: Accuracy

    @property
    def interpreters(self) -> list[str]:
        """The interpreters that were compared, oldest first."""
        return sorted({score.interpreter for score in self.accuracy.runs})

    def differences(self) -> list[Difference]:
        """Return what differs, by probe; what is known to differ comes last."""
        found = [
            Difference(probe, score.interpreter, score.first, self.suite.known.get((probe.name, score.interpreter), ""))
            for probe, score in self._scores()
            if not score.is_equal
        ]
        return sorted(found, key=lambda difference: bool(difference.reason))

    def suspects(self) -> list[Suspect]:
        """Return the claims of probes that differ, and are not known to, the likeliest first.

        A claim is the likelier the more of all differing probes are its own, and the fewer of its own are equal.
        """
        different = {each.probe.name for each in self.differences() if not each.reason}
        compared: dict[str, set[str]] = {}
        for probe, _ in self._scores():
            for claim in probe.claims:
                compared.setdefault(claim, set()).add(probe.name)
        found = [Suspect(claim, len(names & different), len(names)) for claim, names in compared.items()]
        # The cosine of two sets, the claim's probes and those that differ; the number of the latter is common to all.
        return sorted(
            (each for each in found if each.different), key=lambda each: each.different**2 / each.of, reverse=True
        )

    def equal_again(self) -> list[RunKey]:
        """Return what stands in the table of known differences and was found equal."""
        equal = {(score.game, score.interpreter) for score in self.accuracy.runs if score.is_equal}
        return sorted(equal & self.suite.known.keys())

    def by_subject(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Return for each subject and interpreter how many probes are equal, and of how many."""
        counts: dict[str, dict[str, tuple[int, int]]] = {}
        for probe, score in self._scores():
            for subject in probe.subjects:
                row = counts.setdefault(subject, {})
                equal, of = row.get(score.interpreter, (0, 0))
                row[score.interpreter] = equal + score.is_equal, of + 1
        return dict(sorted(counts.items()))

    def as_data(self) -> dict[str, Any]:
        """Return everything as plain values for JSON."""
        total = self.accuracy.grand_total()
        return {
            "exact": self.accuracy.is_exact,
            "probes": len(self.suite.probes),
            "claims": len({claim for probe in self.suite.probes for claim in probe.claims}),
            "recordings": {"equal": total.equal_runs, "of": total.runs},
            "cycles": {"equal": total.equal, "of": total.recorded},
            "subjects": {
                subject: {interpreter: {"equal": equal, "of": of} for interpreter, (equal, of) in row.items()}
                for subject, row in self.by_subject().items()
            },
            "differences": [difference.as_data() for difference in self.differences()],
            "suspects": [{"claim": each.claim, "different": each.different, "of": each.of} for each in self.suspects()],
            "equal_again": [{"probe": probe, "interpreter": version} for probe, version in self.equal_again()],
            "uncompared": [{"name": part.name, "why": part.why} for part in self.accuracy.uncompared],
        }

    def summary(self) -> str:
        """Return how much was compared and how much of it is equal, in one line."""
        data = self.as_data()
        cycles, recordings = data["cycles"], data["recordings"]
        return (
            f"compared: {data['probes']} probes, {data['claims']} claims, {recordings['of']} recordings, "
            f"{cycles['of']:,} cycles; equal: {recordings['equal']} recordings to their end, {cycles['equal']:,} cycles"
        )

    def _scores(self) -> Iterator[tuple[Probe, RunScore]]:
        """Yield the scores with their probes."""
        probes = {probe.name: probe for probe in self.suite.probes}
        yield from ((probes[score.game], score) for score in self.accuracy.runs)


def run_suite(suite: Suite, measured: Callable[[Sequence[Part]], Accuracy] = check_parts) -> Conformance:
    """Play all probes of a suite and compare each with its recordings; `measured` does so."""
    parts = [part_of_run(suite.truth, run) for probe in suite.probes for run in probe.runs]
    return Conformance(suite, measured(parts))


def conformance_section() -> list[str]:
    """Return the sections of the page of accuracy about the suite of the source tree; empty where there is none."""
    folder = source_suite()
    if folder is None:
        return []
    suite = open_suite(folder)
    runs = [run for probe in suite.probes for run in probe.runs]
    cycles = sum(run.cycles + 1 for run in runs)
    words = (
        "What anyone can repeat with the repository alone: `make conformance` plays"
        " [small games of our own](../tests/conformance/README.md), each made for one question, and compares them with"
        f" what the original did, cycle by cycle. {len(suite.probes)} games, {len(runs)} recordings, {cycles:,} cycles;"
        f" {len(runs) - len(suite.known)} recordings are equal to the end."
    )
    lines = ["## Conformance suite", "", *textwrap.wrap(words, WIDTH, break_on_hyphens=False), ""]
    reasons: dict[tuple[str, str], list[str]] = {}
    for (probe, interpreter), reason in suite.known.items():
        reasons.setdefault((probe, reason), []).append(interpreter)
    rows = ((probe, ", ".join(versions), reason) for (probe, reason), versions in reasons.items())
    if reasons:
        lines += grid(("differs", "interpreters", "reason"), rows)
    others = folder / OTHER_INTERPRETERS
    return [*lines, *others.read_text(encoding="utf-8").splitlines(), ""] if others.is_file() else lines
