"""Lists and describes saves for ``agi-emu save``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from agi_emu.cli.options import Output
from agi_emu.cli.save_tables import without_controls
from agi_emu.state.state_contents import StateContents


def row_of_contents(path: Path, contents: StateContents) -> dict[str, Any]:
    """Return what a list or a page shows of a state."""
    summary, identity = contents.summary, contents.identity
    return {
        "file": str(path),
        "title": summary.title,
        "description": summary.description,
        "room": summary.room,
        "score": summary.score,
        "most_score": summary.most_score,
        "seconds": summary.seconds,
        "beats": summary.beats,
        "during_sequence": summary.during_sequence,
        "has_moment_before": bool(contents.before),
        "game": identity.game,
        "game_name": identity.game_name,
        "interpreter": identity.interpreter,
        "settings": dict(contents.settings),
    }


def show_state(row: dict[str, Any], output: Output) -> None:
    """Print the head of a state: its summary, its game, its settings and its chunks."""
    output.result(without_controls(f"{row['title']}: {line_of(row)}"))
    output.result(without_controls(f"game {row['game_name']} ({row['game'][:16]}), interpreter {row['interpreter']}"))
    output.result("settings: " + ", ".join(f"{name} {value}" for name, value in row["settings"].items() if value))
    output.result(f"version {row['version']}, chunks: " + ", ".join(f"{tag} {n}" for tag, n in row["chunks"].items()))
    if row["has_moment_before"]:
        output.result(
            "It was saved during a scripted sequence and also holds the moment before it (run --load FILE --before)."
        )


def line_of(row: dict[str, Any]) -> str:
    """Return a save as one line of text."""
    from agi_emu.keeping.saves.moments import where
    from agi_emu.state.state_contents import StateSummary

    summary = StateSummary(**{name: row[name] for name in ("room", "score", "most_score", "seconds")})
    return f"{row['description']:20} {where(summary)}" + (", in a sequence" if row.get("during_sequence") else "")


def list_every_game(output: Output) -> None:
    """List the saves of all games in the data folder, the demo's too."""
    from agi_emu.keeping.saves.save_folder import StateFolder, folders_of_games

    folders = [folder for folder in folders_of_games() if any(folder.iterdir())]
    if not folders:
        output.note("no game has saves yet")
    for folder in folders:
        states = StateFolder(folder).states()
        if not output.json:
            output.result(f"{states[0].contents.summary.title if states else folder.name}: {folder}")
        _list_folder(folder, output)


def list_game(game: Path, folder: Path | None, output: Output) -> None:
    """List the saves of a game, or those in a folder."""
    from agi_emu.keeping.saves.save_folder import default_folder
    from agi_emu.resources import open_game

    _list_folder(folder or default_folder(open_game(game)), output)


def _list_folder(folder: Path, output: Output) -> None:
    """List the states of a folder, then every savegame, its slots first."""
    from agi_emu.facts.errors import SaveError
    from agi_emu.keeping.saves.save_folder import SUFFIX, savegames_in

    states = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    savegames = savegames_in(folder)
    if not states and not savegames:
        output.note(f"{folder} holds no savegames")
    for path in (*states, *savegames):
        try:
            row = _row_of_savegame(path) if path in savegames else _row_of_state(path)
        except SaveError as error:
            row = {"file": str(path), "error": str(error)}
        if output.json:
            output.record(row)
        else:
            output.result(without_controls(f"{path.name:22} {row['error'] if 'error' in row else line_of(row)}"))


def _row_of_state(path: Path) -> dict[str, Any]:
    from agi_emu.keeping.saves.save_folder import load_state

    saved = load_state(path)
    return row_of_contents(saved.path, saved.contents) | ({"note": saved.note} if saved.note else {})


def _row_of_savegame(path: Path) -> dict[str, Any]:
    from agi_emu.host_files.reading import SAVE, read_whole
    from agi_emu.state.save_values import values_of
    from agi_emu.state.savegames.savegame import parse

    values = values_of(parse(read_whole(path, SAVE)))
    row: dict[str, Any] = {"file": str(path), "description": values.description, "game_id": values.game_id}
    row |= {"room": values.variables[0], "score": values.variables[3], "most_score": values.variables[7]}
    return row | {"seconds": values.numbers["ticks"] // 20}
