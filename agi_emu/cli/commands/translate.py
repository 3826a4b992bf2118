"""``agi-emu translate``: the texts of a game for translators, and what is wrong in a translation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agi_emu.cli.options import FOLDER, NEW_FOLDER, Output, game_argument, output_options
from agi_emu.cli.outputs import output_folder
from agi_emu.facts.errors import ExitCode, GameError
from agi_emu.host_files.drafts import draft_of_folder, write_files, write_whole, write_with_backup

if TYPE_CHECKING:
    from agi_emu.resources.game import Game


@click.group()
def command() -> None:
    """Translate a game without touching its files: catalogues of gettext, which translators' programs open.

    extract writes a template; copy it to de.po, for German, and fill that in. check says what does not fit and writes
    de.mo; agi-emu run GAME --language de finds that in the folder GAME-translations beside the game.
    """


folder_argument = click.argument("folder", type=FOLDER, required=False)


@command.command()
@game_argument
@click.option(
    "-o", "folder", type=NEW_FOLDER, metavar="FOLDER", help="Folder to write to (default: GAME-translations beside it)."
)
@output_options
def extract(game: Path, folder: Path | None, output: Output) -> None:
    """Write the texts and words of GAME as a template, with pictures of its windows.

    For a new release use merge.
    """
    from agi_emu.resources.catalogue import translations_folder
    from agi_emu.translations.catalogue_files import TEMPLATE

    opened = _opened(game, output)
    target = folder or translations_folder(opened.path)
    template, pictures = _template(opened)
    with output_folder(target) as draft:
        write_files(draft, {TEMPLATE: _text(template), **pictures})
    output.answer(
        f"{target / TEMPLATE}: {len(template)} texts, {len(pictures)} pictures of windows",
        {"template": str(target / TEMPLATE), "texts": len(template), "pictures": len(pictures)},
    )


@command.command()
@game_argument
@folder_argument
@output_options
def merge(game: Path, folder: Path | None, output: Output) -> None:
    """Bring the translations in FOLDER to the texts of GAME, a new release.

    Texts that have moved keep their translations, changed ones get a guess that is marked as one. A backup of each file
    stays beside it.
    """
    from agi_emu.translations.catalogue_files import TEMPLATE, catalogues_in, merged, read_catalogue

    opened = _opened(game, output)
    place = _folder(opened, folder)
    template, pictures = _template(opened)
    for language, path in catalogues_in(place).items():
        catalogue = read_catalogue(path)
        done = merged(catalogue, template)
        write_with_backup(path, _text(catalogue))
        output.answer(f"{path}: {', '.join(done)}", {"language": language, "done": done})
    write_with_backup(place / TEMPLATE, _text(template))
    with draft_of_folder(place) as draft:
        write_files(draft, pictures)


@command.command()
@game_argument
@folder_argument
@output_options
def status(game: Path, folder: Path | None, output: Output) -> None:
    """Show how much of GAME is translated, by kind of text, and how many texts are too long."""
    from agi_emu.translations.catalogue_files import catalogues_in, progress, read_catalogue
    from agi_emu.translations.checks import TranslationRule

    opened = _opened(game, output)
    for language, path in catalogues_in(_folder(opened, folder)).items():
        catalogue = read_catalogue(path)
        counts = {str(kind): (done, total) for kind, total, done in progress(opened, catalogue)}
        guesses = len(catalogue.fuzzy_entries())
        found = _findings(opened, language, catalogue, path)
        too_long = sum(each.rule in (TranslationRule.TOO_LARGE, TranslationRule.MENUS) for each in found)
        done, total = (sum(each) for each in zip(*counts.values(), strict=True))
        parts = ", ".join(f"{kind} {one} of {all_}" for kind, (one, all_) in counts.items())
        output.answer(
            f"{language}: {100 * done // max(total, 1)} % ({parts}), {guesses} guesses, {too_long} too long",
            {"language": language, "texts": counts, "guesses": guesses, "too_long": too_long, "findings": len(found)},
        )


@command.command()
@game_argument
@folder_argument
@output_options
@click.pass_context
def check(ctx: click.Context, game: Path, folder: Path | None, output: Output) -> None:
    """Measure the translations of GAME, and write each as LANGUAGE.mo, which the game is played with.

    Exit code 1 if something is wrong. Texts with other codes, or letters that cannot be shown, stay untranslated.
    """
    from agi_emu.resources.catalogue import COMPILED
    from agi_emu.translations.catalogue_files import catalogues_in, compiled, read_catalogue
    from agi_emu.translations.checks import REMARKS, UNUSABLE

    opened = _opened(game, output)
    wrong = 0
    for language, path in catalogues_in(_folder(opened, folder)).items():
        catalogue = read_catalogue(path)
        found = _findings(opened, language, catalogue, path)
        for each in found:
            output.answer(f"{path.name}: {each}", {"language": language, **each._asdict()})
        target = path.with_suffix(COMPILED)
        write_whole(target, compiled(catalogue, {(each.context, each.text) for each in found if each.rule in UNUSABLE}))
        output.note(f"{target}: {len(found)} findings")
        wrong += sum(each.rule not in REMARKS for each in found)
    if wrong:
        ctx.exit(ExitCode.DIFFERENCE)


def _opened(game: Path, output: Output) -> Game:
    from agi_emu.resources import open_game

    opened = open_game(game)
    output.notes(opened.damage, opened.id)
    return opened


def _template(game: Game) -> tuple[Any, dict[str, bytes]]:
    """Return the catalogue of a game without a translation, and its pictures of windows by their paths."""
    from agi_emu.translations.catalogue_files import template_of
    from agi_emu.translations.window_pictures import window_pictures

    found = list(window_pictures(game))
    template = template_of(game, {context: name for context, name, _ in found})
    return template, {name: picture for _, name, picture in found}


def _folder(game: Game, folder: Path | None) -> Path:
    from agi_emu.resources.catalogue import translations_folder

    return folder or translations_folder(game.path)


def _text(catalogue: Any) -> bytes:
    return f"{catalogue}\n".encode()


def _findings(game: Game, language: str, catalogue: Any, path: Path) -> list[Any]:
    from agi_emu.resources.catalogue import code_page_of
    from agi_emu.translations.catalogue_files import texts_by_key, translated
    from agi_emu.translations.checks import TranslationCheck

    header = {name.lower(): value for name, value in catalogue.metadata.items()}
    try:
        page = code_page_of(language, header)
    except ValueError as error:
        raise GameError(f"{path}: {error}") from error
    return list(TranslationCheck(game, texts_by_key(game), translated(catalogue), page).findings())
