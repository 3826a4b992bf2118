"""Look into every resource of a game and say what is wrong."""

from collections.abc import Iterator
from dataclasses import dataclass

from agi_emu.logic.code import Data, decode
from agi_emu.resources.extensions import BITMAP_BYTES, DEEP_VIEW
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.view import Cel
from agi_emu.resources.volumes import END, MissingResourceError, Presence

_CEL_HEADER_BYTES = 3


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a resource or with the list of words."""

    place: str
    """``view 4`` or the name of a file."""
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


def find_problems(game: Game) -> Iterator[Problem]:
    """Yield everything that is wrong with the resources that the directories name, in order, and with the words."""
    for kind in Kind:
        for number in range(game.volumes.directory_length(kind)):
            presence = game.presence(kind, number)
            if presence is Presence.ABSENT:
                continue
            if presence is not Presence.PRESENT:
                yield Problem(f"{kind} {number}", _why_missing(game, kind, number))
                continue
            damage = game.stored(kind, number).damage
            for sentence in [damage] * bool(damage) + list(_inside(game, kind, number)):
                yield Problem(f"{kind} {number}", sentence)
    for note in game.words.notes:
        place, _, sentence = note.partition(": ")
        yield Problem(place, sentence)


def _why_missing(game: Game, kind: Kind, number: int) -> str:
    try:
        game.stored(kind, number)
    except MissingResourceError as error:
        return str(error).partition(": ")[2]
    raise AssertionError("a resource that is not present was read")


def _inside(game: Game, kind: Kind, number: int) -> Iterator[str]:
    match kind:
        case Kind.LOGIC:
            yield from game.logic(number).notes
            yield from _code_problems(game, number)
        case Kind.PICTURE:
            data = game.pictures[number]
            if END not in data and len(data) != BITMAP_BYTES:
                yield "it has no end mark"
        case Kind.VIEW:
            view = game.view(number)
            yield from view.notes
            for loop_number, loop in enumerate(view.loops):
                for cel_number, cel in enumerate(loop.cels):
                    for sentence in _cel_problems(game.views[number], cel):
                        yield f"loop {loop_number}: cel {cel_number} {sentence}"
        case Kind.SOUND:
            yield from game.sound(number).notes


def _code_problems(game: Game, number: int) -> Iterator[str]:
    for instruction in decode(game.logic(number).code, game.profile):
        if isinstance(instruction, Data):
            first = instruction.data[0] if instruction.data else 0
            yield f"what begins with {first:#04x} at offset {instruction.offset} is not code of {game.profile.name}"


def _cel_problems(data: bytes, cel: Cel) -> Iterator[str]:
    """Yield what is wrong with the rows of a cel (reference: VIEW-3, VIEW-6)."""
    if not cel.width or not cel.height:
        yield f"is {cel.width} x {cel.height} cells"
    position = cel.offset + _CEL_HEADER_BYTES
    is_deep = data.startswith(DEEP_VIEW)
    too_wide = 0
    for row in range(cel.height):
        end = data.find(0, position)
        if end < 0:
            yield f"is cut off in row {row} of {cel.height}"
            return
        width = end - position if is_deep else sum(run & 15 for run in data[position:end])
        position = end + 1
        too_wide += width > cel.width
    if too_wide:
        yield f"has {too_wide} rows longer than its width of {cel.width}"
