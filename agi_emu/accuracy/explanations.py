"""What is known about differences that remain: printed behind them, they count all the same."""

from __future__ import annotations

EXPLANATIONS = {
    "sounds: gourdb sound 65 on tandy": (
        "it was the fourth sound loaded in its run, the end of 29,980 bytes in a heap of which v8 tells that"
        " 30,208 to 30,463 were free. Its bytes 5552 to 5555 (18 00 00 C0, the third last note of voice 2) were"
        " other ones when the voice came to them, in beat 3161; the PC plays voice 0 only, and is equal. With a"
        " duration of 0 or of 2,240 beats and more there, then 00 00, every port write is the recorded one; of all"
        " pitches and attenuations of such a note it is the only one, and zeros from any of the last 171 bytes on"
        " do not give it. What wrote there is not known; operands of the recorder's own call of the action (the"
        " sound, a flag, 0, 0) would do"
    ),
}
"""By how the line of a difference begins."""


def explanation(difference: str) -> str:
    """Return what is known about a difference, or nothing."""
    return next((why for begin, why in EXPLANATIONS.items() if difference.startswith(begin)), "")
