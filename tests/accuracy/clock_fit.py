"""Fits the prices of what the original does to its recorded clocks: `python -m tests.accuracy.clock_fit`.

Each part of a cycle is fitted to the clocks of its own phases, by least absolute errors as shares of the cycle, on the
PC and the AT, whose rows have phases. Of the PCjr and the Tandy 1000 whole cycles are known: there each part costs a
multiple of what it does on the PC. Actions and tests cost what was measured of each, except those whose time varies,
which are fitted, too. `--held-out [GAME...]` writes nothing and prints the error of each game at the prices of all
others.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agi_emu.facts.clock_prices import COMPUTERS, DRIVERS
from agi_emu.resources import Game, open_game
from agi_emu.resources.kinds import Kind
from tests.accuracy.clock_counts import counts_of_picture
from tests.accuracy.clocks import Cycle, errors, recorded_cycles, speed_folder
from tests.accuracy.ground_truth import Row

Vector = NDArray[np.float64]
Prices = dict[str, dict[str, float]]
"""What each count costs, in clocks, by computer."""
PRICES = Path(__file__).parents[2] / "agi_emu" / "data" / "clock_prices.tsv"
PARTS = {
    "logics": (
        "logic load callh",
        "tests actions passed skipped skipped_in_group if goto not or return list loaded decrypted",
    ),
    "restore": ("restore", "restored restored_rows restored_cells"),
    "save": ("save", "saved saved_rows saved_cells"),
    "cel": ("cel", "cels cel_rows opaque runs clear_runs below"),
    "erase": ("erase", "lists restored"),
    "draw": ("draw", "lists saved"),
    "sort": ("sort", "lists looked_at listed fixed"),
    "animate": ("animate", "cycles objects active advanced"),
    "directions": ("directions", "cycles objects directed wander move_obj"),
    "move": (
        "move update",
        "animated animated_objects active moved stepped base above_all collided collided_objects searched",
    ),
    "text": ("char", "characters"),
    "fill": ("fillrect", "filled filled_rows filled_cells"),
    "rest": ("rest head joy input key status window", "cycles"),
    "screen": ("blit", "shown shown_rows shown_cells"),
}
"""Of each part the phases that it explains, and what is counted for it."""
PICTURE = (
    *("pictures", "picture_bytes", "plotted", "lines_across", "points_across", "lines_down", "points_down"),
    *("lines_slanted", "points_slanted", "fills", "fill_cells", "fill_runs", "pens"),
)
SHOWN, UNITS = ("shown", "shown_rows", "shown_cells"), ("call", "row", "pixel")
COLUMNS = {"pc": 0, "pcjr": 1, "tandy": 2, "at": 4}
"""Places of the computers in the rows of single pictures."""
ELSEWHERE = ("action 22", "action 23", "action 25")
"""`call`, `call.v` and `draw.pic`: they cost what the called logic does, and the picture."""
KINDS = {"log": Kind.LOGIC, "view": Kind.VIEW, "pic": Kind.PICTURE, "snd": Kind.SOUND}
SAID = "test 14"
VARIES = 60
"""Clocks: an action whose standard deviation is larger is fitted."""
DISPLAYS = ("action 103", "action 104")
DISPLAY = 3820
"""Clocks of `display` on a PC, beside its characters; few games display in cycles that nothing else disturbs."""
COMPOSED = (*DISPLAYS, *(f"action {number}" for number in (26, 28, 101, 102, 107, 110, 112, 115, 118, 124, 151)))
"""Actions that were measured with what is counted by itself: characters, rectangles, copies, pictures. They cost what
`display` does."""
LOADS = tuple(f"action {number}" for number in (20, 24, 30, 31, 98))
LOAD = 924
"""Clocks of an action that loads, beside the loading."""
NO_WORK = ("irq", "wait")
FIRST = ("2.936", "2.917", "3.002.098", "2.440")
"""Whose figure an action takes first: that of most games."""


def absolute(counts: Vector, clocks: Vector, weights: Vector) -> Vector:
    """Return the prices with the least sum of absolute weighted errors, none below 0: what would be is left out.

    What was counted in one cycle only has none.
    """
    counts, clocks = counts * weights[:, None], clocks * weights
    found = np.zeros(counts.shape[1])
    used = (counts != 0).sum(axis=0) > 1
    trust = np.ones(len(clocks))
    for _ in range(25):
        while True:
            found[:] = 0
            found[used] = np.linalg.lstsq(counts[:, used] * trust[:, None], clocks * trust, rcond=None)[0]
            if found.min() >= 0:
                break
            used[found.argmin()] = False
        trust = 1 / np.sqrt(np.maximum(np.abs(counts @ found - clocks), 1e-4))
    return found


def counted(cycles: Iterable[Cycle], names: Sequence[str]) -> Vector:
    """Return a row of counts for each cycle."""
    return np.array([[cycle.counts[name] for name in names] for cycle in cycles], float)


def measured() -> tuple[dict[str, dict[str, float]], set[str]]:
    """Return what each action and test costs on PC and AT, and those whose cost varies."""
    known: dict[str, dict[str, float]] = {}
    varies = {SAID}
    for version in FIRST:
        for line in (speed_folder() / f"ops-{version}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            name = f"{row['kind']} {row['op']}"
            if name not in ELSEWHERE:
                # Of what varies and cannot be fitted the least is its own; the rest was drawn or loaded for it.
                scale = (row["min"] if row["sd"] > VARIES else row["median"]) / row["pc"]
                known.setdefault(name, {each: row[each] * scale for each in ("pc", "at")})
                if name in COMPOSED or name in LOADS:
                    own = DISPLAY if name in COMPOSED else LOAD
                    known[name] = {each: own * row[each] / row["pc"] for each in ("pc", "at")}
                elif row["sd"] > VARIES:
                    varies.add(name)
    return known, varies


def single_pictures() -> list[tuple[Row, Vector]]:
    """Return the pictures that were drawn one by one, with their counts."""
    games = speed_folder().with_name("games")
    rows = [json.loads(line) for line in (speed_folder() / "single" / "pictures.jsonl").open(encoding="utf-8")]
    opened = {name: open_game(games / f"{name}.zip") for name in {row["game"] for row in rows}}
    found = []
    for row in rows:
        counts = counts_of_picture(opened[row["game"]], row["pic"])
        found.append((row, np.array([counts[name] for name in PICTURE], float)))
    return found


def fit(cycles: Sequence[Cycle], pictures: Sequence[tuple[Row, Vector]]) -> Prices:
    """Return the prices by computer."""
    plain = [cycle for cycle in cycles if not cycle.draws]
    known, varies = measured()
    fixed = [name for name in known if name not in varies]
    extra = ["cycles", "said", "displayed", *sorted(varies)]
    parts: dict[str, dict[str, dict[str, float]]] = {each: {} for each in COMPUTERS}
    for computer, key in (("pc", "phases"), ("at", "phases_at")):
        weights = np.array([1 / cycle.row["work"][computer] for cycle in plain])
        for part, (phases, names) in PARTS.items():
            spent = np.array([sum(cycle.row[key].get(each, 0) for each in phases.split()) for cycle in plain], float)
            found = absolute(counted(plain, names.split()), spent, weights)
            parts[computer][part] = dict(zip(names.split(), found.tolist(), strict=True))
        left = np.array(
            [
                cycle.row["work"][computer] - sum(n for name, n in cycle.row[key].items() if name not in NO_WORK)
                for cycle in plain
            ],
            float,
        )
        costs = np.array([known[name][computer] for name in fixed])
        found = absolute(counted(plain, extra), left - counted(plain, fixed) @ costs, weights)
        parts[computer]["handlers"] = dict(zip(fixed, costs.tolist(), strict=True)) | {
            name: value if value else known.get(name, {}).get(computer, 0.0)
            for name, value in zip(extra, found.tolist(), strict=True)
        }
    for computer in ("pcjr", "tandy"):
        weights = np.array([1 / cycle.row["work"][computer] for cycle in plain])
        by_part = np.array(
            [counted(plain, list(prices)) @ np.array(list(prices.values())) for prices in parts["pc"].values()]
        ).T
        whole = np.array([cycle.row["work"][computer] for cycle in plain], float)
        for (part, prices), times in zip(parts["pc"].items(), absolute(by_part, whole, weights), strict=True):
            parts[computer][part] = {name: value * times for name, value in prices.items()}
    fitted: Prices = {each: {} for each in COMPUTERS}
    for computer in COMPUTERS:
        for prices in parts[computer].values():
            for name, value in prices.items():
                fitted[computer][name] = fitted[computer].get(name, 0.0) + value
    drawn = [(counts, row["draw"]) for row, counts in pictures]
    shares = [
        sum(clocks[place] for _, clocks in drawn) / sum(clocks[0] for _, clocks in drawn) for place in COLUMNS.values()
    ]
    drawn += [
        (counted([cycle], PICTURE)[0], [cycle.row["phases"]["picture"]]) for cycle in cycles if cycle.counts["pictures"]
    ]
    spent = np.array([clocks[0] for _, clocks in drawn], float)
    found = absolute(np.array([counts for counts, _ in drawn]), spent, 1 / spent)
    for computer, share in zip(COLUMNS, shares, strict=True):
        fitted[computer].update(zip(PICTURE, (share * found).tolist(), strict=True))
        fitted[computer].update(_unpacking(COLUMNS[computer]) | _parsing(COLUMNS[computer]))
        fitted[computer].update(_interrupts(COLUMNS[computer]) | _adapters(computer, fitted[computer]))
    return fitted


def _rows_of(name: str) -> list[Row]:
    """Return the rows of a file of the folder of the clocks."""
    return [json.loads(line) for line in (speed_folder() / name).read_text(encoding="utf-8").splitlines()]


def _parsing(column: int) -> dict[str, float]:
    """Return what a word that is parsed costs, and a character of a sentence."""
    rows = _rows_of("single/parses.jsonl")
    counts = np.array([[row["words"], row["chars"]] for row in rows], float)
    clocks = np.array([row["clocks"][column] for row in rows], float)
    return dict(zip(("words", "word_characters"), absolute(counts, clocks, 1 / clocks).tolist(), strict=True))


def _interrupts(column: int) -> dict[str, float]:
    """Return what the timer interrupt costs: without a sound, with the speaker, with the chip."""
    rows = _rows_of("single/sounds.jsonl")
    idle = next(row["idle"] for row in rows if "idle" in row)
    found = {"beat": sum(clocks[column] for clocks in idle) / len(idle)}
    for name, machines in (("beat_speaker", ("pc",)), ("beat_chip", ("pcjr", "tandy"))):
        played = [row for row in rows if "ticks" in row and row["machine"] in machines]
        found[name] = sum(row["mean"][column] * row["ticks"] for row in played) / sum(row["ticks"] for row in played)
    return found


def _adapters(computer: str, fitted: dict[str, float]) -> dict[str, float]:
    """Return what it costs to copy a rectangle to the screen of each adapter."""
    found = {f"{name} ega": fitted.pop(name) for name in SHOWN}
    for row in _rows_of("units-adapters.jsonl"):
        adapter = row["adapter"].split()[0].lower()
        if row["routine"] == "blit" and adapter in DRIVERS.values():
            found |= {f"{name} {adapter}": row[computer][unit] for name, unit in zip(SHOWN, UNITS, strict=True)}
    return found


def _unpacking(column: int) -> dict[str, float]:
    """Return what a byte of a resource costs that version 3 has packed."""
    games = speed_folder().with_name("games")
    clocks: dict[str, list[tuple[int, float]]] = {}
    opened: dict[str, Game] = {}
    for line in (speed_folder() / "single" / "loads.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["interpreter"] == "3.002.098" and row["read"]:
            game = opened.setdefault(row["game"], open_game(games / f"{row['game']}.zip"))
            stored = game.stored(KINDS[row["kind"]], row["n"])
            clocks.setdefault(f"unpacked_{stored.packing.name.lower()}", []).append(
                (len(stored.data), row["clocks"][column])
            )
    return {
        name: sum(each for _, each in rows) / sum(size for size, _ in rows)
        for name, rows in clocks.items()
        if name != "unpacked_plain"
    }


def folded(prices: dict[str, float]) -> dict[str, float]:
    """Return prices in which each action and test has what all of them cost; those not measured cost the median."""
    found = dict(prices)
    for kind, numbers in (("action", range(1, 182)), ("test", range(1, 19))):
        own = {name: price for name, price in prices.items() if name.startswith(f"{kind} ")}
        usual = float(np.median(list(own.values())))
        for number in numbers:
            name = f"{kind} {number}"
            found[name] = (0 if name in ELSEWHERE else own.get(name, usual)) + prices[f"{kind}s"]
        del found[f"{kind}s"]
    return found


def write(prices: Prices, path: Path) -> None:
    """Write the table, one count a line; no jump is free, or a loop of them would have no end."""
    prices = {computer: folded(each) | {"goto": max(each["goto"], 1.0)} for computer, each in prices.items()}
    names = sorted({name for each in prices.values() for name in each})
    lines = ["\t".join(("count", *COMPUTERS))]
    lines += [
        "\t".join((name, *(str(round(prices[computer].get(name, 0))) for computer in COMPUTERS))) for name in names
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    """Write the prices, or print how well those of other games hold."""
    cycles, pictures = recorded_cycles(), single_pictures()
    if "--held-out" not in sys.argv:
        write(fit(cycles, pictures), PRICES)
        return
    for game in sys.argv[2:] or sorted({cycle.run[1] for cycle in cycles}):
        prices = fit([cycle for cycle in cycles if cycle.run[1] != game], pictures)
        own = [cycle for cycle in cycles if cycle.run[1] == game and not cycle.draws]
        for computer in COMPUTERS:
            for each in errors([_priced(cycle, prices[computer]) for cycle in own], computer):
                print(f"{each.computer:6} {' '.join(each.run):20} {each.absolute:.1%} {each.bias:+.1%}", flush=True)


def _priced(cycle: Cycle, prices: dict[str, float]) -> Cycle:
    """Return a cycle with what its counts cost."""
    return Cycle(cycle.row, sum(_price(prices, name) * number for name, number in cycle.counts.items()))


def _price(prices: dict[str, float], name: str) -> float:
    """Return the price of a count; the rows are those of an EGA."""
    return prices.get(f"{name} ega" if name in SHOWN else name, 0)


if __name__ == "__main__":
    main()
