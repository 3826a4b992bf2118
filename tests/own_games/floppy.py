"""Images of floppy disks with files on them, as DOS formats them (ECMA-107), and of a version 1 game."""

from __future__ import annotations

import struct
from collections.abc import Mapping

SECTOR = 512
# Kilobytes: sectors per cluster, root entries, media byte, sectors of a FAT, sectors of a track, heads.
GEOMETRIES = {
    160: (1, 64, 0xFE, 1, 8, 1),
    180: (1, 64, 0xFC, 2, 9, 1),
    320: (2, 112, 0xFF, 1, 8, 2),
    360: (2, 112, 0xFD, 2, 9, 2),
    720: (2, 112, 0xF9, 3, 9, 2),
    1200: (1, 224, 0xF9, 7, 15, 2),
    1440: (1, 224, 0xF0, 9, 18, 2),
}


def floppy(files: Mapping[str, bytes], kilobytes: int = 360, *, folder: str = "", has_parameters: bool = True) -> bytes:
    """Return the image of a disk with these files in the root, or in a folder of it."""
    per_cluster, entries, media, fat_sectors, per_track, heads = GEOMETRIES[kilobytes]
    image = bytearray(kilobytes * 1024)
    if has_parameters:
        sectors = kilobytes * 2
        image[:30] = (
            b"\xeb\x3c\x90MSDOS3.3"
            + struct.pack(
                "<HBHBHHBHHHH", SECTOR, per_cluster, 1, 2, entries, sectors, media, fat_sectors, per_track, heads, 0
            )[:19]
        )
    links: dict[int, int] = {}
    root_at = (1 + 2 * fat_sectors) * SECTOR
    data_at = root_at + entries * 32
    cluster_bytes = per_cluster * SECTOR

    def store(data: bytes) -> int:
        first = len(links) + 2
        count = max(1, -(-len(data) // cluster_bytes))
        for cluster in range(first, first + count):
            links[cluster] = cluster + 1 if cluster < first + count - 1 else 0xFFF
        at = data_at + (first - 2) * cluster_bytes
        assert at + len(data) <= len(image), "the disk is full"
        image[at : at + len(data)] = data
        return first

    def entry(name: str, attributes: int, cluster: int, size: int) -> bytes:
        stem, _, ending = name.upper().partition(".")
        return struct.pack("<8s3sB14xHI", stem.ljust(8).encode(), ending.ljust(3).encode(), attributes, cluster, size)

    label = entry("AGI", 0x08, 0, 0)
    deleted = b"\xe5" + entry("XOLD.DIR", 0x20, 2, 9)[1:]
    table = label + deleted + b"".join(entry(name, 0x20, store(data), len(data)) for name, data in files.items())
    if folder:
        table = label + entry(folder, 0x10, store(entry(".", 0x10, 2, 0) + table), 0)
    image[root_at : root_at + len(table)] = table
    fat = bytearray(fat_sectors * SECTOR)
    fat[:3] = bytes([media, 0xFF, 0xFF])
    for cluster, link in links.items():
        at = cluster * 3 // 2
        pair = fat[at] | fat[at + 1] << 8
        pair = (pair & 0x000F) | link << 4 if cluster & 1 else (pair & 0xF000) | link
        fat[at : at + 2] = pair.to_bytes(2, "little")
    image[SECTOR:root_at] = fat * 2
    return bytes(image)


def booter() -> bytes:
    """Return the image of a version 1 game with three logics (reference: EXT-20)."""
    image = bytearray(b"\xf6" * (360 * 1024))
    directory = 171 * SECTOR + 5
    image[directory : directory + 43 * 3] = b"\xff" * (43 * 3)
    for number, (place, offset) in enumerate(((0, 0), (1, 0x10), (5, 0xC0))):
        at = directory + 3 * number
        image[at : at + 3] = bytes([place >> 8, place & 0xFF, offset])
        start = ((450 + place) >> 1) * SECTOR + ((place & 1) << 8 | offset)
        image[start : start + 5] = bytes([0x12, 0x34, 0, 4, 0])
    return bytes(image)
