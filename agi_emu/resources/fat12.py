"""Files on a floppy disk image: the file system FAT12 of DOS, read from bytes.

Only what an image of 360, 720, 1200 or 1440 KB (or an older one of 160 to 320) can hold is taken for one. Nothing in
an image is trusted: a chain of clusters ends after as many as there are, a place outside of the image is a sentence.
Layout: ECMA-107; media bytes of images without parameters: those of DOS 1 and 2.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

SECTOR_BYTES = 512
IMAGE_BYTES = frozenset(kilobytes * 1024 for kilobytes in (160, 180, 320, 360, 720, 1200, 1440))
"""The sizes that an image of a floppy disk can have."""
_BY_MEDIA = {
    # Media byte: sectors per cluster, root entries, sectors of a FAT.
    0xFE: (1, 64, 1),
    0xFC: (1, 64, 2),
    0xFF: (2, 112, 1),
    0xFD: (2, 112, 2),
}
"""Disks of 160, 180, 320 and 360 KB, whose first sector may say nothing."""
_ENTRY_BYTES = 32
_MOST_CLUSTERS = 4084  # more than these have a FAT of 16 bits
_MOST_ENTRIES, _MOST_FOLDERS = 2048, 32  # that are looked at; DOS gives a root 64 to 240 entries
_UNUSED, _DELETED = 0x00, 0xE5
_LABEL, _FOLDER = 0x08, 0x10  # bits of an entry's attributes; long names have the first one, too


class FloppyFile(NamedTuple):
    """A file on a disk."""

    folder: str
    """Its folder below the root, empty for the root itself."""
    name: str
    size: int
    first_cluster: int


class Disk:
    """An image that holds a file system; ValueError, with what is wrong, for one that does not."""

    def __init__(self, image: bytes) -> None:
        if len(image) not in IMAGE_BYTES:
            raise ValueError(f"{len(image):,} bytes is not the size of a floppy disk")
        self._image = image
        per_cluster, reserved, fats, root_entries, fat_sectors = _parameters(image)
        root = (reserved + fats * fat_sectors) * SECTOR_BYTES
        self._data = root + -(-root_entries * _ENTRY_BYTES // SECTOR_BYTES) * SECTOR_BYTES
        self._cluster_bytes = per_cluster * SECTOR_BYTES
        self._fat = image[reserved * SECTOR_BYTES : (reserved + fat_sectors) * SECTOR_BYTES]
        clusters = (len(image) - self._data) // self._cluster_bytes
        # A FAT has one and a half bytes for each cluster and for two that there are not.
        self._clusters = min(clusters, len(self._fat) * 2 // 3 - 2)
        if self._clusters < 1 or clusters > _MOST_CLUSTERS or self._fat[1:3] != b"\xff\xff":
            raise ValueError("it has no FAT12 file system")
        self._root = image[root : root + root_entries * _ENTRY_BYTES]

    def files(self) -> Iterator[FloppyFile]:
        """Yield the files of the root and of the folders in it."""
        folders = []
        for name, attributes, size, cluster in _entries(self._root[: _MOST_ENTRIES * _ENTRY_BYTES]):
            if attributes & _FOLDER:
                folders.append((name, cluster))
            else:
                yield FloppyFile("", name, size, cluster)
        # A damaged or made-up disk can have thousands of folders that are all the same one, of the whole disk.
        for folder, first in folders[:_MOST_FOLDERS]:
            table = self._start_of(first, _MOST_ENTRIES * _ENTRY_BYTES)
            for name, attributes, size, cluster in _entries(table):
                if not attributes & _FOLDER:
                    yield FloppyFile(folder, name, size, cluster)

    def read(self, file: FloppyFile, most: int | None = None) -> bytes:
        """Return the bytes of a file, at most so many; ValueError when the disk does not hold them all."""
        wanted = file.size if most is None else min(file.size, most)
        data = self._start_of(file.first_cluster, wanted)
        if len(data) < wanted:
            raise ValueError(f"the disk holds only {len(data):,} of its {file.size:,} bytes")
        return data

    def _start_of(self, cluster: int, most: int) -> bytes:
        """Return at most so many bytes of a chain."""
        clusters = islice(self._chain(cluster), -(-most // self._cluster_bytes))
        return b"".join(clusters)[:most]

    def _chain(self, cluster: int) -> Iterator[bytes]:
        """Yield the clusters of a file; it ends where the chain leaves the disk, or comes to a cluster again."""
        seen: set[int] = set()
        while 2 <= cluster < self._clusters + 2 and cluster not in seen:
            seen.add(cluster)
            start = self._data + (cluster - 2) * self._cluster_bytes
            yield self._image[start : start + self._cluster_bytes]
            at = cluster * 3 // 2
            pair = self._fat[at] | self._fat[at + 1] << 8
            cluster = pair >> 4 if cluster & 1 else pair & 0xFFF


def _parameters(image: bytes) -> tuple[int, int, int, int, int]:
    """Return sectors per cluster, reserved sectors, FATs, root entries, sectors of a FAT."""
    sector_bytes, per_cluster, reserved, fats, root_entries, sectors, _, fat_sectors = struct.unpack_from(
        "<HBHBHHBH", image, 11
    )
    if (
        sector_bytes == SECTOR_BYTES
        and per_cluster in (1, 2, 4, 8)
        and 1 <= reserved <= 32
        and fats in (1, 2)
        and 1 <= root_entries <= 512
        and 1 <= fat_sectors <= 12
        and 0 < sectors * SECTOR_BYTES <= len(image)
    ):
        return per_cluster, reserved, fats, root_entries, fat_sectors
    media = image[SECTOR_BYTES]
    if media in _BY_MEDIA and image[SECTOR_BYTES + 1 : SECTOR_BYTES + 3] == b"\xff\xff":
        per_cluster, root_entries, fat_sectors = _BY_MEDIA[media]
        return per_cluster, 1, 2, root_entries, fat_sectors
    raise ValueError("it has no FAT12 file system")


def _entries(table: bytes) -> Iterator[tuple[str, int, int, int]]:
    """Yield name, attributes, size and first cluster of the entries of a folder."""
    for at in range(0, len(table) - _ENTRY_BYTES + 1, _ENTRY_BYTES):
        stem, ending, attributes, cluster, size = struct.unpack_from("<8s3sB14xHI", table, at)
        if stem[0] == _UNUSED:
            return
        if stem[0] == _DELETED or attributes & _LABEL or stem[:1] == b".":
            continue
        name = b".".join(filter(None, (stem.rstrip(), ending.rstrip()))).decode("cp437")
        yield name, attributes, size, cluster
