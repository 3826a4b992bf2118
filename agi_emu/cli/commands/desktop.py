"""``agi-emu desktop``: add the program to the desktop, or take it away again."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from agi_emu.cli.options import Output, output_options

ZSH = "zsh: add `fpath+=({folder})` to ~/.zshrc, before compinit"


@click.command
@click.option("--remove", is_flag=True, help="Take the files away again.")
@output_options
def command(remove: bool, output: Output) -> None:
    """Add the program to your desktop.

    This writes a menu entry with an icon, the types of .agirec and .agistate files, the manual page (man agi-emu), and
    completion of words for bash, fish and zsh, into your data folder. Run it again after you move the program.
    """
    from agi_emu.cli.desktop.files import COMPLETION_PLACES, read_again
    from agi_emu.host_files.drafts import write_whole
    from agi_emu.keeping.host_folders import data_folder

    if sys.platform in ("win32", "darwin"):
        raise click.UsageError("menu entries of this kind are for Linux and the BSDs; here, start agi-emu by its name.")
    folder = data_folder().parent
    for place, data in _files().items():
        path = folder / place
        if remove:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
        output.result(str(path))
    read_again(folder)
    if not remove:
        output.note(ZSH.format(folder=(folder / COMPLETION_PLACES["zsh"]).parent))


def _files() -> dict[str, bytes]:
    """Return the files for this program as it was started."""
    from importlib.metadata import version

    from click.shell_completion import get_completion_class

    from agi_emu import cli
    from agi_emu.cli.desktop.files import COMPLETION_PLACES, PROGRAM, desktop_files
    from agi_emu.cli.desktop.man_page import man_page

    started = Path(sys.argv[0])
    found = str(started) if started.name == PROGRAM else shutil.which(PROGRAM)
    if found is None:
        raise click.UsageError("agi-emu is not installed: install it first (pip install .), then run this again.")
    variable = "_AGI_EMU_COMPLETE"
    classes = {shell: get_completion_class(shell) for shell in COMPLETION_PLACES}
    scripts = {shell: of(cli.verbs, {}, PROGRAM, variable).source() for shell, of in classes.items() if of}
    return desktop_files(Path(found).absolute(), man_page(cli.verbs, PROGRAM, version(PROGRAM)), scripts)
