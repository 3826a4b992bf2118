"""Explores a game at random, led by what has not been reached yet, and reports what is wrong with it.

It keeps the states that reach something new, and continues from them. `goals.py` reads in the logics what a player must
do, and where, to take a way of a condition; `conditions.py` says whether the moment allows it; `walks.py` brings ego
there. What it finds is shrunk to a short recording. Randomness comes from one generator, so a seed gives the same play
again. `plays.py` makes jobs of plays.

Begin with `exploration.py`.
"""
