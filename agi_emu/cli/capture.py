"""``agi-emu capture``: the screen of a game as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.options import GameOptions, Output, game_argument, game_options, output_options

if TYPE_CHECKING:
    from agi_emu.capture.stills import Layer
    from agi_emu.machine.machine import Machine
    from agi_emu.session import Session

LAYERS = ("screen", "visual", "priority")
STILL = ".png"
ANIMATIONS = (".gif", ".apng")
BEATS_PER_TICK = 3


def _ticks(_ctx: click.Context, _option: click.Parameter, text: str) -> tuple[int, int]:
    """Return the first and last tick that A:B or a single number names; both count from 1, power-on is 0."""
    first, colon, last = text.partition(":")
    if first.isdecimal() and (last.isdecimal() if colon else not last):
        ticks = int(first), int(last) if colon else int(first)
        if ticks[0] <= ticks[1]:
            return ticks
    raise click.BadParameter(f"{text!r} is neither a tick nor a range A:B of ticks with A <= B.")


def _target(_ctx: click.Context, _option: click.Parameter, path: Path) -> Path:
    if path.suffix.lower() in (STILL, *ANIMATIONS):
        return path
    raise click.BadParameter(f"'{path}' should end in {STILL}, {' or '.join(ANIMATIONS)}.")


@click.command
@game_argument
@click.option(
    "-o",
    "target",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_target,
    metavar="FILE",
    help="Where to: .png shows the last tick, .gif and .apng every tick of the range.",
)
@click.option(
    "--ticks", default="0:100", show_default=True, callback=_ticks, metavar="A:B", help="Ticks to show, 20 a second."
)
@click.option("--scale", type=click.IntRange(1, 16), default=1, show_default=True, metavar="N", help="Size of a pixel.")
@click.option(
    "--layer",
    type=click.Choice(LAYERS),
    default="screen",
    show_default=True,
    help="The screen, or colours or priorities of the picture buffer.",
)
@game_options
@output_options
def command(
    game: Path,
    target: Path,
    ticks: tuple[int, int],
    scale: int,
    layer: str,
    options: GameOptions,
    output: Output,
) -> None:
    """Save what GAME shows to a file: PNG, or GIF or APNG with the game's own timing.

    The pictures keep the palette indices of the game.
    """
    from agi_emu.capture.stills import Layer
    from agi_emu.cli.run import machine_of, prompter_of
    from agi_emu.frontends.pacer import EveryBeat
    from agi_emu.session import NoInput, Session

    machine = machine_of(game, options, output)
    session = Session(machine, source=NoInput(), pacer=EveryBeat(), prompter=prompter_of(options.script))
    first, last = ticks
    if target.suffix.lower() == STILL:
        _still(session, last, target, Layer(layer), scale)
    else:
        _animation(session, machine, range(first, last + 1), target, Layer(layer), scale)
    if output.json:
        output.record({"file": str(target), "ticks": [first, last], "played_ticks": session.beats // BEATS_PER_TICK})
    if session.game_ended:
        output.note(f"the game ended in tick {session.beats // BEATS_PER_TICK}")


def _still(session: Session, tick: int, target: Path, layer: Layer, scale: int) -> None:
    from agi_emu.capture.stills import save_png, take_still

    session.run(beats=tick * BEATS_PER_TICK)
    save_png(target, take_still(session.machine, layer), scale)


def _animation(session: Session, machine: Machine, ticks: range, target: Path, layer: Layer, scale: int) -> None:
    from agi_emu.capture.animation import Animation, Container
    from agi_emu.capture.stills import take_still

    animation = Animation()
    session.run(beats=ticks.start * BEATS_PER_TICK)
    for _ in ticks:
        animation.add(take_still(machine, layer))
        session.run(beats=BEATS_PER_TICK)
    animation.save(target, Container(target.suffix.lower()), scale)
