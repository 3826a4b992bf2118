"""Plain twin of the test ``compare.strings`` (reference: WORD-32)."""

from __future__ import annotations

IGNORED = frozenset(b" \t.,;:'!-")

VECTORS: tuple[tuple[bytes, bytes, bool], ...] = (
    # reference: WORD-32, tried on the original
    (b"Some Text", b" some:TEXT!", True),
    (b"", b"  ,.", True),
    (b"ab", b"abc", False),
    (b"a-b'c", b"ABC", True),
    # bytes from 80h on are not folded; "?" and '"' are not among the ignored characters
    (b"\x9a", b"\x81", False),
    (b"yes?", b"yes", False),
    (b"a\tb", b"ab", True),
)


def reduced(text: bytes) -> bytes:
    """Return what counts of a string: up to its NUL, without the ignored characters, A-Z folded."""
    counted = bytearray()
    for byte in text.split(b"\0", 1)[0]:
        if byte in IGNORED:
            continue
        counted.append(byte | 0x20 if ord("A") <= byte <= ord("Z") else byte)
    return bytes(counted)


def compare_strings(first: bytes, second: bytes, *, prefix_bug: bool = False) -> bool:
    """Tell whether two strings count as equal.

    `prefix_bug` is the error of 2.230 to 2.439: a first string that only begins like the second counts as equal.
    """
    a, b = reduced(first), reduced(second)
    return b.startswith(a) if prefix_bug else a == b
