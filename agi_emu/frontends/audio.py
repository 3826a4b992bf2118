"""The one module that knows PortAudio: what the host can play sound on."""

from __future__ import annotations

import sys
from types import ModuleType

from agi_emu.errors import HostError

SYSTEM_LIBRARY = "libportaudio2"
"""What Debian and its kin call PortAudio; the packages for other systems bring it with them."""


def load_portaudio() -> ModuleType:
    """Import sounddevice and with it PortAudio."""
    try:
        import sounddevice  # type: ignore[import-untyped]
    except ImportError as error:
        raise HostError(f"no sound: {error}; pip install sounddevice") from error
    except OSError as error:
        how = f"apt-get install {SYSTEM_LIBRARY}" if sys.platform == "linux" else "install PortAudio"
        raise HostError(f"no sound: {error}; {how}") from error
    assert isinstance(sounddevice, ModuleType)
    return sounddevice


def output_device() -> str:
    """Return the name of the device that sound would come from."""
    portaudio = load_portaudio()
    try:
        device = portaudio.query_devices(kind="output")
    except (portaudio.PortAudioError, ValueError) as error:
        raise HostError("no sound: this computer has no device to play it on") from error
    return str(device["name"])
