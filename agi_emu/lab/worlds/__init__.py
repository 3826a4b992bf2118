"""Makes games worlds of Gymnasium: ``gymnasium.make("AGI-v0", game="path/to/game")``, or "AGIText-v0" for sentences.

Gymnasium knows them once this is imported, as for ``gymnasium.make("agi_emu.lab.worlds:AGI-v0")``; some of its versions
do so by themselves. Needs the package gymnasium. Begin with `environment.py`.
"""

from contextlib import suppress
from importlib import import_module

from agi_emu.facts.errors import HostError


def register() -> None:
    """Let Gymnasium know the worlds; HostError without the package gymnasium."""
    try:
        registration = import_module("gymnasium.envs.registration")
    except ImportError:
        raise HostError("worlds need the package gymnasium; pip install gymnasium") from None
    for name, place, vector in (
        ("AGI-v0", "environment:AgiEnv", f"{__name__}.vector:AgiVectorEnv"),
        ("AGIText-v0", "text:AgiTextEnv", None),
    ):
        if name not in registration.registry:
            registration.register(name, entry_point=f"{__name__}.{place}", vector_entry_point=vector)


with suppress(HostError):  # Whoever calls it is told.
    register()
