"""``python -m web``: build both wheels, the package for Pyodide and the runtime for `agi-emu export`, in `dist`."""

from __future__ import annotations

import sys

from web.compiling import compile_core
from web.fetching import BUILD, ROOT, BuildError, fetch
from web.packing import core_wheel, runtime_wheel


def main() -> int:
    """Build; return the exit code."""
    BUILD.mkdir(parents=True, exist_ok=True)
    dist = ROOT / "dist"
    dist.mkdir(exist_ok=True)
    try:
        fetched = fetch()
        core = compile_core(fetched.zig)
        for name, data in (core_wheel(core), runtime_wheel(fetched, core)):
            (dist / name).write_bytes(data)
            print(f"dist/{name}: {len(data):,} bytes")
    except BuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
