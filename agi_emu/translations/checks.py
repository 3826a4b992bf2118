"""Finds what is wrong in a translation before a player meets it: texts are measured as the machine will draw them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from agi_emu.facts.codes import MESSAGE_LINES, STRING_BYTES
from agi_emu.logic.code import Action, If, decoded
from agi_emu.machine.display.message import DISPLAY_COLUMNS, format_message
from agi_emu.machine.display.text import COLUMNS, ROWS
from agi_emu.resources.catalogue import PREFIXES, RULES, bytes_of, laid_over, own_code_page
from agi_emu.resources.game import Game
from agi_emu.resources.translation import UNTRANSLATED, Translation
from agi_emu.resources.vocabulary import listed
from agi_emu.translations.game_texts import CODE, GameText, TextKind, limit_of, limits_of
from agi_emu.translations.window_pictures import WIDEST_WINDOW

PICTURE_ROWS = 21
"""Text rows of the picture."""
WIDEST_MENU = 38
"""Characters of an item of a menu whose box lies on the screen."""
WIDEST_ITEMS = 37
"""Cells for the two names of items in a row of the inventory."""
LONGEST_WORD = 36
"""Characters of a word that the input line takes."""
_BRIEF = 30


class TranslationRule(StrEnum):
    """What is looked for; the value is the name in the output."""

    CODES = "codes-differ"
    LETTERS = "letters-missing"
    TOO_LARGE = "text-too-large"
    MENUS = "menus-too-wide"
    WORDS = "words-collide"
    GIVES_WAY = "word-gives-way"
    ANSWER = "answer-too-long"
    COMPARED = "strings-compared"


UNUSABLE = frozenset({TranslationRule.CODES, TranslationRule.LETTERS})
"""Findings for which a text stays untranslated: it would show something wrong."""
REMARKS = frozenset({TranslationRule.GIVES_WAY})
"""Findings that a good translation may have."""


class TranslationFinding(NamedTuple):
    """One thing that the translator should know."""

    rule: TranslationRule
    context: str
    text: str
    """The original text."""
    sentence: str

    def __str__(self) -> str:
        brief = self.text if len(self.text) <= _BRIEF else f"{self.text[: _BRIEF - 3]}..."
        return f"{self.context} ({brief!r}): {self.sentence} [{self.rule}]"


class _Longest:
    """What the codes of a text may stand for at their longest, in a translation."""

    def __init__(self, game: Game, translation: Translation) -> None:
        self.game, self.translation, self.logic = game, translation, 0
        self._strings: dict[int, bytes] = {}
        for logic in game.logics:
            messages = translation.shown_messages(logic, game.logic(logic).messages)
            for each in decoded(game.logic(logic).code, game.profile):
                if isinstance(each, Action) and each.opcode.name in ("set.string", "get.string"):
                    string, message = each.operands[:2]
                    set_to = messages[message - 1] if 0 < message <= len(messages) else b""
                    typed = b"x" * min(each.operands[-1], STRING_BYTES - 1)
                    value = typed if each.opcode.name == "get.string" else set_to or b""
                    self._strings[string] = max(self._strings.get(string, b""), value, key=len)
        names = [translation.items.get(number, item.name) for number, item in enumerate(game.items)]
        self._item = max(names, key=len, default=b"")

    def variable(self, number: int) -> int:
        return 0

    def shown(self, number: int) -> int:
        return 255

    def message(self, number: int, *, logic_zero: bool) -> bytes | None:
        logic = 0 if logic_zero else self.logic
        messages = self.game.logic(logic).messages if logic in self.game.logics else ()
        text = messages[number - 1] if 0 < number <= len(messages) else None
        return self.translation.message(logic, number, text)

    def string(self, number: int) -> bytes | None:
        return self._strings.get(number, b"")

    def word(self, number: int) -> bytes | None:
        return b"x" * 12

    def item_name(self, number: int) -> bytes | None:
        return self._item

    def behind(self, text: bytes) -> bytes | None:
        return None


class TranslationCheck:
    """The findings about one translation of a game."""

    def __init__(
        self, game: Game, texts: Mapping[tuple[str, str], GameText], done: Mapping[tuple[str, str], str], page: str
    ) -> None:
        """Take the game with its texts, and what is translated in which code page."""
        self._game, self._texts, self._page = game, texts, page
        self._done = {key: other for key, other in done.items() if key in texts}
        self._translation = laid_over(game, self._done, "check", page)
        self._longest = _Longest(game, self._translation)
        self._original = _Longest(game, UNTRANSLATED)

    def findings(self) -> Iterator[TranslationFinding]:
        """Yield what is wrong, text by text, then what concerns several of them."""
        for key, other in self._done.items():
            text = self._texts[key]
            yield from self._of_letters(text, other)
            if text.kind in (TextKind.WORDS, TextKind.RULES):
                continue
            yield from self._of_codes(text, other)
            for sentence in self._too_large(text, other):
                yield TranslationFinding(TranslationRule.TOO_LARGE, text.context, text.text, sentence)
        yield from self._of_menus()
        yield from self._of_words()
        yield from self._of_strings()

    def _of_letters(self, text: GameText, other: str) -> Iterator[TranslationFinding]:
        missing = sorted(each for each in set(other) if bytes_of(each, self._page) == b"?" and each != "?")
        if missing:
            sentence = f"code page {self._page[2:]} lacks {' '.join(missing)}"
            yield TranslationFinding(TranslationRule.LETTERS, text.context, text.text, sentence)

    def _of_codes(self, text: GameText, other: str) -> Iterator[TranslationFinding]:
        before, after = Counter(CODE.findall(text.text)), Counter(CODE.findall(other))
        if text.kind is TextKind.INTERPRETER and CODE.findall(text.text) != CODE.findall(other):
            sentence = "it needs the same codes in the same order: " + (" ".join(CODE.findall(text.text)) or "none")
        elif before != after:
            lacking, added = " ".join((before - after).elements()), " ".join((after - before).elements())
            sentence = ", ".join(
                part for part in (lacking and f"{lacking} is missing", added and f"{added} is not in the game") if part
            )
        else:
            return
        yield TranslationFinding(TranslationRule.CODES, text.context, text.text, sentence)

    def _too_large(self, text: GameText, other: str) -> Iterator[str]:
        """Yield in what way a text does not fit where the original does."""
        if text.kind is TextKind.ITEM:
            if len(other) > max(WIDEST_ITEMS // 2, len(text.text)):
                yield f"{len(other)} characters; with {WIDEST_ITEMS // 2} two of them fit into a row"
            return
        if not text.is_window and text.kind is TextKind.INTERPRETER:
            if len(other) > text.place[1]:
                yield f"{len(other)} characters where {text.place[1]} fit"
            return
        self._longest.logic = self._original.logic = text.place[0] if text.kind is TextKind.MESSAGE else 0
        if text.is_window:
            yield from self._of_window(text, other)
        for action in text.uses:
            if action.opcode.name == "display":
                yield from self._of_display(text, other, *action.operands[:2])

    def _of_window(self, text: GameText, other: str) -> Iterator[str]:
        for limit in sorted(limits_of(text)):
            lines, columns = self._size(other, limit, self._longest)
            original_lines, original_columns = self._size(text.text, limit, self._original)
            if lines > max(MESSAGE_LINES, original_lines):
                yield f"{lines} lines in a window, where {MESSAGE_LINES} fit"
            if columns > max(WIDEST_WINDOW, original_columns):
                yield f"{columns} columns in a window, where {WIDEST_WINDOW} fit"
            yield from self._placed(text, limit, (lines, columns), (original_lines, original_columns))

    def _placed(self, text: GameText, limit: int, size: tuple[int, int], before: tuple[int, int]) -> Iterator[str]:
        """Yield where a window at a place sticks out of the picture, and that of the original does not."""
        for action in text.uses:
            if action.opcode.name != "print.at" or limit_of(action) != limit:
                continue
            row, column = action.operands[1:3]
            for lines, columns, is_new in ((*before, False), (*size, True)):
                over = row + lines > PICTURE_ROWS or column + columns > COLUMNS
                if over and not is_new:
                    break
                if over:
                    yield f"{lines} lines of {columns} columns at row {row} and column {column}: past the edge"

    def _size(self, text: str, limit: int, sources: _Longest) -> tuple[int, int]:
        _, lines, columns = self._formatted(text, limit, sources)
        return lines, columns

    def _formatted(self, text: str, limit: int, sources: _Longest) -> tuple[list[str], int, int]:
        """Return the lines of a text, and the lines and columns of its window."""
        page = self._page if sources is self._longest else own_code_page(self._game)
        codes = self._game.profile.message_codes
        found = format_message(bytes_of(text, page), sources, limit=limit, codes=codes, page=page)
        return found.text.decode(page, "replace").split("\n"), found.lines, found.width

    def _of_display(self, text: GameText, other: str, row: int, column: int) -> Iterator[str]:
        """Yield that a line written on the screen ends past its edge; it would go on in the next row."""

        def past(words: str, sources: _Longest) -> bool:
            lines, *_ = self._formatted(words, DISPLAY_COLUMNS, sources)
            return column + len(lines[0]) > COLUMNS or row + len(lines) > ROWS

        if past(other, self._longest) and not past(text.text, self._original):
            yield f"it does not fit on the screen at row {row} and column {column}"

    def _of_menus(self) -> Iterator[TranslationFinding]:
        """Yield bars of menus that are wider than the screen, and items that are."""
        for logic in self._game.logics:
            width, original, last = 1, 1, None
            for text in self._menu_texts(logic):
                other = self._done.get((text.context, text.text), text.text)
                if "set.menu" in {each.opcode.name for each in text.uses}:
                    width, original, last = width + len(other) + 1, original + len(text.text) + 1, text
                elif len(other) > max(WIDEST_MENU, len(text.text)):
                    sentence = f"{len(other)} characters; a menu has room for {WIDEST_MENU}"
                    yield TranslationFinding(TranslationRule.MENUS, text.context, text.text, sentence)
            if last is not None and width > max(COLUMNS, original):
                sentence = f"the names of the menus of logic {logic} take {width} of {COLUMNS} columns"
                yield TranslationFinding(TranslationRule.MENUS, last.context, last.text, sentence)

    def _menu_texts(self, logic: int) -> Iterable[GameText]:
        return [
            text
            for text in self._texts.values()
            if text.kind is TextKind.MESSAGE
            and text.place[0] == logic
            and any(each.opcode.name in ("set.menu", "set.menu.item") for each in text.uses)
        ]

    def _of_words(self) -> Iterator[TranslationFinding]:
        """Yield words that stand in two groups, that the game has in another one, or that nobody can type."""
        vocabulary = self._translation.vocabulary
        assert vocabulary is not None
        for (context, text), other in self._done.items():
            if self._texts[context, text].kind is not TextKind.WORDS:
                continue
            group = self._texts[context, text].place[0]
            for word in listed(other):
                phrase = vocabulary.folded(word)
                rule = TranslationRule.WORDS
                sentence = ""
                if vocabulary.groups.get(phrase) != group:
                    sentence = f"{word} is also in group {vocabulary.groups.get(phrase)}, which has it"
                elif self._game.words.get(phrase, group) != group:
                    rule = TranslationRule.GIVES_WAY
                    sentence = f"{word} is a word of the game's group {self._game.words[phrase]}, which gives way"
                elif len(word) > LONGEST_WORD:
                    sentence = f"{word} is longer than the input line"
                if sentence:
                    yield TranslationFinding(rule, context, text, sentence)
        for (context, kind), other in self._done.items():
            if context == RULES:
                for change in listed(other):
                    if not re.fullmatch(r"\w+(\s*>\s*\w*)?", change):
                        sentence = f"{change} is not a rule; write {'old' if kind == PREFIXES else 'ending'} or old>new"
                        yield TranslationFinding(TranslationRule.WORDS, context, kind, sentence)

    def _of_strings(self) -> Iterator[TranslationFinding]:
        """Yield what logics do with strings that a translation cannot follow."""
        fields = [
            each.operands[4]
            for logic in self._game.logics
            for each in decoded(self._game.logic(logic).code, self._game.profile)
            if isinstance(each, Action) and each.opcode.name == "get.string"
        ]
        longest = max(fields, default=0)
        for logic in self._game.logics:
            compares = any(
                isinstance(each, If) and any(t.opcode and t.opcode.name == "compare.strings" for t in each.tokens)
                for each in decoded(self._game.logic(logic).code, self._game.profile)
            )
            for (context, text), other in self._done.items() if compares else ():
                known = self._texts[context, text]
                if known.place[0] != logic or "set.string" not in {each.opcode.name for each in known.uses}:
                    continue
                if fields and len(other) > max(longest, len(text)):
                    sentence = f"the player may have to type it: {len(other)} characters where a field takes {longest}"
                    yield TranslationFinding(TranslationRule.ANSWER, context, text, sentence)
                elif len(text) > 1 and not fields:
                    sentence = "logics compare it with strings that are not typed; the original's text is compared"
                    yield TranslationFinding(TranslationRule.COMPARED, context, text, sentence)
