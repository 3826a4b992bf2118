"""What Windows does in another way, with stand-ins: pipes, code pages, drives, names of devices, shells."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from agi_emu import cli, pytest_plugin
from agi_emu.cli.options import Output, output_options
from agi_emu.keeping.saves.save_folder import FolderStore
from agi_emu.machine.save_store import DirectoryRefusedError

WORDS = "Gru\u00df \u2192 \U0001f3ee"


@click.command
@output_options
def says_words(output: Output) -> None:
    """Print a record with characters that no code page has."""
    output.record({"words": WORDS})


@pytest.mark.parametrize("code_page", ["utf-8", "cp1252", "cp437", "ascii"])
def test_json_is_json_in_every_code_page(code_page: str) -> None:
    result = CliRunner(charset=code_page).invoke(says_words, ["--json"], catch_exceptions=False)
    assert json.loads(result.stdout_bytes.decode("utf-8")) == {"words": WORDS}


@pytest.mark.parametrize(("system", "is_pipe"), [("win32", True), ("linux", False)])
def test_a_closed_pipe_is_an_invalid_argument_on_windows(
    system: str, is_pipe: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert cli._is_broken_pipe(OSError(errno.EINVAL, "Invalid argument")) is is_pipe
    assert not cli._is_broken_pipe(OSError(errno.EINVAL, "Invalid argument", "a:b"))
    assert cli._is_broken_pipe(BrokenPipeError())


def test_a_path_on_another_drive_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr(os.path, "relpath", refuses)
    assert pytest_plugin._relative(Path("/games/one")) == str(Path("/games/one"))


def test_words_are_quoted_as_the_shell_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pytest_plugin._quoted("my games/one") == "'my games/one'"
    monkeypatch.setattr(pytest_plugin.os, "name", "nt")
    assert pytest_plugin._quoted(r"my games\one") == r'"my games\one"'


@pytest.mark.parametrize("name", [b"CON", b"NUL.SG", b"com1.x", b"CONIN$", b"conout$.1"])
def test_a_device_of_windows_is_no_file(name: bytes, tmp_path: Path) -> None:
    with pytest.raises(DirectoryRefusedError, match="cannot be a file of this game"):
        FolderStore(tmp_path).write(b"", name, b"x")
