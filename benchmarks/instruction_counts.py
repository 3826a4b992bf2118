"""Count the instructions of the core's kernels, compare with those kept: ``python -m benchmarks.instruction_counts``.

Times wobble, instruction counts hardly do: a kernel that suddenly takes more of them has become slower on every
computer. Counts depend on compiler, C library, processor and Python, so they are kept by these; of others nothing is
compared. `--update` keeps the counts of now.

Cycles in clocks of a PC of the time are compared with the same ones in the budget for playing.

Of whole pieces of work, from an idle game to a comparison, all instructions count, those of Python included.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from agi_emu._core import flood
from benchmarks.kernels import WHOLES

KEPT = Path(__file__).with_name("instruction_counts.json")
ROOT = Path(__file__).parents[1]
MOST_OF_CLOCKS = 0.10
"""Part of the instructions of cycles that charging their clocks may add."""
TOLERANCE = 0.02
"""Part by which a count may grow; what the allocator does changes it by less than a hundredth."""

SYMBOLS = {
    "line": r"__pyx_pw_.*4line_\d+draw",
    "flood": r"__pyx_pw_.*5flood_\d+fill",
    "pens": r"__pyx_pw_.*5brush_\d+draw",
    "pictures": r"__pyx_pw_.*7picture_\d+draw",
    "cels": r"__pyx_pw_.*3cel_\d+blit",
    "lzw": r"__pyx_pw_.*3lzw_\d+expand",
    "chip": r"__pyx_pw_.*3Psg_\d+render",
    "screen copy": r"__pyx_f_.*6Screen_(?:copy|show)",
    "screen print": r"__pyx_pw_.*6Screen_\d+print",
    "window": r"__pyx_pw_.*6Scaler_\d+draw",
    "rgb": r"__pyx_pw_.*7colours_\d+paint",
    "digests": r"__pyx_pw_.*9stretches_\d+digest",
    "past": r"__pyx_pw_.*7changes_\d+pack",
    "machine": r"__pyx_f_.*5cycle_advance_to",
}
"""By kernel: the function whose instructions count, with all that it calls."""

MARKER = "getppid"
"""The function before and after each whole piece of work."""
COMPILER = re.compile(rb"GCC: [^\0]+|[^\0]*clang version [^\0]+")
"""What a compiler writes about itself into what it makes."""
LINE = re.compile(r"^\s*([\d,]+) \([^)]*\)\s+\S*?:(\S+)")


TOTAL = re.compile(r"^(?:totals|summary): (\d+)", re.MULTILINE)


def count() -> dict[str, int]:
    """Return the instructions of each kernel."""
    kernels = [sys.executable, "-m", "benchmarks.kernels"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        # The first run compiles the Python modules, which would take long under valgrind.
        subprocess.run(kernels, cwd=ROOT, env=environment, check=True, capture_output=True)
        found = Path(folder) / "callgrind.out"
        # Each call of the marker begins another file: the first has the kernels, every second one a piece of work.
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={found}", f"--dump-before={MARKER}", *kernels]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
        counts = _of_functions(Path(f"{found}.1"))
        for index, name in enumerate(WHOLES):
            total = TOTAL.search(Path(f"{found}.{2 * index + 2}").read_text())
            assert total, f"no count of {name}"
            counts[name] = int(total[1])
    return counts


def _of_functions(found: Path) -> dict[str, int]:
    """Return the instructions of each kernel that is a function."""
    listed = subprocess.run(
        ["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(found)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    counts: dict[str, int] = {}
    for line in listed.splitlines():
        match = LINE.match(line)
        if match is None:
            continue
        for name, symbol in SYMBOLS.items():
            if re.fullmatch(symbol, match[2]):
                counts[name] = max(counts.get(name, 0), int(match[1].replace(",", "")))
    missing = SYMBOLS.keys() - counts.keys()
    assert not missing, f"no count of {', '.join(sorted(missing))}"
    return {name: counts[name] for name in SYMBOLS}


def build() -> str:
    """Return what the counts depend on: compiler of the core, C library, processor, and the version of Python."""
    found = COMPILER.search(Path(flood.__file__).read_bytes())
    name = found[0].decode() if found else "unknown compiler"
    library = " ".join(filter(None, platform.libc_ver())) or "unknown C library"
    return f"{name}, {library}, {_processor()}, Python {sysconfig.get_python_version()}"


def _processor() -> str:
    """Return the processor's family, and whether the C library copies by AVX2 on it, as it does under valgrind, too."""
    listed = Path("/proc/cpuinfo")
    has_avx2 = listed.exists() and re.search(r"^flags.*\bavx2\b", listed.read_text(), re.MULTILINE)
    return platform.machine() + (" with AVX2" if has_avx2 else "")


def why_not() -> str | None:
    """Say why nothing can be counted or compared here; None where it can."""
    for tool in ("valgrind", "callgrind_annotate"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    if build() not in json.loads(KEPT.read_text()):
        return f"no counts are kept of {build()}"
    return None


def changes(now: dict[str, int]) -> dict[str, float]:
    """Return by which part of itself each kernel's count has grown, apart from those of which none was kept."""
    kept = json.loads(KEPT.read_text())[build()]
    return {name: instructions / kept[name] - 1 for name, instructions in now.items() if name in kept}


def main() -> int:
    """Compare, or keep the counts of now; return 1 where a count has grown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="keep the counts of now")
    if parser.parse_args().update:
        KEPT.write_text(json.dumps({**json.loads(KEPT.read_text()), build(): count()}, indent=1) + "\n")
        print(f"kept: {KEPT.name}")
        return 0
    reason = why_not()
    if reason:
        print(f"not compared: {reason}")
        return 0
    now = count()
    grown = changes(now)
    for name, change in grown.items():
        print(f"{name:14}{now[name]:>14,}  {change:+.1%}{'  too many' if change > TOLERANCE else ''}")
    charged = now["in clocks"] / now["cycles"] - 1
    print(f"{'cycles beside those in clocks':29}  {charged:+.1%}{'  too many' if charged > MOST_OF_CLOCKS else ''}")
    return int(max(grown.values()) > TOLERANCE or charged > MOST_OF_CLOCKS)


if __name__ == "__main__":
    sys.exit(main())
