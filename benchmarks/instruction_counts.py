"""Count the instructions of the core's kernels, compare with those kept: ``python -m benchmarks.instruction_counts``.

Times wobble, instruction counts hardly do: a kernel that suddenly takes more of them has become slower on every
computer. Counts depend on the compiler, so they are kept with its name, and another one's are not compared.
`--update` keeps the counts of now.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

KEPT = Path(__file__).with_name("instruction_counts.json")
ROOT = Path(__file__).parents[1]
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
    "screen copy": r"__pyx_f_.*6Screen_copy",
    "screen print": r"__pyx_pw_.*6Screen_\d+print",
    "window": r"__pyx_pw_.*6Scaler_\d+draw",
    "machine": r"__pyx_f_.*5cycle_advance_to",
}
"""By kernel: the function whose instructions count, with all that it calls."""

LINE = re.compile(r"^\s*([\d,]+) \([^)]*\)\s+\S*?:(\S+)")


def count() -> dict[str, int]:
    """Return the instructions of each kernel."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "callgrind.out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={found}", sys.executable]
        subprocess.run(
            [*command, "-m", "benchmarks.kernels"], cwd=ROOT, env=environment, check=True, capture_output=True
        )
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


def compiler() -> str:
    """Return what the counts depend on: the C compiler's name and the processor's family."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
    return f"{(said.splitlines() or ['unknown'])[0]}, {os.uname().machine}, Python {sysconfig.get_python_version()}"


def main() -> int:
    """Compare, or keep the counts of now; return 1 where a count has grown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="keep the counts of now")
    update = parser.parse_args().update
    for tool in ("valgrind", "callgrind_annotate"):
        if shutil.which(tool) is None:
            print(f"not compared: {tool} is not installed")
            return 0
    now = count()
    if update:
        KEPT.write_text(json.dumps({"compiler": compiler(), "instructions": now}, indent=1) + "\n")
        print(f"kept: {KEPT.name}")
        return 0
    kept = json.loads(KEPT.read_text())
    if kept["compiler"] != compiler():
        print(f"not compared: kept counts are of {kept['compiler']}, these of {compiler()}")
        return 0
    grown = False
    for name, instructions in now.items():
        change = instructions / kept["instructions"][name] - 1
        grown = grown or change > TOLERANCE
        print(f"{name:14}{instructions:>14,}  {change:+.1%}{'  too many' if change > TOLERANCE else ''}")
    return int(grown)


if __name__ == "__main__":
    sys.exit(main())
