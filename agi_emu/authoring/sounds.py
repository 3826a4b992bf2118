"""Sounds of a game as files that other programs play."""

from __future__ import annotations

from pathlib import Path

from agi_emu.authoring.extraction import Extraction
from agi_emu.presentation.midi import midi
from agi_emu.presentation.sounds_alone import play_alone
from agi_emu.presentation.vgm import vgm
from agi_emu.presentation.wave import save_wave
from agi_emu.resources.game import Game


def extract_sounds(game: Game, folder: Path, extraction: Extraction) -> list[Path]:
    """Write every sound as WAV and MIDI and, of a machine with the chip, as VGM."""
    written = []
    for number in extraction.wanted(game.sounds):
        path = folder / f"sound-{number:03}"
        solo = play_alone(game, number, extraction.machine)
        written.append(path.with_suffix(".wav"))
        save_wave(written[-1], solo.samples())
        written.append(path.with_suffix(".mid"))
        written[-1].write_bytes(midi(game.sound(number)))
        if extraction.machine != "pc":
            written.append(path.with_suffix(".vgm"))
            written[-1].write_bytes(vgm(solo.port_writes, solo.beats, extraction.machine))
    return written
