"""Ends a job that takes longer than the user allows, by the clock on the wall."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from agi_emu.facts.errors import TimeLimitError

SIGNAL = signal.SIGALRM if hasattr(signal, "SIGALRM") else signal.SIGTERM
AGAIN_AFTER = 1.0
"""Seconds after which the job is told once more: what interrupts a finaliser is lost."""


@contextmanager
def time_limit(seconds: float | None, job: str) -> Iterator[None]:
    """Raise TimeLimitError, which names the job, once the block has taken `seconds`; None sets no limit.

    For the main thread only, where signals are handled. A machine that runs in the block goes back to Python every
    few milliseconds, so it ends in any game. What waits for the system, a pipe for example, ends as well, except on
    Windows.
    """
    if seconds is None:
        yield
        return
    is_over, is_left, caller = threading.Event(), threading.Event(), threading.get_ident()

    def tell() -> None:
        delay: float = seconds
        while not is_left.wait(delay):
            is_over.set()
            if hasattr(signal, "pthread_kill"):
                signal.pthread_kill(caller, SIGNAL)
            else:
                _thread.interrupt_main(SIGNAL)
            delay = AGAIN_AFTER

    def leave(number: int, frame: FrameType | None) -> None:
        if is_over.is_set() and not is_left.is_set():
            raise TimeLimitError(
                f"{job}: not done after {seconds:g} seconds; allow more with --timeout, or leave it out"
            )
        if callable(before):
            before(number, frame)

    before = signal.signal(SIGNAL, leave)
    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        is_left.set()
        teller.join()
        signal.signal(SIGNAL, before)
