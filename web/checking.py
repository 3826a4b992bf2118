"""Checks the core in WebAssembly, in node: ``python -m web.checking`` (`make accuracy-web`) compares all there is."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.accuracy.conformance import known_differences
from web.fetching import PINS, ROOT, BuildError, fetch
from web.packing import core_wheel_name, run_node, version

INSIDE = Path(__file__).parent / "inside"
SHARED = Path(os.environ.get("AGI_EMU_SHARED", ROOT.parent / "shared"))
"""Where the ground truth is."""


def check(name: str, given: Sequence[Any], folders: Mapping[str, Path]) -> Any:
    """Return what a function of `inside/check.py` returns; it sees the folders at /given/NAME."""
    wheel = ROOT / "dist" / core_wheel_name()
    if not wheel.exists():
        raise BuildError(f"{wheel.name} is missing: run make web")
    fetched = fetch()
    call = {"name": name, "given": list(given), "folders": {at: str(folder) for at, folder in folders.items()}}
    return json.loads(run_node(INSIDE / "check.mjs", fetched.pyodide, wheel, fetched.xxhash, json.dumps(call)))


def main() -> int:
    """Compare with everything recorded from the original; return the exit code."""
    if not (SHARED / "golden").is_dir():
        print(f"{SHARED} has no ground truth: give its folder in AGI_EMU_SHARED", file=sys.stderr)
        return 1
    try:
        found = check("check", ["/given/shared", [], []], {"shared": SHARED})
    except BuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"agi-emu {version()} in Pyodide {PINS['pyodide']['version']}")
    for kind, (equal, of, seconds) in found["kinds"].items():
        print(f"{kind:12} {equal:>9,} of {of:>9,} equal {seconds:9.1f} s")
    known = known_differences(ROOT / "tests" / "conformance")
    unknown = 0
    for game, interpreter, words in found["differences"]:
        is_known = (game.removesuffix(f"-{interpreter}"), interpreter) in known
        unknown += not is_known
        print(f"{words} (known)" if is_known else words)
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
