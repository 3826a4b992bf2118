"""The Debug Adapter Protocol: what editors ask a debugger, over stdin and stdout.

`messages.py` has the framing, `serving.py` answers; what a launch starts, and its window, come from outside.
"""
