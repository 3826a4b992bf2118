"""Nibble packing of version 3 pictures.

Source: reference: PIC-14, RES-22; specification 3.3.
"""

SET_COLOUR = 0xF0
SET_PRIORITY = 0xF2
END = 0xFF


def unpack_nibbles(packed: bytes, limit: int) -> bytes:
    """Return the picture's commands, a byte each, as in version 2; `limit` bounds the result (bytes).

    The operand of "set colour" and "set priority" is stored in half a byte, everything else in a whole one, so
    after an odd number of such commands the bytes lie across the byte border.
    """
    nibbles = packed.hex()
    count = len(nibbles)
    plain = bytearray()
    position = 0
    while position + 2 <= count and len(plain) < limit:
        command = int(nibbles[position : position + 2], 16)
        position += 2
        plain.append(command)
        if command == END:
            break
        if command in (SET_COLOUR, SET_PRIORITY) and position < count and len(plain) < limit:
            plain.append(int(nibbles[position], 16))
            position += 1
    return bytes(plain)
