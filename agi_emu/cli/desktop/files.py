"""Lists what a desktop learns of the program, and where it looks for that below the user's data folder."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

from agi_emu.data import icon_path

PROGRAM = "agi-emu"
RECORDING, STATE = "application/x-agirec", "application/x-agistate"
ICON_SIZE = 192
"""Width and height of the icon, pixels."""

MIME_TYPES = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{RECORDING}">
    <comment>recording of an AGI game</comment>
    <sub-class-of type="text/plain"/>
    <icon name="{PROGRAM}"/>
    <magic><match type="string" offset="0" value="agirec "/></magic>
    <glob pattern="*.agirec"/>
  </mime-type>
  <mime-type type="{STATE}">
    <comment>saved moment of an AGI game</comment>
    <icon name="{PROGRAM}"/>
    <magic><match type="string" offset="0" value="\\x89AGIST\\r\\n"/></magic>
    <glob pattern="*.agistate"/>
  </mime-type>
</mime-info>
"""

_MENU_ENTRY = """\
[Desktop Entry]
Type=Application
Name=agi_emu
GenericName=Adventure game player
Comment=Play games made for Sierra's Adventure Game Interpreter
Exec={command} %f
Icon={program}
Terminal=false
Categories=Game;AdventureGame;Emulator;
Keywords=AGI;Sierra;adventure;
MimeType={types};
StartupWMClass={program}
"""

_UPDATES = (("update-desktop-database", "applications"), ("update-mime-database", "mime"))
"""Programs that make desktops read their folders again, where there are such programs."""


def desktop_files(executable: Path, manual: str, completions: dict[str, str]) -> dict[str, bytes]:
    """Return the files for a program at a path, by their places below the data folder (not the program's own).

    `manual` is its manual page, `completions` has the completion script of each shell.
    """
    entry = _MENU_ENTRY.format(command=_quoted(executable), program=PROGRAM, types=f"{RECORDING};{STATE}")
    return {
        f"applications/{PROGRAM}.desktop": entry.encode(),
        f"icons/hicolor/{ICON_SIZE}x{ICON_SIZE}/apps/{PROGRAM}.png": icon_path().read_bytes(),
        f"mime/packages/{PROGRAM}.xml": MIME_TYPES.encode(),
        f"man/man1/{PROGRAM}.1": manual.encode(),
        **{COMPLETION_PLACES[shell]: script.encode() for shell, script in completions.items()},
    }


COMPLETION_PLACES = {
    "bash": f"bash-completion/completions/{PROGRAM}",
    "fish": f"fish/vendor_completions.d/{PROGRAM}.fish",
    "zsh": f"zsh/site-functions/_{PROGRAM}",
}
"""Shell -> where its completions lie. Bash and fish look there; zsh where its `fpath` names the folder."""


def read_again(folder: Path) -> None:
    """Make desktops that are running see what changed below a data folder; those without such programs look alone."""
    for program, part in _UPDATES:
        found = shutil.which(program)
        if found and (folder / part).is_dir():
            subprocess.run([found, str(folder / part)], check=False, capture_output=True, timeout=60)


def _quoted(path: Path) -> str:
    """Return a path as one word of an Exec line; a percent sign begins a code there."""
    word = str(path).replace("%", "%%")
    if word == shlex.quote(word):
        return word
    for character in ("\\", '"', "`", "$"):
        word = word.replace(character, "\\" + character)
    return '"' + word.replace("\\", "\\\\") + '"'
