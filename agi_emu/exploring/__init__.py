"""Explores a game at random, led by what has not been reached yet, and reports what is wrong with it.

`explore` plays: it keeps the states that reach something new, continues from them, says what the logics' own tests of
`said` know, and walks to edges, boxes and control lines. What it finds is shrunk to a short recording. Randomness comes
from one generator, so a seed gives the same play again. Begin with `exploration.py`.
"""
