"""Parses a page strictly: every element closed where it should be, and lists what it refers to."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "img", "input", "br", "hr"})
REFERENCES = frozenset({"src", "href", "srcset", "action", "poster", "data", "formaction"})


@dataclass(slots=True)
class Element:
    """An element with its attributes."""

    tag: str
    attributes: dict[str, str]
    text: str = ""


@dataclass
class Page(HTMLParser):
    """A parsed page; AssertionError where it is not well-formed."""

    elements: list[Element] = field(default_factory=list)
    _open: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    @classmethod
    def parse(cls, text: str) -> Page:
        """Parse a whole page."""
        page = cls()
        page.feed(text)
        page.close()
        assert not page._open, f"{[each.tag for each in page._open]} are not closed"
        ids = [each.attributes["id"] for each in page.elements if "id" in each.attributes]
        assert len(ids) == len(set(ids)), "an id is there twice"
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        assert len({name for name, _ in attrs}) == len(attrs), f"<{tag}> has an attribute twice"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element, which it must be."""
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].tag == tag, f"</{tag}> in <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        """Keep the text of all open elements."""
        for element in self._open:
            element.text += data

    def of(self, tag: str) -> list[Element]:
        """Return all elements of a kind."""
        return [each for each in self.elements if each.tag == tag]

    def with_class(self, name: str) -> list[Element]:
        """Return all elements of a class."""
        return [each for each in self.elements if name in each.attributes.get("class", "").split()]

    def references(self) -> list[str]:
        """Return everything that the page refers to."""
        return [value for each in self.elements for name, value in each.attributes.items() if name in REFERENCES]
