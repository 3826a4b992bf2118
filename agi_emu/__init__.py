"""Runs games made for Sierra's Adventure Game Interpreter exactly as the original DOS interpreter did.

The names in ``__all__`` are the library: those that ``__init__.pyi`` lists. The list is read, and each name imported,
when it is first used, so that the program starts quickly.
"""

from __future__ import annotations


def _modules() -> dict[str, str]:
    """Return the module of every public name; each line of the list is ``from MODULE import NAME as NAME``."""
    lines = __loader__.get_data(f"{__path__[0]}/__init__.pyi").decode().splitlines()
    words = (line.split() for line in lines if line.startswith("from "))
    return {name: module for _, module, _, name, _, _ in words}


def __getattr__(name: str) -> object:
    """Import a public name at its first use."""
    value: object
    if name == "__all__":
        value = sorted(_modules())
    # Python and its tools ask modules for many names of this form; none is public.
    elif name.startswith("__") or name not in (modules := _modules()):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        from importlib import import_module

        value = getattr(import_module(modules[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, also those that are not imported yet."""
    return sorted({*globals(), *_modules()})
