"""The group of verbs: what is listed, how a game is recognised, what errors become."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from importlib import metadata
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.cli.options import GameOptions, Output, game_options, output_options
from agi_emu.data import demo_path
from agi_emu.facts.errors import AgiError, GameError, HostError, ResourceError
from tests.own_games.building import GameBuilder


@pytest.fixture
def verb(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """Put a module in the place of `run`, whose command the test sets."""
    module = types.ModuleType("agi_emu.cli.commands.run")
    module.__spec__ = cli.importlib.util.spec_from_loader("agi_emu.cli.commands.run", None)
    monkeypatch.setitem(sys.modules, "agi_emu.cli.commands.run", module)
    return module


def invoke(*arguments: str) -> Result:
    """Run the program in this process."""
    return CliRunner().invoke(cli.verbs, list(arguments))


def test_every_listed_verb_has_a_command_and_help() -> None:
    for name in cli.verbs.list_commands(click.Context(cli.verbs)):
        result = invoke(name, "--help")
        assert result.exit_code == 0, name
        assert "Usage:" in result.output


def test_a_verb_that_is_nearly_right_is_suggested() -> None:
    result = CliRunner().invoke(cli.verbs, ["rnu"])
    assert result.exit_code == 2
    assert "'rnu' is neither a verb nor a file or folder. Did you mean run?" in result.stderr
    assert "Did you mean" not in CliRunner().invoke(cli.verbs, ["zzz"]).stderr


def test_what_the_terminal_cannot_show_is_shown_as_a_number(build_game: GameBuilder) -> None:
    folder = build_game({0: "return();"})
    game = folder.rename(folder.with_name("Spaß"))
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(
        [sys.executable, "-m", "agi_emu", "info", str(game)], capture_output=True, text=True, env=environment
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Spa\\xdf" in ran.stdout


def test_the_table_names_every_verb_module() -> None:
    modules = {path.stem for path in (Path(cli.__file__).parent / "commands").glob("*.py")}
    assert modules - {"__init__"} == set(cli.VERBS)


def test_help_imports_no_verb() -> None:
    program = (
        "import sys\nfrom click.testing import CliRunner\nfrom agi_emu import cli\n"
        "assert CliRunner().invoke(cli.verbs, ['--help']).exit_code == 0\n"
        "print(*sorted(m for m in sys.modules if m.startswith(('agi_emu.', 'numpy', 'sdl2', 'PIL'))))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    known = {"facts", "facts.errors", "facts.mistakes", "facts.numbers", "cli", "cli.group"}
    known |= {"cli.own_version", "cli.own_help"}
    assert set(ran.stdout.split()) <= {f"agi_emu.{name}" for name in known}


@pytest.mark.parametrize("option", ["--version", "--help", "-h"])
def test_version_and_help_are_said_without_click(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        f"import sys\nfrom agi_emu.__main__ import main\nsys.argv[1:] = ['{option}']\nmain()\n"
        "print(*{'click', 'importlib.metadata', 'agi_emu.facts'} & set(sys.modules))"
    )
    monkeypatch.setenv("COLUMNS", "70")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == invoke(option).output + "\n"
    assert max(map(len, ran.stdout.splitlines())) <= 70


def test_the_version_is_that_of_the_package() -> None:
    assert invoke("--version").output == f"agi-emu {metadata.version('agi-emu')}\n"


def test_a_version_that_nobody_reads_is_quiet() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "agi_emu", "--version"]
    ran = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (1, "")


def test_nothing_at_all_is_run_with_the_demo_game(verb: types.ModuleType) -> None:
    @click.command
    @click.argument("game", required=False)
    def command(game: str | None) -> None:
        click.echo(f"plays {game}")

    verb.__dict__["command"] = command
    assert invoke().output == "plays None\n"


def test_a_path_alone_is_run(verb: types.ModuleType, tmp_path: Path) -> None:
    @click.command
    @click.argument("game")
    def command(game: str) -> None:
        click.echo(f"plays {game}")

    verb.command = command
    assert invoke(str(tmp_path)).output == f"plays {tmp_path}\n"


def test_what_is_neither_verb_nor_path_is_wrong_use() -> None:
    result = invoke("no-such-thing")
    assert result.exit_code == 2
    assert "neither a verb nor a file or folder" in result.stderr


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (GameError("no game"), 3),
        (ResourceError("view 3 is cut off"), 3),
        (HostError("no display"), 4),
        (FileNotFoundError(2, "No such file or directory", "keys.txt"), 2),
        (KeyboardInterrupt(), 130),
    ],
)
def test_an_error_becomes_one_sentence_and_a_code(verb: types.ModuleType, error: BaseException, code: int) -> None:
    @click.command
    def command() -> None:
        raise error

    verb.command = command
    result = invoke("run")
    assert result.exit_code == code
    assert result.stdout == ""
    expected = {AgiError: 1, OSError: 1, KeyboardInterrupt: 0}
    assert result.stderr.count("\n") == next(lines for kind, lines in expected.items() if isinstance(error, kind))


def test_a_closed_pipe_is_quiet() -> None:
    program = (
        "import sys, types, click\nfrom agi_emu import cli\n"
        "module = types.ModuleType('agi_emu.cli.commands.run')\n"
        "module.__spec__ = cli.importlib.util.spec_from_loader('agi_emu.cli.commands.run', None)\n"
        "module.command = click.Command('run', callback=lambda: [click.echo('x' * 1000) for _ in range(1000)])\n"
        "sys.modules['agi_emu.cli.commands.run'] = module\nsys.argv[1:] = ['run']\ncli.main()"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_options_reach_the_verb_as_records(verb: types.ModuleType) -> None:
    seen: list[tuple[GameOptions, Output]] = []

    @click.command
    @game_options
    @output_options
    def command(options: GameOptions, output: Output) -> None:
        seen.append((options, output))
        output.note("a note")

    verb.command = command
    result = invoke("run", "--machine", "tandy", "--seed", "7", "--budget", "900", "--strict", "--json")
    assert (result.stdout, result.stderr) == ("", "a note\n")
    assert seen == [(GameOptions(machine="tandy", seed=7, budget=900, strict=True), Output(json=True))]
    assert invoke("run", "-q").stderr == ""


@pytest.mark.parametrize(
    "wrong", [["--budget", "fast"], ["--budget", "0"], ["--machine", "amiga"], ["--seed", "70000"]]
)
def test_wrong_options_are_wrong_use(verb: types.ModuleType, wrong: list[str]) -> None:
    @click.command
    @game_options
    def command(options: GameOptions) -> None: ...

    verb.command = command
    assert invoke("run", *wrong).exit_code == 2


def test_options_before_a_game_or_alone_are_those_of_run(verb: types.ModuleType, tmp_path: Path) -> None:
    @click.command
    @click.argument("game", required=False)
    @click.option("--continue", "resume", is_flag=True)
    def command(game: str | None, resume: bool) -> None:
        click.echo(f"{game} {resume}")

    verb.__dict__["command"] = command
    assert invoke("--continue").output == "None True\n"
    assert invoke("--continue", str(tmp_path)).output == f"{tmp_path} True\n"
    assert invoke("--continue", "run", str(tmp_path)).output == f"{tmp_path} True\n"


def test_help_is_a_verb_too() -> None:
    assert invoke("help").output == invoke("--help").output
    assert invoke("help", "info").output == invoke("info", "--help").output
    assert "'inof' is neither a verb" in invoke("help", "inof").stderr


def test_a_wrong_argument_suggests_the_nearest(tmp_path: Path) -> None:
    result = invoke("extract", str(tmp_path), "picture")
    assert result.exit_code == 2
    assert "'picture' is not one of" in result.stderr
    assert "Did you mean pictures?" in result.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", "--speed", "abc"], "'abc' is not a number."),
        (["run", "--volume", "abc"], "'abc' is not a whole number."),
        (["sound", "GAME"], "Give the number of the sound"),
    ],
)
def test_wrong_numbers_are_named_in_plain_words(words: list[str], sentence: str, tmp_path: Path) -> None:
    result = invoke(*(str(tmp_path) if word == "GAME" else word for word in words))
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_numbers_look_the_same_in_every_help() -> None:
    for name in cli.VERBS:
        assert not {"RANGE", "INTEGER", "FLOAT"} & set(invoke(name, "--help").output.split()), name


def test_a_path_into_an_archive_is_a_game(verb: types.ModuleType, tmp_path: Path) -> None:
    @click.command
    @click.argument("game")
    def command(game: str) -> None:
        click.echo(f"plays {game}")

    verb.__dict__["command"] = command
    (tmp_path / "games.zip").write_bytes(b"PK")
    assert invoke(str(tmp_path / "games.zip" / "one")).output == f"plays {tmp_path / 'games.zip' / 'one'}\n"


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "agi_emu.cli.commands.info", raising=False)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    result = CliRunner().invoke(cli.verbs, ["info", str(demo_path())])
    assert (result.exit_code, result.stderr) == (4, "agi-emu: this needs the library rich; pip install rich\n")
