"""A debugger of games: it stops logics where it is told to, goes back in time, and says who wrote a value and why.

Begin with `debugger.py`; `time_line.py` holds the past. It uses the machine's halts, watches and assertions. A machine
that is not debugged pays nothing for it.
"""
