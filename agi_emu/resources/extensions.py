"""Detects the additions of fan interpreters that a game uses; settings say which are acted on.

Source: reference: EXT-1 to EXT-3.
"""

from agi_emu.logic.code import Action, decode
from agi_emu.resources.files import GameFiles
from agi_emu.resources.interpreter import directory_md5, is_agds
from agi_emu.resources.kinds import Kind
from agi_emu.resources.layout import Layout
from agi_emu.resources.releases import EXTENDED_GAMES, Extension
from agi_emu.resources.volumes import Volumes

BITMAP_BYTES = 160 * 168
"""Length of a picture that is a bitmap with one of 256 colours per cell."""
_PALETTES = frozenset(f"pal.{number}" for number in range(100, 110))


def find_extensions(files: GameFiles, layout: Layout, volumes: Volumes, codes: list[bytes]) -> frozenset[Extension]:
    """Return what the game uses, by the table of known games and by its contents; `codes` are those of its logics."""
    found = set(EXTENDED_GAMES.get(directory_md5(files, layout), ()))
    if any(name in _PALETTES for name in files):
        found.add(Extension.AGIPAL)
    actions = {
        instruction.opcode.name for code in codes for instruction in decode(code) if isinstance(instruction, Action)
    }
    # push.script without pop.script occurs only where it reads the mouse.
    if "push.script" in actions and "pop.script" not in actions:
        found.add(Extension.AGIMOUSE)
    if "set.simple" in actions and any(
        len(volumes.read(Kind.PICTURE, number).data) == BITMAP_BYTES for number in volumes.numbers(Kind.PICTURE)
    ):
        found.add(Extension.AGI256)
    if is_agds(volumes):
        found.add(Extension.AGDS)
    return frozenset(found)
