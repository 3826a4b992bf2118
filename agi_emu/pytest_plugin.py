"""Lets pytest collect recordings (*.agirec) and walkthroughs (*.agiwalk), and gives tests a game and a machine.

In pytest's configuration, `agi_game` is the path of the game, relative to the configuration's folder; without it, the
path in the recording counts. `pytest --agi-update REASON` writes what the game does now into the recordings instead of
comparing. `--agi-report DIR` writes one report about all recordings, also with pytest-xdist.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from subprocess import list2cmdline
from typing import TYPE_CHECKING, Any

import pytest

from agi_emu.facts.errors import AgiError

if TYPE_CHECKING:
    from agi_emu.checking.check import Check
    from agi_emu.machine.machine import Machine
    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.recording.comparing.recording_file import RecordingOnDisk
    from agi_emu.resources.game import Game

SUFFIXES = (".agirec", ".agiwalk")
WALKTHROUGH = SUFFIXES[1]
LEAD_TICKS = 12
"""Ticks before a difference at which the suggested replay starts."""
OUTCOME, UPDATED = "agi_outcome", "agi_updated"
"""What a report of a test carries from the process that ran it to the one that collects: JSON, and a folder."""


class RecordingDiffersError(Exception):
    """A game does not do what was recorded, or the recording cannot be compared."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the plug-in."""
    group = parser.getgroup("agi", "recordings of AGI games")
    group.addoption("--agi-game", metavar="GAME", help="Game to run recordings with, instead of the configured one.")
    group.addoption(
        "--agi-update",
        metavar="REASON",
        help="Accept what the game does now as the new expectation of recordings; they keep the reason.",
    )
    group.addoption(
        "--agi-coverage",
        action="append",
        default=[],
        metavar="FILE",
        help="Write what the recordings reach together: .html, .info (LCOV) or .agicov; repeat for several.",
    )
    group.addoption("--agi-sources", metavar="DIR", help="Project folder of the game, for --agi-coverage.")
    group.addoption(
        "--agi-fail-under", type=float, metavar="PERCENT", help="Fail if they reach fewer of the game's instructions."
    )
    group.addoption("--agi-report", metavar="DIR", help="Write an HTML report about all recordings, DIR/index.html.")
    group.addoption(
        "--agi-work-tolerance",
        type=float,
        metavar="PERCENT",
        help="How much slower a room may become in a recording that holds work (default: 20).",
    )
    parser.addini("agi_game", "Game to run recordings with, relative to this file's folder.")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a reason that is none, and collect outcomes in the process that sees all of them."""
    reason = config.getoption("--agi-update")
    if reason is not None and (not reason.strip() or Path(reason).exists()):
        raise pytest.UsageError(f"--agi-update needs the reason of the change, not {reason!r}")
    for file in config.getoption("--agi-coverage"):
        from agi_emu.reporting.coverage_files import why_not

        reason = why_not(Path(file), sources_of(config), "--agi-sources")
        if reason:
            raise pytest.UsageError(f"--agi-coverage {reason}")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Session(config), "agi-emu-session")


class _Session:
    """What is done once for all recordings of a session."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._records: list[str] = []
        self._updated: set[Path] = set()
        self._report: Path | None = None
        self._table: list[str] = []
        """What recordings have reached, in lines."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take what a test has found, perhaps in another process."""
        if hasattr(report, OUTCOME):
            self._records.append(getattr(report, OUTCOME))
        if hasattr(report, UPDATED):
            self._updated.add(Path(getattr(report, UPDATED)))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the report and what was reached, and remove the copies of games that no recording expects any more."""
        from agi_emu.recording.game_lookup import forget_unused

        for folder in self._updated:
            forget_unused(folder)
        folder = self._config.getoption("--agi-report")
        if folder and self._records:
            from agi_emu.checking.report import Look, write_report
            from agi_emu.checking.summary import merge
            from agi_emu.recording.comparing.outcome import Outcome

            summary = merge(Outcome.from_record(json.loads(each)) for each in self._records)
            place = self._config.invocation_params.dir / folder
            self._report = write_report(summary, place, check_of(self._config), Look())
        if wants_coverage(self._config) and self._records and not self._write_coverage():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _write_coverage(self) -> bool:
        """Write what was reached; return whether it is enough."""
        from agi_emu.checking.check import coverage_by_game
        from agi_emu.recording.comparing.outcome import Outcome
        from agi_emu.reporting.coverage_files import Shown

        found = coverage_by_game(Outcome.from_record(json.loads(each)) for each in self._records)
        if len(found) != 1:
            self._table = [f"coverage is shown of one game; these recordings are of {len(found)}"]
            return False
        ((name, coverage),) = found.values()
        shown = Shown.of(check_of(self._config).game_of(name), coverage, sources_of(self._config))
        for file in self._config.getoption("--agi-coverage"):
            shown.write(self._config.invocation_params.dir / file, Path(file).suffix.lower())
        least = self._config.getoption("--agi-fail-under")
        is_enough = least is None or shown.percent >= least
        self._table = [*shown.table, *([] if is_enough else [f"fewer than {least:g} % of the instructions"])]
        return is_enough

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say where the report is, and what was reached."""
        for line in self._table:
            terminalreporter.write_line(line)
        if self._report is not None:
            terminalreporter.write_line(f"report about recordings: {self._report}")


def configured_game(config: pytest.Config) -> Path | None:
    """Return the path of the game named by options or configuration; None if they name none."""
    given = config.getoption("--agi-game")
    if given:
        return config.invocation_params.dir / str(given)
    named = str(config.getini("agi_game") or "")
    folder = config.inipath.parent if config.inipath else config.rootpath
    return folder / named if named else None


def sources_of(config: pytest.Config) -> Path | None:
    """Return the project folder of the game, if it is given."""
    given = config.getoption("--agi-sources")
    return config.invocation_params.dir / str(given) if given else None


def wants_coverage(config: pytest.Config) -> bool:
    """Return whether it is collected what recordings reach."""
    return bool(config.getoption("--agi-coverage")) or config.getoption("--agi-fail-under") is not None


def check_of(config: pytest.Config) -> Check:
    """Return what recordings are checked against."""
    from agi_emu.checking.check import Check
    from agi_emu.recording.comparing.work import USUAL_TOLERANCE

    given = config.getoption("--agi-work-tolerance")
    tolerance = USUAL_TOLERANCE if given is None else given
    return Check(configured_game(config), work_tolerance=tolerance, coverage=wants_coverage(config))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RecordingFile | None:
    """Collect a recording or a walkthrough."""
    if file_path.suffix not in SUFFIXES:
        return None
    found: RecordingFile = RecordingFile.from_parent(parent, path=file_path)
    return found


class RecordingFile(pytest.File):
    """A recording; it holds one test."""

    def collect(self) -> Iterator[RecordingItem]:
        """Yield the test."""
        item: RecordingItem = RecordingItem.from_parent(self, name=self.path.stem)
        yield item


def _relative(path: Path, folder: Path | None = None) -> str:
    """Return the way from a folder (the current one) to a path; the path itself on another drive of Windows."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path)


def _quoted(word: str) -> str:
    """Return a word as the shell of this system takes it."""
    return list2cmdline([word]) if os.name == "nt" else quote(word)


class RecordingItem(pytest.Item):
    """The test that a game still does what was recorded."""

    outcome: Outcome | None = None
    updated_folder: Path | None = None

    def runtest(self) -> None:
        """Play the recording and compare every tick, or update its digests."""
        how = check_of(self.config)
        if self.path.suffix == WALKTHROUGH:
            self._walk(how)
            return
        file = how.file(Path(_relative(self.path, self.config.invocation_params.dir)))
        if self.config.getoption("--agi-update") is not None:
            self._update(file)
            return
        self.outcome = how.run_file(file)
        for pin in self.outcome.known:
            self.user_properties.append(("known difference", f"{pin.what} from tick {pin.first}: {pin.reason}"))
        if not self.outcome.equal:
            lines = [*self.outcome.lines(all_spans=True), *self._pictures(file), *self._commands(file)]
            raise RecordingDiffersError("\n".join(lines))

    def _walk(self, how: Check) -> None:
        """Play a walkthrough."""
        from agi_emu.checking.check import outcome_in_every_case
        from agi_emu.checking.scripts import walkthrough_job

        name = Path(_relative(self.path, self.config.invocation_params.dir))
        self.outcome = outcome_in_every_case(str(name), lambda: walkthrough_job(name, how).task(lambda path: path))
        if not self.outcome.equal:
            raise RecordingDiffersError("\n".join(self.outcome.lines()))

    def _update(self, file: RecordingOnDisk) -> None:
        from agi_emu.recording.comparing.updating import updated
        from agi_emu.recording.game_lookup import keep_as_before

        now, changed = updated(file.game, file.recording, file.masks)
        if now == file.recording:
            return
        reason = " ".join(str(self.config.getoption("--agi-update")).split())
        date = datetime.now(UTC).date().isoformat()
        head = replace(now.head, accepted=(*now.head.accepted, f"{date} {reason}"))
        replace(now, head=head).save(self.path)
        keep_as_before(file.game, file.recording, self.path)
        self.updated_folder = self.path.parent
        self.add_report_section("call", "agi-emu", f"{self.path.name}: {changed} ticks changed")

    def _pictures(self, file: RecordingOnDisk) -> Iterator[str]:
        """Write pictures of the first tick that looks different; yield a line about each."""
        from agi_emu.reporting.page import slug_of
        from agi_emu.reporting.scenes import write_pictures

        assert self.outcome is not None
        given = self.config.getoption("--agi-report")
        if given:
            folder = self.config.invocation_params.dir / given / "pictures"
        else:
            cache = getattr(self.config, "cache", None)  # Absent with -p no:cacheprovider.
            if cache is None:
                return
            folder = cache.mkdir("agi-emu")
        try:
            paths = write_pictures(self.outcome, file, folder, slug_of(self.outcome.name))
        except (AgiError, OSError) as error:
            yield f"  no pictures: {error}"
            return
        yield from (f"  {kind}: {_relative(path)}" for kind, path in paths.items())

    def _commands(self, file: RecordingOnDisk) -> Iterator[str]:
        """Yield the commands that show more."""
        assert self.outcome is not None
        if self.outcome.first is None:
            return
        words = [_quoted(str(file.path))]
        if file.game_path is not None:
            words += ["--game", _quoted(_relative(file.game_path))]
        start = max(1, self.outcome.first.tick - LEAD_TICKS)
        yield f"  show it: agi-emu replay {' '.join(words)} --from {start}"
        yield f"  find the cause: agi-emu compare {' '.join(words)} --bisect --report report"

    def repr_failure(  # type: ignore[override]
        self, excinfo: pytest.ExceptionInfo[BaseException], style: str | None = None
    ) -> object:
        """Return a few lines about what differs or what is wrong with the recording."""
        if isinstance(excinfo.value, RecordingDiffersError | AgiError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the place and the name of the test."""
        return self.path, None, f"recording {self.name}"


def _name_what_was_meant(call: pytest.CallInfo[None]) -> None:
    """Say what was perhaps meant by a misspelt attribute of a machine, which Python says only where nothing catches it.

    A `__getattr__` of the machine would say it everywhere, and make each cycle slower by a hundredth.
    """
    error = call.excinfo and call.excinfo.value
    if not isinstance(error, AttributeError):
        return
    from agi_emu.machine.machine import Machine

    if not isinstance(error.obj, Machine):
        return
    public = [name for name in dir(error.obj) if name[0] != "_"]
    meant = "".join(f"; did you mean {name}?" for name in get_close_matches(error.name or "", public, n=1))
    error.args = (f"a machine has no {error.name}{meant}",)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Let the report of a test carry what it found."""
    _name_what_was_meant(call)
    made: Any = yield
    if isinstance(item, RecordingItem) and call.when == "call":
        report = made.get_result()
        if item.outcome is not None:
            setattr(report, OUTCOME, json.dumps(item.outcome.record()))
        if item.updated_folder is not None:
            setattr(report, UPDATED, str(item.updated_folder))


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
