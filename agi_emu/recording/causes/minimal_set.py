"""Finds a smallest set of changes that has an effect, by trying sets of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Change = TypeVar("Change")


def minimal_set(changes: Sequence[Change], has_effect: Callable[[Sequence[Change]], bool]) -> list[Change]:
    """Return changes of which none can be left out, in their order; all changes together must have the effect.

    It tries halves first, then quarters and the sets without them, and so on (Zeller's "delta debugging"). One culprit
    among n changes is found in about 2 log2 n trials. A set that cannot be tried counts as having no effect.
    """
    left = list(changes)
    pieces = 2
    while len(left) > 1:
        size = -(-len(left) // pieces)
        parts = [left[start : start + size] for start in range(0, len(left), size)]
        rests = [[each for other in parts if other is not part for each in other] for part in parts]
        smaller = next((part for part in parts if has_effect(part)), None)
        if smaller is not None:
            left, pieces = smaller, 2
            continue
        # With two parts, the set without one is the other.
        smaller = next((rest for rest in rests if has_effect(rest)), None) if len(parts) > 2 else None
        if smaller is not None:
            left, pieces = smaller, max(pieces - 1, 2)
        elif size == 1:
            break
        else:
            pieces = min(2 * pieces, len(left))
    return left
