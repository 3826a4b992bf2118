"""``agi-emu doctor``: what works on this computer and what to install."""

from __future__ import annotations

import importlib
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import click

import agi_emu._core
from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import Output, output_options
from agi_emu.errors import HostError

REBUILD = "make build in a source tree, else pip install --force-reinstall agi-emu"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look at the host gave; `advice` is what to do when it does not work."""

    subject: str
    works: bool
    found: str
    advice: str = ""


def python() -> Finding:
    """Name the Python that runs."""
    return Finding("python", True, f"{platform.python_implementation()} {platform.python_version()}, {sys.platform}")


def core() -> Finding:
    """Import every module of the core that the package holds the source of."""
    folder = Path(agi_emu._core.__file__).parent
    names = sorted(source.stem for source in folder.glob("*.pyx"))
    failed = []
    for name in names:
        try:
            importlib.import_module(f"agi_emu._core.{name}")
        except ImportError as error:
            failed.append(f"{name} ({error})")
    if failed:
        return Finding("core", False, f"not built: {', '.join(failed)}", REBUILD)
    return Finding("core", True, f"{len(names)} modules")


def window() -> Finding:
    """Start SDL as the window would and name its driver."""
    from agi_emu.frontends.sdl import Display

    display = Display()
    try:
        found = f"SDL driver {display.driver}"
        if display.is_visible:
            return Finding("window", True, found)
        return Finding("window", False, f"{found}: no display", "set DISPLAY, or start it in a graphical session")
    finally:
        display.close()


def sound() -> Finding:
    """Ask PortAudio for the device that sound would come from."""
    from agi_emu.frontends.audio import output_device

    return Finding("sound", True, output_device())


def look(subject: str, at: Callable[[], Finding]) -> Finding:
    """Return what a look at the host finds, or why it fails."""
    try:
        return at()
    except HostError as error:
        found, _, advice = str(error).partition("; ")
        return Finding(subject, False, found.removeprefix(f"no {subject}: "), advice)


def findings() -> Iterator[Finding]:
    """Yield what there is to know about the host."""
    yield python()
    built = core()
    yield built
    # The window scales pictures by the core.
    yield look("window", window) if built.works else Finding("window", False, "needs the core", REBUILD)
    yield look("sound", sound)


@contextmanager
def _c_libraries_silent(*, unless: bool) -> Iterator[None]:
    """Keep what ALSA and others print to the C library's stderr from the user: the findings say it better."""
    if unless:
        yield
        return
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


@click.command
@output_options
def command(output: Output) -> None:
    """Say what works on this computer and what to install.

    Exit code 0 when all of it works, 4 when something is missing.
    """
    with _c_libraries_silent(unless=output.verbose):
        found = list(findings())
    if output.json:
        output.record([asdict(finding) for finding in found])
    for finding in [] if output.json else found:
        output.result(f"{'good' if finding.works else 'MISSING':9}{finding.subject:8}{finding.found}")
        if finding.advice:
            output.result(f"{'':17}{finding.advice}")
    if not all(finding.works for finding in found):
        click.get_current_context().exit(ExitCode.HOST_LACKS)
