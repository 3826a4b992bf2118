"""Merges the outcomes of many recordings, or of other jobs: counts, groups by cause, the exit code, JUnit XML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from agi_emu.facts.wording import counted
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.reporting.subject import RECORDINGS, Subject

_XML_CONTROLS = {code: "?" for code in range(32) if code not in (9, 10, 13)}
"""Characters that XML cannot hold."""


@dataclass(frozen=True, slots=True)
class Group:
    """Recordings whose differences have the same cause, as far as is known."""

    title: str
    """Such as `picture 2 (frame, tick 94)`."""
    status: Status
    outcomes: tuple[Outcome, ...]
    noun: str = "recording"

    @property
    def is_coarse(self) -> bool:
        """Whether one of several changed resources may be the cause for some, another one for others."""
        one = self.outcomes[0]
        return len(self.outcomes) > 1 and one.first is not None and not one.causes and len(one.blamed) > 1

    def __str__(self) -> str:
        return f"{counted(len(self.outcomes), self.noun)}: {self.title}"


@dataclass(frozen=True)
class Summary:
    """The outcomes of many recordings, in order."""

    outcomes: tuple[Outcome, ...]
    not_run: tuple[str, ...] = ()
    """The recordings that were not checked, since the run was ended."""
    subject: Subject = RECORDINGS

    @cached_property
    def counts(self) -> dict[Status, int]:
        """How many recordings have each status."""
        return {status: sum(each.status is status for each in self.outcomes) for status in Status}

    @property
    def code(self) -> int:
        """The exit code of the worst."""
        return max((each.code for each in self.outcomes), default=0)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The recordings that are not equal, folded by cause, the largest group first."""
        found: dict[tuple[object, ...], list[Outcome]] = {}
        for each in self.outcomes:
            if each.status is not Status.EQUAL:
                found.setdefault(_cause_of(each), []).append(each)
        noun = self.subject.noun
        groups = [Group(_title_of(each), each[0].status, tuple(each), noun) for each in found.values()]
        order = (Status.FAILED, Status.DIFFERENT, Status.KNOWN)
        return tuple(sorted(groups, key=lambda each: (order.index(each.status), -len(each.outcomes))))

    def text(self, seconds: float) -> str:
        """Return the counts in one line."""
        parts = [f"{count:,} {self.subject.words[status]}" for status, count in self.counts.items() if count]
        if self.not_run:
            parts.append(f"{len(self.not_run):,} not checked")
        return f"{', '.join(parts) or 'nothing to check'} in {seconds:.1f} s"

    def junit(self) -> str:
        """Return a test suite with one case per recording, as JUnit XML, which CI services can show."""
        # Imported late: no other form needs it.
        from xml.etree import ElementTree

        suite = ElementTree.Element(
            "testsuite",
            name=self.subject.command,
            tests=str(len(self.outcomes) + len(self.not_run)),
            failures=str(self.counts[Status.DIFFERENT]),
            errors=str(self.counts[Status.FAILED]),
            skipped=str(len(self.not_run)),
        )
        for each in self.outcomes:
            name = each.name.translate(_XML_CONTROLS)
            case = ElementTree.SubElement(
                suite, "testcase", classname=f"{self.subject.noun}s", name=name, time=f"{each.seconds:.3f}"
            )
            kind = {Status.DIFFERENT: "failure", Status.FAILED: "error"}.get(each.status)
            if kind is not None:
                found = ElementTree.SubElement(case, kind, message=each.headline.translate(_XML_CONTROLS))
                found.text = "\n".join(each.lines(all_spans=True)).translate(_XML_CONTROLS)
        for name in self.not_run:
            known = {"classname": f"{self.subject.noun}s", "name": name.translate(_XML_CONTROLS)}
            case = ElementTree.SubElement(suite, "testcase", known)
            ElementTree.SubElement(case, "skipped", message="the run was ended before")
        ElementTree.indent(suite)
        return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def merge(outcomes: Iterable[Outcome]) -> Summary:
    """Merge outcomes, of one run or of several computers: sorted by name, the last one of a name counts."""
    by_name = {each.name: each for each in outcomes}
    return Summary(tuple(by_name[name] for name in sorted(by_name)))


def _cause_of(outcome: Outcome) -> tuple[object, ...]:
    """Return what recordings of one group have in common."""
    if outcome.failure:
        return outcome.status, outcome.failure.replace(outcome.name, "")
    if outcome.first is None and outcome.slower_rooms:
        return outcome.status, "work", outcome.slower_rooms
    if outcome.first is None:
        return outcome.status, tuple(pin.reason for pin in outcome.known)
    if outcome.blamed:
        return outcome.status, outcome.blamed
    return outcome.status, outcome.first.what, outcome.first.tick


def _title_of(outcomes: Sequence[Outcome]) -> str:
    """Return the cause in words."""
    one = outcomes[0]
    if one.failure:
        return one.reason if len(outcomes) > 1 else one.failure
    if one.first is None and one.slower_rooms:
        return f"{one.headline} (work)"
    if one.first is None:
        return "; ".join(dict.fromkeys(f"{pin.what}: {pin.reason}" for pin in one.known))
    ticks = sorted(each.first.tick for each in outcomes if each.first)
    when = f"tick {ticks[0]}" if ticks[0] == ticks[-1] else f"ticks {ticks[0]} to {ticks[-1]}"
    what = dict.fromkeys(str(what) for each in outcomes if each.first for what in each.first.what)
    return f"{', '.join(one.blamed) or 'cause unknown'} ({', '.join(what)}; first at {when})"
