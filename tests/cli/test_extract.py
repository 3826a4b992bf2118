"""The verbs ``extract`` and ``lint``, and what ``build`` does for them."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result
from PIL import Image

from agi_emu.authoring.images import drawing_steps
from agi_emu.cli import verbs
from agi_emu.data import demo_path, demo_sources
from agi_emu.facts.palette import EGA
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verbs, [str(argument) for argument in arguments], catch_exceptions=False)


def test_project_is_extracted_and_builds(tmp_path: Path) -> None:
    result = run("extract", demo_path(), "-o", tmp_path / "src")
    assert result.exit_code == 0
    assert result.output.endswith("files (project)\n")
    assert run("build", tmp_path / "src", "-o", tmp_path / "game").exit_code == 0
    assert open_game(tmp_path / "game").logics == open_game(demo_path()).logics


def test_pictures_are_images_of_colours_and_priorities(tmp_path: Path) -> None:
    record = json.loads(run("extract", demo_path(), "pictures", 2, "-o", tmp_path, "--scale", 1, "--json").stdout)
    assert record == {"kind": "pictures", "folder": str(tmp_path), "files": 2}
    with Image.open(tmp_path / "picture-002-visual.png") as image:
        assert image.size == (320, 168)
        assert image.convert("RGB").getpixel((0, 0)) == EGA[1]
    with Image.open(tmp_path / "picture-002-priority.png") as image:
        assert image.convert("RGB").getpixel((0, 0)) == EGA[4]


def test_drawing_is_an_animation_with_a_frame_for_each_command(tmp_path: Path, build_game: GameBuilder) -> None:
    game = build_game({0: "return();"}, pictures={5: "color red\nline 0,0 9,9\npriority 12\nfill 80,80"})
    assert run("extract", game, "pictures", "-o", tmp_path, "--steps", "--scale", 1).exit_code == 0
    with Image.open(tmp_path / "picture-005-steps.gif") as image:
        # Setting a priority looks the same but for the words and the sample below, so it has a frame, too.
        assert image.n_frames == 4
        assert image.size == (640, 188)
    steps = list(drawing_steps(open_game(game), 5))
    assert [step.line for step in steps] == ["color red", "line 0,0 9,9", "priority 12", "fill 80,80"]
    assert [(step.color, step.priority) for step in steps] == [(4, None), (4, None), (4, 12), (4, 12)]
    assert steps[-1].cells[80 * 160 + 80] == 12 << 4 | 4


def test_views_are_images_and_animations(tmp_path: Path, build_game: GameBuilder) -> None:
    view = "loop\ncel\n12\n.3\ncel\n1\nloop mirrors 0"
    assert (
        run("extract", build_game({0: "return();"}, views={7: view}), "views", "-o", tmp_path, "--scale", 1).exit_code
        == 0
    )
    with Image.open(tmp_path / "view-007-1-0.png") as image:
        assert image.size == (4, 2)
        shown = image.convert("RGBA")
        assert [shown.getpixel((2 * x, 0)) for x in (0, 1)] == [(*EGA[2], 255), (*EGA[1], 255)]
        assert shown.getpixel((3, 1)) == (255, 0, 220, 0)
    with Image.open(tmp_path / "view-007-0.gif") as image:
        assert (image.n_frames, image.size) == (2, (4, 2))


def test_sheets_show_everything_on_a_page(tmp_path: Path) -> None:
    assert run("extract", demo_path(), "sheets", "-o", tmp_path).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "pictures.png", "views.png"]
    page = (tmp_path / "index.html").read_text()
    game = open_game(demo_path())
    assert page.count("<figure>") == len(game.pictures) + len(game.views)
    assert "view 0. 4 loops, " in page
    assert "http" not in page
    with Image.open(tmp_path / "pictures.png") as image:
        assert image.width >= 1320


def test_raw_bytes_are_extracted(tmp_path: Path) -> None:
    game = open_game(demo_path())
    for what, name, data in (
        ("pictures", "picture-001", game.pictures[1]),
        ("views", "view-001", game.views[1]),
        ("logics", "logic-001", game.logics[1]),
    ):
        run("extract", demo_path(), what, 1, "--raw", "-o", tmp_path)
        assert (tmp_path / f"{name}.bin").read_bytes() == data


def test_damaged_cel_is_noted(tmp_path: Path, build_game: GameBuilder) -> None:
    damaged = bytes.fromhex("0101 01 0000 0700 02 0500 ff7f 01 01 00 11 00")
    result = run("extract", build_game({0: "return();"}, views={7: damaged}), "views", "-o", tmp_path)
    assert result.exit_code == 0
    assert result.output.endswith("1 files (views)\n")


def test_lint_has_an_exit_code_and_rules_that_can_be_left_out(tmp_path: Path, build_game: GameBuilder) -> None:
    game = build_game({0: "call(90); set(f60); return();", 90: "return();"})
    result = run("lint", game)
    assert result.exit_code == 1
    assert "logic 90 is called and never loaded" in result.output
    records = [json.loads(line) for line in run("lint", game, "--json", "-q").stdout.splitlines()]
    rules = {record["rule"] for record in records}
    assert {"flag-never-read", "call-of-unloaded-logic"} <= rules
    assert run("lint", game, *(part for rule in rules for part in ("--ignore", rule))).exit_code == 0
    assert run("lint", demo_path(), "--ignore", "nonsense").exit_code == 2
    assert "lacks it" in run("lint", demo_path(), "--profile", "2.272").output


def test_lint_fails_on_the_level_that_is_asked_for(build_game: GameBuilder) -> None:
    remark = build_game({0: "call(90); return();", 90: "return();"})
    assert run("lint", remark).exit_code == 0
    assert "0 errors, 0 warnings, 1 remark" in run("lint", remark).stderr
    assert run("lint", remark, "--fail-on", "remark").exit_code == 1
    warning = build_game({0: "set(f60); return();"})
    assert [run("lint", warning, "--fail-on", level).exit_code for level in ("error", "warning", "remark")] == [0, 1, 1]
    assert json.loads(run("lint", warning, "--json", "-q").stdout)["severity"] == "warning"


def test_build_says_what_lint_calls_an_error(tmp_path: Path) -> None:
    assert run("extract", demo_path(), "-o", tmp_path / "src").exit_code == 0
    (tmp_path / "src" / "logics" / "0.lgc").write_text(
        "sound(99, f60); // lint: off used-not-loaded: a test\nreturn();\n"
    )
    result = run("build", tmp_path / "src", "-o", tmp_path / "game")
    assert result.exit_code == 0
    assert "0.lgc:1: error: sound names sound 99, which does not exist [resource-missing]" in result.stderr
    assert "used-not-loaded" not in result.stderr
    assert "never" not in result.stderr


def test_lint_finds_nothing_in_the_demo() -> None:
    assert run("lint", demo_sources()).exit_code == 0


def test_build_converts_and_lists_what_it_cannot(tmp_path: Path) -> None:
    assert run("build", demo_sources(), "-o", tmp_path / "v3", "--profile", "3.002.149").exit_code == 0
    assert open_game(tmp_path / "v3").layout.prefix == "lamp"
    result = run("build", demo_sources(), "-o", tmp_path / "old", "--profile", "2.272")
    assert result.exit_code == 3
    assert "menu.input needs interpreter 2.411; 2.272 lacks it" in result.output
    assert not (tmp_path / "old").exists()
    assert run("build", demo_sources(), "-o", tmp_path / "old", "--profile", "2.272", "--force").exit_code == 0
    assert run("build", demo_sources(), "-o", tmp_path / "x", "--profile", "9.9").exit_code == 2


def test_logics_take_names_and_counts_raw_forms(tmp_path: Path, build_game: GameBuilder) -> None:
    names = tmp_path / "names.lgc"
    names.write_text("#define door.state v30\n#define ROOM 5\n")
    game = build_game({0: "v30++; return();", 1: b"\x09\x00\x00"})
    result = run("extract", game, "logics", "-o", "-", "--names", names)
    assert "#define door.state v30\ndoor.state++;\n" in result.output
    assert "1 of 2 logics have parts that no statement can express" in result.output
    names.write_text("#define door.state")
    assert run("extract", game, "logics", "-o", "-", "--names", names).exit_code == 3
