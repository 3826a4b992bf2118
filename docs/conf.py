"""The documents as a site: `make docs` builds it with Sphinx into build/site."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import SphinxError

from agi_emu.cli import VERBS, verbs
from agi_emu.data import demo_path

ROOT = Path(__file__).parents[1]

project = "agi_emu"
author = "the authors of agi_emu"
release = version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["pictures/README.md"]

html_theme = "furo"
html_title = f"{project} {release}"
html_copy_source = False
html_extra_path = ["../build/front"]
html_theme_options = {"navigation_with_keys": True}

# Links to headings are written as GitHub makes them.
myst_heading_anchors = 4

# Docstrings put `code` between single backticks.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True


FRONT = ROOT / "build" / "front"
"""What is put beside the first page."""
PICTURE, LIVE = "playing.gif", "play.html"
MOVING = """<img id="playing" src="playing.gif" width="640" height="400" style="image-rendering: pixelated"
     alt="The demo game: lighting a lamp on a quay at sunset">"""
PLAYABLE = """<p><a id="play" href="play.html">Play it here, in your browser</a></p>
<script>
document.getElementById("play").addEventListener("click", (event) => {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: event.target.href, title: "The demo game", width: 680, height: 620 });
  frame.allow = "autoplay; fullscreen";
  frame.style.cssText = "border: 0; max-width: 100%";
  document.getElementById("playing").replaceWith(frame);
  event.target.parentElement.remove();
  event.preventDefault();
});
</script>"""
RECORDING = ROOT / "tests" / "replay" / "the-last-lamp.agirec"
PLAYED = "330:560"
"""Ticks of the recording that the front page shows: looking around, and lighting the quay's lamp."""


def play_on_the_front_page(_app: Sphinx, _config: Config) -> None:
    """Draw the animation of the first page with the program itself, so that it shows what the program does."""
    FRONT.mkdir(parents=True, exist_ok=True)
    words = [str(RECORDING), "--game", str(demo_path()), "--ticks", PLAYED, "-o", str(FRONT / PICTURE)]
    verbs.main(["-q", "capture", *words], standalone_mode=False)
    (FRONT / LIVE).unlink(missing_ok=True)
    for wheel in (ROOT / "dist").glob(f"agi_emu_web-{release}-*.whl"):
        words = [str(demo_path()), "-o", str(FRONT / LIVE), "--single-file", "--runtime", str(wheel)]
        verbs.main(["-q", "export", *words], standalone_mode=False)


class Playing(Directive):
    """Shows the demo game playing; where `make web` has built the runtime of pages, it can be played, too."""

    def run(self) -> list[nodes.Node]:
        return [nodes.raw("", MOVING + (PLAYABLE if (FRONT / LIVE).exists() else ""), format="html")]


class Verbs(Directive):
    """Writes a section per verb of the command line, each with its --help."""

    def run(self) -> list[nodes.Node]:
        return [self._section(verb) for verb in VERBS]

    def _section(self, verb: str) -> nodes.section:
        command = verbs.get_command(click.Context(verbs), verb)
        assert command is not None
        context = click.Context(command, info_name=f"agi-emu {verb}", terminal_width=88, max_content_width=88)
        help_text = command.get_help(context)
        if isinstance(command, click.Group):
            for name, kind in command.commands.items():
                inner = click.Context(kind, context, name, terminal_width=88, max_content_width=88)
                help_text += f"\n\n{kind.get_help(inner)}"
        title = nodes.title("", "", nodes.literal(text=f"agi-emu {verb}"))
        return nodes.section(
            "", title, nodes.literal_block(help_text, help_text, language="text"), ids=[f"verb-{verb}"]
        )


TAKEN_IN = {
    "site/changelog": (ROOT / "CHANGELOG.md", "](docs/"),
    "site/conformance": (ROOT / "tests" / "conformance" / "README.md", "](../../docs/"),
}
"""Page -> the document outside of this folder that it shows, and what begins its links to documents inside."""


def take_in(app: Sphinx, name: str, source: list[str]) -> None:
    """Put documents that lie elsewhere onto the site, and lead links to them there."""
    if name in TAKEN_IN:
        document, to_documents = TAKEN_IN[name]
        source[0] = document.read_text(encoding="utf-8").replace(to_documents, "](../")
    source[0] = source[0].replace("(../tests/conformance/README.md", "(site/conformance.md")


class Links(HTMLParser):
    """Collects what a page leads to or shows, and what can be led to in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.page = page
        self.targets: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.anchors |= {given[name] or "" for name in ("id", "name") if name in given}
        self.targets |= {given[name] or "" for name in ("href", "src") if name in given}

    def dead(self, pages: dict[Path, Links]) -> Iterator[str]:
        """Yield the targets on this site that do not exist."""
        for target in sorted(self.targets):
            parts = urlsplit(target)
            path = (self.page.parent / unquote(parts.path)).resolve() if parts.path else self.page
            if parts.scheme or parts.netloc:
                continue
            if not path.is_file() or (path in pages and parts.fragment not in {"", *pages[path].anchors}):
                yield f"{self.page.name}: {target}"


def refuse_dead_links(app: Sphinx, problem: Exception | None) -> None:
    """Fail if a link or a picture of the finished site leads to nothing on it."""
    if problem is None and app.builder.format == "html":
        pages = {path.resolve(): Links(path.resolve()) for path in Path(app.outdir).rglob("*.html")}
        if dead := [each for page in pages.values() for each in page.dead(pages)]:
            raise SphinxError("links that lead nowhere:\n" + "\n".join(dead))


def setup(app: Sphinx) -> None:
    app.add_directive("verbs", Verbs)
    app.add_directive("playing", Playing)
    app.connect("source-read", take_in)
    app.connect("build-finished", refuse_dead_links)
    app.connect("config-inited", play_on_the_front_page)
