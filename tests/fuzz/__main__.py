"""Search for inputs that a target cannot handle: ``python -m tests.fuzz TARGET [OPTIONS OF LIBFUZZER] FOLDER...``.

scripts/fuzz builds the core for it and starts it. An exception is written down with its input, once for each place that
raises it, and the search continues; what a sanitizer finds ends the process.
"""

from __future__ import annotations

import hashlib
import os
import sys
import traceback
from contextlib import nullcontext
from pathlib import Path

import atheris

GUIDED = bool(os.environ.get("AGI_EMU_GUIDED"))
"""Whether branches of Python are counted, beside those of C."""

with atheris.instrument_imports(include=["agi_emu"]) if GUIDED else nullcontext():
    # The table imports the module of a target, and with it what it tries, when it is asked for the function.
    from tests.fuzz.targets import TARGETS

    TARGET = TARGETS[sys.argv[1]]
    FUNCTION = TARGET.function

FOUND = Path(os.environ["AGI_EMU_FOUND"])
"""Folder of the inputs that raised something."""


def place_of(error: Exception) -> str:
    """Return what was raised and where: errors of the same kind from the same line count as one."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"


def main() -> None:
    """Search until libFuzzer's options say that it is enough."""
    seen: set[str] = set()

    def try_input(data: bytes) -> None:
        try:
            TARGET.run(data)
        except Exception as error:
            place = place_of(error)
            if place in seen:
                return
            seen.add(place)
            path = FOUND / f"{sys.argv[1]}-{hashlib.sha1(place.encode()).hexdigest()[:8]}"
            path.write_bytes(data)
            print(f"FOUND {path}: {place}", flush=True)
            traceback.print_exc()

    # libFuzzer starts itself again to merge inputs, by a line for the shell that begins with this.
    # Numbers of this length are the shortest that Python refuses.
    sys.set_int_max_str_digits(640)
    itself = f"{sys.executable} -m tests.fuzz {sys.argv[1]}"
    atheris.Setup([itself, *sys.argv[2:]], try_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
