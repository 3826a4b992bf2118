"""The file of settings: what it gives for which game, what is said of wrong values, how it is written."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from agi_emu.keeping import host_folders
from agi_emu.keeping.host_folders import path_beside, settings_path
from agi_emu.keeping.preferences.settings_file import PreferencesError, read_preferences, template, write_preferences
from agi_emu.keeping.preferences.settings_table import KEYS, PREFERENCES


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return settings_path()


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("given", [None, "", "elsewhere"])
def test_the_folders_are_those_of_the_platform(
    given: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("CONFIG", "DATA", "CACHE"):
        if given is None:
            monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
        else:
            monkeypatch.setenv(f"XDG_{kind}_HOME", given and str(tmp_path / given / kind))
    assert host_folders.settings_path().parent == platformdirs.user_config_path("agi-emu")
    assert host_folders.data_folder() == platformdirs.user_data_path("agi-emu")
    assert host_folders.cache_folder() == platformdirs.user_cache_path("agi-emu")


def test_without_a_file_nothing_is_set() -> None:
    found = read_preferences(Path("game"))
    assert (dict(found.values), found.notes) == ({}, [])


def test_a_game_has_its_section_and_a_file_beside_it_wins(config: Path, tmp_path: Path) -> None:
    write(config, 'volume = 50\naspect = "exact"\n[games.ltec]\nvolume = 30\nspeed = 2\n[games.other]\nvolume = 1\n')
    game = tmp_path / "LTEC"
    game.mkdir()
    assert dict(read_preferences(game).values) == {"volume": 30, "aspect": "exact", "speed": 2}
    assert dict(read_preferences().values) == {"volume": 50, "aspect": "exact"}
    write(path_beside(game), "volume = 20\n")
    found = read_preferences(game)
    assert found.values["volume"] == 20
    assert found.sources["volume"] == game / "agi-emu.toml"
    archive = tmp_path / "ltec.zip"
    archive.write_bytes(b"PK")
    assert read_preferences(archive).values["volume"] == 30
    assert path_beside(archive) == tmp_path / "ltec.toml"


def test_wrong_values_are_named_with_their_line_and_the_others_count(config: Path) -> None:
    write(
        config,
        '# mine\nvolume = 300\ncolour = 1\nmute = 1\naspect = "exact"\nwindow = [1, 2]\n\n[games.ltec]\n'
        'computer = "amiga"\n[keys]\npause = 3\n',
    )
    found = read_preferences(Path("ltec"))
    assert dict(found.values) == {"aspect": "exact"}
    said = [note.removeprefix(f"{config}, ") for note in found.notes]
    assert said[0] == "line 2: volume is a number from 0 to 100, not 300; it is not used"
    assert said[1].startswith("line 3: colour is not a setting; there are volume, mute")
    assert said[2] == "line 4: mute is true or false, not 1; it is not used"
    assert said[3].startswith("line 6: window is four whole numbers")
    assert said[4].startswith("line 11: pause is the name of a key, not 3")
    assert said[5] == "line 9: computer is one of pc, pcjr, tandy, not 'amiga'; it is not used"


@pytest.mark.parametrize("text", ["volume = \n", "volume = 1\nvolume = 2\n", "\xff"])
def test_a_file_that_is_not_toml_is_named_with_its_line(config: Path, text: str) -> None:
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_bytes(text.encode("latin-1"))
    found = read_preferences()
    assert not found.values
    assert len(found.notes) == 1
    assert str(config) in found.notes[0]
    assert "line" in found.notes[0] or "UTF-8" in found.notes[0]


def test_writing_keeps_comments_and_everything_else(config: Path, tmp_path: Path) -> None:
    write(config, '# mine\nvolume = 50  # quiet\n\n[keys]\npause = "f9"\n')
    write_preferences({"volume": 60, "window": (1, 2, 640, 480)})
    write_preferences({"computer": "tandy"}, tmp_path / "LTEC")
    write_preferences({"record": "f8"}, table=KEYS)
    text = config.read_text()
    assert "# mine\nvolume = 60  # quiet\n" in text
    found = read_preferences(tmp_path / "ltec")
    assert dict(found.values) == {"volume": 60, "window": (1, 2, 640, 480), "computer": "tandy"}
    assert dict(found.keys) == {"pause": "f9", "record": "f8"}
    assert found.notes == []


def test_a_new_file_names_every_setting(config: Path) -> None:
    write_preferences({"mute": True})
    assert read_preferences().values == {"mute": True}
    assert all(f"# {name} = " in config.read_text() for name in PREFERENCES)
    every = "\n".join(line.removeprefix("# ") for line in template().splitlines()[2:])
    write(config, every.split("\n\n", maxsplit=1)[0])
    found = read_preferences()
    assert (found.notes, set(found.values)) == ([], set(PREFERENCES))


def test_a_file_that_cannot_be_written_is_left_alone(config: Path) -> None:
    write(config, "volume = ")
    with pytest.raises(PreferencesError, match="the settings are not kept"):
        write_preferences({"volume": 3})
    assert config.read_text() == "volume = "


def test_every_setting_is_documented(root: Path) -> None:
    page = (root / "docs" / "playing.md").read_text(encoding="utf-8")
    missing = [each.name for each in PREFERENCES.values() if f"| `{each.name}` | {each.meaning} |" not in page]
    assert missing == []
