"""The driver of the adapter that the machine has now (reference: PIC-44 to PIC-48).

The adapter is in the state, for toggle.monitor changes it; the core draws with the tables that it gets here.
"""

from __future__ import annotations

from agi_emu._core.cga import translated_view
from agi_emu._core.hercules import glyphs_of_face
from agi_emu.facts import adapters
from agi_emu.facts.adapters import ADAPTERS, COMPOSITE, DEFAULT, NAMES, RGB, Adapter, Driver, displays_of
from agi_emu.facts.errors import GameError
from agi_emu.facts.font import wide_face
from agi_emu.facts.versions import VersionProfile
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.settings import Settings

FONT_FILE = "hgc_font"
GLYPH_BYTES = 24
FONT_SIZES = (128 * GLYPH_BYTES, 256 * GLYPH_BYTES)


def adapter_of(m: Interpreter) -> Adapter:
    """Return the adapter that the machine has now."""
    return ADAPTERS[NAMES[m.state.general.adapter]]


def check_driver(profile: VersionProfile, settings: Settings) -> None:
    """Raise GameError where an interpreter has no driver for the adapter."""
    fitting = displays_of(settings.machine, profile)
    if settings.display not in fitting:
        raise GameError(
            f"the interpreter {profile.name} has no driver for the display {settings.display!r}; choose one of "
            f"{', '.join(fitting)}"
        )


def take_driver(m: Interpreter) -> None:
    """Give the core what the driver of the adapter needs.

    All but that of the EGA copy whole bytes of their memory: pairs of columns of the picture (reference: PIC-50).
    """
    number = m.state.general.adapter
    driver = adapter_of(m).driver
    even_columns = NAMES[number] != DEFAULT
    if driver is Driver.CGA:
        fills = adapters.CGA_PICTURE[number][0]
        m.screen.set_driver(driver, fills=fills, texts=adapters.CGA_TEXT, even_columns=even_columns)
    elif driver is Driver.HERCULES:
        patterns = adapters.HERCULES_DOTS
        m.core.set_patterns(patterns)
        glyphs = glyphs_of_face(_face(m))
        m.screen.set_driver(driver, patterns=patterns, glyphs=glyphs, even_columns=even_columns)
    else:
        m.screen.set_driver(driver, even_columns=even_columns)
    m.adapter_taken = number


def _face(m: Interpreter) -> bytes:
    """Return the face of a Hercules: the one beside the game, else the usual one made larger."""
    own = wide_face(m.face)
    found = m.game.files.get(FONT_FILE)
    if found is None:
        m.note("the game comes without the file HGC_FONT: letters have the program's own face")
        return own
    if len(found) not in FONT_SIZES:
        m.note(f"HGC_FONT has {len(found)} bytes instead of {' or '.join(map(str, FONT_SIZES))}: it is not used")
        return own
    return found + own[len(found) :]


def view_as_loaded(m: Interpreter, data: bytes) -> bytes:
    """Return a view as the driver makes it in memory."""
    number = m.state.general.adapter
    if number not in adapters.CGA_CELS:
        return data
    return translated_view(data, adapters.CGA_CELS[number], adapters.CGA_HOLE if number == RGB else -1)


def picture_nibbles(m: Interpreter) -> tuple[bytes, bytes] | None:
    """Return what the driver makes of the colours of pictures, in even and in odd rows; None where they stay."""
    return adapters.CGA_PICTURE.get(m.state.general.adapter)


def finish_picture(m: Interpreter) -> None:
    """Do what the driver does once a picture is drawn; no object may be in it."""
    if m.screen.driver == Driver.HERCULES:
        m.core.take_dots()


def is_hercules(m: Interpreter) -> bool:
    """Return whether text and windows have the sizes of a Hercules."""
    return m.screen.driver == Driver.HERCULES


def cell_height(m: Interpreter) -> int:
    """Return how many rows of the picture a row of text covers."""
    return 7 if is_hercules(m) else 8


def other_monitor(m: Interpreter) -> int | None:
    """Return the adapter that toggle.monitor changes to; None where it does nothing."""
    return {RGB: COMPOSITE, COMPOSITE: RGB}.get(m.state.general.adapter)
