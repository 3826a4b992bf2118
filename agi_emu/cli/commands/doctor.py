"""``agi-emu doctor``: what works on this computer and what to install."""

from __future__ import annotations

import importlib
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

import click

import agi_emu._core
from agi_emu.cli.options import Output, output_options
from agi_emu.facts.errors import ExitCode, HostError

TUNE = 1
"""The demo game's sound that is played."""
TUNE_BEATS = 120
NO_CARD = 0.05
"""More drift than any real card has: devices that write files take samples as fast as they come."""
REBUILD = "make build in a source tree, else pip install --force-reinstall agi-emu"


@dataclass(frozen=True, slots=True)
class HostFinding:
    """The result of one check of the host; `advice` says what to do if it fails."""

    subject: str
    works: bool
    found: str
    advice: str = ""


def python() -> HostFinding:
    """Return the name and version of the running Python."""
    return HostFinding(
        "python", True, f"{platform.python_implementation()} {platform.python_version()}, {sys.platform}"
    )


def core() -> HostFinding:
    """Import every core module whose source the package holds."""
    folder = Path(agi_emu._core.__file__).parent
    names = sorted(source.stem for source in folder.glob("*.pyx"))
    failed = []
    for name in names:
        try:
            importlib.import_module(f"agi_emu._core.{name}")
        except ImportError as error:
            failed.append(f"{name} ({error})")
    if failed:
        return HostFinding("core", False, f"not built: {', '.join(failed)}", REBUILD)
    return HostFinding("core", True, f"{len(names)} modules")


def window() -> HostFinding:
    """Start SDL as the window does and return the name of its driver."""
    from agi_emu.window.host.sdl import SdlDisplay

    with closing(SdlDisplay()) as display:
        found = f"SDL driver {display.driver}"
        if display.is_visible:
            return HostFinding("window", True, found)
    return HostFinding("window", False, f"{found}: no display", "set DISPLAY, or start it in a graphical session")


def sound() -> HostFinding:
    """Play two seconds; report the device's latency and how far its clock drifts from this computer's."""
    from agi_emu.data import demo_path
    from agi_emu.presentation.sounds_alone import play_alone
    from agi_emu.presentation.synthesiser import DEFAULT_RATE
    from agi_emu.resources import open_game
    from agi_emu.window.host.sound_card import output_device, play_samples

    device = output_device()
    tune = play_alone(open_game(demo_path()), TUNE, longest=TUNE_BEATS)
    heard = play_samples(tune.samples(), DEFAULT_RATE)
    drift = heard.rate / DEFAULT_RATE - 1
    if abs(drift) > NO_CARD:
        found = (
            f"{device}: takes sound {heard.rate / DEFAULT_RATE:.1f} times as fast as it should, so it is not a "
            "real sound card"
        )
        return HostFinding("sound", True, found)
    return HostFinding("sound", True, f"{device}: latency {1000 * heard.latency:.0f} ms, drift {100 * drift:+.2f} %")


def look(subject: str, at: Callable[[], HostFinding]) -> HostFinding:
    """Return the result of a check of the host, or why it failed."""
    try:
        return at()
    except HostError as error:
        found, _, advice = str(error).partition("; ")
        return HostFinding(subject, False, found.removeprefix(f"no {subject}: "), advice)


def findings() -> Iterator[HostFinding]:
    """Yield the results of all checks of the host."""
    yield python()
    built = core()
    yield built
    # The window scales pictures with the core.
    yield look("window", window) if built.works else HostFinding("window", False, "needs the core", REBUILD)
    yield look("sound", sound)


@click.command
@output_options
def command(output: Output) -> None:
    """Check what works on this computer and what to install.

    Exit code: 0 if everything works, 4 if something is missing.
    """
    from agi_emu.window.host.sound_card import c_libraries_silent

    with nullcontext() if output.verbose else c_libraries_silent():
        found = list(findings())
    if output.json:
        output.record([asdict(finding) for finding in found])
    for finding in [] if output.json else found:
        output.result(f"{'good' if finding.works else 'MISSING':9}{finding.subject:8}{finding.found}")
        if finding.advice:
            output.result(f"{'':17}{finding.advice}")
    if not all(finding.works for finding in found):
        click.get_current_context().exit(ExitCode.HOST_LACKS)
