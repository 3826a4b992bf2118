"""The evidence for what a profile says: a witness for every field of every interpreter.

Four interpreters ran here and were recorded; of the others there are studies, files, and neighbours. The table is
data/witnesses.tsv. Where it names no witness, the value is that of the nearest interpreter with the same value and a
witness, and that is said. A field without a row, or a value that neither a witness nor a neighbour explains, is an
error.

Sources: reference: VER-1 names a study that ran and read 2.089, 2.230, 2.272, 2.411, 2.439, 2.440, 2.915
and all of version 3 but .098; "WinAGI" are notes of its author, who read the programs, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from agi_emu.data import read_table
from agi_emu.facts.versions import PROFILES, VersionProfile

RECORDED = ("2.440", "2.917", "2.936", "3.002.098")
"""The interpreters that were run, recorded and read function by function (reference: VER-1, VER-4)."""

RECORDED_WITH = "2.936"
"""The interpreter of tables of recordings that name none; 2.917 gives the same (reference: VER-3)."""


class Sureness(StrEnum):
    """The certainty of a value, from the surest on."""

    MEASURED = "measured on the original or read in its own files"
    STUDY = "read in the binary by an independent study"
    INFERRED = "inferred from a neighbour"
    GUESSED = "guessed"


@dataclass(frozen=True, slots=True)
class Witness:
    """The source of a value."""

    sureness: Sureness
    source: str
    """A place in the reference, or the interpreter that has the same."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for a field of the profiles."""

    words: str
    """The name of the field, as part of a sentence."""
    witnesses: Mapping[str, Witness]
    """By interpreter; recorded ones need none."""


def _evidence() -> dict[str, Evidence]:
    """Read the table data/witnesses.tsv: a row for each source of each field, or one without a source."""
    found: dict[str, tuple[str, dict[str, Witness]]] = {}
    for field, words, interpreters, sureness, source in read_table("witnesses.tsv"):
        _, witnesses = found.setdefault(field, (words, {}))
        witnesses.update({name: Witness(Sureness[sureness.upper()], source) for name in interpreters.split()})
    return {field: Evidence(*row) for field, row in found.items()}


EVIDENCE: Mapping[str, Evidence] = MappingProxyType(_evidence())
"""A row for every field of `VersionProfile` but its name."""

FIELDS = tuple(field for field in VersionProfile._fields if field != "name")


def witness(profile: VersionProfile, field: str) -> Witness:
    """Return who vouches for a field of a profile; KeyError where nobody does, LookupError where no neighbour can."""
    names = list(PROFILES)
    place = names.index(profile.name)
    near = sorted(range(len(names)), key=lambda other: (abs(other - place), other))
    for name in (names[other] for other in near):
        if getattr(PROFILES[name], field) == getattr(profile, field):
            found = _own_witness(name, field)
            if found is not None:
                return found if name == profile.name else Witness(Sureness.INFERRED, name)
    raise LookupError(f"no witness is given for {field} of {profile.name}")


def _own_witness(name: str, field: str) -> Witness | None:
    evidence = EVIDENCE[field]
    if name in evidence.witnesses:
        return evidence.witnesses[name]
    return Witness(Sureness.MEASURED, "VER-2 to VER-4") if name in RECORDED else None


def witnesses(profile: VersionProfile) -> Iterator[tuple[str, Witness]]:
    """Yield the words of every field of a profile with its witness."""
    for field in FIELDS:
        yield EVIDENCE[field].words, witness(profile, field)


def by_sureness(profile: VersionProfile) -> dict[Sureness, dict[str, list[str]]]:
    """Return how sure a profile is: sureness -> source -> the words of the fields, without sureness that none has."""
    found: dict[Sureness, dict[str, list[str]]] = {}
    for words, who in sorted(witnesses(profile), key=lambda pair: list(Sureness).index(pair[1].sureness)):
        found.setdefault(who.sureness, {}).setdefault(who.source, []).append(words)
    return found


def summary(profile: VersionProfile) -> str:
    """Return in a sentence how sure a profile is."""
    if profile.name in RECORDED:
        return f"{profile.name} itself was run and recorded, cycle by cycle"
    counts = {sureness: sum(map(len, sources.values())) for sureness, sources in by_sureness(profile).items()}
    words = ", ".join(f"{count} {sureness}" for sureness, count in counts.items())
    return f"{profile.name} itself was not recorded; of {sum(counts.values())} facts about it are {words}"
