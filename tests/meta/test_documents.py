"""What holds for the text of every document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.meta.test_layers import LAYER_OF

WIDTH = 100
TABLE_OR_PICTURE = re.compile(r"\s*(?:\||!\[)")
UNBREAKABLE = re.compile(r"\s*(?:(?:[*+-]|#+|\d+\.) )?(?:\[[^\]]*\]\([^)]*\)|`[^`]*`|\S)+$")
"""A line of one word, link or code span."""
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"#+ (.*)")
CITED_IN_DOCUMENTS = re.compile(r"`((?:agi_emu|benchmarks|docs|scripts|tests)/[\w./*-]*)`")
CITED_IN_CODE = re.compile(r"\b(docs/[\w/-]+\.md)")


def documents(root: Path) -> list[Path]:
    """Return every document of the project."""
    return [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md"))]


def lines_outside_of_code(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a document with their numbers, without those of code blocks."""
    in_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield number, line


def test_lines_are_wrapped(root: Path) -> None:
    long = [
        f"{path.relative_to(root)}:{number}"
        for path in documents(root)
        for number, line in lines_outside_of_code(path)
        if len(line) > WIDTH and not TABLE_OR_PICTURE.match(line) and not UNBREAKABLE.match(line)
    ]
    assert not long, f"longer than {WIDTH}; scripts/wrap-documents FILE wraps them: {' '.join(long)}"


def test_the_architecture_has_a_row_for_every_part_of_the_package(root: Path) -> None:
    _, _, table = (root / "docs" / "architecture.md").read_text(encoding="utf-8").partition("| part |")
    table, _, _ = table.partition("\n\n")
    first_cells = "".join(re.findall(r"^\| (`.*?) \|", table, re.M))
    named = [name.removesuffix("/").removesuffix(".py") for name in re.findall(r"`(.*?)`", first_cells)]
    assert sorted(named) == sorted(LAYER_OF)


def anchors(path: Path) -> set[str]:
    """Return what GitHub and the site let links to headings of a document name."""
    found: set[str] = set()
    for _, line in lines_outside_of_code(path):
        if heading := HEADING.match(line):
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).strip().lower()
            found.add(re.sub(r"[^\w\- ]", "", text).replace(" ", "-"))
    return found


def test_links_name_files_and_headings_that_exist(root: Path) -> None:
    wrong = []
    for path in documents(root):
        text = "\n".join(line for _, line in lines_outside_of_code(path))
        for file, anchor in LINK.findall(text):
            target = (path.parent / file).resolve() if file else path
            if not target.exists() or (anchor and anchor not in anchors(target)):
                wrong.append(f"{path.relative_to(root)}: {file}{'#' * bool(anchor)}{anchor}")
    assert wrong == []


def test_what_documents_and_code_cite_exists(root: Path) -> None:
    cited = {
        (path, name)
        for path in documents(root)
        for name in CITED_IN_DOCUMENTS.findall(path.read_text(encoding="utf-8"))
    }
    for folder in ("agi_emu", "benchmarks", "scripts", "tests"):
        for path in (root / folder).rglob("*"):
            if path.suffix in {".py", ".pyx", ".pxd", ".h"} and path != Path(__file__):
                cited |= {(path, name) for name in CITED_IN_CODE.findall(path.read_text(encoding="utf-8"))}
    built = {"agi_emu/data/demo.zip"}
    wrong = [
        f"{path.relative_to(root)}: {name}"
        for path, name in sorted(cited)
        if name not in built and "NAME" not in name and not any(root.glob(name.rstrip("/")))
    ]
    assert wrong == []


def test_the_site_has_every_document(root: Path) -> None:
    docs = root / "docs"
    index = (docs / "index.rst").read_text(encoding="utf-8")
    entries = re.findall(r"^   ([\w/*-]+)$", index, re.M)
    pages = {page for entry in entries for suffix in (".md", ".rst") for page in docs.glob(entry + suffix)}
    assert {path for path in documents(root) if docs in path.parents} - pages == {docs / "pictures" / "README.md"}
