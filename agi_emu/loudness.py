"""How loud the notes of a sound are: fading, variable 23, the Tandy (reference: sound.md 4, findings.md 11)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Loudness:
    """What an interpreter makes of a note's attenuation on its way to the chip."""

    envelope: tuple[int, ...] = ()
    """What each beat of a note adds, but on the noise voice; without one a note keeps its attenuation."""

    tandy_attenuation: int = 2
    """What is added to attenuations below 8 on a Tandy."""

    has_attenuation_variable: bool = True
    """Whether variable 23 is added: while the envelope runs; without envelopes always, on noise too, which is assumed."""


def _envelope(*runs: tuple[int, int]) -> tuple[int, ...]:
    """Return the attack that all envelopes have, then each (value, beats) of `runs` spread out."""
    attack = (-2, -3, -2, -1)
    return attack + tuple(value for value, beats in runs for _ in range(beats))


_FADING = ((7, 4), (8, 4), (9, 4), (10, 4), (11, 6), (12, 6), (13, 1))

FIRST = Loudness(tandy_attenuation=3, has_attenuation_variable=False)
"""2.089 and 2.230."""

STEADY = Loudness(tandy_attenuation=3)
"""2.272 to 2.440."""

FADING = Loudness(envelope=_envelope((0, 2), (1, 4), (2, 8), (3, 7), (4, 4), (5, 4), (6, 5), *_FADING))
"""2.903 to 2.936: an envelope of 67 beats."""

FADING_SLOWLY = Loudness(envelope=_envelope((0, 5), (1, 6), (2, 10), (3, 8), (4, 5), (5, 5), (6, 5), *_FADING))
"""Version 3: an envelope of 77 beats."""
