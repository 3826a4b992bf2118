"""Detects the additions of fan interpreters that a game uses; settings say which are acted on.

Source: reference: EXT-1 to EXT-3.
"""

from collections.abc import Sequence

from agi_emu.logic.opcodes import action_by_name
from agi_emu.resources.files import GameFiles
from agi_emu.resources.interpreter import directory_md5, is_agds
from agi_emu.resources.kinds import Kind
from agi_emu.resources.layout import Layout
from agi_emu.resources.releases import EXTENDED_GAMES, Extension
from agi_emu.resources.volumes import Volumes

BITMAP_BYTES = 160 * 168
"""Length of a picture that is a bitmap with one of 256 colours per cell."""
_PALETTES = frozenset(f"pal.{number}" for number in range(100, 110))


DEEP_VIEW = b"\x0f\xf0"
"""The first bytes of a view of 256 colours (reference: VIEW-6)."""


def find_extensions(files: GameFiles, layout: Layout, volumes: Volumes, codes: Sequence[bytes]) -> frozenset[Extension]:
    """Return what the game uses, by the table of known games and by its contents; `codes` are those of its logics."""
    found = set(EXTENDED_GAMES.get(directory_md5(files, layout), ()))
    if any(name in _PALETTES for name in files):
        found.add(Extension.AGIPAL)
    # push.script without pop.script occurs only where it reads the mouse.
    if _uses("push.script", codes) and not _uses("pop.script", codes):
        found.add(Extension.AGIMOUSE)
    if deep_views(volumes) or (_holds_bitmap(volumes) and _uses("set.simple", codes)):
        found.add(Extension.AGI256)
    if is_agds(volumes):
        found.add(Extension.AGDS)
    return frozenset(found)


def deep_views(volumes: Volumes) -> list[int]:
    """Return the numbers of the views of 256 colours: those of AGI256-2."""
    return [each for each in volumes.numbers(Kind.VIEW) if volumes.read(Kind.VIEW, each).data.startswith(DEEP_VIEW)]


def _uses(action: str, codes: Sequence[bytes]) -> bool:
    """Return whether a logic holds this action; the few that have its byte are decoded."""
    number = action_by_name(action).number
    candidates = [code for code in codes if number in code]
    if not candidates:
        return False
    # Imported when it is needed: it takes a tenth of the time to the first picture.
    from agi_emu.logic.code import Action, decode

    return any(
        isinstance(instruction, Action) and instruction.opcode.number == number
        for code in candidates
        for instruction in decode(code)
    )


def _holds_bitmap(volumes: Volumes) -> bool:
    return any(len(volumes.read(Kind.PICTURE, each).data) == BITMAP_BYTES for each in volumes.numbers(Kind.PICTURE))
