"""Fixtures that every test may use."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from agi_emu.keeping.host_folders import PROGRAM
from tests import open_files
from tests.examples import set_profiles
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

ROOT = Path(__file__).parents[1]
CONFORMANCE = "conformance"
"""The property of a test that says in words how much of the conformance suite was compared."""


def pytest_configure() -> None:
    """Set what holds for all: Ctrl-C is heard, examples are tried as often as they are to be, open files stay."""
    # A shell that starts the tests in its background ignores SIGINT, which every program that is started inherits.
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    set_profiles()
    open_files.watch()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let slow tests come first: at the end none is left that others wait for."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how much of the conformance suite was compared; with several processes one of them did."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, words in report.user_properties:
            if name == CONFORMANCE:
                terminalreporter.write_sep("-", "conformance with the original")
                terminalreporter.write_line(words)


@pytest.fixture(scope="session", autouse=True)
def user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep settings and saves of whoever runs the tests out of them, and theirs out of the tests'.

    The home is another one, too: what ends up in its usual folders was started without these variables.
    """
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("user")
        home = tmp_path_factory.mktemp("home")
        # Whose project folders git trusts may stand in its settings.
        patch.setenv("GIT_CONFIG_GLOBAL", os.environ.get("GIT_CONFIG_GLOBAL") or str(Path.home() / ".gitconfig"))
        patch.setenv("HOME", str(home))
        for kind in ("CONFIG", "DATA", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(folder / kind.lower()))
        yield
        assert sorted(path.relative_to(home).as_posix() for path in home.rglob(PROGRAM)) == []


@pytest.fixture(scope="session", autouse=True)
def power_that_stays() -> Iterator[None]:
    """Wait for no disk in this process: nothing that tests write has to survive a computer without power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of recordings and games that lies beside the project; the test skips where it is absent."""
    folder = Path(os.environ.get("AGI_EMU_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent: no recordings of the original (set AGI_EMU_SHARED)")
    return folder


@pytest.fixture(scope="session")
def golden(shared: Path) -> Path:
    """The ground truth recorded from the original interpreter."""
    folder = shared / "golden"
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent: no ground truth")
    return folder


@pytest.fixture(scope="session")
def games(shared: Path) -> Path:
    """The folder of real games."""
    folder = shared / "games"
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent: no real games")
    return folder


@pytest.fixture
def build_game(tmp_path: Path) -> GameBuilder:
    """Builds games from LOGIC source: ``build_game({0: "v1 = 5; return();"})`` is the path of a game."""
    return GameBuilder(tmp_path)


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    """The meadow, a small game that has everything."""
    return build_game(**meadow.sources())  # type: ignore[arg-type]


@pytest.fixture
def other(build_game: GameBuilder) -> Path:
    """The meadow with a sky of another colour."""
    sources = meadow.sources() | {"pictures": {1: meadow.PICTURE.replace("color 10", "color 11")}}
    return build_game(**sources)  # type: ignore[arg-type]
