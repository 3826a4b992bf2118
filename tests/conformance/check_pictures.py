#!/usr/bin/env python3
"""Compares pictures and screens that an interpreter drew with those of Sierra's interpreter 2.936.

    python check_pictures.py FOLDER

FOLDER holds files of one byte per pixel, row by row, named PROBE-CYCLE.KIND: KIND is vis (colours, 160x168),
pri (priorities, 160x168) or scr (the screen without glyphs, 160x200). README.md beside this file says what to draw.
"""

import functools
import json
import sys
import zlib
from pathlib import Path

SUITE = Path(__file__).parent
LENGTHS = {"vis": 160 * 168, "pri": 160 * 168, "scr": 160 * 200}


@functools.cache
def recorded(probe):
    """Return the checksums of all cycles of a probe: cycle -> {"vis": CRC-32 in hex, "pri": ..., "scr": ...}."""
    lines = (SUITE / "probes" / probe / "2.936" / "trace.jsonl").read_text(encoding="utf-8").splitlines()
    return {line["c"]: line for line in map(json.loads, lines) if "c" in line}


def pixels(checksum):
    """Return the pixels of a plane that the suite keeps as a PNG image, None where it keeps only the checksum."""
    path = SUITE / "planes" / f"{checksum}.png"
    if not path.is_file():
        return None
    image = path.read_bytes()
    start = image.index(b"IDAT")
    rows = zlib.decompress(image[start + 4 : start + 4 + int.from_bytes(image[start - 4 : start], "big")])
    return b"".join(rows[i + 1 : i + 161] for i in range(0, len(rows), 161))  # each row begins with its filter, 0


def difference(path):
    """Return how a file differs from the original, in words; empty when it does not."""
    kind, (probe, _, cycle) = path.suffix[1:], path.stem.rpartition("-")
    found, moments = path.read_bytes(), recorded(probe) if (SUITE / "probes" / probe).is_dir() else {}
    if not cycle.isdigit() or int(cycle) not in moments:
        return "no such probe or cycle"
    if len(found) != LENGTHS[kind]:
        return f"{len(found)} bytes, expected {LENGTHS[kind]}"
    expected = moments[int(cycle)][kind]
    if f"{zlib.crc32(found):08x}" == expected:
        return ""
    known = pixels(expected) or b""
    places = [i for i, (ours, theirs) in enumerate(zip(found, known, strict=False)) if ours != theirs]
    where = f", first at x {places[0] % 160}, y {places[0] // 160}: expected {known[places[0]]}" if places else ""
    return f"other pixels than the original{where}"


def main():
    """Compare all files of the folder and return the exit code: 0 equal, 1 different, 2 nothing to compare."""
    paths = sorted(path for path in Path(sys.argv[1]).iterdir() if path.suffix[1:] in LENGTHS) if sys.argv[1:] else []
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    different = {path.name: words for path in paths if (words := difference(path))}
    for name, words in different.items():
        print(f"{name}: {words}")
    print(f"{len(paths) - len(different)} of {len(paths)} equal")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
