"""Let agents play the quests, and print a table.

``python -m benchmarks.quests list`` names the quests and their milestones. ``python -m benchmarks.quests run --agent
MODULE`` plays them; MODULE has a function ``play(world, chance)``, as `benchmarks.quests.agents.random_words`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
from collections.abc import Collection, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.quests.quest import Quest, quests
from benchmarks.quests.world import HELPS, QuestWorld


def played(agent: Any, quest: Quest, seed: int, without: Collection[str] = ()) -> QuestWorld:
    """Let an agent play a quest; return the world as it left it."""
    with tempfile.TemporaryDirectory() as folder:
        world = QuestWorld(quest, Path(folder), without)
        world.reset(seed=seed)
        agent.play(world, random.Random(seed))
    return world


def table(agents: Sequence[Any], chosen: Sequence[Quest], seeds: Sequence[int], without: Collection[str]) -> list[str]:
    """Return lines of a table: what agents reach of each quest on average, and how many actions that takes."""
    names = [agent.__name__.rpartition(".")[2] for agent in agents]
    lines = [f"| quest | actions | milestones | walkthrough | {' | '.join(names)} |", f"|{'---|' * (4 + len(agents))}"]
    shares: list[list[float]] = [[] for _ in agents]
    for quest in chosen:
        cells = []
        for agent, share in zip(agents, shares, strict=True):
            reached = [played(agent, quest, seed, without).reached for seed in seeds]
            count = statistics.mean(map(len, reached))
            share.append(count / len(quest.milestones))
            last = statistics.mean(max(each.values(), default=0) for each in reached)
            cells.append(f"{count:.1f} in {last:.0f}" if count else "0")
        own = f"{len(quest.milestones)} in {quest.steps}"
        lines.append(f"| {quest.name} | {quest.actions} | {len(quest.milestones)} | {own} | {' | '.join(cells)} |")
    means = [f"{statistics.mean(share):.0%}" for share in shares]
    return [*lines, f"| all | | | 100% | {' | '.join(means)} |"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("list", "run"))
    parser.add_argument("--agent", action="append", default=[], metavar="MODULE", help="may be given several times")
    parser.add_argument("--quest", action="append", metavar="NAME", help="only these quests; all of them without")
    parser.add_argument("--seeds", default="1:4", help="the first seed, and the one after the last")
    helps = "; ".join(f"{name}: {what}" for name, what in HELPS.items())
    parser.add_argument("--without", action="append", default=[], choices=HELPS, help=f"take away a help; {helps}")
    given = parser.parse_args(arguments)
    known = {quest.name: quest for quest in quests()}
    unknown = [name for name in given.quest or () if name not in known]
    if unknown:
        parser.error(f"there is no quest {unknown[0]!r}; there are {', '.join(known)}")
    chosen = [known[name] for name in given.quest or known]
    if given.command == "list":
        for quest in chosen:
            print(f"{quest.name}: {quest.title}, {quest.actions} actions")
            for milestone in quest.milestones:
                print(f"  {milestone.name} ({milestone.when.text})")
        return
    if not given.agent:
        parser.error("name an agent with --agent")
    try:
        agents = [import_module(name) for name in given.agent]
    except ModuleNotFoundError as error:
        parser.error(f"there is no module {error.name!r}; name one that Python can import from here")
    print("\n".join(table(agents, chosen, range(*map(int, given.seeds.split(":"))), given.without)))


if __name__ == "__main__":
    main()
