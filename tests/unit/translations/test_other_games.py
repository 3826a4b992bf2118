"""Games of others: nothing translated changes nothing, and a longer language fits or is named."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from agi_emu.machine.display.message import format_text
from agi_emu.machine.machine import Machine
from agi_emu.machine.windows import windows
from agi_emu.resources import Game, open_game
from agi_emu.resources.catalogue import bytes_of, laid_over, own_code_page, text_of
from agi_emu.resources.translation import Translation
from agi_emu.translations.catalogue_files import texts_by_key
from agi_emu.translations.checks import TranslationCheck, TranslationRule
from agi_emu.translations.game_texts import CODE, GameText, TextKind, has_letters, limits_of
from agi_emu.translations.window_pictures import WIDEST_WINDOW

GAMES = sorted((Path(__file__).parents[4] / "shared" / "games").glob("*.zip"))
ACCENTED = str.maketrans("aeiouAEOU", "áéíóúÄÉÖÜ")
PICTURE_WIDTH, SCREEN_ROWS = 160, 25
SECONDS = 30
pytestmark = [pytest.mark.games, pytest.mark.slow, pytest.mark.skipif(not GAMES, reason="needs the real games")]


def lengthened(text: str) -> str:
    """Return a text in a language that is half as long again and has accents; codes stay."""
    parts = re.split(f"({CODE.pattern})", text)
    return "".join(part if at % 2 else _lengthened(part) for at, part in enumerate(parts))


def _lengthened(part: str) -> str:
    return re.sub(r"\w+", lambda word: word[0].translate(ACCENTED) + "é" * (len(word[0]) // 2), part)


def under(game: Game, translation: Translation, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Return a machine that plays a game under a translation that is in no file."""
    monkeypatch.setattr("agi_emu.machine.interpreter._translation", lambda *_: translation)
    return Machine(game, seed=1)


def played(machine: Machine) -> list[tuple[str, str]]:
    """Play at random, and return the digests of each second."""
    keys = random.Random(5)
    found = []
    for _ in range(SECONDS):
        machine.press(keys.choice(["enter", "esc", "left", "right", "up", "down", "f1", "tab", "space"]))
        machine.type(keys.choice("lokater "))
        machine.run(seconds=1)
        digests = machine.digests()
        found.append((digests.state, digests.frame))
    return found


@pytest.mark.parametrize("path", GAMES[::4], ids=lambda path: path.stem)
def test_nothing_translated_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(path)
    plain = played(Machine(game, seed=1))
    nothing = laid_over(game, {}, "xx 0", own_code_page(game))
    assert nothing.name
    assert played(under(game, nothing, monkeypatch)) == plain


@pytest.mark.parametrize("path", GAMES[::4], ids=lambda path: path.stem)
def test_texts_come_back_to_their_bytes(path: Path) -> None:
    game = open_game(path)
    page = own_code_page(game)
    for logic in game.logics:
        for text in game.logic(logic).messages:
            assert text is None or bytes_of(text_of(text, page), page) == text


@pytest.mark.parametrize("path", GAMES[:20], ids=lambda path: path.stem)
def test_a_longer_language_fits_or_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(path)
    if own_code_page(game) != "cp437":
        pytest.skip("its letters have no such accents")
    texts = texts_by_key(game)
    done = {key: lengthened(key[1]) for key, each in texts.items() if _is_drawn(each)}
    check = TranslationCheck(game, texts, done, "cp437")
    findings = list(check.findings())
    named = {(each.context, each.text) for each in findings if each.rule is TranslationRule.TOO_LARGE}
    assert not [each for each in findings if each.rule in (TranslationRule.CODES, TranslationRule.LETTERS)]
    machine = under(game, laid_over(game, done, "xx 0", "cp437"), monkeypatch)
    m = machine.unguarded
    opened = 0
    for key, text in texts.items():
        if text.kind is not TextKind.MESSAGE or not text.is_window or key in named or key not in done:
            continue
        m.state.vm.depth = 1
        m.state.vm.frames[0].logic = text.place[0]
        shown = m.translation.message(*text.place, bytes_of(text.text, "cp437"))
        assert shown is not None
        for limit in limits_of(text):
            original = format_text(m, bytes_of(text.text, "cp437"), limit)
            if original.width > WIDEST_WINDOW or original.lines > windows.MESSAGE_LINES:
                continue  # the game's own text does not fit
            windows.open_window(m, shown, width=limit)
            box = m.state.window
            assert box.x >= 0, key
            assert box.x + box.width <= PICTURE_WIDTH, key
            assert box.row + box.lines <= SCREEN_ROWS, key
            assert b"Message too verbose" not in bytes(m.state.text_chars), key
            opened += 1
    assert opened or not any(each.is_window for each in texts.values() if each.kind is TextKind.MESSAGE)


def _is_drawn(text: GameText) -> bool:
    return has_letters(text.text) and text.kind not in (TextKind.WORDS, TextKind.RULES)
