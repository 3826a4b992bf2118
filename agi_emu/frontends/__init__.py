"""Where a player meets a machine: windows, keys, sound, pace, and playing without a window.

`play` opens a window for a game, `replay_window` one for a recording, `headless` plays without one. `scripted_input`
presses the keys of a script, `text_mirror` prints the words of a game, `reloading` exchanges a game that was rebuilt.
`window` holds what the window draws and understands, `host` the libraries of the computer underneath.

Uses `session`, `saves`, `recording` and machines. Only the command line uses this package. Begin with `play`.
"""
