"""Runs the benchmark suite of the source tree, and reads the results of each pass."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from agi_emu.errors import HostError
from agi_emu.measuring.results import Figure, Results, Sample

ROOT = Path(__file__).parents[2]
SUITE = ROOT / "benchmarks"
FOLDER = ROOT / ".benchmarks" / "agi-emu"
"""Where runs are saved."""

Progress = Callable[[str, int, int], None]
"""Called with the name of the last case, cases done, and cases in all."""

OPTIONS = ("-n", "0", "-vv", "--no-header", "-p", "no:cacheprovider", "--benchmark-only", "--benchmark-max-time=0.3")


def cases(wanted: Sequence[str] = ()) -> list[str]:
    """Return the names of all cases whose name contains one of the words of `wanted`; all cases without words."""
    listed = _pytest([str(SUITE), "--collect-only"], None).splitlines()
    names = [name_of(line) for line in listed if "::" in line]
    return [name for name in names if not wanted or any(word in name for word in wanted)]


def name_of(node: str) -> str:
    """Return a case's name: ``benchmarks/bench_vm.py::test_bench_vm_calls`` is ``vm_calls``."""
    return node.rpartition("::")[2].removeprefix("test_bench_").split(" ")[0]


def measure(wanted: Sequence[str], *, name: str, passes: int, progress: Progress | None = None) -> Results:
    """Run the chosen cases `passes` times, one after another in each pass."""
    chosen = cases(wanted)
    samples: dict[str, list[Sample]] = {}
    total = passes * len(chosen)
    done = 0

    def count(line: str) -> None:
        nonlocal done
        if "::" in line and progress is not None and done < total:
            done += 1
            progress(name_of(line.split(" ")[0]), done, total)

    for _ in range(passes if chosen else 0):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            picked = ["-k", " or ".join(wanted)] if wanted else []
            _pytest([str(SUITE), *OPTIONS, f"--benchmark-json={report}", *picked], count)
            for case, sample in _samples(report):
                samples.setdefault(case, []).append(sample)
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    return Results(name, when, {case: Figure.of(found) for case, found in samples.items()})


def _samples(report: Path) -> list[tuple[str, Sample]]:
    """Return the measurements of a pass, without the cases that were skipped."""
    text = report.read_text(encoding="utf-8") if report.exists() else ""
    found = json.loads(text)["benchmarks"] if text else []
    return [
        (name_of(each["fullname"]), Sample(each["stats"]["min"], each["stats"]["median"], each["extra_info"]["pace"]))
        for each in found
    ]


def _pytest(arguments: Sequence[str], each_line: Callable[[str], None] | None) -> str:
    """Run pytest in a process of its own; return what it printed. HostError if it cannot run or a case fails."""
    if not SUITE.is_dir():
        raise HostError(f"{SUITE} is missing: the benchmarks are part of the source tree, not of the installed program")
    for module in ("pytest", "pytest_benchmark"):
        if importlib.util.find_spec(module) is None:
            raise HostError(f"{module} is not installed; pip install 'agi-emu[dev]'")
    lines = []
    command = [sys.executable, "-m", "pytest", *arguments]
    # The new pytest must not see the variables of a pytest that started this program.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
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
