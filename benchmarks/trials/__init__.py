"""Trials at length: what breaks when it is killed, played at random, or played for hours; no figures of speed.

Each is started by ``python -m benchmarks.trials.NAME``, and its docstring says what it does. Too long for tests; the
parts of them that are quick are tests, too.
"""
