"""A name means one thing: public classes and modules are told apart by their names (docs/conventions.md, "Names")."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.meta.rooms import PACKAGE, room_of, sources
from tests.meta.test_layers import LAYER_OF

DOUBLED_CLASSES = {
    "Key": "a code of the keyboard, and the event of pressing one: both public",
    "Note": "of a stored sound, and of a source",
}
"""Classes that AGI itself has twice, at most eight, and what each is."""


def test_a_public_class_name_is_used_once() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sources(PACKAGE):
        if path.suffix == ".py":
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(path.relative_to(PACKAGE).as_posix())
    doubled = {name: where for name, where in places.items() if len(where) > 1}
    assert {name: where for name, where in doubled.items() if name not in DOUBLED_CLASSES} == {}
    assert sorted(DOUBLED_CLASSES) == sorted(doubled), "these exceptions are needed no longer"
    assert len(DOUBLED_CLASSES) <= 8


def test_a_module_name_is_used_once_in_a_layer() -> None:
    places: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for path in sources(PACKAGE):
        if path.suffix == ".py" and path.stem != "__init__":
            places[LAYER_OF[room_of(path, PACKAGE)], path.stem].append(path.relative_to(PACKAGE).as_posix())
    assert [where for where in places.values() if len(where) > 1] == []
