"""Runs the benchmark suite of the source tree, and reads the results of each pass."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from agi_emu.facts.errors import HostError
from agi_emu.measuring.results import Figure, Results, Sample
from agi_emu.measuring.trees import ROOT

FOLDER = ROOT / ".benchmarks" / "agi-emu"
"""Where runs are saved."""

GAMES = "AGI_EMU_BENCH_GAMES"
"""Environment variable: paths of games that `benchmarks/bench_chosen.py` measures, separated as in PATH."""
CHOSEN = "chosen_"
"""How the names of its cases begin."""

Progress = Callable[[str, int, int], None]
"""Called with the name of the last case, cases done, and cases in all."""

OPTIONS = (
    "--benchmark-timer=time.process_time",
    "-n",
    "0",
    "-vv",
    "--no-header",
    "-p",
    "no:cacheprovider",
    "--benchmark-only",
    "--benchmark-max-time=0.3",
)


def cases(wanted: Sequence[str] = (), *, games: Sequence[Path] = (), root: Path = ROOT) -> list[str]:
    """Return the names of all cases whose name contains one of the words of `wanted`; all cases without words."""
    listed = _pytest(root, [str(root / "benchmarks"), "--collect-only"], games, None).splitlines()
    names = [name_of(line) for line in listed if "::" in line]
    return [name for name in names if not wanted or any(word in name for word in wanted)]


def name_of(node: str) -> str:
    """Return a case's name: ``benchmarks/bench_vm.py::test_bench_vm_calls`` is ``vm_calls``."""
    return node.rpartition("::")[2].removeprefix("test_bench_").split(" ")[0]


def measure(
    wanted: Sequence[str],
    *,
    trees: Mapping[str, Path],
    passes: int,
    games: Sequence[Path] = (),
    progress: Progress | None = None,
) -> list[Results]:
    """Run the chosen cases `passes` times in each tree, the trees by turns; return the results of each.

    `trees` are source trees by the names of their results; `games` are measured too, in cases of their own.
    """
    wanted = [*wanted, *([CHOSEN] if games else [])]
    counts = {name: len(cases(wanted, games=games, root=root)) for name, root in trees.items()}
    total = passes * sum(counts.values())
    done = 0

    def count(line: str) -> None:
        nonlocal done
        if "::" in line and progress is not None and done < total:
            done += 1
            progress(name_of(line.split(" ")[0]), done, total)

    samples: dict[str, dict[str, list[Sample]]] = {name: {} for name in trees}
    for _ in range(passes):
        for name, root in trees.items():
            # An older tree may lack all of the cases.
            for case, sample in _one_pass(root, wanted, games, count) if counts[name] else ():
                samples[name].setdefault(case, []).append(sample)
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    return [
        Results(name, when, {case: Figure.of(found) for case, found in of_tree.items()})
        for name, of_tree in samples.items()
    ]


def _one_pass(
    root: Path, wanted: Sequence[str], games: Sequence[Path], count: Callable[[str], None]
) -> list[tuple[str, Sample]]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        picked = ["-k", " or ".join(wanted)] if wanted else []
        _pytest(root, [str(root / "benchmarks"), *OPTIONS, f"--benchmark-json={report}", *picked], games, count)
        return _samples(report)


def _samples(report: Path) -> list[tuple[str, Sample]]:
    """Return the measurements of a pass, without the cases that were skipped."""
    text = report.read_text(encoding="utf-8") if report.exists() else ""
    found = json.loads(text)["benchmarks"] if text else []
    return [
        (
            name_of(each["fullname"]),
            Sample(each["stats"]["min"], each["stats"]["median"], info["pace"], info.get("limit")),
        )
        for each in found
        for info in (each["extra_info"],)
    ]


def _pytest(
    root: Path, arguments: Sequence[str], games: Sequence[Path], each_line: Callable[[str], None] | None
) -> str:
    """Run pytest in a tree, in a process of its own; return what it printed. HostError if that fails."""
    if not (root / "benchmarks").is_dir():
        raise HostError(
            f"{root / 'benchmarks'} is missing: benchmarks are part of the source tree, not of the installed program"
        )
    for module in ("pytest", "pytest_benchmark"):
        if importlib.util.find_spec(module) is None:
            raise HostError(f"{module} is not installed; pip install 'agi-emu[dev]'")
    lines = []
    command = [sys.executable, "-m", "pytest", *arguments]
    # The new pytest must not see the variables of a pytest that started this program.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(root), GAMES: os.pathsep.join(map(str, games))}
    with subprocess.Popen(
        command, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if each_line is not None:
                each_line(line)
    text = "".join(lines)
    # 5: nothing was chosen.
    if process.returncode not in (0, 5):
        raise HostError(f"the benchmarks did not run to their end:\n{text}")
    return text
