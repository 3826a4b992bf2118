"""How fast and how large everything is, and whether a change made it slower: ``python -m benchmarks`` (``make bench``).

Words choose the cases whose names contain one of them. The exit code is 1 if a case has become slower or larger than is
tolerated, or takes more than the documents promise.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from agi_emu.facts.errors import AgiError, HostError
from benchmarks import suite, trees
from benchmarks.case import Case
from benchmarks.cases import all_cases
from benchmarks.figure import Figure, with_unit

TOLERATED = 5.0
MANY = 8
"""Cases of one kind from which they are summed up."""
WORST = 5
SHORT = 12
"""Digits of a commit that are shown."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what was asked for; return the exit code."""
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("words", metavar="WORD", nargs="*", help="part of the names of cases")
    parser.add_argument("--list", action="store_true", help="list the names of the cases and exit")
    parser.add_argument("--against", metavar="TREE|COMMIT", help="a built source tree, or a commit")
    parser.add_argument("--tolerate", type=float, default=TOLERATED, metavar="PERCENT", help="(default: %(default)g)")
    given = parser.parse_args(arguments)
    chosen = [
        case for case in all_cases(_say).values() if not given.words or any(word in case.name for word in given.words)
    ]
    if not chosen:
        parser.error("no case has such a name; --list shows all of them")
    if given.list:
        print("\n".join(case.name for case in chosen))
        return 0
    try:
        return _run(given, chosen)
    except AgiError as error:
        _say(str(error))
        return error.exit_code


def _run(given: argparse.Namespace, chosen: Sequence[Case]) -> int:
    tolerated = given.tolerate / 100
    changes: dict[str, float] = {}
    worse: dict[str, list[float]] = {}
    if given.against is None:
        now = suite.measure(chosen, trees.ROOT, _progress)
    else:
        tree = _tree_of(given.against)
        pairs = suite.compare(chosen, tree, trees.ROOT, _progress)
        now = {name: pair.now for name, pair in pairs.items()}
        changes = {name: pair.change for name, pair in pairs.items()}
        worse = suite.confirmed(chosen, pairs, tree, trees.ROOT, tolerated, _progress)
    _progress("")
    _show(chosen, now, changes)
    for name, found in sorted(worse.items(), key=lambda item: -item[1][-1]):
        word = "larger" if now[name].is_bytes else "slower"
        print(f"{name} is {word} than in {given.against}: {' '.join(f'{change:+.1%}' for change in found)}")
    # Two programs in turn say nothing about what documents promise of one.
    over = [] if given.against else [(name, figure.limit or 0) for name, figure in now.items() if figure.is_over_limit]
    for name, limit in over:
        promised = with_unit(limit, is_bytes=now[name].is_bytes)
        print(f"{name} takes more than the documents promise: {promised}")
    if changes and not worse:
        print(f"nothing is slower or larger than in {given.against} by more than {given.tolerate:g} %")
    return int(bool(worse or over))


def _tree_of(against: str) -> Path:
    """Return the tree to measure by turns with this one."""
    if trees.is_tree(Path(against)):
        return Path(against).resolve()
    commit = trees.commit_of(against)
    if commit is None:
        raise HostError(f"{against} is neither a built source tree nor a commit")
    _say(f"building commit {commit[:SHORT]}")
    return trees.build(commit)


def _show(chosen: Sequence[Case], figures: Mapping[str, Figure], changes: Mapping[str, float]) -> None:
    """Print the table: a line for each case, and quartiles of those of which there are many."""
    groups: dict[str, list[str]] = {}
    for case in chosen:
        if case.name in figures:
            groups.setdefault(case.group, []).append(case.name)
    width = max((len(name) for names in groups.values() for name in names), default=0)
    for group, names in groups.items():
        if len(names) >= MANY:
            _show_group(group, names, figures, changes)
            continue
        for name in names:
            figure = figures[name]
            change = f"{changes[name]:+8.1%}" if name in changes else ""
            print(f"{name:{width}}{figure!s:>11}{change}  (rounds {figure.spread:.0%} apart)")
    if changes:
        print(f"{len(changes)} cases: {statistics.median(changes.values()):+.1%} in the middle")


def _show_group(group: str, names: Sequence[str], figures: Mapping[str, Figure], changes: Mapping[str, float]) -> None:
    values = {name: figures[name].median for name in names}
    is_bytes = figures[names[0]].is_bytes

    def words(all_values: Sequence[float]) -> str:
        return ", ".join(with_unit(value, is_bytes=is_bytes) for value in all_values)

    print(f"{group}, {len(names)} of them, least, quartiles, most: {words(_quartiles(list(values.values())))}")
    for name in sorted(values, key=lambda name: -values[name])[:WORST]:
        print(f"    {name}: {figures[name]}")
    grown = [changes[name] for name in names if name in changes]
    if grown:
        print(f"    changes: {', '.join(f'{each:+.1%}' for each in _quartiles(grown))}")


def _quartiles(values: Sequence[float]) -> list[float]:
    return [min(values), *statistics.quantiles(values, n=4), max(values)]


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _progress(text: str) -> None:
    """Show where the run is, on a terminal; elsewhere only what is left out."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text[:100]}", end="\n" if "left out" in text else "", file=sys.stderr, flush=True)
    elif "left out" in text:
        _say(text)


if __name__ == "__main__":
    sys.exit(main())
