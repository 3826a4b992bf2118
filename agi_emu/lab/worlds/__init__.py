"""Makes games worlds of Gymnasium: after `register`, ``gymnasium.make("AGI-v0", game="path/to/game")``.

Needs the package gymnasium. Begin with `environment.py`.
"""

from importlib import import_module

from agi_emu.facts.errors import HostError


def register() -> None:
    """Let Gymnasium know AGI-v0; HostError without the package gymnasium."""
    try:
        gymnasium = import_module("gymnasium")
    except ImportError:
        raise HostError("worlds need the package gymnasium; pip install 'agi-emu[gym]'") from None
    if "AGI-v0" not in gymnasium.registry:
        gymnasium.register(
            "AGI-v0",
            entry_point="agi_emu.lab.worlds.environment:AgiEnv",
            vector_entry_point="agi_emu.lab.worlds.vector:AgiVectorEnv",
        )
