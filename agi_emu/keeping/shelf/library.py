"""Lists a player's games for a window or a terminal: found on disk, and sorted by when they were played.

A game that nobody has played is looked at: its title, what is missing, and a picture of its first seconds. Nobody
presses a key meanwhile, and nothing but the picture is kept: a file in the user's cache, named by the digest of the
game.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from agi_emu.facts.errors import AgiError, GameError
from agi_emu.facts.mercies import FRIENDLY
from agi_emu.host_files.drafts import write_whole, write_with_backup
from agi_emu.host_files.reading import GAME, SAVE, json_value, read_whole
from agi_emu.keeping.host_folders import cache_folder
from agi_emu.keeping.shelf.register import PlayedGame, exists, read_register
from agi_emu.keeping.shelf.scanning import FoundGame, GameScan
from agi_emu.machine.frame import Frame
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

LOOKS, TICKS_BETWEEN = 20, 10
"""Moments at which a game is looked at, and how far apart: half a second, ten seconds in all."""
LONGEST_LOOK = 0.5
"""Seconds of processor time for the first seconds of a game; most take a hundredth of that."""
_PIXELS = SCREEN_WIDTH * SCREEN_HEIGHT
_MOST_BYTES = _PIXELS + 3 * 256


def look_at(found: FoundGame) -> FoundGame:
    """Return a game with what a closer look shows, and keep a picture of it."""
    try:
        game = open_game(found.path)
        picture = _first_picture(game)
        seen = replace(found, title=game.title, damage="; ".join(game.damage))
    except AgiError as error:
        picture, seen = b"", replace(found, problem=str(error).removeprefix(f"{found.path}: "))
    with suppress(OSError):
        picture_file(found).parent.mkdir(parents=True, exist_ok=True)
        write_whole(picture_file(found), picture)
    return seen


def picture_file(found: FoundGame) -> Path:
    """Return the file with the picture of a game, which need not exist; it is empty if there is nothing to see."""
    return cache_folder() / "pictures" / f"{found.digest}.screen"


def picture_of(found: FoundGame) -> Frame | None:
    """Return the picture of a game's first seconds; None if there is none yet."""
    try:
        packed = zlib.decompressobj()
        data = packed.decompress(read_whole(picture_file(found), SAVE), _MOST_BYTES) if found.digest else b""
    except (AgiError, zlib.error):
        return None
    colours = data[_PIXELS:]
    return Frame(data[:_PIXELS], colours) if colours and len(colours) % 3 == 0 else None


def _first_picture(game: Game) -> bytes:
    """Return the screen with most to see, packed: pixels, then colours; nothing if it is never of the usual size."""
    machine = Machine(game, settings=Settings(mercies=FRIENDLY, extensions=frozenset(map(str, game.extensions))))
    ends = time.thread_time() + LONGEST_LOOK
    best, richest = b"", -1
    for _ in range(LOOKS):
        machine.run(ticks=TICKS_BETWEEN)
        frame = machine.frame
        much = len(zlib.compress(frame.pixels, 1))
        if much > richest and len(frame.pixels) == _PIXELS:
            richest, best = much, zlib.compress(frame.pixels + frame.colours)
        if machine.unguarded.state.general.exited or time.thread_time() > ends:
            break
    return best


CACHE_FILE = "shelf.json"
CACHE_VERSION = 2


SHARE = 0.25
"""Share of a processor's time that looking at games more closely may take, beside the shelf."""


@dataclass(frozen=True, slots=True)
class ShelfGame:
    """A game on the shelf."""

    game: FoundGame
    played: PlayedGame | None = None


class TitlesCache:
    """What was found in files that have not changed since, and what a closer look at games has shown."""

    def __init__(self) -> None:
        """Read the cache; an old or damaged one is empty."""
        self._path = cache_folder() / CACHE_FILE
        self._found: dict[str, Any] = {}
        self._seen: dict[str, Any] = {}
        self._changed = False
        with suppress(GameError, ValueError, KeyError, TypeError):
            table = json_value(read_whole(self._path, GAME))
            if table["version"] == CACHE_VERSION and isinstance(table["found"], dict):
                self._found, self._seen = table["found"], dict(table["seen"])

    def get(self, path: Path) -> list[FoundGame] | None:
        """Return what was found there; None if it is new or has changed."""
        with suppress(OSError, KeyError, TypeError, ValueError):
            stamp, games = self._found[str(path)]
            if stamp == _stamp(path):
                return [FoundGame(*(str(part) for part in game)) for game in games]
        return None

    def keep(self, path: Path, games: list[FoundGame]) -> None:
        """Remember what was found there."""
        with suppress(OSError):
            parts = [[game.path, game.title, game.release, game.problem, game.digest] for game in games]
            self._found[str(path)] = [_stamp(path), parts]
            self._changed = True

    def seen(self, game: FoundGame) -> FoundGame | None:
        """Return a game as a closer look has shown it; None if nobody has looked."""
        with suppress(KeyError, TypeError, ValueError):
            title, problem, damage = (str(part) for part in self._seen[game.digest])
            return replace(game, title=title, problem=problem, damage=damage)
        return None

    def keep_seen(self, game: FoundGame) -> None:
        """Remember what a closer look has shown."""
        if game.digest:
            self._seen[game.digest] = [game.title, game.problem, game.damage]
            self._changed = True

    def write(self) -> None:
        """Write the cache if it has changed; it can be made again, so a failure does not matter."""
        if not self._changed:
            return
        text = json.dumps({"version": CACHE_VERSION, "found": self._found, "seen": self._seen}, ensure_ascii=False)
        with suppress(OSError):
            write_with_backup(self._path, text.encode())


def _stamp(path: Path) -> list[int]:
    about = path.stat()
    return [about.st_size, about.st_mtime_ns]


class GameLibrary:
    """The games below some folders, and those that were played; found in a thread, listed at any time."""

    def __init__(self, roots: Sequence[Path], always: Sequence[FoundGame] = (), *, only_roots: bool = False) -> None:
        """List the games below `roots`, those `always` there and, unless `only_roots`, those that were played."""
        self._roots = list(dict.fromkeys(roots))
        self._register = read_register()
        self._lock = Lock()
        self._found: dict[str, FoundGame] = {}
        self._stop = Event()
        self._scan = GameScan(stops=self._stop.is_set)
        self._thread: Thread | None = None
        if not only_roots:
            for each in self._register.played.values():
                if exists(Path(each.path)):
                    self._found[each.path] = FoundGame(each.path, each.title)
        for game in always:
            self._found[game.path] = game
        self.is_looking = False
        self.changes = 0
        """Counts what was found, so that a page can see that there is more."""

    def start(self) -> None:
        """Begin to look for games in a thread."""
        self.is_looking = True
        self._stop.clear()
        self._thread = Thread(target=self.look, name="shelf", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._thread:
            self._thread.join()
            self._thread = None

    def look(self) -> None:
        """Look for games here and now, then at each more closely."""
        cache = TitlesCache()
        self._scan.cached, self._scan.keep = cache.get, cache.keep
        for game in self._each():
            self._put(cache.seen(game) or game)
        self.is_looking = False
        self.changes += 1
        for game in self._unseen(cache):
            if self._stop.is_set():
                break
            begun = time.thread_time()
            seen = look_at(game)
            cache.keep_seen(seen)
            self._put(seen)
            if self._thread:
                self._stop.wait((time.thread_time() - begun) * (1 / SHARE - 1))
        cache.write()

    def _put(self, game: FoundGame) -> None:
        with self._lock:
            self._found[game.path] = game
            self.changes += 1

    def _each(self) -> Iterator[FoundGame]:
        known = list(self._found)
        for root in self._roots:
            for game in self._scan.find(root):
                if self._stop.is_set():
                    return
                yield game
        for path in known:
            outer = Path(path)
            while not outer.exists() and outer != outer.parent:
                outer = outer.parent
            yield from (game for game in self._scan.find(outer) if game.path == path)

    def _unseen(self, cache: TitlesCache) -> list[FoundGame]:
        """Return the games that nobody has looked at, or of which there is no picture any more."""
        games = [each.game for each in self.games() if each.game.digest]
        return [game for game in games if not (cache.seen(game) and picture_file(game).is_file())]

    @property
    def left_out(self) -> Sequence[str]:
        """Sentences about what was not looked at."""
        return tuple(self._scan.left_out)

    def games(self) -> list[ShelfGame]:
        """Return the games found so far, copies once: the last played first, the others by title."""
        with self._lock:
            found = list(self._found.values())
        played = self._register.played
        turns = {path: turn for turn, path in enumerate(played, start=1)}
        games = [ShelfGame(game, played.get(game.path)) for game in found]
        games.sort(key=lambda each: (-turns.get(each.game.path, 0), each.game.title.casefold(), each.game.path))
        first = {each.game.digest or each.game.path: each for each in reversed(games)}
        return [each for each in games if first[each.game.digest or each.game.path] is each]
