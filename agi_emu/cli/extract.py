"""``agi-emu extract``: resources of a game as files that other programs read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.options import MACHINES, Output, game_argument, output_options

if TYPE_CHECKING:
    from agi_emu.resources.game import Game


def sounds(game: Game, folder: Path, machine: str) -> Iterator[Path]:
    """Write every sound as WAV and MIDI and, of a machine with the chip, as VGM; yield the files."""
    from agi_emu.capture.midi import midi
    from agi_emu.capture.vgm import vgm
    from agi_emu.capture.wave import save_wave
    from agi_emu.synthesis.solo import play_alone

    for number in game.sounds:
        solo = play_alone(game, number, machine)
        path = folder / f"sound-{number:03}.wav"
        save_wave(path, solo.samples())
        yield path
        path = path.with_suffix(".mid")
        path.write_bytes(midi(game.sound(number)))
        yield path
        if machine != "pc":
            path = path.with_suffix(".vgm")
            path.write_bytes(vgm(solo.port_writes, solo.beats, machine))
            yield path


KINDS: dict[str, Callable[[Game, Path, str], Iterator[Path]]] = {"sounds": sounds}
"""What can be extracted, and what writes it."""


@click.command
@game_argument
@click.argument("what", type=click.Choice(tuple(KINDS)), metavar="[WHAT]", required=False)
@click.option(
    "-o",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to; default: a folder of the game's name in the current one.",
)
@click.option(
    "--machine",
    type=click.Choice(MACHINES),
    default="tandy",
    show_default=True,
    help="Computer whose sound it is.",
)
@output_options
def command(game: Path, what: str | None, folder: Path | None, machine: str, output: Output) -> None:
    """Write resources of GAME as files; WHAT is sounds, or all there is without it.

    Sounds become WAV, MIDI with a track for each voice, and VGM, a log of the chip's registers.
    """
    from agi_emu.resources import open_game

    opened = open_game(game)
    target = folder or Path(opened.id)
    target.mkdir(parents=True, exist_ok=True)
    for kind in [what] if what else KINDS:
        paths = list(KINDS[kind](opened, target, machine))
        for path in paths:
            output.detail(str(path))
        if output.json:
            output.record({"kind": kind, "folder": str(target), "files": len(paths)})
        else:
            output.result(f"{target}: {len(paths)} files of {kind}")
