"""Bytes of a LOGIC resource: code with jumps, and the text section (reference: LANG-1, LANG-3, LANG-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agi_emu.facts.cipher import SIERRA_KEY, exclusive_or
from agi_emu.facts.errors import LogicError
from agi_emu.logic.lexer import Token, TokenKind
from agi_emu.logic.preprocessor import MAX_MESSAGE_NUMBER

_MAX_DISTANCE = 0x7FFF
"""Distances of jumps are signed 16-bit numbers when a logic runs."""
_MAX_LENGTH = 0xFFFF


@dataclass(slots=True)
class CodeBuffer:
    """Code under construction. Nothing is ever optimised: a source determines its bytes."""

    code: bytearray = field(default_factory=bytearray)
    _labels: dict[str, int] = field(default_factory=dict)
    _gotos: list[tuple[int, Token]] = field(default_factory=list)
    places: dict[int, str] = field(default_factory=dict)
    """Offset of a statement -> file and line of its source."""
    problems: list[LogicError] = field(default_factory=list)
    """Jumps that lead nowhere."""

    def note_place(self, token: Token) -> None:
        """Remember that the statement at a token begins at the end of what is there now."""
        self.places[len(self.code)] = f"{token.source.file}:{token.line}"

    def put(self, *data: int) -> None:
        """Append bytes."""
        self.code.extend(data)

    def put_open_jump(self) -> int:
        """Append the distance of a jump that is not known yet; return its place for `close_jump`."""
        self.put(0, 0)
        return len(self.code) - 2

    def close_jump(self, place: int, token: Token) -> None:
        """Let a jump lead to the end of what is there now."""
        self._set_distance(place, len(self.code), token)

    def put_jump_to(self, label: Token) -> None:
        """Append the distance to a label, which may come later, or to an offset where the token is a number."""
        self._gotos.append((self.put_open_jump(), label))

    def has_label(self, name: str) -> bool:
        """Return whether a label stands already."""
        return name in self._labels

    def put_label(self, name: str) -> None:
        """Let a label mean the end of what is there now."""
        self._labels[name] = len(self.code)

    def finish(self) -> bytes:
        """Return the code with all jumps to labels filled in."""
        for place, label in self._gotos:
            target = label.number if label.kind is TokenKind.NUMBER else self._labels.get(label.text)
            if target is None:
                self.problems.append(label.error(f"unknown label {label.text}:", rule="unknown-label"))
                continue
            self._set_distance(place, target, label)
        return bytes(self.code)

    def _set_distance(self, place: int, target: int, token: Token) -> None:
        distance = target - (place + 2)
        if not -_MAX_DISTANCE - 1 <= distance <= _MAX_DISTANCE:
            self.problems.append(
                token.error(f"the jump is {distance} bytes long; at most {_MAX_DISTANCE} are possible")
            )
            return
        self.code[place : place + 2] = distance.to_bytes(2, "little", signed=True)


class MessageTable:
    """The messages of a logic: numbered ones first, then each new text gets the lowest free number."""

    def __init__(self, numbered: dict[int, bytes], count: int = 0) -> None:
        self._texts: dict[int, bytes] = {}
        self._count = count
        self._numbers: dict[bytes, int] = {}
        for number, text in numbered.items():
            self.add(number, text)
        self._free = 1

    def add(self, number: int, text: bytes) -> None:
        """Add a message of this number."""
        self._texts[number] = text
        self._numbers[text] = min(number, self._numbers.get(text, number))

    def number_of(self, text: bytes) -> int:
        """Return the lowest number that has this text, after adding it if there is none."""
        number = self._numbers.get(text)
        if number is None:
            while self._free in self._texts:
                self._free += 1
            if self._free > MAX_MESSAGE_NUMBER:
                raise LogicError(f"a logic has at most {MAX_MESSAGE_NUMBER} messages")
            number = self._free
            self._texts[number] = text
            self._numbers[text] = number
        return number

    def texts(self) -> list[bytes | None]:
        """Return the texts from message 1 on; None stands for an undefined one."""
        count = max([self._count, *self._texts])
        return [self._texts.get(number) for number in range(1, count + 1)]


def text_section(messages: Sequence[bytes | None], key: bytes = SIERRA_KEY) -> bytes:
    """Return the text section for messages 1, 2 ...; None is an undefined message, an empty key leaves the texts plain.

    End and offsets count from the byte after the number of messages; the key starts again at the first text byte.
    """
    start = 2 + 2 * len(messages)
    offsets = bytearray()
    texts = bytearray()
    for message in messages:
        offset = 0 if message is None else start + len(texts)
        if offset > _MAX_LENGTH:
            break
        offsets += offset.to_bytes(2, "little")
        texts += b"" if message is None else message + b"\0"
    end = start + len(texts)
    if end > _MAX_LENGTH:
        raise LogicError(f"the messages take {end} bytes; at most {_MAX_LENGTH} are possible")
    stored = exclusive_or(bytes(texts), key) if key else bytes(texts)
    return bytes([len(messages)]) + end.to_bytes(2, "little") + bytes(offsets) + stored


def logic_resource(code: bytes, texts: bytes) -> bytes:
    """Return a whole LOGIC resource: length of the code, code, text section."""
    if len(code) > _MAX_LENGTH:
        raise LogicError(f"the code takes {len(code)} bytes; at most {_MAX_LENGTH} are possible")
    return len(code).to_bytes(2, "little") + code + texts


def toggle_texts(resource: bytes, key: bytes) -> bytes:
    """Return a LOGIC resource with its texts encrypted, or decrypted: applying a key is its own inverse."""
    section = 2 + int.from_bytes(resource[:2], "little")
    count = resource[section] if section < len(resource) else 0
    start = section + 3 + 2 * count
    end = min(section + 2 + int.from_bytes(resource[section + 1 : section + 3], "little"), len(resource))
    if not (key and count and start < end):
        return resource
    return resource[:start] + exclusive_or(resource[start:end], key) + resource[end:]
