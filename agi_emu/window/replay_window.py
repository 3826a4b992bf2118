"""A recording in a window: at any speed, forwards and backwards, with its times on the picture; and taking over."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from agi_emu.facts.codes import BEATS_PER_TICK, Var
from agi_emu.input.key_table import KeyTable
from agi_emu.input.player_commands import PlayerCommand
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.raised_errors import RaisedError
from agi_emu.recording.event_text import event_words
from agi_emu.recording.masks import Masks
from agi_emu.recording.position import clock_time
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Audience
from agi_emu.recording.replaying.replay import Replay
from agi_emu.recording.ticks import differing
from agi_emu.resources.game import Game
from agi_emu.window.host.sdl import SdlDisplay
from agi_emu.window.host.sound_out import SoundChoice
from agi_emu.window.windowed_play import WindowAppearance, open_window, save_screenshot

JUMP_TICKS = 100
"""Step of the keys for earlier and later: five seconds."""
KEY_SUMMARY = "Ctrl+Shift+ P pause, C one cycle, B back, E earlier, L later, T take over, O times"
SHOWN_KEYS = 3
KEY_BEATS = 30
"""How long a pressed key is shown on the picture."""


class ReplayWindow:
    """Plays one recording in a window until the player leaves."""

    def __init__(
        self,
        game: Game,
        recording: Recording,
        path: Path,
        display: SdlDisplay,
        appearance: WindowAppearance,
        masks: Masks,
        *,
        sound: SoundChoice | None = None,
        note: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """Open the window, with the recording at `path` at its start.

        `sound` None plays silently; `note` gets messages about the sound. Jumps to another place are silent.
        """
        keys = KeyTable(replays=True)
        self._window = window = open_window(
            display, game.title, recording.head.settings.machine, appearance, sound, keys, note
        )
        self._path = path
        self._keys: deque[tuple[int, str]] = deque(maxlen=SHOWN_KEYS)
        self._shows_times = True
        self.replay = Replay(
            game,
            recording,
            Audience(window, window.pacer, video=[window], listener=window.sound, observers=[self]),
            masks=masks,
        )
        window.attach(self.replay.session, name=game.title, save_picture=partial(save_screenshot, game.id))
        window.commands.services.update(
            {
                PlayerCommand.STEP_BACK: self._step_back,
                PlayerCommand.EARLIER: lambda: self._jump(-JUMP_TICKS),
                PlayerCommand.LATER: lambda: self._jump(JUMP_TICKS),
                PlayerCommand.TAKE_OVER: self.take_over,
                PlayerCommand.TIMES: self._toggle_times,
            }
        )
        window.commands.serve_past(self)
        window.show_caption(self.caption)
        window.note(KEY_SUMMARY)

    def tell_errors(self, tell: Callable[[RaisedError], str]) -> None:
        """From now on tell errors of the game, and show the sentences that `tell` returns."""
        self.replay.machine.errors.tell = lambda error: self._window.show_error(tell(error))

    def play(self, *, from_tick: int = 0, until_tick: int | None = None, join: bool = False) -> None:
        """Play from a tick on; at the end the player takes over (`join`), or the window stays open."""
        try:
            if from_tick:
                self.replay.seek(from_tick)
            if not self._window.commands.has_left:
                self.replay.run(until_tick=until_tick)
            while not self._window.commands.has_left and not self.replay.session.game_ended:
                if join and not self.replay.input.joined:
                    self.take_over()
                elif not self.replay.input.joined:
                    self._window.commands.is_paused = True
                    self._window.note("the recording is over")
                self.replay.session.run()
        finally:
            if self.replay.input.joined:
                self.replay.recorder.close()
            self._window.close()

    def take_over(self) -> None:
        """Let the player continue from here; the recording is rewritten, and the previous one is kept beside it."""
        if self.replay.input.joined:
            return
        self.replay.take_over()
        kept = self._path.with_name(self._path.name + ".before")
        self._path.replace(kept)
        self.replay.recorder.open(self._path)
        self._window.note(f"you play; the previous recording is now {kept.name}")

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Remember the keys pressed, to show them on the picture."""
        for event in events:
            words = event_words(event)
            if not words.startswith("release"):
                self._keys.append((self.replay.beat, words.partition(" ")[2]))

    def caption(self) -> str:
        """Return time, cycle, room and keys."""
        if not self._shows_times:
            return ""
        replay = self.replay
        machine = replay.machine
        beat = replay.beat
        keys = " ".join(name for at, name in self._keys if 0 <= beat - at <= KEY_BEATS)
        sign = "REC" if replay.input.joined else self._verdict()
        number = machine.unguarded.state.cycle.number
        return f"{sign} {beat} {clock_time(beat)} c{number} r{machine.vars[Var.ROOM]} {keys}"

    @property
    def span(self) -> tuple[int, int, int]:
        """The first tick, this one and the last one."""
        return 0, self.replay.tick, self.replay.beats // BEATS_PER_TICK

    def go_to(self, moment: int) -> None:
        """Continue at a tick."""
        self.replay.seek(moment)

    def _verdict(self) -> str:
        """Return whether the last tick matched the recording."""
        ticks = self.replay.recorder.ticks
        expected = self.replay.recording.ticks
        last = min(len(ticks), len(expected))
        return "!=" if last and differing(expected[last - 1], ticks[last - 1]) else "="

    def _step_back(self) -> None:
        self._window.commands.is_paused = True
        self.replay.step_back()

    def _jump(self, ticks: int) -> None:
        self.go_to(self.replay.beat // BEATS_PER_TICK + ticks)

    def _toggle_times(self) -> None:
        self._shows_times = not self._shows_times
