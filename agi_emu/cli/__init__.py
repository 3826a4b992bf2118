"""The command line: `main` runs it, `group` has its verbs, `commands` a module for each.

What `group` has is had from here, too; it is imported only then, since click takes longer than saying the version.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    """Return what `group` has."""
    from importlib import import_module

    return getattr(import_module("agi_emu.cli.group"), name)


def main() -> None:
    """Run the verb named by the program's arguments."""
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal's encoding lacks is shown by its number; it must not end the program.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    answer = ""
    if sys.argv[1:] == ["--version"]:
        from agi_emu.cli.own_version import own_version

        answer = f"agi-emu {own_version()}\n"
    elif sys.argv[1:] in (["-h"], ["--help"]):
        from agi_emu.cli.own_help import own_help

        answer = own_help()
    if answer:
        try:
            print(answer, end="", flush=True)
            return
        except OSError:
            pass  # nobody reads it, or the disk is full: the verbs say so
    from agi_emu.cli.group import verbs

    verbs(prog_name="agi-emu")
