"""A recording as a page plays it: forward and back, compared with its digests; the player can take over."""

from __future__ import annotations

import json

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import RecordingError
from agi_emu.headless.text_mirror import TextMirror
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Audience
from agi_emu.recording.replaying.replay import Replay
from agi_emu.recording.ticks import differing
from agi_emu.resources.game import open_game
from web.machine_side.page_sound import PageSound
from web.machine_side.player import Host, PagePlayer
from web.machine_side.state_panel import state_panel


class RecordedPlayer(PagePlayer):
    """A player whose keys come from a recording until somebody plays from there."""

    def __init__(self, host: Host, path: str, recording: Recording) -> None:
        """Stand at the start of the recording, with the game at a path."""
        game = open_game(path, recording.head.profile)
        if game.digest != recording.head.game_digest:
            raise RecordingError(f"this is not the recorded game, {recording.head.name}: export both again")
        super().__init__(host, game)
        self._compared = 0
        self._equal = 0
        self._first_difference: tuple[int, str] | None = None
        mirror = TextMirror(host.tell, tells_input=False)
        self.sound = PageSound(self.machine, host.hear)
        self.replay = Replay(game, recording, Audience(self, self, listener=self.sound, observers=[mirror]))
        self._attach(self.replay.machine)
        self.session = self.replay.session
        self.show()

    @property
    def is_over(self) -> bool:
        """Whether the recording, or the game, has ended."""
        if self.replay.input.joined:
            return self.session.game_ended
        return self.session.game_ended or self.replay.beat >= self.replay.beats

    def turn(self, beats: int) -> int:
        """Play as many beats, and compare the ticks that they end."""
        played = super().turn(beats)
        self._compare()
        return played

    def seek(self, tick: int) -> None:
        """Move to the end of a tick."""
        self.replay.seek(tick)
        self._went()

    def step(self, cycles: int) -> None:
        """Move by a cycle: forward above 0, back below."""
        if cycles > 0:
            self.replay.step()
        else:
            self.replay.step_back()
        self._went()

    def take_over(self) -> None:
        """Let the player play from here."""
        self.replay.take_over()
        self.session.observers.append(self._rewind)
        self._rewind.forget()

    def back(self) -> bool:
        """Go back in time, once the player plays; a recording has a time line for that."""
        return self.replay.input.joined and super().back()

    def status(self) -> str:
        """Return JSON: where the recording stands, and how its ticks compared so far."""
        head = self.replay.recording.head
        return json.dumps(
            {
                "tick": self.replay.tick,
                "ticks": self.replay.beats // BEATS_PER_TICK,
                "cycle": int(self.machine.unguarded.state.cycle.number),
                "joined": self.replay.input.joined,
                "compared": self._compared,
                "equal": self._equal,
                "difference": self._first_difference,
                "name": head.name,
            }
        )

    def state(self) -> str:
        """Return the state panel's JSON."""
        return state_panel(self.machine)

    def _went(self) -> None:
        self.machine.port_writes.clear()
        self._events.clear()
        self._compare()
        self.show()

    def _compare(self) -> None:
        """Compare the ticks that were played since the last call, each once, with the recorded ones."""
        if self.replay.input.joined:
            return
        expected, actual = self.replay.recording.ticks, self.replay.recorder.ticks
        for number in range(self._compared, min(len(expected), len(actual))):
            what = differing(expected[number], actual[number])
            self._compared += 1
            self._equal += not what
            if what and self._first_difference is None:
                self._first_difference = (number + 1, ", ".join(what))


def open_recorded(host: Host, path: str, recording: str) -> RecordedPlayer:
    """Open a recording and its game at paths of the page's file system."""
    return RecordedPlayer(host, path, Recording.load(recording))
