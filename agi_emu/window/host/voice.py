"""The voice of the system: a program that speaks a text. On Linux that is spd-say, which comes with speech-dispatcher.

macOS has say, Windows has System.Speech, which is reached by PowerShell. No library of Python is needed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from queue import SimpleQueue

SPEAKERS = {
    "darwin": ("say", "-f", "-"),
    "win32": (
        *("powershell", "-NoProfile", "-Command"),
        "Add-Type -AssemblyName System.Speech; (New-Object System.Speech.Synthesis.SpeechSynthesizer)"
        ".Speak([Console]::In.ReadToEnd())",
    ),
}
"""Programs that speak what they read, by the name of the system; others have `DISPATCHER`, which gets it as a word."""
DISPATCHER = ("spd-say", "--wait", "--")
CANCEL = ("spd-say", "--cancel")
"""The service speaks on when the program that asked it has ended."""
LONGEST_CANCEL = 1.0
"""Seconds."""
LONGEST_SPOKEN = 2_000
"""Characters of a text."""
MISSING = "no voice here: install speech-dispatcher, which brings spd-say"


class Voice:
    """Speaks texts one after another, in a thread of its own."""

    def __init__(self) -> None:
        """Find the program that speaks; nothing is started before the first text."""
        self._command = SPEAKERS.get(sys.platform, DISPATCHER)
        self._texts: SimpleQueue[str | None]
        self._speaker: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None

    @property
    def is_there(self) -> bool:
        """Whether this computer has a voice."""
        return shutil.which(self._command[0]) is not None

    def say(self, text: str) -> None:
        """Speak a text after those before."""
        if self._thread is None:
            # Imported with the first word: the program begins faster without.
            from queue import SimpleQueue

            self._texts = SimpleQueue()
            self._thread = Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()
        self._texts.put(" ".join(text.split())[:LONGEST_SPOKEN])

    def silence(self) -> None:
        """Stop speaking, and forget what waits."""
        if self._thread is None:
            return
        while not self._texts.empty():
            self._texts.get_nowait()
        speaker = self._speaker
        if speaker is not None and speaker.poll() is None:
            speaker.terminate()
            if self._command is DISPATCHER:
                with suppress(OSError, subprocess.TimeoutExpired):
                    subprocess.run(CANCEL, capture_output=True, check=False, timeout=LONGEST_CANCEL)

    def close(self) -> None:
        """End the thread."""
        if self._thread is not None:
            self.silence()
            self._texts.put(None)
            self._thread.join(1.0)

    def _run(self) -> None:
        while (text := self._texts.get()) is not None:
            try:
                words = (text,) if self._command is DISPATCHER else ()
                self._speaker = speaker = subprocess.Popen(
                    (*self._command, *words),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                speaker.communicate(b"" if words else text.encode())
            except OSError:
                # Without a voice the game goes on; the player was told when it was switched on.
                continue
