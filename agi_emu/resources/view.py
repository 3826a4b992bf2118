"""VIEW resources: loops and cels. The machine draws from the raw bytes; this is the table of contents.

Source: reference: VIEW-1, VIEW-2; specification 6.1.
"""

from typing import NamedTuple

from agi_emu.facts.versions import LoopMirror

_HEADER_BYTES = 5
_CEL_HEADER_BYTES = 3


class Cel(NamedTuple):
    """One cel: its size in picture cells and where its header stands in the view."""

    offset: int
    width: int
    height: int
    transparent_colour: int
    is_mirrored: bool
    """Its data belongs to another loop and is shown the other way round."""
    mirrored_loop: int
    """The loop for which the data is stored; means nothing unless `is_mirrored`."""


class Loop(NamedTuple):
    """The cels of one loop; `offset` is where it begins in the view."""

    offset: int
    cels: tuple[Cel, ...]


class View(NamedTuple):
    """A view: loops of cels, and the text that show.obj prints."""

    number: int
    loops: tuple[Loop, ...]
    description: bytes | None
    notes: tuple[str, ...] = ()


def parse_view(number: int, data: bytes, loop_mirror: LoopMirror = LoopMirror.CEL_FLAGS) -> View:
    """Return the contents of a view; loops and cels after its end are left out and noted."""
    notes: list[str] = []
    if len(data) < _HEADER_BYTES:
        return View(number, (), None, (f"its {len(data)} bytes hold no loops",))
    loops = []
    for index in range(data[2]):
        at = _HEADER_BYTES + 2 * index
        offset = int.from_bytes(data[at : at + 2], "little")
        if at + 2 > len(data):
            notes.append(f"its list of {data[2]} loops is cut off after {index}")
            break
        if offset >= len(data):
            notes.append(f"loop {index} starts at {offset:#x}, past the end ({len(data):#x})")
            break
        loops.append(Loop(offset, _cels(data, offset, index, loop_mirror, notes)))
    return View(number, tuple(loops), _description(data, notes), tuple(notes))


def with_cel_flags(data: bytes, loop_mirror: LoopMirror) -> bytes:
    """Return a view of an old interpreter as later ones store it: what is mirrored stands with each cel.

    2.089 has no mirrored loops, 2.230 says it in the loop's cel count (reference: VIEW-11).
    """
    if loop_mirror is LoopMirror.CEL_FLAGS:
        return data
    view = parse_view(0, data, loop_mirror)
    changed = bytearray(data)
    for loop in view.loops:
        if loop_mirror is LoopMirror.CEL_COUNT_BYTE:
            changed[loop.offset] = data[loop.offset] & 0x0F
        for cel in loop.cels:
            changed[cel.offset + 2] = cel.transparent_colour | cel.is_mirrored << 7 | cel.mirrored_loop << 4
    return bytes(changed)


def _cels(data: bytes, loop_offset: int, loop: int, loop_mirror: LoopMirror, notes: list[str]) -> tuple[Cel, ...]:
    count = data[loop_offset]
    loop_flags = 0
    if loop_mirror is LoopMirror.CEL_COUNT_BYTE:
        loop_flags, count = count & 0xF0, count & 0x0F
    cels = []
    for index in range(count):
        at = loop_offset + 1 + 2 * index
        offset = loop_offset + int.from_bytes(data[at : at + 2], "little")
        if at + 2 > len(data):
            notes.append(f"loop {loop}: its list of {count} cels is cut off after {index}")
            break
        if offset + _CEL_HEADER_BYTES > len(data):
            notes.append(f"loop {loop}: cel {index} starts at {offset:#x}, past the end ({len(data):#x})")
            break
        width, height, flags = data[offset : offset + _CEL_HEADER_BYTES]
        if loop_mirror is LoopMirror.CEL_FLAGS:
            is_mirrored, mirrored_loop = bool(flags & 0x80), flags >> 4 & 7
        else:
            is_mirrored, mirrored_loop = bool(loop_flags & 0x80), loop_flags >> 4 & 3
        cels.append(Cel(offset, width, height, flags & 15, is_mirrored, mirrored_loop))
    return tuple(cels)


def _description(data: bytes, notes: list[str]) -> bytes | None:
    offset = int.from_bytes(data[3:5], "little")
    if offset == 0:
        return None
    if offset >= len(data):
        notes.append(f"its description starts at {offset:#x}, past the end ({len(data):#x})")
        return None
    return data[offset:].partition(b"\0")[0]
