"""Records while somebody plays: from the start, or by a key that starts and ends a recording."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.keeping.host_folders import shortened
from agi_emu.session import Session

if TYPE_CHECKING:
    from agi_emu.recording.replaying.recorder import SessionRecorder

SUFFIX = ".agirec"


class RecordingKey:
    """Joins recorders with a session: one from its start, if given, then one whenever the player presses the key."""

    def __init__(self, session: Session, note: Callable[[str], None], recorder: SessionRecorder | None = None) -> None:
        """Serve a session; `note` shows a sentence to the player, `recorder` has a file and starts with the session."""
        self._session = session
        self._note = note
        self._recorder: SessionRecorder | None = None
        self._path: Path | None = None
        if recorder is not None:
            self._join(recorder)

    def toggle(self) -> None:
        """Start a recording where the machine is, or end the current one."""
        if self._recorder is not None:
            self.stop()
            self._note(f"recorded {shortened(self._path.absolute()) if self._path else ''}".rstrip())
            return
        # Imported only when needed: most players never record.
        from agi_emu.recording.replaying.recorder import SessionRecorder
        from agi_emu.recording.replaying.starting import begin_recording

        machine = self._session.machine
        path = free_path(Path(), machine.game.id)
        recorder = SessionRecorder(machine, begin_recording(machine, folder=path.parent))
        try:
            recorder.open(path)
        except OSError as error:
            self._note(f"no recording: {error.strerror or error}")
            return
        self._path = path
        self._join(recorder)
        self._note(f"recording into {shortened(path.absolute())}")

    def why_time_cannot_go_back(self) -> str:
        """Return why no other moment may be loaded now; "" if it may."""
        return "a recording only goes forward: end it first (Ctrl+Shift+R)" if self._recorder else ""

    def stop(self) -> None:
        """End the current recording, if there is one."""
        recorder, self._recorder = self._recorder, None
        if recorder is None:
            return
        self._session.leave(recorder)
        recorder.close()

    def _join(self, recorder: SessionRecorder) -> None:
        self._recorder = recorder
        recorder.gave_up = self._tell
        self._session.join(recorder)

    def _tell(self, error: OSError) -> None:
        """Say that the recording cannot be written any more; the game continues."""
        self._note(f"the recording ends here: {error.filename}: {error.strerror or error}")


def free_path(folder: Path, name: str) -> Path:
    """Return the first of name-001.agirec, name-002.agirec ... that does not exist."""
    number = 1
    while (path := folder / f"{name}-{number:03}{SUFFIX}").exists():
        number += 1
    return path
