"""Any bytes at all, for every reader and every loop of the core: `make fuzz` looks for inputs, `make test` keeps them.

A target is a function of bytes that raises nothing, whatever they are, except what its promise allows: an AgiError of
a reader. `targets.py` is the table; `corpus/` holds a folder of inputs per target, all made from games of our own:
the smallest that reach all that was reached, and each that found a mistake. `python -m tests.fuzz TARGET` searches,
guided by what an input reaches in Python and, where the core was built for it (scripts/fuzz), in C.
"""
