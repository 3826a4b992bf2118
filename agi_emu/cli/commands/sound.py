"""``agi-emu sound``: play one sound of a game, or write it to a file."""

from __future__ import annotations

from pathlib import Path

import click

from agi_emu.cli.options import Output, game_argument, output_options, rate_option, wav_option
from agi_emu.cli.outputs import WAV, output_file
from agi_emu.facts.codes import BEATS_PER_SECOND, MACHINES


@click.command
@game_argument
@click.argument("sound", metavar="N", type=click.IntRange(0, 255), required=False)
@click.option(
    "--machine", type=click.Choice(list(MACHINES)), default="pc", show_default=True, help="Computer to emulate."
)
@wav_option("Write it to this WAV file instead of playing it.")
@rate_option
@output_options
def command(game: Path, sound: int | None, machine: str, wav: Path | None, rate: str, output: Output) -> None:
    """Play sound N of GAME; stop it with Ctrl-C."""
    if sound is None:
        raise click.UsageError(
            f"Give the number of the sound: agi-emu sound {game} N. agi-emu info {game} shows which there are."
        )
    from agi_emu.presentation.sounds_alone import play_alone
    from agi_emu.resources import open_game

    opened = open_game(game)
    solo = play_alone(opened, sound, machine)
    samples = solo.samples(int(rate))
    seconds = solo.beats / BEATS_PER_SECOND
    if not solo.is_whole:
        output.note(f"sound {sound} is cut off after {seconds:.0f} seconds")
    if output.json:
        output.record({"sound": sound, "machine": machine, "seconds": seconds, "wav": str(wav) if wav else None})
    else:
        output.detail(f"sound {sound} on {machine}: {seconds:.1f} seconds")
    if wav:
        from agi_emu.presentation.wave import save_wave

        with output_file(wav, WAV) as draft:
            save_wave(draft, samples, int(rate))
        return
    from agi_emu.window.host.sound_card import c_libraries_silent, play_samples

    with c_libraries_silent():
        play_samples(samples, int(rate))
