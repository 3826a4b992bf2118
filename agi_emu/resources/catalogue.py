"""Catalogues: where the translations of a game are found, and what they say.

They are those of gettext, compiled: `LANGUAGE.mo` in the folder `GAME-translations` beside the game. What an entry is
for is its context. Texts stand there as people read them, and in a `Translation` as bytes of the code page.
"""

from __future__ import annotations

import re
import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from weakref import WeakKeyDictionary

from agi_emu.facts.codes import STRING_BYTES
from agi_emu.facts.errors import GameError
from agi_emu.facts.font import CODE_PAGES, HEBREW_CODE_PAGE, PC_CODE_PAGE, RUSSIAN_CODE_PAGE, WideFace
from agi_emu.host_files.reading import CATALOGUE, read_whole
from agi_emu.logic.code import Action, decode
from agi_emu.logic.opcodes import Operand, operands_of
from agi_emu.resources.game import Game
from agi_emu.resources.releases import Extension
from agi_emu.resources.translation import UNTRANSLATED, Translation, folded
from agi_emu.resources.vocabulary import Vocabulary, listed

FOLDER_ENDING, COMPILED = "-translations", ".mo"
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[_-][A-Za-z]{2,8})?")
LANGUAGE_PAGES = MappingProxyType(
    dict.fromkeys(("ru", "uk", "be", "bg"), RUSSIAN_CODE_PAGE)
    | dict.fromkeys(("he", "yi"), HEBREW_CODE_PAGE)
    | {"ja": "cp932", "zh": "cp936", "ko": "cp949", "zh_tw": "cp950", "zh_hk": "cp950"}
)
"""The code page of a language whose catalogue names none in the line `PAGE_LINE` of its header; of others the PC's."""
PAGE_LINE = "x-code-page"
WIDE_FACE = "unifont.hex"
"""The letters of wide code pages, beside a translation: GNU Unifont, which is free under the OFL."""
INSTALLED_FACE = Path("/usr/share/unifont", WIDE_FACE)
"""Where the package unifont of Debian has them."""
RIGHT_TO_LEFT = frozenset({"he", "yi"})
INTERPRETER, RULES, PREFIXES, SUFFIXES = "interpreter", "rules", "prefixes", "suffixes"
"""Contexts of texts that do not belong to one number, and the two entries of the rules for words."""
VALUE_ACTIONS = ("set.string", "set.menu", "set.menu.item")
"""Actions that keep a message, which is shown later: what they keep stays in the game's own language."""
WORD_ACTION = "word.to.string"
_CONTROLS = str.maketrans(
    dict(zip((*range(1, 10), *range(11, 32), 127), "☺☻♥♦♣♠•◘○♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂", strict=True))
)
"""What the PC shows for control characters, by which a catalogue writes them; a line break stays one."""
_GLYPHS = str.maketrans({glyph: chr(code) for code, glyph in _CONTROLS.items()})
_MAGIC = 0x950412DE
_DIGEST_DIGITS = 16
_BRIEF = 20


def message_context(logic: int, message: int) -> str:
    """Return the context of a message of a logic, both as the game counts them."""
    return f"logic {logic} message {message}"


def item_context(item: int) -> str:
    """Return the context of the name of an item."""
    return f"item {item}"


def view_context(view: int) -> str:
    """Return the context of the description of a view."""
    return f"view {view}"


def words_context(group: int) -> str:
    """Return the context of the words of a group."""
    return f"words {group}"


def text_of(data: bytes, code_page: str) -> str:
    """Return a text of a game as a catalogue writes it; every byte is a character."""
    return data.decode(code_page, "replace").translate(_CONTROLS)


def bytes_of(text: str, code_page: str) -> bytes:
    """Return a text of a catalogue as a game has it; "?" for characters that the code page lacks."""
    return text.translate(_GLYPHS).encode(code_page, "replace")


def own_code_page(game: Game) -> str:
    """Return the code page of a game's own texts."""
    return RUSSIAN_CODE_PAGE if Extension.AGDS in game.extensions else PC_CODE_PAGE


def translations_folder(game: Path) -> Path:
    """Return the folder that holds the translations of the game at a path; it need not exist."""
    path = game.resolve()
    return path.with_name(f"{path.stem if path.is_file() else path.name}{FOLDER_ENDING}")


def languages_of(game: Path) -> list[str]:
    """Return the languages that the game at a path is translated to, sorted."""
    folder = translations_folder(game)
    found = folder.glob(f"*{COMPILED}") if folder.is_dir() else ()
    return sorted(path.stem for path in found if LANGUAGE.fullmatch(path.stem))


_READ: WeakKeyDictionary[Game, dict[str, Translation]] = WeakKeyDictionary()
"""The translations of games that were read before, by name."""


def find_translation(game: Game, name: str) -> Translation:
    """Return the translation of a game by its language, or by language and digest; `UNTRANSLATED` for an empty name.

    GameError if there is none, if it is damaged, or if it has another digest.
    """
    if not name:
        return UNTRANSLATED
    read = _READ.setdefault(game, {})
    if name in read:
        return read[name]
    language, _, digest = name.partition(" ")
    if language not in (languages := languages_of(game.path)):
        there = f"only into {', '.join(languages)}" if languages else "into no language"
        missing = translations_folder(game.path) / f"{language[:_BRIEF]}{COMPILED}"
        raise GameError(f"{game.path} is translated {there}; there is no {missing}")
    path = translations_folder(game.path) / f"{language}{COMPILED}"
    data = read_whole(path, CATALOGUE)
    try:
        found = translation_of(game, language, data)
    except (ValueError, struct.error) as error:
        raise GameError(f"{path}: not a catalogue that agi-emu translate check writes: {error}") from error
    if found.is_wide:
        found = found._replace(face=_wide_face(path.parent))
    if digest and found.name != name:
        raise GameError(f"{path} is another version of the translation: {found.name} instead of {name}")
    read[found.name] = found
    return found


def _wide_face(folder: Path) -> WideFace | None:
    """Return the letters of GNU Unifont: the file in a folder, or the installed one."""
    for path in (folder / WIDE_FACE, INSTALLED_FACE):
        if path.is_file():
            return WideFace(read_whole(path, CATALOGUE))
    return None


def translation_of(game: Game, language: str, data: bytes) -> Translation:
    """Return the translation that a compiled catalogue holds; ValueError or struct.error for a damaged one."""
    import hashlib

    catalogue = dict(_entries(data))
    page = code_page_of(language, _header(catalogue))
    return laid_over(game, catalogue, f"{language} {hashlib.sha256(data).hexdigest()[:_DIGEST_DIGITS]}", page)


def code_page_of(language: str, header: Mapping[str, str]) -> str:
    """Return the code page of a catalogue: the one that its header names, or that of its language; ValueError."""
    number = header.get(PAGE_LINE, "")
    place = language.replace("-", "_").lower()
    own = LANGUAGE_PAGES.get(place) or LANGUAGE_PAGES.get(place[:2], PC_CODE_PAGE)
    page = f"cp{number}" if number else own
    if page not in CODE_PAGES:
        known = ", ".join(each.removeprefix("cp") for each in CODE_PAGES)
        raise ValueError(f"X-Code-Page: {number}: there are only the code pages {known}")
    return page


def laid_over(game: Game, catalogue: Mapping[tuple[str, str], str], name: str, page: str) -> Translation:
    """Return the translation of a game that a catalogue gives: by context and original text the other text."""
    own_page = own_code_page(game)

    def shown(context: str, text: bytes) -> bytes:
        original = text_of(text, own_page)
        return bytes_of(catalogue.get((context, original)) or original, page)

    messages = {
        (logic, number): changed
        for logic in game.logics
        for number, text in enumerate(game.logic(logic).messages, 1)
        if text and (changed := shown(message_context(logic, number), text)) != text
    }
    words = {group: _words(game, catalogue, group) for group in game.words.groups}
    values, word_values = _values(game, messages, words, page)
    return Translation(
        name,
        page,
        name[:2].lower() in RIGHT_TO_LEFT,
        messages,
        items={number: shown(item_context(number), item.name) for number, item in enumerate(game.items)},
        views={number: shown(view_context(number), text) for number, text in descriptions(game)},
        own={
            bytes_of(text, PC_CODE_PAGE): bytes_of(other, page)
            for (context, text), other in catalogue.items()
            if context == INTERPRETER and _codes(text) == _codes(other)
        },
        values=values,
        vocabulary=Vocabulary(words, *(_rules(catalogue, kind) for kind in (PREFIXES, SUFFIXES)), code_page=page),
        word_values=word_values,
        originals={folded(text, page): original for original, text in values.items()},
    )


def descriptions(game: Game) -> Iterator[tuple[int, bytes]]:
    """Yield the numbers of the views that have descriptions, and these."""
    for number in game.views:
        text = game.view(number).description
        if text:
            yield number, text


def words_text(words: Sequence[str]) -> str:
    """Return the words of a group as a catalogue lists them."""
    return ", ".join(words)


def message_uses(game: Game) -> Mapping[tuple[int, int], Sequence[Action]]:
    """Return the actions that name a message by its number, in the order of the code, by logic and message."""
    found = defaultdict(list)
    for logic in game.logics:
        for each in decode(game.logic(logic).code, game.profile):
            if isinstance(each, Action):
                for kind, value in zip(operands_of(each.opcode, game.profile), each.operands, strict=False):
                    if kind is Operand.MESSAGE:
                        found[logic, value].append(each)
    return found


def _words(game: Game, catalogue: Mapping[tuple[str, str], str], group: int) -> list[str]:
    return listed(catalogue.get((words_context(group), words_text(game.words.of_group(group))), ""))


def _rules(catalogue: Mapping[tuple[str, str], str], kind: str) -> list[str]:
    return listed(catalogue.get((RULES, kind), ""))


def _values(
    game: Game, messages: Mapping[tuple[int, int], bytes], words: Mapping[int, Sequence[str]], page: str
) -> tuple[dict[bytes, bytes], dict[int, bytes]]:
    """Return what is shown for texts that the game keeps, and the words that it keeps."""
    values: dict[bytes, bytes] = {}
    for (logic, number), actions in message_uses(game).items():
        original = dict(enumerate(game.logic(logic).messages, 1)).get(number)
        if original and (logic, number) in messages and any(each.opcode.name in VALUE_ACTIONS for each in actions):
            values.setdefault(original, messages[logic, number])
            values.setdefault(original[: STRING_BYTES - 1], messages[logic, number])
    if not any(
        isinstance(each, Action) and each.opcode.name == WORD_ACTION
        for logic in game.logics
        for each in decode(game.logic(logic).code, game.profile)
    ):
        return values, {}
    first = {group: game.words.of_group(group)[0].encode("ascii", "replace") for group in words if group}
    for group, word in first.items():
        if words[group]:
            values.setdefault(word, bytes_of(words[group][0], page))
    return values, first


def _codes(text: str) -> list[str]:
    """Return the codes of `bytes.__mod__` in one of the interpreter's texts: a translation has the same ones."""
    return re.findall("%.", text)


def _header(catalogue: Mapping[tuple[str, str], str]) -> dict[str, str]:
    lines = (line.partition(":") for line in catalogue.get(("", ""), "").splitlines())
    return {name.strip().lower(): value.strip() for name, _, value in lines}


def _entries(data: bytes) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the entries of a compiled catalogue: context and original text, and the other text."""
    (magic,) = struct.unpack_from("<I", data)
    order = "<" if magic == _MAGIC else ">"
    magic, _, count, originals, others = struct.unpack_from(f"{order}5I", data)
    if magic != _MAGIC:
        raise ValueError("it does not begin as one")
    pair = struct.Struct(f"{order}2I")
    left = len(data)

    def text_at(place: int) -> str:
        nonlocal left
        length, start = pair.unpack_from(data, place)
        left -= length
        if left < 0 or start + length > len(data):
            raise ValueError("its texts lie outside of it")
        return data[start : start + length].decode()

    for place in range(0, pair.size * count, pair.size):
        context, _, original = text_at(originals + place).rpartition("\4")
        yield (context, original), text_at(others + place)
