"""How loud each computer plays the sounds of games: ``python -m benchmarks.trials.loudness GAME...``.

GAME is a zip archive or folder. Each sound is played alone on each computer at 44,100 Hz. Its level is the root of the
mean square of all its samples, in decibels of full scale. Sounds that some computer plays as silence are left out.
Printed are the means over the sounds, then how far the computers lie apart: 2 dB at most.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from agi_emu import open_game
from agi_emu.facts.errors import ResourceError
from agi_emu.presentation.sounds_alone import play_alone
from agi_emu.presentation.synthesiser import CHIPS

FULL_SCALE = 32_768
MOST_DECIBELS = 2
LONGEST_BEATS = 60 * 60
"""A minute of a sound says how loud it is."""


def levels(path: Path) -> Iterator[dict[str, float]]:
    """Yield the level of each sound of a game by computer, without those that are silent somewhere."""
    game = open_game(path)
    for number in game.sounds:
        try:
            heard = {name: decibels(play_alone(game, number, name, longest=LONGEST_BEATS).samples()) for name in CHIPS}
        except ResourceError:
            continue
        if all(map(math.isfinite, heard.values())):
            yield heard


def decibels(samples: object) -> float:
    """Return the root of the mean square of 16-bit samples in decibels of full scale; minus infinity for silence."""
    square = np.square(np.asarray(samples, dtype=float)).mean()
    return 10 * math.log10(square / FULL_SCALE**2) if square else -math.inf


def main(paths: list[Path]) -> int:
    """Print the figures; return 1 if the computers lie too far apart."""
    sounds = [sound for path in paths for sound in levels(path)]
    means = {name: statistics.fmean(sound[name] for sound in sounds) for name in CHIPS}
    apart = max(means.values()) - min(means.values())
    print(f"{len(sounds)} sounds of {len(paths)} games")
    for name, mean in means.items():
        print(f"{name:6}{mean:7.1f} dB")
    print(f"apart {apart:7.1f} dB")
    return int(apart > MOST_DECIBELS)


if __name__ == "__main__":
    sys.exit(main([Path(each) for each in sys.argv[1:]]))
