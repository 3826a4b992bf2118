"""Plays the sound: a session's audio sink that keeps the ring to the sound card filled.

The card is opened in the background after the first picture. If there is no card, or it disappears, the player gets one
message and the game continues silently; the machine notices nothing of this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread
from typing import NamedTuple

from agi_emu.facts.errors import HostError
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.presentation.sounds_alone import synthesiser_of
from agi_emu.presentation.synthesiser import DEFAULT_RATE, FULL_VOLUME, Synthesiser, gain_of_volume
from agi_emu.session import FAR, PortWrites
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.host.sample_ring import SampleRing
from agi_emu.window.host.sound_card import SoundStream, c_libraries_silent, open_stream

TARGET_SECONDS = 0.07
"""The ring's content before a beat adds its samples; with them it is between 60 and 100 ms at normal speed."""
CAPACITY_SECONDS = 0.5
"""Enough for the longest beat, a sixth of a second at a tenth of the speed, above what the ring holds before it."""
SURPLUS_SECONDS = 0.06
"""A ring that holds this and a beat too much, as after a stall, takes no beats until it has come down."""
LARGEST_TRIM = 0.005
TRIM_PER_SECOND = 0.25
"""Change of speed per second of sound too much in the ring: 20 ms too many or too few give the largest."""
MEAN_BEATS = 30
"""Beats over which the fill is averaged, since it swings with the card's blocks."""
STUCK_BEATS = 120
"""Beats without a sample taken after which the card counts as gone."""
SILENT_BEATS = 2
"""Beats before the card is opened, except those caught up with, so that the first picture does not wait for it."""
VOLUME_STEP = 10


class SoundChoice(NamedTuple):
    """The player's sound settings."""

    volume: int = FULL_VOLUME
    """0-100."""
    rate: int = DEFAULT_RATE
    """Samples a second."""
    fastest: float = 4.0
    """Speed above which the sound is muted."""


Opener = Callable[[Callable[[memoryview], None], int], SoundStream]


class SoundOut:
    """Turns port writes into samples and passes them to the card."""

    def __init__(
        self,
        machine: str,
        pacer: RealTimePacer,
        choice: SoundChoice | None = None,
        *,
        note: Callable[[str], None] = lambda sentence: None,
        opener: Opener = open_stream,
    ) -> None:
        """Play as the hardware of `machine` (pc, pcjr, tandy) does; `note` gets the reason if there is no sound."""
        self.choice = choice or SoundChoice()
        self.volume = self.choice.volume
        self.is_muted = False
        self._pacer = pacer
        self._note = note
        self._opener = opener
        self._synthesiser = Synthesiser(machine, self.choice.rate)
        self._target = TARGET_SECONDS * self.choice.rate
        self.ring = SampleRing(round(CAPACITY_SECONDS * self.choice.rate))
        self._mean = self._target
        self._stream: SoundStream | None = None
        self._opening: Thread | None = None
        self._refusal = ""  # belongs to the opening thread until the player has the message
        self._failure = ""
        self._beats = 0
        self._stuck = 0

    def attach(self, machine: Machine) -> None:
        """Play a machine from now on, including the notes it is playing."""
        self._synthesiser = synthesiser_of(machine, self.choice.rate)

    @property
    def is_open(self) -> bool:
        """Whether a card is playing."""
        return self._stream is not None

    @property
    def state(self) -> str:
        """The state of the sound for the player, in a word or two."""
        if self._failure:
            return "none"
        if self._stream is None:
            return "opening"
        return f"{self.ring.underruns} underrun{'' if self.ring.underruns == 1 else 's'}"

    # Volume

    def louder(self, steps: int = 1) -> None:
        """Change the volume by so many steps; it is no longer muted."""
        self.volume = min(FULL_VOLUME, max(0, self.volume + steps * VOLUME_STEP))
        self.is_muted = False

    # Sound

    def write(self, port_writes: PortWrites) -> None:
        """Play the port writes of one beat; of several only where they are silent."""
        self._synthesiser.write(port_writes)
        if not self._pacer.catches_up:
            self._beats += 1
        speed = self._pacer.speed
        if self._pacer.paused or speed is None or speed > self.choice.fastest:
            self.rest()
            return
        if self._stream is None:
            self._open()
            return
        if not (self._stream and self._stream.active) or self._stuck > STUCK_BEATS:
            self._lose("no more sound: the sound card has stopped or been removed; the game continues silently")
            return
        fill = self.ring.fill
        self._mean = self._mean + (fill - self._mean) / MEAN_BEATS if self.ring.flows else self._target
        samples = self._synthesiser.beat(speed=speed, gain=0 if self.is_muted else gain_of_volume(self.volume))
        wanted = self._target + len(samples)
        if fill <= wanted + SURPLUS_SECONDS * self.choice.rate and self.ring.write(samples, round(wanted)):
            self._stuck = 0
        else:
            self._stuck += 1

    def next_beat(self, machine: Machine) -> int:
        """Wait for no beat: where the pacer lets beats pass in one step, they are silent."""
        return FAR

    def follow(self, port_writes: PortWrites) -> None:
        """Apply the port writes of a beat that is not heard, so that its notes are right when the sound resumes."""
        self._synthesiser.write(port_writes)
        self.rest()

    def resume(self, machine: Machine) -> None:
        """Continue with the notes that the machine is playing where it was moved."""
        self.attach(machine)
        self.rest()

    def rest(self) -> None:
        """Let the card run out of samples, since none will come for a while."""
        self.ring.rest()

    def trim(self) -> float:
        """Return the fraction by which the next beat should be longer, so that the ring keeps its fill."""
        if self._stream is None or not self.ring.flows:
            return 0.0
        surplus = (self._mean - self._target) / self.choice.rate
        return min(LARGEST_TRIM, max(-LARGEST_TRIM, surplus * TRIM_PER_SECOND))

    def close(self) -> None:
        """Close the card."""
        if self._opening:
            self._opening.join(timeout=1)
        if self._stream:
            self._stream.close()
            self._stream = None

    # The card

    def _open(self) -> None:
        """Open the sound device in the background; notify the player on failure."""
        if self._failure or self._beats < SILENT_BEATS:
            return
        if self._opening is None:
            self._opening = Thread(target=self._open_card, name="open sound", daemon=True)
            self._opening.start()
        elif self._refusal:
            self._failure = self._refusal
            self._note(self._failure)

    def _open_card(self) -> None:
        """Open the card, in a thread of its own: PortAudio takes its time."""
        try:
            with c_libraries_silent():
                self._stream = self._opener(self.ring.read_into, self.choice.rate)
        except HostError as error:
            self._refusal = str(error)

    def _lose(self, sentence: str) -> None:
        """Continue without a card."""
        stream, self._stream = self._stream, None
        self._failure = sentence
        if stream:
            # Closing a card that is gone may block.
            Thread(target=stream.close, name="close sound", daemon=True).start()
        self._note(sentence)


SENTENCE = "This music has four voices, the PC speaker plays one: F12 > Sound > Computer"


class FourVoices:
    """An observer of one session."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Call `tell` with the sentence, at most once."""
        self._tell: Callable[[str], None] | None = tell
        self._looked_at: set[int] = set()

    def next_beat(self, machine: Machine) -> int:
        """Wait for no beat: beats that pass in one step are silent."""
        return FAR

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look at a sound when it begins: whether another voice than the speaker's has notes."""
        playing = machine.unguarded.state.sound
        if self._tell is None or not playing.playing or playing.number in self._looked_at:
            return
        self._looked_at.add(playing.number)
        number = int(playing.number)
        is_speaker = machine.settings.machine == "pc" and number in machine.game.sounds
        if is_speaker and any(machine.game.sound(number).voices[1:]):
            self._tell(SENTENCE)
            self._tell = None
