"""Games in a line: LOGIC source, picture scripts and drawn views in, the path of a playable game out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu.facts.versions import PROFILES
from agi_emu.logic.compiler import compile_logic
from agi_emu.resources.projects.picture_source import parse_picture
from agi_emu.resources.projects.sound_source import parse_sound
from agi_emu.resources.projects.view_source import parse_view
from agi_emu.resources.writing.game_files import GameContents, write_game

WORDS = {"a": 0, "the": 0, "look": 20, "examine": 20, "take": 21, "get": 21, "lamp": 22, "brass lamp": 22, "help": 23}
"""The vocabulary of games that bring none."""
ITEMS = (("?", 0), ("lamp", 1), ("key", 255))
"""The items of games that bring none: the first is no item, as usual; the key is carried from the start."""


@dataclass
class GameBuilder:
    """Called with the sources of a game, writes it below `folder` and returns its path."""

    folder: Path
    count: int = field(default=0, init=False)

    def __call__(
        self,
        logics: Mapping[int, str | bytes],
        *,
        pictures: Mapping[int, str | bytes] | None = None,
        views: Mapping[int, str | bytes] | None = None,
        sounds: Mapping[int, str | bytes] | None = None,
        words: Mapping[str, int] = WORDS,
        items: Sequence[tuple[str, int]] = ITEMS,
        max_object: int = 15,
        interpreter: str = "2.936",
    ) -> Path:
        self.count += 1
        profile = PROFILES[interpreter]
        names = [name for name, _ in items]

        def compiled(number: int, source: str) -> bytes:
            return compile_logic(source, words=words, items=names, profile=profile, file=f"logic {number}")

        return write_game(
            self.folder / f"game{self.count}",
            GameContents(
                logics={n: compiled(n, s) if isinstance(s, str) else s for n, s in logics.items()},
                pictures={n: parse_picture(s) if isinstance(s, str) else s for n, s in (pictures or {}).items()},
                views={n: parse_view(s) if isinstance(s, str) else s for n, s in (views or {}).items()},
                sounds={n: parse_sound(s) if isinstance(s, str) else s for n, s in (sounds or {}).items()},
                words=words,
                items=items,
                max_object=max_object,
            ),
            interpreter=interpreter,
        )
