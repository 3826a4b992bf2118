"""Games of our own that inputs change, held in memory."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from agi_emu.facts.versions import PROFILES
from agi_emu.resources.directory_finding import find_layout
from agi_emu.resources.files import GameFiles
from agi_emu.resources.game import Game
from agi_emu.resources.logic import Logic, message_table, parse_logic
from tests.core.test_any_bytes import some_game
from tests.own_games import meadow, releases
from tests.own_games.building import GameBuilder

V2_TABLES = ("logdir", "picdir", "viewdir", "snddir")
NOTHING = b"\xff\xff\xff"
"""The entry of a directory where there is no resource."""
ROOT = Path(__file__).parents[2]
DEMO = ROOT / "agi_emu" / "data" / "demo"
PROBES = ROOT / "tests" / "conformance" / "probes"
SOME_PROBES = (
    "window-keys",
    "menu-kept",
    "get-string-limits",
    "add-to-pic",
    "text-mode-keys",
    "sound-flags",
    "mirror-three",
)
RANDOM_GAMES = 3
STAGE = """
if (!isset(f17)) {
  set(f17); v10 = 1; v100 = 1; load.pic(v100); draw.pic(v100); show.pic(); accept.input();
  load.view(0); load.view(1); load.sound(1);
  animate.obj(o0); set.view(o0, 0); position(o0, 80, 120); draw(o0);
  animate.obj(o1); set.view(o1, 1); position(o1, 30, 100); draw(o1);
}
call(1);
return();
"""
"""Logic 0 of a game whose logic 1 is called in each cycle, in a room with a picture and two objects."""
STAGE_PICTURE = "color 10\nfill 0,0\ncolor 2\nline 0,60 159,60\nfill 0,100\npriority 1\nline 20,140 60,140"
STAGE_VIEWS = {
    0: "loop\ncel\n" + "\n".join(["4444444"] * 20) + "\ncel\n" + "\n".join(["5555555"] * 20),
    1: "loop\ncel\n77777\n77777\nloop mirrors 0",
}
STAGE_SOUND = "voice 0\na4:6 c5:6\nvoice noise\nwhite1:12"


@cache
def folder() -> Path:
    """Return a folder of this process for what targets write; it goes with the process."""
    # Held by the cache: the object deletes the folder when it goes.
    return Path(_temporary().name)


@cache
def _temporary() -> TemporaryDirectory[str]:
    memory = Path("/dev/shm")
    return TemporaryDirectory(dir=memory if memory.is_dir() else None)


def contents_of(path: Path) -> dict[str, bytes]:
    """Return the files of a game's folder or archive by lower-case name."""
    if path.is_dir():
        return {each.name.lower(): each.read_bytes() for each in sorted(path.iterdir())}
    with zipfile.ZipFile(path) as archive:
        return {name.lower(): archive.read(name) for name in sorted(archive.namelist())}


def _built(**sources: object) -> Path:
    return GameBuilder(Path(mkdtemp(dir=folder())))(**sources)  # type: ignore[arg-type]


def _stage(**more: str) -> Path:
    logics = {0: STAGE, 1: "return();"}
    return _built(logics=logics, pictures={1: STAGE_PICTURE}, views=STAGE_VIEWS, sounds={1: STAGE_SOUND}, **more)


def _random(seed: int) -> Path:
    return some_game(folder() / "random", seed)


_MAKERS: Mapping[str, Callable[[], Path]] = {
    "meadow": lambda: _built(**meadow.sources()),
    "releases": lambda: releases.build(GameBuilder(folder() / "releases")),
    "meadow 3": lambda: _built(**meadow.sources(), interpreter="3.002.149"),
    "stage": _stage,
    **{f"random {seed}": partial(_random, seed) for seed in range(RANDOM_GAMES)},
    **{name: partial(PROBES.joinpath, name, "game.zip") for name in SOME_PROBES},
    "stage 3": partial(_stage, interpreter="3.002.149"),
}
NAMES = tuple(_MAKERS)
"""The sample games."""


@cache
def files_of(name: str) -> Mapping[str, bytes]:
    """Return the files of a sample game; directories end with their last resource, so that reading them takes less."""
    contents = contents_of(_MAKERS[name]())
    return {each: _shortened(each, data) if each.endswith("dir") else data for each, data in contents.items()}


def _shortened(name: str, directory: bytes) -> bytes:
    if name in V2_TABLES:
        return _without_rest(directory)
    starts = [int.from_bytes(directory[at : at + 2], "little") for at in range(0, 8, 2)]
    return version_3_directory(
        [_without_rest(directory[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True)]
    )


def _without_rest(table: bytes) -> bytes:
    while table.endswith(NOTHING):
        table = table.removesuffix(NOTHING)
    return table


def version_3_directory(tables: Sequence[bytes]) -> bytes:
    """Return the one directory of version 3: where each of the four tables begins, and the tables."""
    starts = [8 + sum(map(len, tables[:kind])) for kind in range(len(tables))]
    return b"".join(start.to_bytes(2, "little") for start in starts) + b"".join(tables)


def game_of(contents: Mapping[str, bytes], profile: str | None = None) -> Game | None:
    """Return the game in these files, None if they are none."""
    sizes = {name: len(data) for name, data in contents.items()}
    files = GameFiles(dict(contents), tuple(sorted(contents)), sizes)
    layout = find_layout(files)
    return layout and Game(Path("sample"), files, layout, PROFILES[profile] if profile else None)


class GivenLogic(Game):
    """A game whose logic 1 is given from outside and costs no writing of files."""

    given: Logic

    @classmethod
    def around(cls, contents: Mapping[str, bytes]) -> GivenLogic:
        """Return the game in these files."""
        plain = game_of(contents)
        assert plain is not None
        return cls(plain.path, plain.files, plain.layout, plain.profile)

    def give(self, data: bytes) -> None:
        """Make these bytes the resource of logic 1."""
        self.given = parse_logic(1, data, key=self.profile.message_key)

    def logic(self, number: int) -> Logic:
        """Return a logic, the given one for 1."""
        return self.given if number == 1 else super().logic(number)

    def message_table(self, number: int) -> bytes:
        """Return the messages of a logic, of the given one for 1."""
        return message_table(self.given.messages) if number == 1 else super().message_table(number)
