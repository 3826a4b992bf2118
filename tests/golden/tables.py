"""Compares the rows of a table of the original with those that the program makes of the same resources."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from agi_emu.resources import Game, open_game

Row = dict[str, Any]


def assert_equal(
    rows: Iterable[Row],
    key: str,
    games: Path,
    made: Callable[[Game], Iterable[Row]],
    differences: Callable[[Row, Row], Iterable[str]],
) -> None:
    """Compare all rows; `key` names the column with the number of the resource, `made` makes the rows of a game."""

    @cache
    def rows_of(game: str) -> dict[object, Row]:
        return {row[key]: row for row in made(open_game(games / f"{game}.zip"))}

    wrong, recorded = [], [row for row in rows if "error" not in row]
    for row in recorded:
        ours = rows_of(row["game"]).get(row[key], {"error": "is not there"})
        different = [ours["error"]] if "error" in ours else differences(ours, row)
        wrong += [f"{row['game']} {key} {row[key]}: {each}" for each in different]
    assert not wrong, "\n".join(wrong[:20])
    assert recorded
