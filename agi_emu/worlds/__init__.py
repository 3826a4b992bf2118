"""Makes games worlds of Gymnasium: after `register`, ``gymnasium.make("AGI-v0", game="path/to/game")``.

Needs the package gymnasium. Begin with `environment.py`.
"""

from importlib import import_module


def register() -> None:
    """Let Gymnasium know AGI-v0; ImportError without the package gymnasium."""
    gymnasium = import_module("gymnasium")
    if "AGI-v0" not in gymnasium.registry:
        gymnasium.register(
            "AGI-v0",
            entry_point="agi_emu.worlds.environment:AgiEnv",
            vector_entry_point="agi_emu.worlds.vector:AgiVectorEnv",
        )
