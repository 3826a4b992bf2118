"""What an installation without an extra says when it is needed: one sentence, with the command that installs it."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("library", "uses", "command"),
    [
        ("aiohttp", "import agi_emu.authoring.preview.server", "pip install aiohttp watchfiles"),
        ("watchfiles", "import agi_emu.authoring.preview.server", "pip install aiohttp watchfiles"),
        ("distributed", "import agi_emu.checking.dask_pool", "pip install bokeh dask distributed"),
        (
            "agi_emu_web",
            "from agi_emu.web.runtime import find_runtime; find_runtime()",
            "make web builds the wheel agi-emu-web",
        ),
        (
            "polib",
            "from agi_emu.translations.catalogue_files import _polib; _polib()",
            "pip install 'agi-emu[translations]'",
        ),
        ("pygls", "import agi_emu.editor.server", "pip install 'pygls>=2,<3'"),
        ("mcp", "import agi_emu.lab.talking.tool_server", "pip install mcp"),
        ("gymnasium", "from agi_emu.lab.worlds import register; register()", "pip install gymnasium"),
        ("sdl2", "from agi_emu.window.host.sdl import load_sdl; load_sdl()", "pip install pysdl2 pysdl2-dll"),
        ("sounddevice", "from agi_emu.window.host.sound_card import load_portaudio; load_portaudio()", "sounddevice"),
    ],
)
def test_what_is_missing_is_named_with_the_command_that_installs_it(library: str, uses: str, command: str) -> None:
    program = f"""
import importlib.util, sys
sys.modules[{library!r}] = None
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == {library!r} else found(name, *more)
from agi_emu.facts.errors import HostError
try:
    {uses}
except HostError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert command in done.stdout, done.stderr
    assert done.stdout.count("\n") == 1
