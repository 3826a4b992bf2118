"""Describes the interpreters that were not recorded: how certain each fact about them is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from agi_emu.facts.versions import PROFILES
from agi_emu.facts.witnesses import RECORDED, Sureness, by_sureness
from tests.accuracy.grid import grid

WIDTH = 100
"""Characters in a line of a document."""


def evidence_section() -> Iterator[str]:
    """Yield the section, a table of counts."""
    yield "## Interpreters that were not recorded"
    yield ""
    yield from textwrap.wrap(
        f"{' and '.join((', '.join(RECORDED[:-1]), RECORDED[-1]))} were run and recorded. What is known of the others"
        " comes from their files, from studies of their programs, and from these four. `agi-emu info -v GAME` lists"
        " every fact about the interpreter that a game needs, with its witness.",
        WIDTH,
    )
    yield ""
    others = [profile for name, profile in PROFILES.items() if name not in RECORDED]
    found = {profile.name: by_sureness(profile) for profile in others}
    rows = (
        (name, *(sum(map(len, sources.get(sureness, {}).values())) for sureness in Sureness))
        for name, sources in found.items()
    )
    yield from grid(("interpreter", *Sureness), rows)
