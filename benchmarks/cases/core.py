"""The loops of the core: those whose instructions are counted, all pictures and packed resources, and the chip."""

from __future__ import annotations

from array import array

from agi_emu import open_game
from agi_emu._core import lzw, picture
from agi_emu._core.port_log import packed
from agi_emu._core.psg import Psg
from agi_emu.data import demo_path
from agi_emu.presentation.sounds_alone import play_alone
from agi_emu.presentation.synthesiser import impulses
from agi_emu.resources.kinds import Kind as Resource
from agi_emu.resources.volumes import Packing, Presence
from agi_emu.resources.writing.packing import compress
from benchmarks import kernels
from benchmarks.case import AbsentError, Work, case, game_names, game_path

SECONDS = 10
VOICES = 4
RATE = 44_100
CHORD = [(0xC0, value) for value in (0x8E, 0x0F, 0x90, 0xAC, 0x12, 0xB0, 0xC8, 0x0C, 0xD0)]
"""440, 373 and 559 Hz."""
CHIPS = {
    "three_tones": ("ncr8496", CHORD),
    "three_tones_and_noise": ("ncr8496", [*CHORD, (0xC0, 0xE4), (0xC0, 0xF0)]),
    # The worst case, 224,000 edges a second.
    "highest_tone": ("sn76496", [(0xC0, 0x81), (0xC0, 0x00), (0xC0, 0x90)]),
    "speaker": ("", [(0x43, 0xB6), (0x42, 0xE8), (0x42, 0x0B), (0x61, 3)]),
    "silence": ("ncr8496", []),
}
TUNE = 1
"""The longest sound of the demo game."""


@case(over=[work.__name__ for work in kernels.WORK if work is not kernels.game])
def kernel(name: str) -> Work:
    """A kernel on the inputs on which its instructions are counted."""
    work: Work = getattr(kernels, name)
    return work


@case(over=kernels.WHOLES)
def whole(name: str) -> Work:
    """A whole piece of work whose instructions are counted."""
    return kernels.WHOLES[name]()


def _all_pictures() -> list[bytes]:
    return [data for name in game_names() for data in open_game(game_path(name)).pictures.values()]


def _drawing(pictures: list[bytes]) -> Work:
    cells = bytearray(kernels.EMPTY)

    def draw() -> None:
        for data in pictures:
            cells[:] = kernels.EMPTY
            picture.draw(cells, data)

    return draw


@case()
def picture_of_every_game() -> Work:
    """Every picture of the games at hand."""
    return _drawing(_all_pictures())


@case()
def picture_longest() -> Work:
    """The one with the most bytes."""
    return _drawing([max(_all_pictures(), key=len)])


@case()
def lzw_of_every_game() -> Work:
    """Every packed resource of the games at hand."""
    stored = []
    for name in game_names():
        game = open_game(game_path(name))
        for kind in Resource:
            for number in range(256):
                if game.presence(kind, number) is Presence.PRESENT:
                    resource = game.stored(kind, number)
                    if resource.packing is Packing.LZW:
                        stored.append((compress(resource.data), bytearray(len(resource.data))))
    if not stored:
        raise AbsentError("no game here has packed resources")

    def expand() -> None:
        for data, target in stored:
            lzw.expand(data, target)

    return expand


@case(over=CHIPS)
def chip(name: str) -> Work:
    """Ten seconds of steady voices."""
    computer, writes = CHIPS[name]
    psg = Psg(impulses(), computer, RATE)
    for port, value in writes:
        psg.write(port, value)
    samples = array("h", bytes(2 * RATE * SECONDS))
    return lambda: psg.render(samples)


@case()
def chip_log() -> Work:
    """Ten seconds of three tones that fade: a write to each voice in every beat, in one call."""
    beats = range(60 * SECONDS)
    fading = [(beat, 0xC0, 0x90 | voice << 5 | beat // 4 % 15) for beat in beats for voice in range(VOICES)]
    log = packed([*((0, port, value) for port, value in CHORD), *fading])
    return lambda: Psg(impulses(), "ncr8496", RATE).play(log, 735, 60 * SECONDS)


@case()
def sound_from_resource() -> Work:
    """The tune of the demo game, with the machine that plays it."""
    game = open_game(demo_path())
    return lambda: play_alone(game, TUNE, "tandy").samples()
