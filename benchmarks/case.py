"""A case of the suite: a function that prepares something and returns the piece of work that is measured."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from agi_emu import Machine, open_game
from agi_emu.data import demo_path

Work = Callable[[], object]
SHARED = Path(os.environ.get("AGI_EMU_SHARED") or Path(__file__).resolve().parents[2] / "shared")


class AbsentError(Exception):
    """What a case needs is not here; the text says what."""


class Kind(StrEnum):
    """What is measured of a piece of work; less is better of each."""

    TIME = "processor time"
    CHILDREN = "processor time of the processes that it starts"
    BYTES = "the number of bytes that it returns"


@dataclass(frozen=True, slots=True)
class Case:
    """A case by its name."""

    name: str
    group: str
    """The name without what stands in brackets."""
    prepare: Callable[[], Work]
    kind: Kind
    per: int
    """How many things a piece of work does: the figure is that of one of them."""
    limit: float | None
    """What the documents promise, in seconds or bytes."""


CASES: dict[str, Case] = {}
"""All cases that were declared, by name."""


def case(
    *,
    over: Iterable[str] | Callable[[], Iterable[str]] | None = None,
    kind: Kind = Kind.TIME,
    per: int = 1,
    limit: float | None = None,
) -> Callable[[Callable[..., Work]], Callable[..., Work]]:
    """Declare a case; with `over` one for each name, which the function gets."""

    def declare(prepare: Callable[..., Work]) -> Callable[..., Work]:
        group = prepare.__name__
        names = over() if callable(over) else over
        made: dict[str, Callable[[], Work]] = (
            {group: prepare} if names is None else {f"{group}[{name}]": partial(prepare, name) for name in names}
        )
        CASES.update({name: Case(name, group, each, kind, per, limit) for name, each in made.items()})
        return prepare

    return declare


def game_path(name: str) -> Path:
    """Return the path of a game by its name: `demo` is ours, the others are the real games at hand."""
    path = demo_path() if name == "demo" else SHARED / "games" / f"{name}.zip"
    if not path.is_file():
        raise AbsentError(f"{path} is missing")
    return path


def game_names() -> list[str]:
    """Return the names of all games at hand."""
    return ["demo", *sorted(path.stem for path in (SHARED / "games").glob("*.zip"))]


def played(name: str, **options: Any) -> Machine:
    """Return a machine a minute after boot."""
    machine = Machine(open_game(game_path(name)), seed=1, **options)
    machine.run(seconds=60)
    return machine
