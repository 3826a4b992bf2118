"""The scripts of the page, without a browser: they parse, and import only what the others export."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

IMPORT = re.compile(r'import \{([^}]*)\} from "\./([\w-]+\.js)"')
EXPORT = re.compile(r"export (?:async )?(?:function|class|const|let) (\w+)")
IN_HTML = re.compile(r'\bid="([\w-]+)"')
FOUND = re.compile(r'\bfind\("([\w-]+)"\)')


def scripts(root: Path) -> dict[str, str]:
    """Return the scripts by name."""
    return {path.name: path.read_text() for path in sorted((root / "web" / "page").glob("*.js"))}


def test_scripts_import_what_others_export(root: Path) -> None:
    texts = scripts(root)
    missing = []
    for name, text in texts.items():
        for words, other in IMPORT.findall(text):
            exported = set(EXPORT.findall(texts[other]))
            missing += [f"{name}: {word} of {other}" for word in re.findall(r"\w+", words) if word not in exported]
    assert missing == []
    assert sum(len(IMPORT.findall(text)) for text in texts.values()) > 10


@pytest.mark.parametrize(
    ("page", "names"), [("index.html", ("page.js", "controls.js")), ("beside.html", ("beside.js",))]
)
def test_scripts_find_what_is_in_the_page(root: Path, page: str, names: tuple[str, ...]) -> None:
    html, texts = (root / "web" / "page" / page).read_text(), scripts(root)
    found = {each for name in names for each in FOUND.findall(texts[name])}
    assert found
    assert found - set(IN_HTML.findall(html)) == {"config"}  # The export puts it in.


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_scripts_parse(root: Path, tmp_path: Path) -> None:
    for name, text in scripts(root).items():
        module = tmp_path / f"{name.removesuffix('.js')}.mjs"
        module.write_text(text)
        ran = subprocess.run(["node", "--check", str(module)], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
