"""Mistakes as data: one schema for build, compile and lint, as JSON and as annotations of GitHub."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from agi_emu.authoring.project_writing import new_project
from agi_emu.cli import verbs

FIELDS = ["file", "line", "column", "end", "rule", "severity", "text", "hint", "fix"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verbs, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "garden"
    for name, data in new_project("garden", "garden").items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def records(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def mistakes_of(project: Path, name: str, text: str) -> list[dict[str, Any]]:
    """Write a source, build, and return the mistakes."""
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).write_text(text)
    result = run("build", project, "-o", project.with_suffix(".zip"), "--json")
    assert (result.exit_code, result.stderr) == (3, "")
    found = records(result)
    assert all(list(each) == FIELDS for each in found)
    return found


def test_a_mistake_in_a_logic_has_its_place_rule_hint_and_fix(project: Path) -> None:
    source = '#include "more.txt"\nif (isset(f60)) {\n\tprnt("a");\n\tset(fooo);\n}\nreturn();\n'
    (project / "logics" / "more.txt").write_text("#define foo f61\n#define bar\n")
    first, second, third = mistakes_of(project, "logics/77-more.lgc", source)
    file = str(project / "logics" / "77-more.lgc")
    assert first == {
        "file": file, "line": 3, "column": 2, "end": 6, "rule": "unknown-command", "severity": "error",
        "text": "unknown command prnt", "hint": "did you mean print?", "fix": "print",
    }  # fmt: skip
    assert (second["line"], second["column"], second["end"], second["fix"]) == (4, 6, 10, "foo")
    assert (second["rule"], second["hint"]) == ("unknown-name", "did you mean foo?")
    assert (third["file"], third["line"]) == (str(project / "logics" / "more.txt"), 2)


def test_a_fix_is_what_can_stand_there(project: Path) -> None:
    """The command that takes a variable is a hint, but cannot stand in place of the operand."""
    source = 'set(v30);\nget("kye");\nif (said("lokk")) { return(); }\nreturn();\n'
    variable, item, word = mistakes_of(project, "logics/77-more.lgc", source)
    assert (variable["rule"], variable["hint"], variable["fix"]) == ("operand-kind", "did you mean set.v?", None)
    assert (item["rule"], item["fix"]) == ("unknown-item", None)
    assert (word["rule"], word["hint"]) == ("unknown-word", "did you mean look?")


@pytest.mark.parametrize(
    ("name", "text", "line", "part"),
    [
        ("words.txt", "20: look\n21: look\n", 2, "is in group 20 already"),
        ("items.txt", "?: 0\nkey: 900\n", 2, "expected a name and a room"),
        ("game.toml", 'id = "A"\nauthor = A. Heron\n', 2, 'texts stand in quotes: author = "A. Heron"'),
        ("game.toml", 'id = "A"\n\ncolour = 4\n', 3, "'colour' is not a setting"),
        ("pictures/9.pic", "color 4\n\nfil 3,4\n", 3, "expected"),
        ("sounds/9.sound", "voice 9\n", 1, "expected"),
        ("views/9.view", "loop\ncel\n12\n123\n", 4, "this row has 3 cells"),
        ("views/9.view", "loop\ncel\n" + 161 * "1", 3, "at most 160 wide"),
        ("views/9.view", "loop\nstrip none.png 2x1\n", 2, "none.png"),
        ("logics/1-zzz.lgc", "return();\n", None, "already has the number 1: 1-"),
    ],
)
def test_every_kind_of_source_tells_file_and_line(
    project: Path, name: str, text: str, line: int | None, part: str
) -> None:
    found = mistakes_of(project, name, text)[0]
    assert (found["file"], found["line"]) == (str(project / name), line)
    assert part in f"{found['text']}; {found['hint']}"
    assert name not in found["text"]


def test_all_mistakes_are_data_where_words_stop_at_twenty(project: Path) -> None:
    source = "".join(f"prnt{number}();\n" for number in range(30))
    assert len(mistakes_of(project, "logics/77-more.lgc", source)) == 30


def test_notes_of_a_build_are_data_beside_the_result(project: Path) -> None:
    (project / "logics" / "77-more.lgc").write_text("set(60); load.view(99); return();")
    (project / "logics" / "78.txt").write_text("return();")
    result = run("build", project, "-o", project.with_suffix(".zip"), "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    *notes, answer = records(result)
    assert answer["game"] == str(project.with_suffix(".zip"))
    assert [(note["rule"], note["severity"], Path(note["file"]).name) for note in notes] == [
        ("left-out", "warning", "78.txt"),
        ("operand-kind", "warning", "77-more.lgc"),
        ("resource-missing", "error", "77-more.lgc"),
    ]
    assert [note["line"] for note in notes] == [None, 1, 1]


def test_build_and_lint_have_the_same_schema(project: Path) -> None:
    source = project / "logics" / "77-more.lgc"
    source.write_text("prnt();\nreturn();\n")
    compiled = run("build", source, "--check", "--json")
    assert compiled.exit_code == 3
    assert [(each["file"], each["line"], each["end"]) for each in records(compiled)] == [(str(source), 1, 5)]
    broken = run("lint", project, "--json", "-q")
    assert (broken.exit_code, records(broken)) == (3, records(compiled))
    source.write_text("load.view(99);\nreturn();\n")
    found = [each for each in records(run("lint", project, "--json", "-q")) if each["rule"] == "resource-missing"]
    assert [list(each) for each in found] == [FIELDS]
    assert (found[0]["file"], found[0]["line"], found[0]["severity"]) == (str(source), 1, "error")


def test_annotations_of_github(project: Path) -> None:
    (project / "logics" / "77-more.lgc").write_text('prnt("100 %\\n");\nreturn();\n')
    result = run("build", project, "-o", project.with_suffix(".zip"), "--format", "github")
    place = f"file={project / 'logics' / '77-more.lgc'},line=1,col=1,endColumn=5,title=unknown-command"
    assert (result.exit_code, result.stderr) == (3, "")
    assert result.stdout == f"::error {place}::unknown command prnt; did you mean print?\n"
    (project / "logics" / "77-more.lgc").write_text('v60 = 1;\nload.view(99);\nreturn();\n#message 9 "?"\n')
    lines = run("lint", project, "--format", "github", "-q").stdout.splitlines()
    assert any(line.startswith("::error ") and "title=resource-missing" in line for line in lines)
    assert any(line.startswith("::warning ") for line in lines)
    assert any(line.startswith("::notice ") for line in lines)


def test_two_forms_at_once_are_refused(project: Path) -> None:
    assert run("lint", project, "--json", "--format", "github").exit_code == 2


def test_for_people_nothing_changes(project: Path) -> None:
    (project / "logics" / "77-more.lgc").write_text("prnt();\nreturn();\n")
    result = run("build", project, "-o", project.with_suffix(".zip"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("agi-emu: 77-more.lgc:1:1: unknown command prnt; did you mean print?\n    prnt();")
