"""The interpreter: everything that AGI does which is not a loop over pixels, bytes or opcodes.

`machine.Machine` is the public face: state, game, settings; input goes in, frames and port writes come out. `cycle`
answers what the core's main loop asks of Python, `vm` runs logics and calls the handlers in `actions`. `input` holds
keys and the parser, `display` text on the screen, `windows` whatever waits for the player, `saving` savegames and
states. `loading` and `heap` bring resources into memory; `room_changes` and `picture_drawing` change what is shown of
a game; `sound` steps sounds; `start` is power-on; `snapshots` copies moments, `history` keeps many of them.

All functions take the machine as their first argument and keep nothing elsewhere. Nothing waits: see `windows.modal`.
Uses the core, `state`, `resources` and `logic`; knows no clock, file, thread or random number of the host.
Begin with `machine`, then `cycle`.
"""
