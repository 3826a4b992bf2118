"""``agi-emu export``: a game, or a recording of one, as a page for browsers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.options import FILE, NEW_PATH, GameOptions, OptionSet, Output, game_argument, option, output_options
from agi_emu.cli.outputs import EXPORTED, EXPORTED_ARCHIVE, output_file, replaced_folder
from agi_emu.host_files.drafts import write_files

if TYPE_CHECKING:
    from agi_emu.resources.game import Game
    from agi_emu.web.exporting import Content

MEGABYTE = 1e6


class PageOptions(OptionSet):
    """What the page is made from besides the game."""

    title: str = option(default="", metavar="TEXT", help="Title of the page (default: the game's).")
    icon: Path | None = option(type=FILE, metavar="FILE", help="Icon of the page: PNG, SVG, ICO or GIF.")
    cover: Path | None = option(
        type=FILE, metavar="FILE", help="Image for covers and links (default: the game after five seconds)."
    )
    address: str = option(default="", metavar="URL", help="Where the page will be: links show its cover only with it.")
    runtime: Path | None = option(
        type=FILE, metavar="WHEEL", help="Wheel of agi-emu-web to take the page from, if it is not installed."
    )


@click.command
@game_argument
@click.option(
    "-o",
    "target",
    type=NEW_PATH,
    required=True,
    metavar="PATH",
    help="Folder to write, archive if it ends in .zip, or with --single-file the file.",
)
@click.option("--single-file", is_flag=True, help="Write one HTML file, which also opens from the disk.")
@click.option("--recording", type=FILE, metavar="REC", help="Let the page replay a recording of the game.")
@PageOptions.add("page")
@GameOptions.add("options", "script")
@output_options
def command(
    game: Path,
    target: Path,
    single_file: bool,
    recording: Path | None,
    page: PageOptions,
    options: GameOptions,
    output: Output,
) -> None:
    """Write GAME as a page that plays it in any browser.

    The page is a folder or archive for any web host, or one file. It fetches nothing but its own files. You need no
    compiler: the package agi-emu-web has everything else that is in the page.
    """
    from agi_emu.host_files.archives import zipped
    from agi_emu.resources.game import open_game
    from agi_emu.web import exporting
    from agi_emu.web.runtime import find_runtime

    opened = open_game(game, options.profile)
    settings = options.settings(opened)
    content = exporting.Content(
        opened,
        settings,
        title=page.title,
        icon=page.icon,
        recording=_recording(recording, opened),
        cover=page.cover,
        address=page.address,
    )
    if single_file and (page.cover or page.address):
        raise click.UsageError("--cover and --address are for a folder or archive: one file has no picture beside it.")
    found = find_runtime(page.runtime)
    if single_file:
        with output_file(target, EXPORTED) as draft:
            draft.write_bytes(exporting.single_file(content, found))
        sizes = {target.name: target.stat().st_size}
    elif target.suffix.lower() == ".zip":
        with output_file(target, EXPORTED_ARCHIVE) as draft:
            draft.write_bytes(zipped(exporting.folder_files(content, found)))
        sizes = {target.name: target.stat().st_size}
    else:
        files, before = exporting.folder_files(content, found), exporting.written_before(target)
        with replaced_folder(target, exporting.PAGE, EXPORTED) as folder:
            write_files(folder, files)
        for name in exporting.remove_left_over(target, before, files):
            output.note(f"removed {name}, which an earlier export has left")
        sizes = {name: len(data) for name, data in files.items()}
    _say(content, target, sizes, output)


def _recording(path: Path | None, game: Game) -> bytes | None:
    """Return a recording, if it is of the game."""
    if path is None:
        return None
    from agi_emu.recording.recording import Recording, recording_bytes
    from agi_emu.web.exporting import check_recording

    data = recording_bytes(path)
    check_recording(game, Recording.of_bytes(data, str(path)).head.game_digest)
    return data


def _say(content: Content, target: Path, sizes: dict[str, int], output: Output) -> None:
    """Say what was packed, how large it is, and whether the game has a licence."""
    from agi_emu.recording.game_lookup import packed
    from agi_emu.web.exporting import licence_of

    whole, game = sum(sizes.values()), len(packed(content.game))
    licence = licence_of(content.game)
    if output.json:
        output.record({"path": str(target), "bytes": whole, "game_bytes": game, "files": sizes, "licence": licence})
        return
    recording = "" if content.recording is None else f" and a recording ({len(content.recording) / MEGABYTE:.1f} MB)"
    output.result(f"{target}: {whole / MEGABYTE:.1f} MB; {content.game.id} ({game / MEGABYTE:.1f} MB){recording}")
    for name, size in sorted(sizes.items()):
        output.detail(f"{size:>12,} {name}")
    if licence:
        output.note(f"licence of the game: {licence.splitlines()[0]}")
    else:
        output.note("the game comes without a licence: ask its author before you publish it")
