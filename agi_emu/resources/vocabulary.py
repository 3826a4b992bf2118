"""The words of a language for the groups of a game's dictionary, with rules for endings and prefixes.

Everything is decided by the tables: the same sentence gives the same groups on every computer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from agi_emu.facts.font import WIDE_CODE_PAGES
from agi_emu.resources.words import clean

MOST_RULES = 100
"""Rules of a kind that are used; so the lookups for a word have a bound."""
BECOMES = ">"
"""In a rule, before what an ending or prefix is replaced by."""
_WIDE_SIGN, _ASCII, _INSIDE_A_WORD = re.compile(r"[^\w\0-\x7f]"), re.compile("[!-~]+"), re.compile("[0-9a-z]{2}")


def listed(text: str) -> list[str]:
    """Return the entries of a list with commas."""
    return [entry for each in text.split(",") if (entry := each.strip())]


class Vocabulary:
    """Words and phrases with their groups, and what may be taken off a word that is not among them."""

    def __init__(
        self,
        words: Mapping[int, Iterable[str]],
        prefixes: Iterable[str] = (),
        suffixes: Iterable[str] = (),
        *,
        code_page: str,
    ) -> None:
        """Take the words of each group, and rules as ``en`` (left out) or ``en>e`` (replaced)."""
        self._code_page = code_page
        self.groups: dict[str, int] = {}
        """Phrase, in lower case and as the parser cleans it -> group; of two groups the first one has it."""
        for group, phrases in words.items():
            for phrase in phrases:
                self.groups.setdefault(self.folded(phrase), group)
        self.groups.pop("", None)
        self._prefixes, self._suffixes = _rules(prefixes), _rules(suffixes)
        self._most_words = 1 + max((phrase.count(" ") for phrase in self.groups), default=0)
        self._longest = max(map(len, self.groups), default=0)

    def folded(self, phrase: str) -> str:
        """Return a phrase as it is looked up: cleaned, in lower case, with only letters that the code page has."""
        return self._fold(self.cleaned(phrase.encode(self._code_page, "replace")))

    def cleaned(self, line: bytes) -> bytes:
        """Return what a player types as words with one blank between them; wide signs count as blanks."""
        if self._code_page not in WIDE_CODE_PAGES:
            return clean(line)
        text = _WIDE_SIGN.sub(" ", line.decode(self._code_page, "replace"))
        text = _ASCII.sub(lambda run: clean(run[0].encode()).decode(), text)
        return " ".join(text.split()).encode(self._code_page, "replace")

    def _fold(self, line: bytes) -> str:
        return line.decode(self._code_page, "replace").casefold()

    def find(self, line: bytes, start: int) -> tuple[int, int] | None:
        """Return the group of the longest phrase at `start` of a cleaned line, and its end; None if there is none.

        A single word that is not listed is looked up once more without its prefixes and endings, the first rule that
        leads to a word first. Wide letters have no blanks between words: there a phrase may end anywhere.
        """
        if self._code_page in WIDE_CODE_PAGES:
            rest = self._fold(line[start:])
            for length in range(min(self._longest, len(rest)), 0, -1):
                group = self.groups.get(rest[:length])
                if group is not None and not _INSIDE_A_WORD.fullmatch(rest[length - 1 : length + 1]):
                    return group, start + len(rest[:length].encode(self._code_page, "replace"))
            return None
        parts = line[start:].split(b" ", self._most_words)[: self._most_words]
        for count in range(len(parts), 0, -1):
            phrase = b" ".join(parts[:count])
            group = self.groups.get(self._fold(phrase))
            if group is not None:
                return group, start + len(phrase)
        for stem in self._stems(self._fold(parts[0])):
            if stem in self.groups:
                return self.groups[stem], start + len(parts[0])
        return None

    def _stems(self, word: str) -> Iterable[str]:
        """Yield what a word may be a form of, likelier ones first: an ending changed, a prefix, then both."""
        keep = [("", "")]
        for (prefix, begins), (suffix, ends) in (
            *product(keep, self._suffixes),
            *product(self._prefixes, keep),
            *product(self._prefixes, self._suffixes),
        ):
            if len(word) > len(prefix) + len(suffix) and word.startswith(prefix) and word.endswith(suffix):
                yield begins + word[len(prefix) : len(word) - len(suffix)] + ends


def _rules(rules: Iterable[str]) -> Sequence[tuple[str, str]]:
    parts = (rule.casefold().partition(BECOMES) for rule in rules)
    return [(old.strip(), new.strip()) for old, _, new in parts][:MOST_RULES]
