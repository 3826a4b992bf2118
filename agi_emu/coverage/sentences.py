"""Finds the sentences that a game's logics test for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from agi_emu.facts.codes import ANY_WORD, REST_OF_LINE
from agi_emu.logic.code import If, decode
from agi_emu.logic.disassembler import spoken_words
from agi_emu.logic.opcodes import Operand
from agi_emu.resources.game import Game

_SAID = (Operand.WORDS,)
Choice = Callable[["Game"], Mapping[int, str]]
"""Chooses the word that stands for each group."""
_GAMES, _ROOMS = 16, 512
"""How much is kept: vocabularies, and lists of words of logics."""


@lru_cache(_GAMES)
def shortest_words(game: Game) -> Mapping[int, str]:
    """Return the word of each group that is typed soonest; group 0, which is ignored, has none."""
    words: dict[int, str] = {}
    for word, group in game.words.entries:
        if group and (len(word), word) < (len(words.get(group, word + "_")), words.get(group, "")):
            words[group] = word
    return words


@lru_cache(_GAMES)
def usual_words(game: Game) -> Mapping[int, str]:
    """Return the word of each group that stands for it in the game's sources as this program shows them."""
    words = spoken_words({word: group for word, group in game.words_by_use.items() if group})
    return {group: word for group, word in words.items() if group not in (ANY_WORD, REST_OF_LINE)}


def sentence_of(game: Game, groups: Sequence[int], any_group: int = 0, choice: Choice = shortest_words) -> str | None:
    """Return a line that says these word groups, `any_group` where any word fits; None where a word is missing."""
    words = []
    for group in groups:
        if group == REST_OF_LINE:
            break
        word = choice(game).get(any_group if group == ANY_WORD else group)
        if word is None:
            return None
        words.append(word)
    return " ".join(words)


def _tests(game: Game, logic: int) -> Iterable[tuple[int, tuple[int, ...]]]:
    """Yield the place and the word groups of each test of `said` in a logic."""
    found = game.logic_if_present(logic)
    for each in decode(found.code, game.profile) if found is not None else ():
        if isinstance(each, If):
            for token in each.tokens:
                if token.opcode and token.opcode.operands == _SAID:
                    yield token.offset, token.operands


@lru_cache(_ROOMS)
def said_words(game: Game, logics: bytes, choice: Choice = shortest_words) -> tuple[str, ...]:
    """Return a word of each group that these logics test for, in the order of the alphabet."""
    groups = {group for logic in logics for _, groups in _tests(game, logic) for group in groups}
    words = choice(game)
    return tuple(sorted(words[group] for group in groups if group in words and group not in (ANY_WORD, REST_OF_LINE)))


def next_words(game: Game, logics: bytes, line: str) -> list[str]:
    """Return the words that may stand next in a line, as logics test for them: those of the first logics first.

    The last word of the line, if no blank follows it, is the beginning of the word that is sought. A single letter,
    like `l` for `look`, stands for a group only if it has no longer word.
    """
    *before, start = line.lower().split(" ")
    known = dict(game.words.entries)
    said = [known[word] for word in before if known.get(word)]
    groups: dict[int, None] = {}
    for logic in logics:
        for _, tested in _tests(game, logic):
            fits = all(ANY_WORD in (a, b) or a == b for a, b in zip(said, tested, strict=False))
            if fits and len(tested) > len(said) and tested[len(said)] not in (ANY_WORD, REST_OF_LINE):
                groups.setdefault(tested[len(said)])
    usual = usual_words(game)
    fitting: dict[int, list[str]] = {}
    for word, group in game.words.entries:
        if group in groups and word.startswith(start) and word != start:
            fitting.setdefault(group, []).append(word)
    found = ((usual.get(group), fitting[group]) for group in groups if group in fitting)
    return [_plainest(words, word) for word, words in found]


PLAIN_VERBS = (
    "look get take open close talk ask give use read push pull move climb enter go drop buy eat drink wear "
    "put throw hit kill sit stand swim jump knock light unlock save restore help"
)
"""The verbs by which players of these games say what has many words."""


def _plainest(words: Sequence[str], usual: str | None) -> str:
    """Return the word that a player understands best: a plain verb, the usual one, else the shortest; letters last."""
    plain = [word for word in words if len(word) > 1] or words
    shortest = usual if usual is not None and usual in plain else min(plain, key=len)
    return next((verb for verb in PLAIN_VERBS.split() if verb in plain), shortest)


def said_sentences(game: Game, is_left_out: Callable[[int, int], bool]) -> dict[str, frozenset[int]]:
    """Return the sentences that the game's logics test for, in the order of the alphabet, each with these logics.

    `is_left_out` is asked with a logic and the offset of each test.
    """
    some = next(iter(usual_words(game)), 0)
    found: defaultdict[str, set[int]] = defaultdict(set)
    for logic in sorted(game.logics):
        for offset, groups in _tests(game, logic):
            line = sentence_of(game, groups, some, usual_words)
            if line and not is_left_out(logic, offset):
                found[line].add(logic)
    return {line: frozenset(found[line]) for line in sorted(found)}
