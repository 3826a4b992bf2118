"""Detects the additions of fan interpreters that a game uses; settings say which are acted on.

Source: reference: EXT-1 to EXT-3.
"""

from collections.abc import Iterable

from agi_emu.logic.opcodes import action_by_name
from agi_emu.resources.directory_finding import Layout
from agi_emu.resources.files import GameFiles
from agi_emu.resources.interpreter import codes_of, directory_md5
from agi_emu.resources.kinds import Kind
from agi_emu.resources.releases import KNOWN_EXTENSIONS, RELEASES, Extension
from agi_emu.resources.volumes import Volumes

BITMAP_BYTES = 160 * 168
"""Length of a picture that is a bitmap with one of 256 colours per cell."""
_PALETTES = frozenset(f"pal.{number}" for number in range(100, 110))


DEEP_VIEW = b"\x0f\xf0"
"""The first bytes of a view of 256 colours (reference: VIEW-6)."""


def find_extensions(files: GameFiles, layout: Layout, volumes: Volumes, *, is_agds: bool) -> frozenset[Extension]:
    """Return what the game uses: by the tables of known games; the contents of any other one tell."""
    md5 = directory_md5(files, layout)
    found = set(KNOWN_EXTENSIONS.get(md5, ()))
    if any(name in _PALETTES for name in files):
        found.add(Extension.AGIPAL)
    if is_agds:
        found.add(Extension.AGDS)
    # Most starts end here: looking into every resource takes longer than opening the game.
    if md5 not in RELEASES and md5 not in KNOWN_EXTENSIONS:
        found |= told_by_contents(volumes)
    return frozenset(found)


def told_by_contents(volumes: Volumes) -> set[Extension]:
    """Return which extensions a game's logics, views and pictures ask for."""
    codes = list(codes_of(volumes))
    found = set()
    # push.script without pop.script occurs only where it reads the mouse.
    if _uses("push.script", codes) and not _uses("pop.script", codes):
        found.add(Extension.AGIMOUSE)
    if deep_views(volumes) or (_holds_bitmap(volumes) and _uses("set.simple", codes)):
        found.add(Extension.AGI256)
    return found


def deep_views(volumes: Volumes) -> list[int]:
    """Return the numbers of the views of 256 colours: those of AGI256-2."""
    return [each for each in volumes.numbers(Kind.VIEW) if volumes.read(Kind.VIEW, each).data.startswith(DEEP_VIEW)]


def _uses(action: str, codes: Iterable[bytes]) -> bool:
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
    return any(volumes.length(Kind.PICTURE, each) == BITMAP_BYTES for each in volumes.numbers(Kind.PICTURE))
