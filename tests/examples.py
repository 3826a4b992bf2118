"""How many examples hypothesis tries of each property, and which: its profiles."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

USUAL = 100
PROFILES = {"quick": USUAL // 3, "search": USUAL, "checked": USUAL // 5}
"""How many examples of a property that names no number, of one with a number as many in proportion.

Only `search` looks for new ones: the others try the same in every run. `quick` is the one that is used unless
``--hypothesis-profile`` names another, `checked` is for a slow core that checks all that it does.
"""


def examples(most: int, **more: Any) -> settings:
    """Try that many examples in a search, each as long as it takes."""
    return settings(max_examples=max(most * settings.default.max_examples // USUAL, 1), **more)


def set_profiles() -> None:
    """Make the profiles known, and use the quick one, however busy the computer is."""
    for name, count in PROFILES.items():
        settings.register_profile(
            name, max_examples=count, deadline=None, derandomize=name != "search", print_blob=True
        )
    settings.load_profile("quick")
