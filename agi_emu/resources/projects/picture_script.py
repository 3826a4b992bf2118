"""Pictures as a script: the inverse of `parse_picture`, byte for byte (reference: PIC-6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agi_emu.facts.errors import ResourceError
from agi_emu.facts.palette import COLOR_NAMES
from agi_emu.resources.projects.picture_source import (
    COLOR_ON,
    END,
    FIRST_COMMAND,
    LINE,
    PEN,
    PRIORITY_ON,
    Y_CORNER,
    PictureScript,
)

_BLIND = (COLOR_ON, PRIORITY_ON, PEN)
"""Commands that take one byte after them whatever it is."""
_BYTES_PER_LINE = 24


@dataclass(frozen=True, slots=True)
class PictureCommand:
    """A command of a picture with its operands; bytes in front of the first command are one of number -1."""

    offset: int
    number: int
    operands: bytes

    @property
    def data(self) -> bytes:
        """The bytes of the whole command."""
        return (bytes([self.number]) if self.number >= 0 else b"") + self.operands

    @property
    def is_end(self) -> bool:
        """True if the picture ends here."""
        return self.number == END

    def switched(self, on: int, value: int | None) -> int | None:
        """Return the colour or priority that is drawn with after this command; `on` turns it on, the next one off."""
        if self.number == on and self.operands:
            return self.operands[0] & 0x0F
        return None if self.number == on + 1 else value


def commands(picture: bytes) -> Iterator[PictureCommand]:
    """Yield the commands of a picture up to its end; of what follows nothing is yielded."""
    position = 0
    while position < len(picture):
        start = position
        number = picture[position] if picture[position] >= FIRST_COMMAND else -1
        position += number >= 0
        first_operand = position
        if number in _BLIND:
            position = min(position + 1, len(picture))
        if number != END:
            while position < len(picture) and picture[position] < FIRST_COMMAND:
                position += 1
        yield PictureCommand(start, number, picture[first_operand:position])
        if number == END:
            return


def picture_script(picture: bytes) -> str:
    """Return the script of a picture, from which `parse_picture` makes the same bytes, whatever they are."""
    script = PictureScript()
    lines: list[str] = []

    def write(line: str) -> None:
        lines.append(line)
        word, *operands = line.split()
        script.add(word, operands)

    rest = picture
    found = list(commands(picture))
    for command in found:
        if command.is_end:
            break
        line = command_line(command, has_splatter=script.has_splatter)
        if line and _adds(script, line) == command.data:
            write(line)
        else:
            for at in range(0, len(command.data), _BYTES_PER_LINE):
                write("bytes " + command.data[at : at + _BYTES_PER_LINE].hex(" ").upper())
        if command.number == PEN and command.operands:
            # Whether points carry textures is decided by the pen, also by one that is written as bytes.
            script.has_splatter = bool(command.operands[0] & 0x20) and not lines[-1].startswith("bytes")
    if not found or not found[-1].is_end:
        write("unfinished")
    else:
        rest = picture[found[-1].offset + 1 :]
        if rest:
            write("end")
            for at in range(0, len(rest), _BYTES_PER_LINE):
                write("bytes " + rest[at : at + _BYTES_PER_LINE].hex(" ").upper())
    return "\n".join(lines) + "\n"


def _adds(script: PictureScript, line: str) -> bytes:
    """Return the bytes that a line would append."""
    trial = PictureScript()
    trial.has_splatter = script.has_splatter
    word, *operands = line.split()
    try:
        trial.add(word, operands)
    except ResourceError:
        return b""
    return bytes(trial.data)


def command_line(command: PictureCommand, *, has_splatter: bool = False) -> str:
    """Return a command as a line of a script; empty if it has none. `has_splatter`: points carry textures."""
    operands = command.operands
    match command.number:
        case 0xF0 if operands and operands[0] < len(COLOR_NAMES):
            return f"color {COLOR_NAMES[operands[0]]}"
        case 0xF1:
            return "color off"
        case 0xF2 if operands:
            return f"priority {operands[0]}"
        case 0xF3:
            return "priority off"
        case 0xF4 | 0xF5 if len(operands) >= 2:
            name = "ycorner" if command.number == Y_CORNER else "xcorner"
            return " ".join([name, f"{operands[0]},{operands[1]}", *map(str, operands[2:])])
        case 0xF6 | 0xF8 if operands and len(operands) % 2 == 0:
            return f"{'line' if command.number == LINE else 'fill'} {_points(operands)}"
        case 0xF7 if len(operands) >= 2:
            return " ".join([f"steps {operands[0]},{operands[1]}", *map(_step, operands[2:])])
        case 0xF9 if operands:
            pen = operands[0]
            return f"pen {'square' if pen & 0x10 else 'circle'} {pen & 7}{' splatter' if pen & 0x20 else ''}"
        case 0xFA if operands and not has_splatter and len(operands) % 2 == 0:
            return f"plot {_points(operands)}"
        case 0xFA if operands and has_splatter and len(operands) % 3 == 0:
            triples = zip(operands[::3], operands[1::3], operands[2::3], strict=True)
            return "plot " + " ".join(f"{x},{y}:{texture // 2}" for texture, x, y in triples)
    return ""


def _points(operands: Sequence[int]) -> str:
    return " ".join(f"{x},{y}" for x, y in zip(operands[::2], operands[1::2], strict=True))


def _step(step: int) -> str:
    across, down = "-" if step & 0x80 else "+", "-" if step & 0x08 else "+"
    return f"{across}{step >> 4 & 7}{down}{step & 7}"
