"""Plays games by programs: `monkey` plays at random, `exploring` is led by what has not been reached yet.

`worlds` are games as worlds of Gymnasium, for agents that learn.
"""
