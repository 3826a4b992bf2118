"""Measures what a set of plays has reached of a game.

`Coverage` is what was reached: it is collected by the core while machines run, merged by union, and kept in files.
`measure` compares it with a game. `pace` measures how fast the rooms of a play were on the computers of the time.
Nothing here is part of a machine's state. Begin with `reached.py`; pages and LCOV are in `agi_emu.reporting`.
"""
