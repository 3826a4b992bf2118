"""Lets pytest collect recordings (*.agirec) as tests, and gives tests a game and a machine.

In pytest's configuration, `agi_game` is the path of the game, relative to the configuration's folder; without it, the
path in the recording counts. `pytest --agi-update` writes what the game does now into the recordings instead of
comparing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agi_emu.errors import AgiError

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.recording.comparing.compare import Comparison
    from agi_emu.resources.game import Game

SUFFIX = ".agirec"


class RecordingDiffersError(Exception):
    """A game does not do what was recorded."""

    def __init__(self, name: str, found: Comparison) -> None:
        super().__init__(str(found.first))
        self.name = name
        self.found = found


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the plug-in."""
    group = parser.getgroup("agi", "recordings of AGI games")
    group.addoption("--agi-game", metavar="GAME", help="Game to run recordings with, instead of the configured one.")
    group.addoption(
        "--agi-update", action="store_true", help="Accept what the game does now as the new expectation of recordings."
    )
    parser.addini("agi_game", "Game to run recordings with, relative to this file's folder.")


def configured_game(config: pytest.Config) -> Path | None:
    """Return the path of the game named by options or configuration; None if they name none."""
    given = config.getoption("--agi-game")
    if given:
        return config.invocation_params.dir / str(given)
    named = str(config.getini("agi_game") or "")
    folder = config.inipath.parent if config.inipath else config.rootpath
    return folder / named if named else None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RecordingFile | None:
    """Collect a recording."""
    if file_path.suffix != SUFFIX:
        return None
    found: RecordingFile = RecordingFile.from_parent(parent, path=file_path)
    return found


class RecordingFile(pytest.File):
    """A recording; it holds one test."""

    def collect(self) -> Iterator[RecordingItem]:
        """Yield the test."""
        item: RecordingItem = RecordingItem.from_parent(self, name=self.path.stem)
        yield item


class RecordingItem(pytest.Item):
    """The test that a game still does what was recorded."""

    def runtest(self) -> None:
        """Play the recording and compare every tick, or update its digests."""
        from agi_emu.recording.comparing.recording_file import RecordingOnDisk

        one = RecordingOnDisk(self.path, configured_game(self.config))
        if self.config.getoption("--agi-update"):
            from agi_emu.recording.comparing.updating import updated
            from agi_emu.recording.game_lookup import keep_as_before

            now, changed = updated(one.game, one.recording, one.masks)
            if now != one.recording:
                now.save(self.path)
                keep_as_before(one.game, one.recording, self.path)
                self.add_report_section("call", "agi-emu", f"{self.path.name}: {changed} ticks changed")
            return
        found = one.compare_with_game()
        for pin in found.differences.known:
            self.user_properties.append(("known difference", f"{pin.what} from tick {pin.first}: {pin.reason}"))
        if not found.equal:
            raise RecordingDiffersError(self.path.name, found)

    def repr_failure(  # type: ignore[override]
        self, excinfo: pytest.ExceptionInfo[BaseException], style: str | None = None
    ) -> object:
        """Return a few lines about what differs or what is wrong with the recording."""
        from agi_emu.recording.comparing.comparison_text import lines_of

        error = excinfo.value
        if isinstance(error, RecordingDiffersError):
            return "\n".join(lines_of(error.name, error.found, all_spans=True))
        if isinstance(error, AgiError):
            return str(error)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the place and the name of the test."""
        return self.path, None, f"recording {self.name}"


@pytest.fixture(scope="session")
def agi_game(pytestconfig: pytest.Config) -> Game:
    """The game of `agi_game` in the configuration, opened."""
    from agi_emu.resources.game import open_game

    path = configured_game(pytestconfig)
    if path is None:
        pytest.fail("no game given: set agi_game in pytest's configuration, or use --agi-game")
    return open_game(path)


@pytest.fixture
def agi_machine(agi_game: Game) -> Machine:
    """A machine just switched on with the game, with random seed 1."""
    from agi_emu.machine.machine import Machine

    return Machine(agi_game, seed=1)
