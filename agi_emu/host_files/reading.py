"""Reads files that anybody may have made, up to a length: a compressed megabyte can stand for gigabytes.

Limits of games stand in `agi_emu.resources.limits`; these are for everything else. Each error names its limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agi_emu.facts.errors import AgiError

_MIB = 1 << 20
LONGEST_FILE = 64 * _MIB
"""Bytes of a file that is read as a whole: an hour of a recording takes less than one MiB."""
LONGEST_LINE = 4 * _MIB
"""Bytes of a line of a trace: those of the original are below 32 KiB."""
LONGEST_STREAM = 1024 * _MIB
"""Bytes of a file that is read line by line, unpacked."""
_GZIP_MAGIC = b"\x1f\x8b"


def read_whole(path: Path, error: type[AgiError], most: int = LONGEST_FILE) -> bytes:
    """Return the bytes of a file; `error` when there are more than `most`, OSError when it cannot be read."""
    with path.open("rb") as file:
        # Python takes memory for as many bytes as it is asked for. A pipe says that it has none.
        length = path.stat().st_size
        data = file.read(length + 1) if length <= most else b""
        if len(data) > length:
            data += file.read(most + 1 - len(data))
    if max(length, len(data)) > most:
        raise error(f"{path}: longer than {most / _MIB:g} MiB, the most that is read of such a file")
    return data


def read_lines(path: Path, error: type[AgiError], most: int = LONGEST_STREAM) -> Iterator[bytes]:
    """Yield the lines of a file, gzipped or plain; `error` where they are too long or the file is damaged."""
    # Imported when needed: a game that is played reads neither of these.
    import gzip
    import zlib

    number = total = 0
    try:
        with path.open("rb") as binary:
            is_zipped = binary.peek(len(_GZIP_MAGIC)).startswith(_GZIP_MAGIC)
            lines = gzip.GzipFile(fileobj=binary) if is_zipped else binary
            while line := lines.readline(LONGEST_LINE + 1):
                number += 1
                total += len(line)
                if len(line) > LONGEST_LINE:
                    raise error(f"{path}: line {number} is longer than {LONGEST_LINE / _MIB:g} MiB, the most of a line")
                if total > most:
                    raise error(f"{path}: its lines are longer than {most / _MIB:g} MiB in all, the most that is read")
                yield line
    except (gzip.BadGzipFile, EOFError, zlib.error) as problem:
        raise error(f"{path}: damaged after line {number} ({problem})") from problem


def toml_table(text: str) -> dict[str, Any]:
    """Return the table of a TOML text; ValueError says what is wrong."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("its values are nested too deeply") from None
