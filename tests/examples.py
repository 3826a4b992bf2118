"""How many examples hypothesis tries of each property: fewer where a slow core checks all that it does."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

FEWER = int(os.environ.get("AGI_EMU_FEWER_EXAMPLES") or 1)
"""What numbers of examples are divided by; scripts/sanitize sets it."""
USUAL = 100


def examples(most: int, **more: Any) -> settings:
    """Try that many examples, each as long as it takes."""
    return settings(max_examples=max(most // FEWER, 1), deadline=None, **more)


def set_usual() -> None:
    """Let properties that name no number try the usual one, however busy the computer is."""
    settings.register_profile("usual", max_examples=USUAL // FEWER, deadline=None)
    settings.load_profile("usual")
