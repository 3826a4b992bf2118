"""Numbers with a meaning have names in the core: variables, flags, errors (docs/conventions.md, rule 9)."""

from __future__ import annotations

import re
from pathlib import Path

from scripts import core_declarations
from tests.meta.sources import CORE, text_of

BARE = {
    "a variable by its number": r"\bv\[\d+\]|(?<!&s\.)(?<!&c\.s\.)(?<!&self\.s\.)\bvars\[\d+\]",
    "a flag by its number": r"flag\([\w.]+, \d+[,)]",
    "an error or a code by its number": r"\breturn -?(?:[2-9]|\d\d+)\b(?! [*])",
    "an object flag by its bits": r"\bflags [|&]=? ~?0x",
    "the picture's size": r"\b(?:160|168|26880)\b",
}
"""What a number without a name looks like, by what it is."""


def code_of(path: Path) -> str:
    """Return a source without docstrings, comments and C blocks."""
    text = re.sub(r'"""[\s\S]*?"""', lambda match: "\n" * match[0].count("\n"), text_of(path))
    return re.sub(r"#.*", "", text)


def bare_numbers(code: str) -> list[str]:
    """Return what in some code has a meaning and no name, with its line."""
    return [
        f"line {code.count(chr(10), 0, match.start()) + 1}: {what}: {match[0]}"
        for what, pattern in BARE.items()
        for match in re.finditer(pattern, code)
    ]


def test_numbers_with_a_meaning_have_names() -> None:
    sources = [path for path in CORE if path.name not in core_declarations.FILES]
    found = [f"{path.name}, {each}" for path in sources for each in bare_numbers(code_of(path))]
    assert not found, "\n".join(found)


def test_bare_numbers_are_found() -> None:
    code = (
        "s.vars[6] = 0\nif flag(s, 5):\n    set_flag(c.s, 9, True)\n    return 23\no.flags |= 0x40\nx = 160\nreturn 1\n"
    )
    assert [each.split(":")[0] for each in bare_numbers(code)] == [
        *("line 1", "line 2", "line 3", "line 4", "line 5", "line 6")
    ]
