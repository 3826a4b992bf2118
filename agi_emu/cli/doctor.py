"""``agi-emu doctor``: what works on this computer and what to install."""

from __future__ import annotations

import importlib
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

import agi_emu._core
from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import Output, output_options


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look at the host gave; `advice` is what to do when it does not work."""

    subject: str
    works: bool
    found: str
    advice: str = ""


def core_modules() -> Iterator[Finding]:
    """Import every module of the core that the package holds the source of."""
    folder = Path(agi_emu._core.__file__).parent
    for source in sorted(folder.glob("*.pyx")):
        name = f"agi_emu._core.{source.stem}"
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            yield Finding(
                f"core {source.stem}", False, str(error), "make build, or pip install --force-reinstall agi-emu"
            )
        else:
            yield Finding(f"core {source.stem}", True, Path(module.__file__ or "").name)


def python() -> Finding:
    """Name the Python that runs."""
    return Finding("python", True, f"{platform.python_implementation()} {platform.python_version()}")


@click.command
@output_options
def command(output: Output) -> None:
    """Say what works on this computer and what to install.

    Exit code 0 when a game can be played with picture and sound, 4 when something is missing.
    """
    findings = [python(), *core_modules()]
    if output.json:
        output.record([asdict(finding) for finding in findings])
    for finding in [] if output.json else findings:
        output.result(f"{'good' if finding.works else 'MISSING':8}{finding.subject:16}{finding.found}")
        if finding.advice:
            output.result(f"{'':24}{finding.advice}")
    if not all(finding.works for finding in findings):
        click.get_current_context().exit(ExitCode.HOST_LACKS)
