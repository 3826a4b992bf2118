"""The keys with which messages, OBJECT files and protected interpreters are exclusive-or-ed.

Source: reference: LANG-12, RES-24, RES-28, RES-32; specification 2.5, 4.1, 8.1.
"""

from agi_emu.facts.versions import AGDS, DEFAULT_V2

SIERRA_KEY = DEFAULT_V2.message_key
AGDS_KEY = AGDS.message_key

LOADER_KEY_BYTES = 128
_LOADER_MARK = b"keyOfs"
_NO_KEY = b"k" * LOADER_KEY_BYTES


def exclusive_or(data: bytes, key: bytes) -> bytes:
    """Return `data` with the key, repeated from the first byte on, applied; it is its own inverse."""
    length = len(data)
    repeated = (key * (length // len(key) + 1))[:length]
    return (int.from_bytes(data, "little") ^ int.from_bytes(repeated, "little")).to_bytes(length, "little")


def loader_key(loader: bytes) -> bytes | None:
    """Return the 128-byte key that a loader program holds two bytes behind its mark, None if there is none.

    A key of 128 "k" is none: that interpreter is not encrypted, or still waits for the key of its original disk.
    """
    start = loader.find(_LOADER_MARK)
    if start < 0:
        return None
    start += len(_LOADER_MARK) + 2
    key = loader[start : start + LOADER_KEY_BYTES]
    return key if len(key) == LOADER_KEY_BYTES and key != _NO_KEY else None


def decrypt_interpreter(data: bytes, key: bytes) -> bytes:
    """Return the decrypted AGI file: after every 128 bytes the whole key is rotated right by one bit."""
    bits = 8 * LOADER_KEY_BYTES
    value = int.from_bytes(key, "big")
    keys = []
    for _ in range(0, len(data), LOADER_KEY_BYTES):
        keys.append(value.to_bytes(LOADER_KEY_BYTES, "big"))
        value = value >> 1 | (value & 1) << (bits - 1)
    stream = b"".join(keys)[: len(data)]
    return (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(data), "big")
