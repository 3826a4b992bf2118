"""Declares what is shown of a game in another language, laid over the files as they are.

The state of a machine stays that of the game in its own language: only what is drawn, the sizes of windows and menus,
and the words that are understood depend on a translation. Texts are bytes of the language's code page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from agi_emu.facts.font import WIDE_CODE_PAGES

if TYPE_CHECKING:
    from agi_emu.facts.font import WideFace
    from agi_emu.resources.vocabulary import Vocabulary

NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Translation(NamedTuple):
    """What is shown in place of a game's texts; without any, every text stands for itself."""

    name: str = ""
    """Language and digest, "de 0123456789abcdef"; empty for the game as it is."""
    code_page: str = ""
    """Empty for the game's own."""
    is_right_to_left: bool = False
    messages: Mapping[tuple[int, int], bytes] = NOTHING
    """By logic and number. All of them where the language has another code page than the game."""
    items: Mapping[int, bytes] = NOTHING
    views: Mapping[int, bytes] = NOTHING
    """Descriptions."""
    own: Mapping[bytes, bytes] = NOTHING
    """The interpreter's own texts."""
    values: Mapping[bytes, bytes] = NOTHING
    """What the game keeps in strings and menus, by the bytes that it keeps."""
    vocabulary: Vocabulary | None = None
    word_values: Mapping[int, bytes] = NOTHING
    """Group -> the game's own word that word.to.string keeps."""
    originals: Mapping[str, bytes] = NOTHING
    """What a player types, in lower case, for a text that the game keeps in a string."""
    face: WideFace | None = None
    """The letters of a wide code page; None where there is no file with them."""

    @property
    def is_wide(self) -> bool:
        """Whether a letter may have two bytes."""
        return self.code_page in WIDE_CODE_PAGES

    @property
    def has_own_layout(self) -> bool:
        """Whether cells of the screen do not show the bytes of a text one by one from the left."""
        return self.is_right_to_left or self.is_wide

    def cells(self, text: bytes) -> Sequence[int]:
        """Return the letters of a text, one a cell of the screen; those of two bytes are above 255."""
        if not self.is_wide:
            return text
        page = self.code_page
        return [int.from_bytes(each.encode(page, "replace"), "big") for each in text.decode(page, "replace")]

    def message(self, logic: int, number: int, text: bytes | None) -> bytes | None:
        """Return what is shown for a message."""
        return self.messages.get((logic, number), text)

    def value(self, text: bytes) -> bytes:
        """Return what is shown for a text that the game has kept."""
        return self.values.get(text, text)

    def typed(self, text: bytes) -> bytes:
        """Return what the game keeps of a text that the player typed: its own, where it has one that means this."""
        return self.originals.get(folded(text, self.code_page), text) if self.originals else text

    def shown_messages(self, logic: int, messages: Sequence[bytes | None]) -> Sequence[bytes | None]:
        """Return what is shown for all messages of a logic."""
        return [self.message(logic, number, text) for number, text in enumerate(messages, 1)]


UNTRANSLATED = Translation()


def folded(text: bytes, code_page: str) -> str:
    """Return what a player typed as it is compared: without capitals, and with single blanks."""
    return " ".join(text.decode(code_page, "replace").casefold().split())
