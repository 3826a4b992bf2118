"""Lists what a page about a project shows, and makes its images and sounds as files."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from agi_emu._core import cel as cels
from agi_emu.authoring.images import (
    PictureStep,
    cel_image,
    drawing_steps,
    indexed,
    loop_strip,
    png_bytes,
    priority_image,
    visual_image,
)
from agi_emu.authoring.lint.program import Places, Program
from agi_emu.authoring.preview.room_map import room_map
from agi_emu.facts.codes import BEATS_PER_SECOND
from agi_emu.facts.errors import AgiError
from agi_emu.facts.palette import TRANSPARENT_CEL
from agi_emu.host_files.reading import SOURCE, read_text
from agi_emu.logic.lexer import SOURCE_ENCODING
from agi_emu.presentation.sounds_alone import play_alone
from agi_emu.presentation.wave import wave_bytes
from agi_emu.resources import open_game
from agi_emu.resources.drawn_picture import HEIGHT, WIDTH
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.picture_source import picture_lines
from agi_emu.resources.projects.project import BuildMemory, read_project, sources, write_project

LAYERS = ("colours", "priorities", "control")
CONTROL_LINES = 4
"""Priorities below this are control lines."""
_CONTROL_COLOURS = bytes([12, 14, 10, 9])
"""Of the lines 0 to 3: red stops, yellow stops what does not ignore blocks, green is a signal, blue is water."""
_CONTROL = bytes(_CONTROL_COLOURS[cell >> 4] if cell >> 4 < CONTROL_LINES else TRANSPARENT_CEL for cell in range(256))
_PREVIEW_BEATS = 60 * BEATS_PER_SECOND
"""A page plays a minute of a sound at most."""


class AbsentError(LookupError):
    """The project has no such picture, loop or sound."""


@dataclass(slots=True)
class PreviewContents:
    """What the sources of a project make, as they are now."""

    folder: Path
    follow: bool = False
    game: Game | None = None
    """The last build that was right; None if there was none yet."""
    problems: tuple[str, ...] = ()
    """What is wrong in the sources now."""
    notes: tuple[str, ...] = ()
    changed: tuple[Kind, int] | None = None
    """The first picture, view or sound that the last build has made another one."""
    revision: int = 0
    _built: dict[tuple[Kind, int], bytes] = field(default_factory=dict)
    _code_page: str = SOURCE_ENCODING
    _places: Places = field(default_factory=Places)
    _memory: BuildMemory = field(default_factory=BuildMemory)

    def read(self) -> None:
        """Build the project again; mistakes become `problems`, and the last good build stays."""
        notes: list[str] = []
        try:
            project = read_project(self.folder, follow=self.follow, notes=notes, memory=self._memory)
            with tempfile.TemporaryDirectory() as folder:
                target = Path(folder) / "game.zip"
                self.game = open_game(write_project(project, target, self._memory))
        except (AgiError, OSError) as error:
            self.problems = tuple(str(error).splitlines())
        else:
            self.problems, self._places, self._code_page = (), Places(project.places), project.settings.code_page
            shown = (Kind.PICTURE, Kind.VIEW, Kind.SOUND)
            built = {(kind, number): data for kind in shown for number, data in project.resources[kind].items()}
            before, self._built = self._built or built, built
            self.changed = next((each for each in built if before.get(each) != built[each]), None)
        self.notes = tuple(notes)
        self.revision += 1

    def listed(self) -> dict[str, Any]:
        """Return everything that the page lists, as a value for JSON."""
        about = {"folder": self.folder.name, "revision": self.revision}
        found: dict[str, Any] = {**about, "problems": self.problems, "notes": self.notes}
        if self.game is None:
            return {**found, "title": self.folder.name}
        game = self.game
        names = {kind: {number: path.name for number, path in sources(self.folder, kind).items()} for kind in Kind}
        return {
            **found,
            "title": game.title,
            "changed": self.changed,
            "pictures": [_named(names[Kind.PICTURE], number) for number in game.pictures],
            "views": [_view(game, names[Kind.VIEW], number, self._code_page) for number in game.views],
            "sounds": [_sound(game, names[Kind.SOUND], number) for number in game.sounds],
            "words": [{"group": group, "words": game.words.of_group(group)} for group in game.words.groups],
            "logics": {str(number): name for number, name in names[Kind.LOGIC].items()},
            "map": asdict(room_map(Program.of(game, self._memory), self._places)),
        }

    def steps(self, number: int) -> list[str]:
        """Return the lines of a picture's source, or its commands, in the order in which they draw."""
        return [step.line for step in self._steps(number)]

    def _steps(self, number: int) -> Iterator[PictureStep]:
        """Yield a picture after each line of its source, or after each command if the source is another one's."""
        game = self._of(Kind.PICTURE, number)
        ends: dict[int, str] = {}
        with suppress(AgiError, KeyError):
            made, lines = picture_lines(read_text(sources(self.folder, Kind.PICTURE)[number], SOURCE))
            ends = {each.end: each.words for each in lines} if made == game.pictures[number] else {}
        for step in drawing_steps(game, number):
            if not ends or step.end in ends:
                yield replace(step, line=ends.get(step.end, step.line))

    def picture(self, number: int, layer: str, step: int | None = None) -> bytes:
        """Return a picture as PNG, after number `step` of its `steps`; all of it without one.

        `layer` is one of `LAYERS`; that of the control lines is transparent elsewhere.
        """
        cells = self._of(Kind.PICTURE, number).picture(number).cells
        for each in () if step is None else islice(self._steps(number), step + 1):
            cells = each.cells
        if layer == "control":
            return png_bytes(indexed(cells.translate(_CONTROL), WIDTH, HEIGHT, 1))
        return png_bytes((visual_image if layer == "colours" else priority_image)(cells))

    def strip(self, number: int, loop: int) -> bytes:
        """Return the cels of a loop as PNG, side by side in boxes of one size, with their lower left corners there."""
        view = self._of(Kind.VIEW, number).view(number)
        if not 0 <= loop < len(view.loops) or not view.loops[loop].cels:
            raise AbsentError(f"view {number} has no loop {loop}")
        data = self._of(Kind.VIEW, number).views[number]
        try:
            images = [cel_image(data, loop, cel) for cel in range(len(view.loops[loop].cels))]
        except (IndexError, ValueError) as error:
            raise AbsentError(f"view {number}, loop {loop}: {error}") from None
        return png_bytes(loop_strip(images))

    def sound(self, number: int, machine: str) -> bytes:
        """Return the first minute of a sound as WAV, as a computer (pc, pcjr, tandy) plays it."""
        return wave_bytes(play_alone(self._of(Kind.SOUND, number), number, machine, longest=_PREVIEW_BEATS).samples())

    def _of(self, kind: Kind, number: int) -> Game:
        """Return the game if it has a resource; AbsentError otherwise."""
        if self.game is not None and number in self.game.volumes.numbers(kind):
            return self.game
        raise AbsentError(f"there is no {kind} {number}")


def _named(names: Mapping[int, str], number: int) -> dict[str, Any]:
    return {"number": number, "name": names.get(number, "")}


def _view(game: Game, names: Mapping[int, str], number: int, code_page: str) -> dict[str, Any]:
    """Return what the list of views says; a loop that cannot be shown has no cels."""
    view = game.view(number)
    loops, trouble = [], []
    for loop, each in enumerate(view.loops):
        try:
            sizes = [cels.decode(game.views[number], loop, cel)[:2] for cel in range(len(each.cels))]
        except (IndexError, ValueError) as error:
            sizes = []
            trouble.append(f"loop {loop}: {error}")
        loops.append([{"width": width, "height": height} for width, height in sizes])
    description = view.description.decode(code_page, "replace") if view.description else ""
    return {**_named(names, number), "loops": loops, "description": description, "trouble": "; ".join(trouble)}


def _sound(game: Game, names: Mapping[int, str], number: int) -> dict[str, Any]:
    sound = game.sound(number)
    beats = max(sound.beats(voice) for voice in range(len(sound.voices)))
    return {**_named(names, number), "seconds": beats / BEATS_PER_SECOND}
