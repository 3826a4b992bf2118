"""Shows state files of ours for ``agi-emu save``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.cli.options import Output
from agi_emu.cli.save_tables import without_controls

if TYPE_CHECKING:
    from agi_emu.state.state_contents import StateContents


def row_of(path: Path) -> dict[str, Any]:
    """Return what a list shows of a state file; SaveError names what is wrong with it."""
    from agi_emu.keeping.saves.state_folder import load_state

    saved = load_state(path)
    return row_of_contents(saved.path, saved.contents) | ({"note": saved.note} if saved.note else {})


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
    """Return a state as one line of text."""
    minutes, seconds = divmod(row["seconds"], 60)
    words = f"{row['description']:20} room {row['room']}, score {row['score']}, played {minutes}:{seconds:02}"
    return words + (", in a sequence" if row["during_sequence"] else "")


def list_states(folder: Path, output: Output) -> int:
    """List the state files of a folder; return how many there are."""
    from agi_emu.facts.errors import SaveError
    from agi_emu.keeping.saves.state_folder import SUFFIX

    paths = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    for path in paths:
        try:
            row = row_of(path)
        except SaveError as error:
            row = {"file": str(path), "error": str(error)}
        if output.json:
            output.record(row)
        else:
            output.result(without_controls(f"{path.name:22} {row['error'] if 'error' in row else line_of(row)}"))
    return len(paths)
