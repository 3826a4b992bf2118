"""Plays a game without a window: a limited span of machine time as fast as the host can, or by lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from agi_emu.headless.line_player import HELP, LinePlayer
from agi_emu.headless.text_mirror import TextMirror
from agi_emu.keeping.saves.player_saves import PlayerSaves, run_and_save
from agi_emu.session import Ending, EveryBeat, NoInput, Observer, Session, beats_of_ticks

if TYPE_CHECKING:
    from agi_emu.input.input_script import ScriptPlayer
    from agi_emu.machine.machine import Machine
    from agi_emu.recording.replaying.recorder import SessionRecorder

DEFAULT_TICKS = 1200
"""A minute of the game's time."""


def play_unseen(
    machine: Machine,
    *,
    ticks: int | None = None,
    prompter: ScriptPlayer | None = None,
    observers: Iterable[Observer] = (),
    recorder: SessionRecorder | None = None,
    saves: PlayerSaves | None = None,
) -> Ending:
    """Play `ticks` ticks (20 per second of the game's time), or until the game ends.

    Without `ticks` a walkthrough is played to its last step, anything else a minute. WalkthroughError where a step does
    not come true, or had no time to. Closes the recorder afterwards; `saves` keeps states while playing and at the end.
    """
    session = Session(machine, source=NoInput(), pacer=EveryBeat(), prompter=prompter, observers=observers)
    beats: int | None = beats_of_ticks(machine, ticks or DEFAULT_TICKS)
    if prompter and prompter.has_steps and ticks is None:
        prompter.leave, beats = session.stop, None
    ending = _run(session, recorder, saves, beats=beats)
    if prompter:
        prompter.require_done(machine)
    return ending


def play_by_lines(
    machine: Machine,
    read: Callable[[], str | None],
    tell: Callable[[str], None],
    note: Callable[[str], None],
    *,
    recorder: SessionRecorder | None = None,
    saves: PlayerSaves | None = None,
) -> Ending:
    """Play by lines of text until they end or the game does.

    `read` returns the next line, None after the last; `tell` gets the game's words, `note` answers of the program.
    Closes the recorder afterwards; `saves` keeps states while playing and at the end.
    """
    player = LinePlayer(machine, read, note)

    def told(words: str) -> None:
        player.heard()
        tell(words)

    session = Session(machine, source=player, pacer=EveryBeat(), observers=[TextMirror(told, tells_input=False)])
    player.leave = session.stop
    note(HELP)
    return _run(session, recorder, saves)


def _run(
    session: Session, recorder: SessionRecorder | None, saves: PlayerSaves | None, *, beats: int | None = None
) -> Ending:
    """Run a session that is recorded and saved before others look at it."""
    recorders = [recorder] if recorder else []
    session.audio += recorders
    session.observers[:0] = [*recorders, *([saves.autosave] if saves else [])]
    return run_and_save(session, saves, beats=beats, close=recorder.close if recorder else lambda: None)
