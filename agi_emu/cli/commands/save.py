"""``agi-emu save``: show, compare, change and convert savegames and states, and list those of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agi_emu.cli.options import (
    FILE,
    FOLDER,
    GAME,
    NEW_FILE,
    GamePath,
    OptionSet,
    Output,
    look_option,
    option,
    output_options,
)
from agi_emu.facts.errors import ExitCode

if TYPE_CHECKING:
    from agi_emu.cli.save_files import SaveFile
    from agi_emu.presentation.looks import ScreenLook

PICTURE_SUFFIX = ".png"


EVERY_GAME = "*"


class _ListedGame(GamePath):
    """A game, or `EVERY_GAME`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Path(EVERY_GAME) if value == EVERY_GAME else super().convert(value, param, ctx)


class SaveChanging(OptionSet):
    """What a save is compared with or turned into."""

    diff: Path | None = option(
        type=FILE, metavar="OTHER", help="Show the differences from another save; exit with 1 if there are any."
    )
    changes: tuple[str, ...] = option(
        "--set", multiple=True, metavar="NAME=VALUE", help="Change a value: v10=5, f7=1, o0.x=80 ..."
    )
    convert: str | None = option(
        metavar="FORM",
        help="With -o: write FILE as a savegame of this interpreter version (2.917 ...), or as a state of agi-emu "
        "(state).",
    )
    target: Path | None = option(
        "-o",
        type=NEW_FILE,
        metavar="FILE",
        help="Save to write (with --set, the default is FILE itself); a .png gets a picture of the room.",
    )

    @property
    def is_only_read(self) -> bool:
        """Whether the save is only looked at."""
        return not (self.changes or self.convert or self.diff)


class SaveListing(OptionSet):
    """The game whose saves are listed, and their folder."""

    listed: Path | None = option(
        "--list",
        type=_ListedGame(),
        is_flag=False,
        flag_value=EVERY_GAME,
        metavar="[GAME]",
        help="List all saves of GAME (its own dialog shows at most twelve); without GAME, of all games.",
    )
    saves: Path | None = option(type=FOLDER, metavar="DIR", help="Folder to list (default: where `run` keeps them).")


@click.command
@click.argument("file", type=FILE, required=False)
@SaveChanging.add("changing")
@click.option("--game", type=GAME, metavar="GAME", help="The save's game.")
@SaveListing.add("listing")
@look_option
@output_options
def command(
    file: Path | None,
    changing: SaveChanging,
    game: Path | None,
    listing: SaveListing,
    screen_look: ScreenLook,
    output: Output,
) -> None:
    """Show FILE, a savegame of Sierra's interpreter or a state of agi-emu; or compare, change, convert or draw it.

    Values have names: v10 is a variable, f5 a flag, s0 a string, o0.x a field of an object, i3 the room of an item
    (255: carried), l95 where a logic begins. The names that the table shows beside these work too, and so do
    description, horizon, script_size and so on. A file that is replaced is kept as .bak.
    """
    if listing.listed is not None:
        from agi_emu.cli.save_lists import list_every_game, list_game

        if str(listing.listed) == EVERY_GAME and listing.saves is None:
            list_every_game(output)
        else:
            list_game(listing.listed, listing.saves, output)
        return
    if file is None:
        raise click.UsageError("Give a save, or --list GAME.")
    diff, convert, target = changing.diff, changing.convert, changing.target
    if convert and target is None:
        raise click.UsageError("--convert needs -o, the file to write.")
    from agi_emu.cli.outputs import PNG, output_file
    from agi_emu.cli.save_files import read_save

    save = read_save(file, game, output, or_backup=changing.is_only_read)
    if diff is not None:
        _compare(save, read_save(diff, game, output), output)
        return
    save = _changed(save, changing.changes)
    if convert is not None and target:
        _write(target, save.converted(convert, output), output)
    elif target and target.suffix.lower() == PICTURE_SUFFIX:
        with output_file(target, PNG) as draft:
            save.draw(draft, screen_look)
        output.note(f"wrote {target}")
    elif changing.changes or target:
        _write(target or file, save.save.to_bytes(), output)
    else:
        _show(save, output)


def _write(target: Path, data: bytes, output: Output) -> None:
    """Write a save, all or nothing; keep another save that it replaces as a backup."""
    from agi_emu.cli.outputs import SAVE, refuse_other
    from agi_emu.host_files.drafts import backup_of, write_whole, write_with_backup

    refuse_other(target, SAVE)
    if target.exists() and not target.is_file():
        write_whole(target, data)
        return
    target = target.resolve()
    was_there = target.is_file()
    write_with_backup(target, data)
    output.note(f"wrote {target}" + (f"; the previous file is now {backup_of(target).name}" if was_there else ""))


def _changed(save: SaveFile, changes: tuple[str, ...]) -> SaveFile:
    from agi_emu.cli.save_lists import plain_name

    names = save.all_names() if changes else {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise click.UsageError(f"--set {change}: write NAME=VALUE.")
        save = save.with_value(plain_name(name.strip(), names), text)
    return save


def _compare(save: SaveFile, other: SaveFile, output: Output) -> None:
    from agi_emu.cli.save_lists import name_with_meaning, shown
    from agi_emu.state.save_values import differences

    found = differences(save.values(), other.values())
    if output.json:
        output.record({name: [first, second] for name, first, second in found})
    else:
        names = save.all_names()
        for name, first, second in found:
            output.result(f"{name_with_meaning(name, names)}: {shown(first)} -> {shown(second)}")
    if found:
        click.get_current_context().exit(ExitCode.DIFFERENCE)


def _show(save: SaveFile, output: Output) -> None:
    from agi_emu.cli.save_lists import print_tables, show_state

    values, about = save.values(), save.about(output)
    if output.json:
        output.record(about | {"values": values.by_name(), "items": [name for name, _ in values.items]})
        return
    if "chunks" in about:
        show_state(about, output)
    print_tables(values, save.names(), verbose=output.verbose)
