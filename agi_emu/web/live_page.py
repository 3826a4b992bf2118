"""Writes the page in which recordings that differ are played: expected and actual machine, in one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agi_emu.recording.comparing.spans import Span
from agi_emu.recording.game_lookup import packed
from agi_emu.recording.masks import Area
from agi_emu.resources.game import Game
from agi_emu.web.exporting import data_block, json_text, one_file
from agi_emu.web.runtime import Runtime

PAGE, SCRIPT = "beside.html", "beside.js"
_DIGEST_DIGITS = 16


@dataclass(frozen=True, slots=True)
class PlayedRecording:
    """A game, and the recording that plays it."""

    game: Game
    recording: bytes


@dataclass(frozen=True, slots=True)
class LiveCase:
    """A recording that differs."""

    slug: str
    """Its name in addresses."""
    title: str
    expected: PlayedRecording | None
    """None if the game as recorded is missing."""
    actual: PlayedRecording
    spans: Sequence[Span]
    """Where it differs, as the comparison has found."""
    masks: Sequence[Area] = ()
    """Parts of the screen that are not compared."""


def live_page(cases: Sequence[LiveCase], runtime: Runtime) -> bytes:
    """Return the page, in which each game is once. Its address ends in #case=SLUG&tick=NUMBER."""
    files: dict[str, bytes] = {}
    described = {case.slug: _described(case, files) for case in cases}
    config = {"cases": described, "pyodide": runtime.pyodide}
    page = runtime.files[PAGE].decode()
    page = page.replace("<script ", f"{data_block('config', json_text(config), 'json')}<script ", 1)
    return one_file(page, files, runtime, SCRIPT)


def _described(case: LiveCase, files: dict[str, bytes]) -> dict[str, object]:
    """Return what the page has to know of a recording; add its files."""
    sides: dict[str, dict[str, str]] = {}
    placed: dict[str, str] = {}
    for name, played in (("expected", case.expected), ("actual", case.actual)):
        if played is None:
            continue
        game, recording = f"{played.game.digest[:_DIGEST_DIGITS]}.zip", f"{case.slug}-{name}.agirec"
        files |= {game: files.get(game) or packed(played.game), recording: played.recording}
        placed |= {f"/{game}": game, f"/{recording}": recording}
        sides[name] = {"game": f"/{game}", "recording": f"/{recording}", "profile": played.game.profile.name}
    spans = [(span.first, span.last, span.what) for span in case.spans]
    return {"title": case.title, "sides": sides, "files": placed, "spans": spans, "masks": case.masks}
