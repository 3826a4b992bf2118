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
LENGTHS = {".vis": 160 * 168, ".pri": 160 * 168, ".scr": 160 * 200}


@functools.cache
def recorded(probe):
    """Return the records of a probe by cycle; the checksums of what the original showed are "vis", "pri", "scr"."""
    trace = SUITE / "probes" / probe / "2.936" / "trace.jsonl"
    lines = trace.read_text(encoding="utf-8").splitlines() if probe and trace.is_file() else []
    return {str(record["c"]): record for record in map(json.loads, lines) if "c" in record}


def pixels(checksum):
    """Return the pixels that the original showed; of most moments the suite keeps only the checksum: no pixels."""
    path = SUITE / "planes" / f"{checksum}.png"
    image = path.read_bytes() if path.is_file() else b""
    # The images have one block of data, and each row begins with the number of its filter, 0.
    rows = zlib.decompress(image[image.index(b"IDAT") + 4 :]) if image else b""
    return b"".join(rows[start + 1 : start + 161] for start in range(0, len(rows), 161))


def difference(path):
    """Return how a file differs from the original, in words; empty when it does not."""
    probe, _, cycle = path.stem.rpartition("-")
    if cycle not in recorded(probe):
        return "no such probe or cycle"
    drawn, checksum = path.read_bytes(), recorded(probe)[cycle][path.suffix[1:]]
    if len(drawn) != LENGTHS[path.suffix]:
        return f"{len(drawn)} bytes, expected {LENGTHS[path.suffix]}"
    if f"{zlib.crc32(drawn):08x}" == checksum:
        return ""
    for place, (found, expected) in enumerate(zip(drawn, pixels(checksum), strict=False)):
        if found != expected:
            return f"differs, first at x {place % 160}, y {place // 160}: {found}, expected {expected}"
    return "differs"


def main():
    """Compare all files of the folder and return the exit code: 0 equal, 1 different, 2 nothing to compare."""
    paths = sorted(path for path in Path(sys.argv[1]).iterdir() if path.suffix in LENGTHS) if sys.argv[1:] else []
    differences = {path.name: words for path in paths if (words := difference(path))}
    for name, words in differences.items():
        print(f"{name}: {words}")
    print(f"{len(paths) - len(differences)} of {len(paths)} equal" if paths else __doc__)
    return 2 if not paths else 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
