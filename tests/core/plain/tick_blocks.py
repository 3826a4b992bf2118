"""Blocks of ticks as recordings have them, obvious and slow; ValueError is what the core says, without its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.core.plain.ticks import PlainTick

DIGEST = 8
VALUES = 288
NO_VALUES = bytes(VALUES)
MOST_WORK = (1 << 48) - 1


def pack(ticks: Sequence[PlainTick]) -> bytes:
    """Return ticks packed."""
    packed = ticks[0][3].to_bytes(4, "little")
    old: PlainTick = ("", "", "", ticks[0][3], b"", None)
    for tick in ticks:
        differing = [index for index in range(3) if tick[index] != old[index]]
        has_changed = bool(tick[4]) and tick[4] != old[4]
        packed += bytes([sum(1 << index for index in differing) + 8 * has_changed])
        packed += ((tick[3] - old[3]) & 0xFFFF).to_bytes(2, "little")
        packed += b"".join(bytes.fromhex(str(tick[index])) for index in differing)
        if has_changed:
            places = [place for place in range(VALUES) if tick[4][place] != (old[4] or NO_VALUES)[place]]
            packed += len(places).to_bytes(2, "little")
            packed += b"".join(place.to_bytes(2, "little") + tick[4][place : place + 1] for place in places)
        old = tick
    return packed


def pack_work(ticks: Sequence[PlainTick]) -> bytes:
    """Return the column of work."""
    works = [tick[5] for tick in ticks]
    return b"" if None in works else b"".join(bytes(_groups(min(work or 0, MOST_WORK))) for work in works)


def lines(ticks: Sequence[PlainTick], first: int) -> Iterator[str]:
    """Yield the lines of ticks from an index on."""
    for index in range(first, len(ticks)):
        state, frame, sound, cycle, values, _ = ticks[index]
        line = f"tick {index + 1} {cycle} {state} {frame} {sound}"
        if not values:
            yield line
            continue
        now, old = (
            "".join(map("{:08b}".format, each)) for each in (values, ticks[index - 1][4] if index else NO_VALUES)
        )
        changed = [f"v{n}={values[n]}" for n in range(256) if now[8 * n : 8 * n + 8] != old[8 * n : 8 * n + 8]]
        changed += [f"f{n}={now[2048 + n]}" for n in range(256) if now[2048 + n] != old[2048 + n]]
        yield f"{line} {','.join(changed) or '-'}"


def _groups(number: int) -> Iterator[int]:
    while number > 0x7F:
        yield number & 0x7F | 0x80
        number >>= 7
    yield number


def unpack(packed: bytes, count: int) -> list[PlainTick]:
    """Return packed ticks."""
    cycle, at = int.from_bytes(packed[:4], "little"), 4
    digests, values = [b"", b"", b""], b""
    ticks: list[PlainTick] = []

    def taken(size: int) -> bytes:
        nonlocal at
        at += size
        if at > len(packed):
            raise ValueError("cut off")
        return packed[at - size : at]

    while at < len(packed):
        flags, low, high = taken(3)
        cycle += low | high << 8
        for index in range(3):
            if flags & 1 << index:
                digests[index] = taken(DIGEST)
        if flags & 8:
            if ticks and not values:
                raise ValueError("no variables")
            changed = bytearray(values or NO_VALUES)
            for _ in range(int.from_bytes(taken(2), "little")):
                low, high, value = taken(3)
                if low | high << 8 >= VALUES:
                    raise ValueError("no such value")
                changed[low | high << 8] = value
            values = bytes(changed)
        if b"" in digests or cycle > 0xFFFFFFFF:
            raise ValueError("no digest, or no cycle")
        state, frame, sound = (digest.hex() for digest in digests)
        ticks.append((state, frame, sound, cycle, values, None))
    if len(ticks) != count or len(packed) < 4:
        raise ValueError("another number of ticks")
    return ticks
