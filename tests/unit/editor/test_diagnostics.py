"""Mistakes reach the editor as `build` and `lint` say them, and go when they are mended."""

from __future__ import annotations

from pathlib import Path

from tests.unit.editor.talk import ROOM, Talk, talk, write_project


def test_a_mistake_that_is_typed_is_shown_and_goes_when_it_is_mended(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        assert editor.mistakes("logics/1-hall.lgc") == []
        await editor.change("logics/1-hall.lgc", "set(door.open)", "set(door.opne)")
        assert editor.mistakes("logics/1-hall.lgc") == [("unknown-name", 8, 6, 15)]
        (found,) = editor.found[editor.uri("logics/1-hall.lgc")]
        assert "did you mean door.open?" in found["message"]
        assert found["severity"] == 1
        await editor.change("logics/1-hall.lgc", "door.opne", "door.open")
        assert editor.mistakes("logics/1-hall.lgc") == []

    talk(write_project(tmp_path), conversation)


def test_an_unsaved_include_counts_for_the_logics_that_include_it(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/names.lgc")
        await editor.change("logics/names.lgc", "#define timer v40\n", "")
        assert [each[0] for each in editor.mistakes("logics/1-hall.lgc")] == ["unknown-name"]
        editor.tell("textDocument/didClose", textDocument={"uri": editor.uri("logics/names.lgc")})
        await editor.settled()
        assert editor.mistakes("logics/1-hall.lgc") == []

    talk(write_project(tmp_path), conversation)


def test_what_lint_finds_is_shown_in_its_line(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        await editor.change("logics/1-hall.lgc", "  timer = 5;", "  new.room(9);")
        assert ("resource-missing", 10, 2, 10) in editor.mistakes("logics/1-hall.lgc")

    talk(write_project(tmp_path), conversation, lints=True)


def test_columns_count_as_the_editor_counts_them(tmp_path: Path) -> None:
    """A character outside of the first 65,536 takes two units of UTF-16, and four of UTF-8."""
    text = ROOM.replace("set(door.open);", "/* \U0001f6aa\u00e4 */ set(nothing);").replace("\n", "\r\n")
    expected = {"utf-16": (16, 23), "utf-8": (19, 26), "utf-32": (15, 22)}

    for encoding, (start, end) in expected.items():

        async def conversation(editor: Talk, encoding: str = encoding, start: int = start, end: int = end) -> None:
            await editor.begin(general={"positionEncodings": [encoding]})
            editor.open("logics/1-hall.lgc", text)
            await editor.settled()
            assert editor.mistakes("logics/1-hall.lgc") == [("unknown-name", 8, start, end)]

        talk(write_project(tmp_path), conversation)


def test_mistakes_of_lists_pictures_and_settings_stand_in_their_files(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("words.txt", "pictures/1-hall.pic", "game.toml")
        await editor.change("words.txt", "10: look", "10: look, door")
        await editor.change("pictures/1-hall.pic", "color red", "color rde")
        await editor.change("game.toml", "2.917", "2.9")
        assert [each[1] for each in editor.mistakes("words.txt")] == [1]
        assert [each[1] for each in editor.mistakes("pictures/1-hall.pic")] == [0]
        assert [each[:2] for each in editor.mistakes("game.toml")] == [("setting", 1)]

    talk(write_project(tmp_path), conversation)


def test_a_file_opened_through_a_link_is_the_file(tmp_path: Path) -> None:
    project = write_project(tmp_path / "game")
    (tmp_path / "link").symlink_to(project)

    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/names.lgc")
        await editor.change("logics/names.lgc", "#define CELLAR 2", "#define CELLAR")
        assert [each[1] for each in editor.mistakes("logics/names.lgc")] == [2]

    talk(tmp_path / "link", conversation)


def test_a_project_that_goes_takes_its_mistakes_along_and_may_come_back(tmp_path: Path) -> None:
    project = write_project(tmp_path)
    settings = (project / "game.toml").read_text()

    async def conversation(editor: Talk) -> None:
        name = "logics/1-hall.lgc"
        await editor.begin(name)
        await editor.change(name, "set(door.open)", "set(door.opne)")
        (project / "game.toml").unlink()
        change = {"uri": editor.uri("game.toml"), "type": 3}
        editor.tell("workspace/didChangeWatchedFiles", changes=[change])
        await editor.settled()
        assert editor.mistakes(name) == []
        assert await editor.ask_at("textDocument/hover", name, "prin|t(") is None
        (project / "game.toml").write_text(settings)
        editor.tell("workspace/didChangeWatchedFiles", changes=[change])
        await editor.settled()
        assert [each[0] for each in editor.mistakes(name)] == ["unknown-name"]

    talk(project, conversation)


def test_a_thousand_mistakes_are_shown_up_to_a_limit_and_questions_are_answered(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        name = "logics/1-hall.lgc"
        await editor.begin(name)
        editor.type(name, ROOM + "set(nothing);\n" * 1000)
        await editor.settled()
        assert 400 < len(editor.mistakes(name)) <= 500
        answer = await editor.ask_at("textDocument/hover", name, "set(door|.open)")
        assert "f30" in answer["contents"]["value"]

    talk(write_project(tmp_path), conversation)


def test_what_lint_finds_has_the_columns_of_what_it_is_about(tmp_path: Path) -> None:
    """Two statements stand on a line, and the flag is named in the second."""

    async def conversation(editor: Talk) -> None:
        name = "logics/1-hall.lgc"
        await editor.begin(name)
        await editor.change(name, "  timer = 5;", '  timer = 5; set(f77); print("Hm.");')
        assert ("flag-never-read", 10, 17, 20) in editor.mistakes(name)

    talk(write_project(tmp_path), conversation, lints=True)
