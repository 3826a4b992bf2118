"""The program: ``python -m agi_emu`` and ``agi-emu``.

Nothing is imported at the head of this module, so that Ctrl-C leaves quietly from the first moment that is ours.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

GARBAGE_AFTER = 50_000
"""Objects made between two looks for garbage. Python's own 2,000 make for some twenty looks at the modules of a start,
all of which stay: 11 ms before a game's first picture."""
INTERRUPTED = 130
"""`agi_emu.facts.errors.ExitCode.INTERRUPTED`, before anything is imported."""


def main() -> None:
    """Start the program that the installation names ``agi-emu``."""
    try:
        import gc

        _listen_to_signals()
        gc.set_threshold(GARBAGE_AFTER)
        from agi_emu import cli

        cli.main()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def _listen_to_signals() -> None:
    """Let signals that ask a program to end do what an error does."""
    # What `signal` is made of, without its enumerations: those are a third of the time of --version.
    import _signal as signal  # type: ignore[import-not-found]

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        # Whoever started us may want it to be ignored, as nohup does.
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _leave)


def _leave(number: int, _frame: FrameType | None) -> None:
    """End on a signal as on an error, so that drafts of files are removed; a second one ends whatever hangs."""
    import signal

    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)


if __name__ == "__main__":
    main()
