"""``agi-emu desktop``, and files of this program that a desktop opens."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result
from PIL import Image

from agi_emu import cli
from agi_emu.cli import VERBS, verb_for_file
from agi_emu.cli.desktop.files import ICON_SIZE, MIME_TYPES
from agi_emu.cli.desktop.man_page import escaped, man_page
from agi_emu.keeping.shelf.register import game_saved_in, note_played

PROGRAM = Path(sys.executable).parent / "agi-emu"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}:/usr/bin:/bin")
    return tmp_path


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli.verbs, ["desktop", *arguments], prog_name="agi-emu")


def test_all_files_are_written_and_removed_again(data: Path) -> None:
    result = invoke()
    assert result.exit_code == 0
    written = [Path(line) for line in result.stdout.splitlines()]
    assert len(written) == 7
    assert all(path.stat().st_size and path.is_relative_to(data) for path in written)
    assert invoke("--remove").exit_code == 0
    assert not any(path.exists() for path in written)


def test_the_menu_entry_starts_this_program(data: Path) -> None:
    invoke()
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(data / "applications" / "agi-emu.desktop")
    main = entry["Desktop Entry"]
    assert main["Exec"] == f"{PROGRAM} %f"
    assert main["MimeType"] == "application/x-agirec;application/x-agistate;"
    with Image.open(data / "icons" / "hicolor" / "192x192" / "apps" / f"{main['Icon']}.png") as icon:
        assert icon.size == (ICON_SIZE, ICON_SIZE)


def test_a_path_with_blanks_is_one_word_of_the_entry(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = data / "my 100% programs" / "agi-emu"
    place.parent.mkdir()
    place.touch()
    monkeypatch.setattr(sys, "argv", [str(place)])
    assert invoke().exit_code == 0
    assert f'Exec="{data}/my 100%% programs/agi-emu" %f\n' in (data / "applications/agi-emu.desktop").read_text()


def test_file_types_are_recognised_by_name_and_by_contents(data: Path) -> None:
    namespace = "{http://www.freedesktop.org/standards/shared-mime-info}"
    kinds = {
        kind.get("type"): kind for kind in ElementTree.fromstring(MIME_TYPES.encode()).iter(f"{namespace}mime-type")
    }
    globs = {name: [each.get("pattern") for each in kind.iter(f"{namespace}glob")] for name, kind in kinds.items()}
    assert globs == {"application/x-agirec": ["*.agirec"], "application/x-agistate": ["*.agistate"]}


@pytest.mark.skipif(not shutil.which("update-mime-database"), reason="needs shared-mime-info")
def test_the_types_are_accepted_by_the_data_base(data: Path) -> None:
    invoke()
    assert "application/x-agistate:*.agistate" in (data / "mime" / "globs").read_text()


def test_the_manual_has_every_verb_and_option() -> None:
    page = man_page(cli.verbs, "agi-emu", "1.0")
    context = click.Context(cli.verbs)
    for verb in VERBS:
        command = cli.verbs.get_command(context, verb)
        assert command is not None
        part = page.split(f'.SH "agi-emu {verb}"\n')[1].split("\n.SH ")[0]
        for option in (each for each in command.params if isinstance(each, click.Option) and not each.hidden):
            assert escaped(option.opts[0]) in part


@pytest.mark.skipif(not shutil.which("groff"), reason="needs groff")
def test_the_manual_is_troff_without_warnings() -> None:
    page = man_page(cli.verbs, "agi-emu", "1.0").encode()
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page, capture_output=True, check=True, timeout=60)
    assert done.stderr == b""
    assert b"as fast as possible" in done.stdout


def test_text_that_looks_like_a_request_is_shown() -> None:
    assert escaped(".agirec\n'tis a \\ -x") == "\\&.agirec\n\\&'tis a \\e \\-x"


def completed(words: str, incomplete: str) -> dict[str, str]:
    """Return what a shell offers after `words`, with the kind of each."""
    shell = ShellComplete(cli.verbs, {}, "agi-emu", "_AGI_EMU_COMPLETE")
    return {item.value: item.type for item in shell.get_completions(words.split(), incomplete)}


def test_verbs_files_and_values_are_completed() -> None:
    assert completed("", "re") == {"replay": "plain", "re": "file"}
    assert completed("run", "--unc") == {"--uncapped": "plain"}
    assert completed("run --machine", "pc") == {"pc": "plain", "pcjr": "plain"}


def test_files_of_this_program_open_by_their_names() -> None:
    assert verb_for_file("a/walk.agirec") == ["replay"]
    assert verb_for_file("A.AGISTATE") == ["run", "--load"]
    assert verb_for_file("game.zip") == ["run"]


def test_a_state_is_opened_with_the_game_whose_folder_it_lies_in(data: Path) -> None:
    note_played(data / "quest", "Quest", data / "states", 1.0)
    assert game_saved_in(data / "states") == data / "quest"
    assert game_saved_in(data) is None
