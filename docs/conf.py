"""The documents as a site: `make docs` builds it with Sphinx into build/site."""

from __future__ import annotations

import tomllib
from pathlib import Path

import click
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.config import Config

from agi_emu.cli import VERBS, verbs
from agi_emu.data import demo_path

ROOT = Path(__file__).parents[1]
SUITE = ROOT / "tests" / "conformance" / "README.md"

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


RECORDING = ROOT / "tests" / "replay" / "the-last-lamp.agirec"
PLAYED = "330:560"
"""Ticks of the recording that the front page shows: looking around, and lighting the quay's lamp."""


def play_on_the_front_page(_app: Sphinx, _config: Config) -> None:
    """Draw the animation of the first page with the program itself, so that it shows what the program does."""
    picture = ROOT / "build" / "front" / "playing.gif"
    picture.parent.mkdir(parents=True, exist_ok=True)
    words = [str(RECORDING), "--game", str(demo_path()), "--ticks", PLAYED, "-o", str(picture)]
    verbs.main(["-q", "capture", *words], standalone_mode=False)


class Verbs(Directive):
    """Writes a section per verb of the command line, each with its --help."""

    def run(self) -> list[nodes.Node]:
        return [self._section(verb) for verb in VERBS]

    def _section(self, verb: str) -> nodes.section:
        command = verbs.get_command(click.Context(verbs), verb)
        assert command is not None
        context = click.Context(command, info_name=f"agi-emu {verb}", terminal_width=88, max_content_width=88)
        help_text = command.get_help(context)
        title = nodes.title("", "", nodes.literal(text=f"agi-emu {verb}"))
        return nodes.section(
            "", title, nodes.literal_block(help_text, help_text, language="text"), ids=[f"verb-{verb}"]
        )


def take_in_suite(app: Sphinx, name: str, source: list[str]) -> None:
    """Put the page of the conformance suite, which lies beside its data, onto the site, and lead links to it there."""
    if name == "site/conformance":
        source[0] = SUITE.read_text(encoding="utf-8").replace("(../../docs/", "(../")
    source[0] = source[0].replace("(../tests/conformance/README.md", "(site/conformance.md")


def setup(app: Sphinx) -> None:
    app.add_directive("verbs", Verbs)
    app.connect("source-read", take_in_suite)
    app.connect("config-inited", play_on_the_front_page)
