"""Catalogues as files that translators edit (PO), read and written by the library polib; and compiled (MO)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.facts.errors import GameError, HostError
from agi_emu.host_files.reading import CATALOGUE, read_text
from agi_emu.resources.game import Game
from agi_emu.translations.game_texts import GameText, TextKind, game_texts, has_letters

if TYPE_CHECKING:
    Catalogue = Any
    """A `polib.POFile`; the library has no types."""

TEMPLATE, SOURCE = "game.pot", ".po"
FUZZY = "fuzzy"
_WIDTH = 100
_NEAR = 0.7
"""How much alike, of 1, a changed text is for which the translation of the old one is offered."""


def _polib() -> Any:
    try:
        import polib  # type: ignore[import-untyped]
    except ModuleNotFoundError:
        raise HostError("translate needs the library polib; pip install 'agi-emu[translations]'") from None
    return polib


def template_of(game: Game, pictures: Mapping[str, str]) -> Catalogue:
    """Return a catalogue with the texts of a game and no translation; `pictures` are files by the text's context."""
    polib = _polib()
    found = polib.POFile(wrapwidth=_WIDTH)
    found.metadata = {
        "Project-Id-Version": game.title,
        "Language": "",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Code-Page": "",
    }
    for text in game_texts(game):
        if text.kind is TextKind.RULES or has_letters(text.text):
            picture = pictures.get(text.context) if text.kind is not TextKind.INTERPRETER else None
            comment = "\n".join([*text.comments, *([f"window: {picture}"] if picture else [])])
            found.append(polib.POEntry(msgctxt=text.context, msgid=text.text, comment=comment))
    return found


def catalogues_in(folder: Path) -> dict[str, Path]:
    """Return the catalogues of a folder by their language; GameError if there is none."""
    found = {path.stem: path for path in sorted(folder.glob(f"*{SOURCE}"))}
    if not found:
        raise GameError(f"{folder} holds no translation: copy {TEMPLATE} to LANGUAGE{SOURCE}, such as de{SOURCE}")
    return found


def read_catalogue(path: Path) -> Catalogue:
    """Return the catalogue in a file; GameError if it is not one."""
    text = read_text(path, CATALOGUE)
    try:
        return _polib().pofile(text + "\n", wrapwidth=_WIDTH)
    except (OSError, ValueError, IndexError) as error:
        raise GameError(f"{path}: not a catalogue of gettext: {error}") from error


def translated(catalogue: Catalogue) -> dict[tuple[str, str], str]:
    """Return what a catalogue says, without what is only a guess: by context and text the other text."""
    return {
        (each.msgctxt or "", each.msgid): each.msgstr
        for each in catalogue
        if each.msgstr and not each.obsolete and FUZZY not in each.flags
    }


def compiled(catalogue: Catalogue, left_out: set[tuple[str, str]]) -> bytes:
    """Return a catalogue as machines read it, without some of its entries."""
    polib = _polib()
    found = polib.POFile()
    found.metadata = {name: catalogue.metadata.get(name, "") for name in ("Language", "Content-Type", "X-Code-Page")}
    for (context, text), other in sorted(translated(catalogue).items()):
        if (context, text) not in left_out:
            found.append(polib.POEntry(msgctxt=context, msgid=text, msgstr=other))
    return bytes(found.to_binary())


def merged(catalogue: Catalogue, template: Catalogue) -> list[str]:
    """Bring a catalogue to the texts of another release, and return what was done, in words.

    A text that has moved keeps its translation; a changed one gets that of the old text as a guess. Other translations
    of what the game no longer has stay at the end of the file.
    """
    old = {(each.msgctxt, each.msgid): each for each in catalogue if not each.obsolete}
    by_text = {(_kind(context), text): each for (context, text), each in old.items() if each.msgstr}
    wanted = {(each.msgctxt, each.msgid) for each in template}
    gone = {key[1]: each for key, each in by_text.items() if (each.msgctxt, each.msgid) not in wanted}
    moved = guessed = 0
    used = set[tuple[str | None, str]]()
    for new in template:
        key = (new.msgctxt, new.msgid)
        if key in old:
            continue
        source = by_text.get((_kind(new.msgctxt), new.msgid))
        near = [] if source is not None else get_close_matches(new.msgid, gone, 1, _NEAR)
        source = gone[near[0]] if near else source
        if source is not None and _kind(source.msgctxt) == _kind(new.msgctxt):
            catalogue.append(_copy(new, source, is_guess=bool(near)))
            used.add((source.msgctxt, source.msgid))
            moved, guessed = moved + (not near), guessed + bool(near)
    catalogue.merge(template)
    for each in catalogue.obsolete_entries():
        if not each.msgstr or (each.msgctxt, each.msgid) in used:
            catalogue.remove(each)
    obsolete = len(catalogue.obsolete_entries())
    order = {(each.msgctxt, each.msgid): at for at, each in enumerate(template)}
    catalogue.sort(key=lambda each: (each.obsolete, order.get((each.msgctxt, each.msgid), 0)))
    return [
        f"{len(wanted)} texts",
        f"{moved} moved",
        f"{guessed} changed, with a guess",
        f"{obsolete} no longer in the game",
    ]


def _kind(context: str | None) -> str:
    """Return what a context is of: a logic, an item."""
    return (context or "").split(" ")[0]


def _copy(new: Any, source: Any, *, is_guess: bool) -> Any:
    flags = [FUZZY] if is_guess or FUZZY in source.flags else []
    return _polib().POEntry(
        msgctxt=new.msgctxt, msgid=new.msgid, msgstr=source.msgstr, comment=new.comment, tcomment=source.tcomment,
        flags=flags, previous_msgid=source.msgid if is_guess else None,
    )  # fmt: skip


def progress(game: Game, catalogue: Catalogue) -> Iterator[tuple[TextKind, int, int]]:
    """Yield how many texts of each kind there are, and how many are translated."""
    done = translated(catalogue)
    texts: dict[TextKind, set[tuple[str, str]]] = {}
    for each in game_texts(game):
        if has_letters(each.text) and each.kind is not TextKind.RULES:
            texts.setdefault(each.kind, set()).add((each.context, each.text))
    for kind, keys in texts.items():
        yield kind, len(keys), len(keys & done.keys())


def texts_by_key(game: Game) -> dict[tuple[str, str], GameText]:
    """Return the texts of a game by context and text."""
    return {(each.context, each.text): each for each in game_texts(game)}
