"""Outlines, folds, colours, hints, links, calls and formatting."""

from __future__ import annotations

from pathlib import Path

from agi_emu.editor.documents import SourceDocument
from agi_emu.editor.formatting import formatted
from tests.unit.editor.talk import Talk, talk, write_project

UGLY = """\
#include "names.lgc"
if(newRoom   ){
set( f31 ) ;
      if (f31 &&
f32) {  // a comment,with a comma
print.at("a , b",1 ,2,3);   /* kept  as
   it is */   }
} else {
:again
goto( again );
}
return();
"""
PRETTY = """\
#include "names.lgc"
if(newRoom){
  set(f31);
  if (f31 &&
    f32) {  // a comment,with a comma
    print.at("a , b", 1, 2, 3);   /* kept  as
   it is */   }
} else {
  :again
  goto(again);
}
return();
"""


def applied(document: SourceDocument) -> str:
    """Return a text as it is after formatting."""
    lines = list(document.lines)
    for edit in formatted(document, "  "):
        lines[edit.range.start.line] = edit.new_text
    return "\n".join(lines)


def test_formatting_indents_blocks_and_leaves_texts_and_comments() -> None:
    assert applied(SourceDocument(Path("1.lgc"), UGLY)) == PRETTY
    assert applied(SourceDocument(Path("1.lgc"), PRETTY)) == PRETTY


def test_a_text_whose_braces_do_not_close_is_left_alone() -> None:
    assert formatted(SourceDocument(Path("1.lgc"), UGLY.replace("} else {", "else {")), "  ") == []


def test_outlines_list_what_is_defined(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        names = {}
        for file in ("logics/names.lgc", "words.txt", "items.txt", "views/0-ego.view", "sounds/1-bell.sound"):
            await editor.begin(file)
            document = {"uri": editor.uri(file)}
            found = await editor.ask("textDocument/documentSymbol", textDocument=document)
            names[file] = [each["name"] for each in found]
        assert names == {
            "logics/names.lgc": ["door.open", "timer", "CELLAR"],
            "words.txt": ["10: look", "20: door, gate", "30: open"],
            "items.txt": ["?", "brass lamp", "rope"],
            "views/0-ego.view": ["loop", "loop"],
            "sounds/1-bell.sound": ["voice 0"],
        }
        found = await editor.ask("workspace/symbol", query="cel")
        assert [each["name"] for each in found] == ["2-cellar.lgc", "2-cellar.pic", "CELLAR"]

    talk(write_project(tmp_path), conversation)


def test_blocks_and_loops_fold(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc", "views/0-ego.view")
        folds = {}
        for file in ("logics/1-hall.lgc", "views/0-ego.view"):
            document = {"uri": editor.uri(file)}
            found = await editor.ask("textDocument/foldingRange", textDocument=document)
            folds[file] = sorted((each["startLine"], each["endLine"]) for each in found)
        assert folds == {
            "logics/1-hall.lgc": [(1, 5), (7, 10), (12, 13)],
            "views/0-ego.view": [(0, 3), (4, 7)],
        }

    talk(write_project(tmp_path), conversation)


def test_numbers_show_their_names(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/2-cellar.lgc")
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 20, "character": 0}}
        document = {"uri": editor.uri("logics/2-cellar.lgc")}
        found = await editor.ask("textDocument/inlayHint", textDocument=document, range=everything)
        assert [(each["label"], each["position"]["line"]) for each in found] == [("door.open", 3), ("hall", 5)]

    talk(write_project(tmp_path), conversation)


def test_names_have_the_colour_of_what_they_stand_for(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        document = {"uri": editor.uri("logics/1-hall.lgc")}
        data = (await editor.ask("textDocument/semanticTokens/full", textDocument=document))["data"]
        # newRoom, a flag of the interpreter, in the second line; then load.pic, a command, in the third.
        assert data[:10] == [1, 4, 7, 2, 2, 1, 2, 8, 0, 0]

    talk(write_project(tmp_path), conversation)


def test_numbers_lead_to_the_files_of_resources(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/2-cellar.lgc")
        document = {"uri": editor.uri("logics/2-cellar.lgc")}
        found = await editor.ask("textDocument/documentLink", textDocument=document)
        assert [Path(each["target"]).name for each in found] == ["names.lgc", "1-hall.lgc"]

    talk(write_project(tmp_path), conversation)


def test_pictures_show_their_colours(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("pictures/1-hall.pic")
        document = {"uri": editor.uri("pictures/1-hall.pic")}
        (found,) = await editor.ask("textDocument/documentColor", textDocument=document)
        assert found["range"]["start"] == {"line": 0, "character": 6}
        assert round(found["color"]["red"], 2) == 0.67
        blue = {"red": 0.1, "green": 0, "blue": 0.6, "alpha": 1}
        (named,) = await editor.ask(
            "textDocument/colorPresentation", textDocument=document, color=blue, range=found["range"]
        )
        assert named["label"] == "blue"

    talk(write_project(tmp_path), conversation)


def test_calls_say_who_leads_to_a_room(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        (item,) = await editor.ask_at("textDocument/prepareCallHierarchy", "logics/1-hall.lgc", "#inc|lude")
        assert item["name"] == "1-hall"
        found = await editor.ask("callHierarchy/incomingCalls", item=item)
        assert [each["from"]["name"] for each in found] == ["0-main", "2-cellar"]
        found = await editor.ask("callHierarchy/outgoingCalls", item=item)
        assert [each["to"]["name"] for each in found] == ["2-cellar"]

    talk(write_project(tmp_path), conversation)
