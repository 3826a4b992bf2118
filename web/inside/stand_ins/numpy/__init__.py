"""The few names of numpy with which recordings are compared, in plain Python: only to check the core in WebAssembly.

The page itself imports no numpy, and for WebAssembly the registry has none.
"""

from __future__ import annotations

import ctypes
from contextlib import contextmanager

uint8, int32, int64 = "uint8", "int32", "int64"


class ndarray:  # noqa: N801
    """A name for annotations."""

    def __class_getitem__(cls, item):
        return cls


integer = ndarray


class Records:
    """The first records of an array of ctypes structures; a name gives the column of that field."""

    def __init__(self, records, count):
        self._records = records
        self._count = count

    def __len__(self):
        return self._count

    def __getitem__(self, key):
        if isinstance(key, slice):
            return Records(self._records, min(key.stop, self._count))
        return [getattr(self._records[index], key) for index in range(self._count)]

    def tobytes(self):
        size = ctypes.sizeof(self._records._type_)
        return bytes(memoryview(self._records).cast("B")[: size * self._count])


class Grid:
    """Rows of numbers."""

    def __init__(self, rows):
        self._rows = rows

    def __len__(self):
        return len(self._rows)

    @property
    def shape(self):
        return len(self._rows), len(self._rows[0]) if self._rows else 0

    def __getitem__(self, key):
        return self._rows[key[0]][key[1]]

    def __setitem__(self, key, values):
        if isinstance(key, tuple):
            for row, value in zip(self._rows, values, strict=True):
                row[key[1]] = value
        else:
            self._rows[key] = list(values)

    def __ne__(self, other):
        pairs = zip(self._rows, other._rows, strict=True)
        return [[one != two for one, two in zip(*rows, strict=True)] for rows in pairs]

    __hash__ = None

    def copy(self):
        return Grid([list(row) for row in self._rows])

    def tolist(self):
        return [list(row) for row in self._rows]


class Cells:
    """Bytes."""

    def __init__(self, raw):
        self._raw = raw

    def __and__(self, mask):
        return Cells(self._raw.translate(bytes(value & mask for value in range(256))))

    def __rshift__(self, bits):
        return Cells(self._raw.translate(bytes(value >> bits for value in range(256))))

    def tobytes(self):
        return self._raw


def asarray(records):
    return Records(records, len(records))


def empty(shape, dtype):
    return Grid([[0] * shape[1] for _ in range(shape[0])])


zeros = empty


def frombuffer(raw, dtype):
    return Cells(bytes(raw))


def any(grid):
    return True in (cell for row in grid for cell in row)


def argwhere(grid):
    return [(y, x) for y, row in enumerate(grid) for x, cell in enumerate(row) if cell]


class NoPixels(dict):
    """A file of kept pixels that holds none: they only say in more words what differs."""

    files = ()


@contextmanager
def load(path):
    """Open a file of kept pixels."""
    yield NoPixels()
