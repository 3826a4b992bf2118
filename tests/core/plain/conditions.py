"""Plain twin of ``_core/conditions`` and of how a condition is read (reference: LANG-4, CMD-36)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.core.plain.compare_strings import compare_strings
from tests.core.plain.said import said
from tests.core.plain.world import AgiTrap, World

NOT, OR, END = 0xFD, 0xFC, 0xFF
FIRST_TOKEN = 0xFC
SAID = 14
OPERANDS = (0, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 5, 1, 0, -1, 2, 5, 5, 5)
"""Operand bytes of each test; said counts its own."""


def have_key(world: World) -> bool:
    """have.key: throws away events until a character comes (reference: CMD-38)."""
    if world.variables[19]:
        return True
    while world.events:
        kind, value = world.events.pop(0)
        if kind == 1:
            buttons = {0x0101: 13, 0x0301: 13, 0x0201: 27, 0x0401: 27}
            world.variables[19] = buttons.get(value, value) % 256
            return world.variables[19] != 0
    return False


def string(world: World, number: int) -> bytes:
    """Return a string of 40 bytes up to its NUL."""
    return bytes(world.strings[40 * number : 40 * number + 40]).split(b"\0")[0]


def is_within(world: World, kind: int, operands: Sequence[int]) -> bool:
    """Posn and its relatives, all in bytes."""
    number, x1, y1, x2, y2 = operands
    thing = world.things[number]
    left = right = thing.x
    if kind == 16:
        right = thing.x + thing.width - 1
    elif kind == 17:
        left = right = thing.x + thing.width // 2
    elif kind == 18:
        left = right = thing.x + thing.width - 1
    return x1 <= left % 256 and y1 <= thing.y % 256 and right % 256 <= x2 and thing.y % 256 <= y2


def evaluate(world: World, test: int, a: Sequence[int]) -> bool:
    """Return the result of a test with its operand bytes; said's are its 16-bit groups."""
    v = world.variables
    if test in (1, 3, 5):
        return (v[a[0]] == a[1], v[a[0]] < a[1], v[a[0]] > a[1])[test // 2]
    if test in (2, 4, 6):
        return (v[a[0]] == v[a[1]], v[a[0]] < v[a[1]], v[a[0]] > v[a[1]])[test // 2 - 1]
    if test == 7:
        return a[0] in world.flags
    if test == 8:
        return v[a[0]] in world.flags
    if test == 9:
        return world.item_rooms[a[0]] == 255
    if test == 10:
        return world.item_rooms[a[0]] == v[a[1]]
    if test in (11, 16, 17, 18):
        return is_within(world, test, a)
    if test == 12:
        return world.controllers[a[0]] != 0
    if test == 13:
        return have_key(world)
    if test == SAID:
        is_said = said(a, world.words, have_input=2 in world.flags, have_match=4 in world.flags)
        if is_said:
            world.flags.add(4)
        return is_said
    if test == 15:
        return compare_strings(string(world, a[0]), string(world, a[1]))
    return False


class Reader:
    """Takes bytes of code from an offset on; IndexError at the end."""

    def __init__(self, code: bytes, offset: int) -> None:
        self.code = code
        self.offset = offset

    def take(self) -> int:
        """Take a byte."""
        byte = self.code[self.offset]
        self.offset += 1
        return byte

    def word(self) -> int:
        """Take a little-endian word."""
        return self.take() + 256 * self.take()

    def operands(self, test: int) -> list[int]:
        """Take the operands of a test."""
        if test == SAID:
            return [self.word() for _ in range(self.take())]
        return [self.take() for _ in range(OPERANDS[test])]

    def skip_past(self, token: int) -> None:
        """Step over whole tests to behind a token."""
        while True:
            byte = self.take()
            if byte == token:
                return
            if byte < len(OPERANDS):
                self.operands(byte)


def condition(world: World, code: bytes, offset: int) -> tuple[bool, int]:
    """Evaluate the condition behind an FF; return its result and the offset of the jump distance behind it."""
    reader = Reader(code, offset)
    in_group = negated = False
    while True:
        token = reader.take()
        if token == END:
            return True, reader.offset
        if token == NOT:
            negated = not negated
            continue
        if token == OR and not in_group:
            in_group = True
            continue
        if token == OR:
            result, in_group = False, False  # the group closes and no member was true
        elif token >= len(OPERANDS):
            raise AgiTrap(15, token)
        else:
            result = evaluate(world, token, reader.operands(token)) != negated
            negated = False
        if result and in_group:
            reader.skip_past(OR)
            in_group = False
        elif not result and not in_group:
            reader.skip_past(END)
            return False, reader.offset
